// SPDX-License-Identifier: MIT
//
// One HTTP request at a time by libcurl, which is loaded when the first is made: what is never asked of a network needs
// neither the library nor the time to load it.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Where a request stood when it ended.
typedef enum mr_http_phase {
  MR_HTTP_CONNECTING,
  MR_HTTP_SECURING,
  MR_HTTP_ASKING,
  MR_HTTP_READING,
} mr_http_phase;

/// How a request ended.
typedef enum mr_http_end {
  /// The answer is whole.
  MR_HTTP_WHOLE,
  /// A function of the request wanted no more.
  MR_HTTP_STOPPED,
  /// It took longer than allowed to get on.
  MR_HTTP_LATE,
  /// It got on, and took longer than allowed as a whole.
  MR_HTTP_OVERDUE,
  /// The connection, its encryption or the answer failed; `message` has libcurl's words.
  MR_HTTP_FAILED,
} mr_http_end;

typedef struct mr_http_request {
  /// The address; redirects are not followed, proxies not used.
  const char *url;
  /// `"0-4095"`, or null for all.
  const char *range;
  /// Further lines `"Name: value"`; null where there are none.
  const char *const *fields;
  size_t field_count;
  /// `"host:port:number,number"` of the host; null where the address has a number.
  const char *numbers;
  /// Milliseconds for the connection with its encryption, for each stretch of `slowest` bytes, and for all.
  int64_t connect_limit, read_limit, limit;
  int64_t slowest;
  void *context;
  /// Asked about ten times a second: not 0 ends the request.
  int (*is_over)(void *context);
  /// Gets each line of the answer's head with its line end; 0 ends the request.
  int (*head)(void *context, const char *line, size_t count);
  /// Gets what follows; 0 ends the request.
  int (*body)(void *context, const uint8_t *bytes, size_t count);
} mr_http_request;

typedef struct mr_http_outcome {
  mr_http_end end;
  mr_http_phase phase;
  char message[256];
} mr_http_outcome;

/// Makes requests, one after the other, and keeps connections open between them.
typedef struct mr_http mr_http;

/// Null where libcurl cannot be loaded.
mr_http *mr_http_open(void);
void mr_http_close(mr_http *http);
void mr_http_run(mr_http *http, const mr_http_request *request, mr_http_outcome *outcome);
