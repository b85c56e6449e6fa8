// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "moonreel_threads.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static _Atomic(void (*)(int)) listener;

void mr_threads_listen(void (*refused)(int hangs)) { atomic_store(&listener, refused); }

#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
typedef int creator(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

// libdispatch makes detached threads, and is a library of its own or, in a static build, part of the program;
// the program itself makes none with such attributes.
static int is_detached(const pthread_attr_t *attributes) {
  int state = PTHREAD_CREATE_JOINABLE;
  return attributes && pthread_attr_getdetachstate(attributes, &state) == 0 &&
         state == PTHREAD_CREATE_DETACHED;
}

/// Whether the library that `caller` belongs to waits for ever for a thread that it did not get.
static int waits_for_ever(const void *caller, const pthread_attr_t *attributes) {
  Dl_info theirs, ours;
  if (!dladdr(caller, &theirs) || !dladdr((void *)&mr_threads_listen, &ours)) return 0;
  if (strstr(theirs.dli_fname, "libSvtAv1Enc") || strstr(theirs.dli_fname, "libx265")) return 1;
  return is_detached(attributes) && (theirs.dli_fbase == ours.dli_fbase ||
                                     strstr(theirs.dli_fname, "libdispatch") != NULL);
}

__attribute__((visibility("default"))) int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
  static _Atomic(creator *) system_creator;
  creator *create = atomic_load(&system_creator);
  if (!create) {
    create = (creator *)dlsym(RTLD_NEXT, "pthread_create");
    atomic_store(&system_creator, create);
  }
  int code = create(thread, attributes, body, argument);
  // Another error refuses what the thread was to be (SVT-AV1 asks for real-time priority first), not the thread.
  void (*refused)(int) = code == EAGAIN ? atomic_load(&listener) : NULL;
  if (refused) refused(waits_for_ever(__builtin_return_address(0), attributes));
  return code;
}
#endif
