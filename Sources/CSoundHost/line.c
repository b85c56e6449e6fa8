// SPDX-License-Identifier: MIT
//
// The ring lies in memory that a forked process shares. Who plays takes a block from it, makes it silent and moves the head
// on; who writes stays before the head and less than the ring's length after it. So both never touch a sample at once,
// but for the block that is being taken: what is written there is too late.
#define _GNU_SOURCE
#include "moonreel_line.h"
#include "moonreel_clock.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "pulse.h"

enum { BLOCKS_A_SECOND = 100, MOST_CHANNELS = 8, BLOCKS_A_MEASURE = 4 };

/// What both sides see.
typedef struct line_ring {
  atomic_int state;
  atomic_bool is_ending, has_ended;
  char reason[128];
  _Atomic int64_t head;
  /// Odd while a moment is written.
  atomic_uint moment_turn;
  _Atomic int64_t moment_sample, moment_time;
  float samples[];
} line_ring;

struct mr_line {
  line_ring *ring;
  size_t byte_count;
  int32_t sample_rate, channel_count, delay;
  /// Frames of one block, and of the ring, a whole number of blocks.
  int32_t block;
  int64_t length;
  char name[64], title[64];
  pthread_t thread;
  bool has_thread;
  pid_t process;
};

static void copy_text(char *to, size_t size, const char *text) {
  strncpy(to, text ? text : "", size - 1);
  to[size - 1] = 0;
}

mr_line *mr_make_line(int32_t sample_rate, int32_t channel_count, int32_t delay, const char *name,
                      const char *title) {
  if (sample_rate < 8000 || sample_rate > 384000 || channel_count < 1 ||
      channel_count > MOST_CHANNELS)
    return NULL;
  mr_line *line = calloc(1, sizeof *line);
  if (!line) return NULL;
  line->sample_rate = sample_rate;
  line->channel_count = channel_count;
  line->delay = delay;
  line->block = sample_rate / BLOCKS_A_SECOND;
  line->length = (int64_t)line->block * BLOCKS_A_SECOND * 3;
  copy_text(line->name, sizeof line->name, name);
  copy_text(line->title, sizeof line->title, title);
  line->byte_count =
      sizeof(line_ring) + (size_t)line->length * (size_t)channel_count * sizeof(float);
  void *memory = mmap(NULL, line->byte_count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                      -1, 0);
  if (memory == MAP_FAILED) {
    free(line);
    return NULL;
  }
  line->ring = memory;
  return line;
}

// Playing.

static void refuse(line_ring *ring, const char *reason) {
  copy_text(ring->reason, sizeof ring->reason, reason);
  atomic_store(&ring->state, MR_LINE_REFUSED);
}

static pa_simple *open_stream(const mr_line *line, const pulse_library *pulse) {
  const uint16_t probe = 1;
  const bool is_little = *(const uint8_t *)&probe == 1;
  const pulse_format format = {is_little ? PULSE_FLOAT_LITTLE : PULSE_FLOAT_BIG,
                               (uint32_t)line->sample_rate, (uint8_t)line->channel_count};
  const uint32_t frame = (uint32_t)line->channel_count * sizeof(float);
  const pulse_buffer buffer = {.most = UINT32_MAX,
                               .target = (uint32_t)line->delay * frame,
                               .before_start = UINT32_MAX,
                               .least_request = (uint32_t)line->block * frame,
                               .fragment = UINT32_MAX};
  int32_t error = 0;
  pa_simple *stream = pulse->open(NULL, line->name, PULSE_PLAYBACK, NULL, line->title, &format,
                                  NULL, &buffer, &error);
  if (!stream) refuse(line->ring, pulse->text(error));
  return stream;
}

static void take_block(const mr_line *line, float *block) {
  line_ring *ring = line->ring;
  const int64_t head = atomic_load(&ring->head);
  const size_t count = (size_t)line->block * (size_t)line->channel_count;
  float *place = ring->samples + (head % line->length) * line->channel_count;
  // First moved on: from here on nobody writes into the block.
  atomic_store(&ring->head, head + line->block);
  memcpy(block, place, count * sizeof *block);
  memset(place, 0, count * sizeof *block);
}

static void tell_moment(const mr_line *line, const pulse_library *pulse, pa_simple *stream) {
  int32_t error = 0;
  const uint64_t latency = pulse->latency(stream, &error);
  const int64_t time = mr_monotonic_nanoseconds();
  if (error != 0 || latency > 10000000) return;
  line_ring *ring = line->ring;
  const int64_t late = (int64_t)latency * line->sample_rate / 1000000;
  atomic_fetch_add(&ring->moment_turn, 1);
  atomic_store(&ring->moment_sample, atomic_load(&ring->head) - late);
  atomic_store(&ring->moment_time, time);
  atomic_fetch_add(&ring->moment_turn, 1);
}

/// Plays until the end is wanted, or the server goes.
static void play(const mr_line *line) {
  line_ring *ring = line->ring;
  pulse_library pulse;
  if (!mr_load_pulse(&pulse)) {
    atomic_store(&ring->state, MR_LINE_NO_LIBRARY);
    return;
  }
  pa_simple *stream = open_stream(line, &pulse);
  if (!stream) return;
  float block[384000 / BLOCKS_A_SECOND * MOST_CHANNELS];
  const size_t size = (size_t)line->block * (size_t)line->channel_count * sizeof *block;
  // What the server says of its delay means something once it plays: not before the delay is full.
  const int64_t settled = 2 * (int64_t)line->delay + 4 * (int64_t)line->block;
  for (int64_t turn = 0; !atomic_load(&ring->is_ending); turn++) {
    take_block(line, block);
    int32_t error = 0;
    if (pulse.write(stream, block, size, &error) < 0) {
      refuse(ring, pulse.text(error));
      break;
    }
    if (turn * line->block < settled || turn % BLOCKS_A_MEASURE != 0) continue;
    tell_moment(line, &pulse, stream);
    if (atomic_load(&ring->state) == MR_LINE_OPENING) atomic_store(&ring->state, MR_LINE_OPEN);
  }
  pulse.free(stream);
}

static void *play_on_thread(void *context) {
  mr_line *line = context;
  play(line);
  atomic_store(&line->ring->has_ended, true);
  return NULL;
}

int32_t mr_play_line(mr_line *line) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 1 << 20);
  const int error = pthread_create(&line->thread, &attributes, play_on_thread, line);
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  line->has_thread = error == 0;
  return error;
}

/// The child keeps nothing of its parent but the ring, and ends with it.
static void let_go(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);
  static const int faults[] = {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGXCPU};
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) signal(faults[i], SIG_DFL);
  static const int others[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXFSZ, SIGTSTP, SIGTTOU};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) signal(others[i], SIG_IGN);
  const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int stream = 0; stream <= 2 && nowhere >= 0; stream++) dup2(nowhere, stream);
  // close_range: 436 on every processor; before Linux 5.9 one by one.
  if (syscall(436, 3, ~0U, 0) == 0) return;
  for (int descriptor = 3; descriptor < 1024; descriptor++) close(descriptor);
}

int32_t mr_fork_line(mr_line *line) {
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) return errno;
  if (child > 0) {
    line->process = child;
    return 0;
  }
  let_go(parent);
  play(line);
  atomic_store(&line->ring->has_ended, true);
  _exit(0);
}

// The other side.

static void sleep_shortly(void) {
  const struct timespec wait = {0, 5000000};
  nanosleep(&wait, NULL);
}

mr_line_state mr_wait_for_line(mr_line *line, int32_t milliseconds) {
  const int64_t end = mr_monotonic_nanoseconds() + (int64_t)milliseconds * 1000000;
  while (true) {
    const mr_line_state state = (mr_line_state)atomic_load(&line->ring->state);
    if (state != MR_LINE_OPENING || mr_monotonic_nanoseconds() >= end) return state;
    sleep_shortly();
  }
}

const char *mr_line_reason(const mr_line *line) { return line->ring->reason; }

bool mr_line_moment_now(const mr_line *line, mr_line_moment *moment) {
  const line_ring *ring = line->ring;
  for (int attempt = 0; attempt < 100; attempt++) {
    const unsigned turn = atomic_load(&ring->moment_turn);
    moment->sample = atomic_load(&ring->moment_sample);
    moment->nanoseconds = atomic_load(&ring->moment_time);
    if (turn == atomic_load(&ring->moment_turn) && turn % 2 == 0) return turn > 0;
  }
  return false;
}

int64_t mr_line_head(const mr_line *line) { return atomic_load(&line->ring->head); }

int32_t mr_write_line(mr_line *line, const float *const *planes, int32_t count, int64_t position) {
  line_ring *ring = line->ring;
  const int64_t head = atomic_load(&ring->head);
  const int64_t least = head + line->block, most = head + line->length - 2 * line->block;
  int32_t written = 0;
  for (int32_t index = 0; index < count; index++) {
    const int64_t place = position + index;
    if (place < least || place >= most) continue;
    float *frame = ring->samples + (place % line->length) * line->channel_count;
    for (int32_t channel = 0; channel < line->channel_count; channel++)
      frame[channel] = planes[channel][index];
    written++;
  }
  return written;
}

void mr_clear_line(mr_line *line, int64_t position) {
  line_ring *ring = line->ring;
  const int64_t head = atomic_load(&ring->head);
  const int64_t least = head + line->block, most = head + line->length - line->block;
  for (int64_t place = position > least ? position : least; place < most; place++)
    memset(ring->samples + (place % line->length) * line->channel_count, 0,
           (size_t)line->channel_count * sizeof(float));
}

void mr_free_line(mr_line *line) {
  if (!line) return;
  atomic_store(&line->ring->is_ending, true);
  const bool is_played = line->has_thread || line->process > 0;
  // A server that hangs may never give the thread back: then the ring stays.
  for (int attempt = 0; is_played && attempt < 100 && !atomic_load(&line->ring->has_ended);
       attempt++)
    sleep_shortly();
  if (line->has_thread) {
    if (!atomic_load(&line->ring->has_ended)) {
      pthread_detach(line->thread);
      return;
    }
    pthread_join(line->thread, NULL);
  }
  if (line->process > 0) waitpid(line->process, NULL, WNOHANG);
  munmap(line->ring, line->byte_count);
  free(line);
}
