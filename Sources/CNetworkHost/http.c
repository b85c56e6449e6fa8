// SPDX-License-Identifier: MIT
// The clock is looked at here and not by libcurl: it counts stretches without enough bytes in whole seconds only, and
// would not say what it was doing.
#define _GNU_SOURCE
#include "curl.h"
#include "moonreel_clock.h"
#include "moonreel_network.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct mr_http {
  const curl_functions *curl;
  void *multi, *easy;
};

typedef struct run {
  const mr_http_request *request;
  int64_t began, stretch_began, stretch_bytes;
  int has_head, is_stopped;
} run;

/// Milliseconds of the monotonic clock.
static int64_t now(void) { return mr_monotonic_nanoseconds() / 1000000; }

mr_http *mr_http_open(void) {
  const curl_functions *curl = mr_curl();
  mr_http *http = curl ? calloc(1, sizeof *http) : NULL;
  if (!http) return NULL;
  *http = (mr_http){.curl = curl, .multi = curl->multi_init(), .easy = curl->easy_init()};
  if (http->multi && http->easy) return http;
  mr_http_close(http);
  return NULL;
}

void mr_http_close(mr_http *http) {
  if (http->easy) http->curl->easy_cleanup(http->easy);
  if (http->multi) http->curl->multi_cleanup(http->multi);
  free(http);
}

static size_t take_head(char *line, size_t size, size_t count, void *context) {
  run *of = context;
  of->stretch_bytes += (int64_t)(size * count);
  if (size * count <= 2) of->has_head = 1;
  if (of->request->head(of->request->context, line, size * count)) return size * count;
  of->is_stopped = 1;
  return 0;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *context) {
  run *of = context;
  of->stretch_bytes += (int64_t)(size * count);
  if (of->request->body(of->request->context, (const uint8_t *)bytes, size * count))
    return size * count;
  of->is_stopped = 1;
  return 0;
}

static mr_http_phase phase(const mr_http *http, const run *of) {
  int64_t connected = 0, asked = 0;
  http->curl->easy_getinfo(http->easy, CURL_CONNECT_TIME, &connected);
  http->curl->easy_getinfo(http->easy, CURL_PRETRANSFER_TIME, &asked);
  if (of->has_head) return MR_HTTP_READING;
  if (asked > 0) return MR_HTTP_ASKING;
  return connected > 0 ? MR_HTTP_SECURING : MR_HTTP_CONNECTING;
}

// MR_HTTP_LATE, MR_HTTP_OVERDUE, or MR_HTTP_WHOLE while nothing takes too long.
static mr_http_end lateness(const mr_http *http, run *of) {
  const mr_http_request *request = of->request;
  const int64_t time = now();
  if (phase(http, of) < MR_HTTP_ASKING) {
    of->stretch_began = time;
    if (time - of->began > request->connect_limit) return MR_HTTP_LATE;
  }
  if (of->stretch_bytes >= request->slowest) {
    of->stretch_began = time;
    of->stretch_bytes = 0;
  }
  if (time - of->stretch_began > request->read_limit) return MR_HTTP_LATE;
  return time - of->began > request->limit ? MR_HTTP_OVERDUE : MR_HTTP_WHOLE;
}

static void prepare(mr_http *http, run *of, void *fields, void *numbers, char *message) {
  const curl_functions *curl = http->curl;
  void *easy = http->easy;
  curl->easy_reset(easy);
  curl->easy_setopt(easy, CURL_URL, of->request->url);
  curl->easy_setopt(easy, CURL_PROXY, "");
  curl->easy_setopt(easy, CURL_PROTOCOLS, 3L);  // http and https
  curl->easy_setopt(easy, CURL_FOLLOWS_REDIRECTS, 0L);
  curl->easy_setopt(easy, CURL_NO_SIGNAL, 1L);
  curl->easy_setopt(easy, CURL_USER_AGENT, "moonreel");
  curl->easy_setopt(easy, CURL_ERROR_BUFFER, message);
  curl->easy_setopt(easy, CURL_HEAD_FUNCTION, take_head);
  curl->easy_setopt(easy, CURL_HEAD_CONTEXT, of);
  curl->easy_setopt(easy, CURL_WRITE_FUNCTION, take_body);
  curl->easy_setopt(easy, CURL_WRITE_CONTEXT, of);
  if (of->request->range) curl->easy_setopt(easy, CURL_RANGE, of->request->range);
  if (fields) curl->easy_setopt(easy, CURL_FIELDS, fields);
  if (numbers) curl->easy_setopt(easy, CURL_RESOLVE, numbers);
}

// libcurl's code for how the request ended; -1 where it was ended before, or no memory was left.
static int wait_for_end(mr_http *http, run *of, mr_http_outcome *outcome) {
  const curl_functions *curl = http->curl;
  int running = 1;
  while (running) {
    if (curl->multi_perform(http->multi, &running) != 0) return -1;
    if (!running) break;
    if (of->request->is_over(of->request->context)) {
      of->is_stopped = 1;
      return -1;
    }
    const mr_http_end late = lateness(http, of);
    if (late != MR_HTTP_WHOLE) {
      outcome->end = late;
      return -1;
    }
    int ready = 0;
    curl->multi_wait(http->multi, NULL, 0, 50, &ready);
    // Older versions come back at once while there is no socket yet.
    if (ready == 0) {
      const struct timespec pause = {0, 1000000};
      nanosleep(&pause, NULL);
    }
  }
  int left;
  for (curl_message *message; (message = curl->multi_info_read(http->multi, &left));)
    if (message->kind == CURL_MESSAGE_DONE) return message->data.result;
  return -1;
}

// A connection that the other side has closed must be an error, not the end of the process.
static void run_quietly(mr_http *http, run *of, mr_http_outcome *outcome, const char *message) {
  sigset_t pipe, before, pending;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  outcome->end = MR_HTTP_FAILED;
  const int code = wait_for_end(http, of, outcome);
  const int is_untrusted = code == CURL_ENCRYPTION_FAILED || code == CURL_CERTIFICATE_REFUSED;
  outcome->phase = is_untrusted ? MR_HTTP_SECURING : phase(http, of);
  if (of->is_stopped)
    outcome->end = MR_HTTP_STOPPED;
  else if (code == 0)
    outcome->end = MR_HTTP_WHOLE;
  const char *words = *message ? message : code > 0 ? http->curl->easy_strerror(code) : "";
  snprintf(outcome->message, sizeof outcome->message, "%s", words);
  if (!sigismember(&pending, SIGPIPE)) {
    const struct timespec none = {0, 0};
    while (sigtimedwait(&pipe, NULL, &none) > 0) {
    }
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void mr_http_run(mr_http *http, const mr_http_request *request, mr_http_outcome *outcome) {
  const curl_functions *curl = http->curl;
  char message[CURL_ERROR_SIZE] = "";
  void *fields = NULL, *numbers = NULL;
  for (size_t i = 0; i < request->field_count; i++)
    fields = curl->slist_append(fields, request->fields[i]);
  if (request->numbers) numbers = curl->slist_append(NULL, request->numbers);
  run of = {.request = request, .began = now()};
  of.stretch_began = of.began;
  *outcome = (mr_http_outcome){.end = MR_HTTP_FAILED};
  prepare(http, &of, fields, numbers, message);
  if (curl->multi_add_handle(http->multi, http->easy) == 0) {
    run_quietly(http, &of, outcome, message);
    curl->multi_remove_handle(http->multi, http->easy);
  }
  curl->easy_setopt(http->easy, CURL_ERROR_BUFFER, NULL);
  curl->slist_free_all(fields);
  curl->slist_free_all(numbers);
}
