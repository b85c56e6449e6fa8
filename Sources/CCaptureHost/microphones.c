// SPDX-License-Identifier: MIT
//
// The library's callbacks come on its own thread, under the loop's lock. What they learn is kept behind a lock of ours, with
// a condition on which others wait with a time limit: the loop's own wait has none.
#define _GNU_SOURCE
#include "moonreel_microphones.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "moonreel_clock.h"
#include "pulse.h"

enum { PATIENCE = 3000, STAMPLESS_LIMIT = 100 };

struct mr_sound_server {
  const pulse_library *pulse;
  pa_threaded_mainloop *loop;
  pa_context *context;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  /// How often anything was told; what waits looks again.
  uint32_t change_count;
  /// How often inputs changed.
  uint32_t microphone_changes;
  int state, error;
  char default_source[256];
};

struct mr_recorder {
  mr_sound_server *server;
  pa_stream *stream;
  mr_take_recorded take;
  void *context;
  int32_t sample_rate, channel_count;
  /// Fragments that came before the server had said how old they are; those of the beginning are left out.
  int32_t stampless;
  bool is_open, has_begun, has_ended;
};

static void copy_text(char *to, size_t size, const char *text) {
  strncpy(to, text ? text : "", size - 1);
  to[size - 1] = 0;
}

static void tell_change(mr_sound_server *server, bool of_microphones) {
  pthread_mutex_lock(&server->lock);
  server->change_count++;
  if (of_microphones) server->microphone_changes++;
  server->state = server->pulse->context_state(server->context);
  if (server->state == PULSE_CONTEXT_FAILED) {
    server->error = server->pulse->context_error(server->context);
    server->microphone_changes++;
  }
  pthread_cond_broadcast(&server->changed);
  pthread_mutex_unlock(&server->lock);
}

static struct timespec moment_after(int32_t milliseconds) {
  int64_t end = mr_monotonic_nanoseconds() + (int64_t)milliseconds * 1000000;
  return (struct timespec){end / 1000000000, end % 1000000000};
}

/// Waits until anything is told after `known`, with the lock held; false at `end`.
static bool wait_for_change(mr_sound_server *server, uint32_t known, const struct timespec *end) {
  while (server->change_count == known)
    if (pthread_cond_timedwait(&server->changed, &server->lock, end)) return false;
  return true;
}

static void on_context_state(pa_context *context, void *data) {
  (void)context;
  tell_change(data, false);
}

/// What changes of one input is of no interest, its volume for example; that another is the usual one is.
static void on_context_event(pa_context *context, int event, uint32_t index, void *data) {
  (void)context, (void)index;
  bool is_of_server = (event & PULSE_FACILITY_MASK) == PULSE_FACILITY_SERVER;
  bool is_change = (event & PULSE_EVENT_MASK) == PULSE_EVENT_CHANGE;
  if (is_of_server || !is_change) tell_change(data, true);
}

static bool is_ready(mr_sound_server *server) {
  struct timespec end = moment_after(PATIENCE);
  pthread_mutex_lock(&server->lock);
  uint32_t known = server->change_count;
  while (server->state < PULSE_CONTEXT_READY && wait_for_change(server, known, &end))
    known = server->change_count;
  bool answer = server->state == PULSE_CONTEXT_READY;
  pthread_mutex_unlock(&server->lock);
  return answer;
}

/// Begins to connect; false where that fails at once.
static bool connect_server(mr_sound_server *server, const char *address, const char *name) {
  const pulse_library *pulse = server->pulse;
  server->loop = pulse->loop_new();
  if (!server->loop) return false;
  server->context = pulse->context_new(pulse->loop_api(server->loop), name);
  if (!server->context) return false;
  pulse->context_on_state(server->context, on_context_state, server);
  pulse->context_on_event(server->context, on_context_event, server);
  bool has_begun = pulse->context_connect(server->context, address, PULSE_NO_AUTOSPAWN, NULL) >= 0;
  if (!has_begun) server->error = pulse->context_error(server->context);
  return has_begun;
}

static void explain(const mr_sound_server *server, mr_sound_reason *reason) {
  const char *text = server->error ? server->pulse->text(server->error) : "It does not answer";
  copy_text(reason->text, sizeof reason->text, text);
}

static mr_sound_server *make_server(const pulse_library *pulse) {
  mr_sound_server *server = calloc(1, sizeof *server);
  if (!server) return NULL;
  server->pulse = pulse;
  pthread_mutex_init(&server->lock, NULL);
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&server->changed, &attributes);
  pthread_condattr_destroy(&attributes);
  return server;
}

mr_sound_server *mr_open_sound_server(const char *address, const char *name,
                                      mr_sound_reason *reason) {
  *reason = (mr_sound_reason){0};
  const pulse_library *pulse = mr_capture_pulse();
  reason->has_no_library = !pulse;
  if (!pulse) return NULL;
  mr_sound_server *server = make_server(pulse);
  if (!server) {
    copy_text(reason->text, sizeof reason->text, "Out of memory");
    return NULL;
  }
  if (connect_server(server, address, name)) return server;
  explain(server, reason);
  mr_close_sound_server(server);
  return NULL;
}

bool mr_start_sound_server(mr_sound_server *server, mr_sound_reason *reason) {
  *reason = (mr_sound_reason){0};
  const pulse_library *pulse = server->pulse;
  if (pulse->loop_start(server->loop) < 0 || !is_ready(server)) {
    explain(server, reason);
    return false;
  }
  pulse->loop_lock(server->loop);
  pa_operation *operation = pulse->subscribe(server->context, PULSE_WATCHED, NULL, NULL);
  if (operation) pulse->operation_unref(operation);
  pulse->loop_unlock(server->loop);
  return true;
}

void mr_close_sound_server(mr_sound_server *server) {
  if (!server) return;
  const pulse_library *pulse = server->pulse;
  if (server->loop) pulse->loop_stop(server->loop);
  if (server->context) {
    pulse->context_on_state(server->context, NULL, NULL);
    pulse->context_on_event(server->context, NULL, NULL);
    pulse->context_disconnect(server->context);
    pulse->context_unref(server->context);
  }
  if (server->loop) pulse->loop_free(server->loop);
  pthread_cond_destroy(&server->changed);
  pthread_mutex_destroy(&server->lock);
  free(server);
}

bool mr_has_sound_server(mr_sound_server *server) {
  pthread_mutex_lock(&server->lock);
  bool answer = server->state == PULSE_CONTEXT_READY;
  pthread_mutex_unlock(&server->lock);
  return answer;
}

uint32_t mr_wait_for_microphones(mr_sound_server *server, uint32_t known, int32_t milliseconds) {
  struct timespec end = moment_after(milliseconds);
  pthread_mutex_lock(&server->lock);
  uint32_t seen = server->change_count;
  while (server->microphone_changes == known && wait_for_change(server, seen, &end))
    seen = server->change_count;
  uint32_t answer = server->microphone_changes;
  pthread_mutex_unlock(&server->lock);
  return answer;
}

/// A question and its answers.
typedef struct inquiry {
  mr_sound_server *server;
  mr_microphone *list;
  int32_t capacity, count;
  bool is_answered, has_failed;
} inquiry;

static void end_inquiry(inquiry *inquiry, bool has_failed) {
  inquiry->is_answered = true;
  inquiry->has_failed = has_failed;
  tell_change(inquiry->server, false);
}

static void on_source(pa_context *context, const pulse_source *source, int end, void *data) {
  (void)context;
  inquiry *inquiry = data;
  if (end) {
    end_inquiry(inquiry, end < 0);
    return;
  }
  if (inquiry->count++ >= inquiry->capacity) return;
  mr_microphone *found = &inquiry->list[inquiry->count - 1];
  *found = (mr_microphone){0};
  copy_text(found->name, sizeof found->name, source->name);
  copy_text(found->title, sizeof found->title, source->description);
  found->sample_rate = (int32_t)source->format.rate;
  found->channel_count = source->format.channels;
  found->is_monitor = source->monitored_sink != PULSE_INVALID;
  found->is_default = strcmp(found->name, inquiry->server->default_source) == 0;
}

static void on_server_info(pa_context *context, const pulse_server *info, void *data) {
  (void)context;
  inquiry *inquiry = data;
  mr_sound_server *server = inquiry->server;
  if (info)
    copy_text(server->default_source, sizeof server->default_source, info->default_source);
  end_inquiry(inquiry, !info);
}

/// Waits for the answers to `operation`; false where none came in time. The loop's lock is held at the beginning and at the
/// end, so no answer comes later to an inquiry that is gone.
static bool await(inquiry *inquiry, pa_operation *operation) {
  mr_sound_server *server = inquiry->server;
  if (!operation) return false;
  struct timespec end = moment_after(PATIENCE);
  server->pulse->loop_unlock(server->loop);
  pthread_mutex_lock(&server->lock);
  uint32_t known = server->change_count;
  while (!inquiry->is_answered && server->state == PULSE_CONTEXT_READY &&
         wait_for_change(server, known, &end))
    known = server->change_count;
  pthread_mutex_unlock(&server->lock);
  server->pulse->loop_lock(server->loop);
  if (server->pulse->operation_state(operation) == PULSE_OPERATION_RUNNING)
    server->pulse->operation_cancel(operation);
  server->pulse->operation_unref(operation);
  return inquiry->is_answered && !inquiry->has_failed;
}

int32_t mr_list_microphones(mr_sound_server *server, mr_microphone *list, int32_t capacity) {
  const pulse_library *pulse = server->pulse;
  pulse->loop_lock(server->loop);
  inquiry about_server = {.server = server};
  inquiry sources = {.server = server, .list = list, .capacity = capacity};
  bool is_known = await(&about_server,
                        pulse->server_info(server->context, on_server_info, &about_server)) &&
                  await(&sources, pulse->list_sources(server->context, on_source, &sources));
  pulse->loop_unlock(server->loop);
  return is_known ? sources.count : -1;
}

static void tell(mr_recorder *recorder, mr_recorded recorded) {
  recorder->take(recorder->context, &recorded);
}

static void on_stream_state(pa_stream *stream, void *data) {
  mr_recorder *recorder = data;
  mr_sound_server *server = recorder->server;
  int state = server->pulse->stream_state(stream);
  recorder->is_open = recorder->is_open || state == PULSE_STREAM_READY;
  if (state >= PULSE_STREAM_FAILED && recorder->is_open && !recorder->has_ended) {
    recorder->has_ended = true;
    int error = server->pulse->context_error(server->context);
    const char *reason = error ? server->pulse->text(error) : "it was removed";
    tell(recorder, (mr_recorded){.kind = MR_RECORDED_END,
                                 .nanoseconds = mr_monotonic_nanoseconds(),
                                 .reason = reason});
  }
  tell_change(server, false);
}

/// When the frame that is read next sounded; false while nobody knows. What a monitor hears may sound only later.
static bool time_of_next(mr_recorder *recorder, int64_t *time) {
  uint64_t microseconds = 0;
  int is_later = 0;
  if (recorder->server->pulse->stream_latency(recorder->stream, &microseconds, &is_later))
    return false;
  int64_t latency = (int64_t)microseconds * 1000;
  *time = mr_monotonic_nanoseconds() + (is_later ? latency : -latency);
  return true;
}

static void take_fragment(mr_recorder *recorder, const void *bytes, size_t size) {
  int64_t count = (int64_t)(size / sizeof(float)) / recorder->channel_count, time;
  bool is_known = time_of_next(recorder, &time);
  if (!is_known) {
    if (recorder->stampless++ < STAMPLESS_LIMIT && !recorder->has_begun) return;
    time = mr_monotonic_nanoseconds() - count * 1000000000 / recorder->sample_rate;
  }
  recorder->has_begun = true;
  tell(recorder, (mr_recorded){.kind = bytes ? MR_RECORDED_SAMPLES : MR_RECORDED_GAP,
                               .nanoseconds = time,
                               .samples = bytes,
                               .frame_count = count});
}

static void on_read(pa_stream *stream, size_t size, void *data) {
  (void)size;
  mr_recorder *recorder = data;
  const pulse_library *pulse = recorder->server->pulse;
  for (;;) {
    const void *bytes = NULL;
    size_t count = 0;
    if (pulse->stream_peek(stream, &bytes, &count) < 0 || !count) return;
    take_fragment(recorder, bytes, count);
    pulse->stream_drop(stream);
  }
}

static void on_overflow(pa_stream *stream, void *data) {
  (void)stream;
  tell(data, (mr_recorded){.kind = MR_RECORDED_OVERFLOW, .nanoseconds = mr_monotonic_nanoseconds()});
}

static void on_suspended(pa_stream *stream, void *data) {
  mr_recorder *recorder = data;
  bool sleeps = recorder->server->pulse->stream_is_suspended(stream) > 0;
  tell(recorder, (mr_recorded){.kind = sleeps ? MR_RECORDED_SUSPENDED : MR_RECORDED_WOKEN,
                               .nanoseconds = mr_monotonic_nanoseconds()});
}

static pulse_sample_format float_format(int32_t sample_rate, int32_t channel_count) {
  bool is_little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
  return (pulse_sample_format){is_little ? PULSE_FLOAT_LITTLE : PULSE_FLOAT_BIG,
                               (uint32_t)sample_rate, (uint8_t)channel_count};
}

/// Begins to record; with the loop's lock held.
static bool connect_stream(mr_recorder *recorder, const char *name, int32_t fragment) {
  const pulse_library *pulse = recorder->server->pulse;
  pulse_sample_format format = float_format(recorder->sample_rate, recorder->channel_count);
  recorder->stream = pulse->stream_new(recorder->server->context, "capture", &format, NULL);
  if (!recorder->stream) return false;
  pulse->stream_on_state(recorder->stream, on_stream_state, recorder);
  pulse->stream_on_read(recorder->stream, on_read, recorder);
  pulse->stream_on_overflow(recorder->stream, on_overflow, recorder);
  pulse->stream_on_suspended(recorder->stream, on_suspended, recorder);
  uint32_t bytes = (uint32_t)(fragment * recorder->channel_count) * (uint32_t)sizeof(float);
  pulse_buffer buffer = {PULSE_INVALID, PULSE_INVALID, PULSE_INVALID, PULSE_INVALID, bytes};
  return pulse->stream_record(recorder->stream, name, &buffer, PULSE_RECORD_FLAGS) >= 0;
}

/// Waits until the stream is there or refused.
static bool is_recording(mr_recorder *recorder) {
  mr_sound_server *server = recorder->server;
  struct timespec end = moment_after(PATIENCE);
  for (;;) {
    pthread_mutex_lock(&server->lock);
    uint32_t known = server->change_count;
    pthread_mutex_unlock(&server->lock);
    server->pulse->loop_lock(server->loop);
    int state = server->pulse->stream_state(recorder->stream);
    server->pulse->loop_unlock(server->loop);
    if (state >= PULSE_STREAM_READY) return state == PULSE_STREAM_READY;
    pthread_mutex_lock(&server->lock);
    bool has_changed = wait_for_change(server, known, &end);
    pthread_mutex_unlock(&server->lock);
    if (!has_changed) return false;
  }
}

mr_recorder *mr_record(mr_sound_server *server, const char *name, int32_t sample_rate,
                       int32_t channel_count, int32_t fragment, mr_take_recorded take,
                       void *context, mr_sound_reason *reason) {
  *reason = (mr_sound_reason){0};
  mr_recorder *recorder = calloc(1, sizeof *recorder);
  if (!recorder) {
    copy_text(reason->text, sizeof reason->text, "Out of memory");
    return NULL;
  }
  recorder->server = server;
  recorder->take = take;
  recorder->context = context;
  recorder->sample_rate = sample_rate;
  recorder->channel_count = channel_count;
  const pulse_library *pulse = server->pulse;
  pulse->loop_lock(server->loop);
  bool has_started = connect_stream(recorder, name, fragment);
  pulse->loop_unlock(server->loop);
  if (has_started && is_recording(recorder)) return recorder;
  pulse->loop_lock(server->loop);
  int error = pulse->context_error(server->context);
  pulse->loop_unlock(server->loop);
  copy_text(reason->text, sizeof reason->text, error ? pulse->text(error) : "It does not answer");
  mr_free_recorder(recorder);
  return NULL;
}

void mr_free_recorder(mr_recorder *recorder) {
  if (!recorder) return;
  const pulse_library *pulse = recorder->server->pulse;
  pulse->loop_lock(recorder->server->loop);
  if (recorder->stream) {
    pulse->stream_on_state(recorder->stream, NULL, NULL);
    pulse->stream_on_read(recorder->stream, NULL, NULL);
    pulse->stream_on_overflow(recorder->stream, NULL, NULL);
    pulse->stream_on_suspended(recorder->stream, NULL, NULL);
    pulse->stream_disconnect(recorder->stream);
    pulse->stream_unref(recorder->stream);
  }
  pulse->loop_unlock(recorder->server->loop);
  free(recorder);
}
