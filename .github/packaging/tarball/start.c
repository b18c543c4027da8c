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

// The first range is a page of the file that nothing has read yet when a start begins. The next are large pages of the
// file, the others are small pages in the order of their first uses. A range without pages ends each list.
//
// They are code, and the linker puts this section first, because the kernel reads the beginning of the file together
// with it. `pages` finds the place by the text before it.
__asm__(
    ".section .text.start_reading,\"ax\",@progbits\n"
    ".balign 8\n"
    ".ascii \"pages of a start\"\n"
    "ranges: .zero 1024\n"
    "path_of_program: .asciz \"/proc/self/exe\"\n"
    ".balign 16\n");
extern const volatile struct range ranges[range_count] __attribute__((visibility("hidden")));
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

// Tries a page of the file. To ask for pages that are in memory takes time too.
__attribute__((section(".text.start_reading"))) static int is_in_memory(uint32_t page) {
  long file = call(SYS_open, (long)path_of_program, O_RDONLY | O_CLOEXEC, 0, 0, 0, 0);
  if (file < 0) return 0;
  char byte;
  struct iovec place = {&byte, 1};
  long count = call(SYS_preadv2, file, (long)&place, 1, (long)page * page_size, 0, RWF_NOWAIT);
  call(SYS_close, file, 0, 0, 0, 0, 0);
  return count == 1;
}

__attribute__((section(".text.start_reading"))) static long advise(size_t index, long advice) {
  const char *address = __executable_start + (size_t)ranges[index].first * page_size;
  return call(SYS_madvise, (long)address, (long)ranges[index].count * page_size, advice, 0, 0, 0);
}

__attribute__((used, section(".text.start_reading"))) static void read_pages(void) {
  if (ranges[0].count == 0 || is_in_memory(ranges[0].first)) return;
  size_t index = 1;
  // A disk reads a large page in half the time of as many small ones. The first use of the page reads it, and one that
  // is used at random is read without the next. Not each kernel has large pages for files, so the list of small
  // pages is complete.
  for (; ranges[index].count > 0; index++) {
    advise(index, MADV_RANDOM);
    if (advise(index, MADV_HUGEPAGE) == 0) {
      (void)*(volatile const char *)(__executable_start + (size_t)ranges[index].first * page_size);
    }
    advise(index, MADV_NORMAL);
  }
  while (++index < range_count && ranges[index].count > 0) advise(index, MADV_WILLNEED);
}

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
