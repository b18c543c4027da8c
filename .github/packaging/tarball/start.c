// The first code of the archive's program, before that of the C library.
//
// A program that is not in memory waits for the disk at almost each new page. This code asks the kernel to read
// all pages of the first screen at once. `pages` writes their list into the finished program; a list that
// does not fit costs time and nothing else.

#define _GNU_SOURCE
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>

enum { page_size = 4096 };

struct range {
  uint32_t first, count;  // pages, from the beginning of the program in memory
};

// In the order of the first uses. Ends at a range without pages.
__attribute__((section(".start_pages"))) static const volatile struct range ranges[64] = {{0}};

extern const char __executable_start[];

// The functions of the C library do not work yet.
static long call(long number, long a, long b, long c, long d, long e, long f) {
  register long fourth __asm__("r10") = d;
  register long fifth __asm__("r8") = e;
  register long sixth __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "+a"(number)
                   : "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth), "r"(sixth)
                   : "rcx", "r11", "memory");
  return number;
}

// Tries a page of the code, which has the same place in the file. To ask for pages that are in memory takes time too.
static int is_in_memory(uint32_t page) {
  long file = call(SYS_open, (long)"/proc/self/exe", O_RDONLY | O_CLOEXEC, 0, 0, 0, 0);
  if (file < 0) return 0;
  char byte;
  struct iovec place = {&byte, 1};
  long count = call(SYS_preadv2, file, (long)&place, 1, (long)page * page_size, 0, RWF_NOWAIT);
  call(SYS_close, file, 0, 0, 0, 0, 0);
  return count == 1;
}

__attribute__((used, section(".text.start_reading"))) static void read_pages(void) {
  size_t count = 0;
  while (count < sizeof ranges / sizeof *ranges && ranges[count].count > 0) count++;
  // The last range is the one that is used last, so that nothing has read it yet.
  if (count == 0 || is_in_memory(ranges[count - 1].first)) return;
  for (size_t index = 0; index < count; index++) {
    const char *address = __executable_start + (size_t)ranges[index].first * page_size;
    call(SYS_madvise, (long)address, (long)ranges[index].count * page_size, MADV_WILLNEED, 0, 0, 0);
  }
}

// The kernel passes the arguments on the stack, and a function for exit(3) in rdx.
__asm__(
    ".section .text.start_reading,\"ax\",@progbits\n"
    ".globl start_reading\n"
    "start_reading:\n"
    "  pushq %rdx\n"
    "  subq $8, %rsp\n"
    "  call read_pages\n"
    "  addq $8, %rsp\n"
    "  popq %rdx\n"
    "  jmp _start\n");
