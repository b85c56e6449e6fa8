// SPDX-License-Identifier: MIT
// Opening encoders. SVT-AV1, where it runs as root, gives the thread that opens it, and all that are
// started from it, the highest real-time priority: a film would starve everything else on the machine.
#define _GNU_SOURCE
#include "moonreel_media.h"

#include <dirent.h>
#include <sched.h>
#include <stdlib.h>

// Every thread of the process that is on `policy` gets `wanted`.
static void change_policy(int policy, int wanted, const struct sched_param *parameters) {
  DIR *tasks = opendir("/proc/self/task");
  if (!tasks) {
    sched_setscheduler(0, wanted, parameters);
    return;
  }
  for (struct dirent *task; (task = readdir(tasks));) {
    const pid_t thread = (pid_t)strtol(task->d_name, NULL, 10);
    if (thread > 0 && sched_getscheduler(thread) == policy)
      sched_setscheduler(thread, wanted, parameters);
  }
  closedir(tasks);
}

int32_t mr_open_encoder(AVCodecContext *context, const AVCodec *codec) {
  struct sched_param parameters;
  const int before = sched_getscheduler(0);
  sched_getparam(0, &parameters);
  const int code = avcodec_open2(context, codec, NULL);
  const int after = sched_getscheduler(0);
  if (before >= 0 && after >= 0 && after != before) change_policy(after, before, &parameters);
  return code;
}
