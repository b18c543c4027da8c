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

enum { page_size = 4096, range_count = 128 };

struct range {
  uint32_t first, count;  // pages, from the beginning of the program in memory
};

// The first range is code in a large page of the file. The others are in the order of their first uses, up to a range
// without pages. This is a section of code, so that it is read together with the functions below.
__asm__(
    ".section .start_pages,\"ax\",@progbits\n"
    ".balign 8\n"
    "ranges: .zero 1024\n");
extern const volatile struct range ranges[range_count] __attribute__((visibility("hidden")));
__asm__(
    ".section .start_code,\"ax\",@progbits\n"
    "path_of_program: .asciz \"/proc/self/exe\"\n"
    ".balign 16\n");
extern const char path_of_program[] __attribute__((visibility("hidden")));

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

// Tries a page whose place in the file is the same as in memory. To ask for pages that are in memory takes time too.
__attribute__((section(".start_code"))) static int is_in_memory(uint32_t page) {
  long file = call(SYS_open, (long)path_of_program, O_RDONLY | O_CLOEXEC, 0, 0, 0, 0);
  if (file < 0) return 0;
  char byte;
  struct iovec place = {&byte, 1};
  long count = call(SYS_preadv2, file, (long)&place, 1, (long)page * page_size, 0, RWF_NOWAIT);
  call(SYS_close, file, 0, 0, 0, 0, 0);
  return count == 1;
}

__attribute__((section(".start_code"))) static long advise(size_t index, long advice) {
  const char *address = __executable_start + (size_t)ranges[index].first * page_size;
  return call(SYS_madvise, (long)address, (long)ranges[index].count * page_size, advice, 0, 0, 0);
}

__attribute__((used, section(".start_code"))) static void read_pages(void) {
  size_t count = 0;
  while (count < range_count && ranges[count].count > 0) count++;
  // The last range is the one that is used last, so that nothing has read it yet.
  if (count == 0 || is_in_memory(ranges[count - 1].first)) return;
  // A disk reads a large page in half the time of as many small ones. The first use of the page reads it, and one that is
  // used at random is read without the next. Not each kernel has large pages for files, so the list has the needed
  // pages of the code too.
  advise(0, MADV_RANDOM);
  if (advise(0, MADV_HUGEPAGE) == 0) {
    (void)*(volatile const char *)(__executable_start + (size_t)ranges[0].first * page_size);
  }
  advise(0, MADV_NORMAL);
  for (size_t index = 1; index < count; index++) advise(index, MADV_WILLNEED);
}

__asm__(
    ".section .start_code,\"ax\",@progbits\n"
    ".globl start_reading\n"
    "start_reading:\n"
    "  pushq %rdx\n"
    "  subq $8, %rsp\n"
    "  call read_pages\n"
    "  addq $8, %rsp\n"
    "  popq %rdx\n"
    "  jmp _start\n");
