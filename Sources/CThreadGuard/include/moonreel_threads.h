// SPDX-License-Identifier: MIT
//
// Threads that the system refuses. Whoever links this gets a `pthread_create` of ours, which calls the
// system's: libdispatch asks again for ever, and GLib ends the process, when they get no thread.
#pragma once

/// Has `refused` called whenever any library is refused a thread; `hangs`: whether it would wait for ever.
void mr_threads_listen(void (*refused)(int hangs));
