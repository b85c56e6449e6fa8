// SPDX-License-Identifier: MIT
// What is used of libcurl 7.62 and later, by its documented numbers: the library is loaded while the program runs.
#pragma once

#include <stddef.h>

enum {
  CURL_URL = 10002,
  CURL_WRITE_CONTEXT = 10001,
  CURL_WRITE_FUNCTION = 20011,
  CURL_HEAD_CONTEXT = 10029,
  CURL_HEAD_FUNCTION = 20079,
  CURL_PROXY = 10004,
  CURL_RANGE = 10007,
  CURL_ERROR_BUFFER = 10010,
  CURL_USER_AGENT = 10018,
  CURL_FIELDS = 10023,
  CURL_RESOLVE = 10203,
  CURL_FOLLOWS_REDIRECTS = 52,
  CURL_NO_SIGNAL = 99,
  CURL_PROTOCOLS = 181,
  CURL_CONNECT_TIME = 0x600000 + 52,
  CURL_PRETRANSFER_TIME = 0x600000 + 53,
  CURL_GLOBAL_ALL = 3,
  CURL_ERROR_SIZE = 256,
  CURL_MESSAGE_DONE = 1,
  CURL_ENCRYPTION_FAILED = 35,
  CURL_CERTIFICATE_REFUSED = 60,
};

typedef struct curl_message {
  int kind;
  void *easy;
  union {
    void *any;
    int result;
  } data;
} curl_message;

typedef struct curl_functions {
  int (*global_init)(long flags);
  void *(*easy_init)(void);
  int (*easy_setopt)(void *easy, int option, ...);
  int (*easy_getinfo)(void *easy, int info, ...);
  void (*easy_reset)(void *easy);
  void (*easy_cleanup)(void *easy);
  const char *(*easy_strerror)(int code);
  void *(*multi_init)(void);
  int (*multi_add_handle)(void *multi, void *easy);
  int (*multi_remove_handle)(void *multi, void *easy);
  int (*multi_perform)(void *multi, int *running);
  int (*multi_wait)(void *multi, void *extra, unsigned count, int milliseconds, int *ready);
  curl_message *(*multi_info_read)(void *multi, int *left);
  int (*multi_cleanup)(void *multi);
  void *(*slist_append)(void *list, const char *text);
  void (*slist_free_all)(void *list);
} curl_functions;

/// The functions, or null where the library or one of them is missing.
const curl_functions *mr_curl(void);
