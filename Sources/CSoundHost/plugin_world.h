// SPDX-License-Identifier: MIT
//
// What the files about plugins share.
#pragma once

#include <pthread.h>

#include "lilv.h"
#include "moonreel_plugins.h"

#define LV2_CORE "http://lv2plug.in/ns/lv2core#"
#define LV2_URID "http://lv2plug.in/ns/ext/urid#"
#define LV2_OPTIONS "http://lv2plug.in/ns/ext/options#"
#define LV2_LENGTHS "http://lv2plug.in/ns/ext/buf-size#"
#define LV2_LOG "http://lv2plug.in/ns/ext/log#"
#define LV2_ATOM "http://lv2plug.in/ns/ext/atom#"

/// Numbers for addresses. Plugins may ask on any thread, at any time.
typedef struct mr_uri_table {
  pthread_mutex_t lock;
  char **uris;
  uint32_t count, room;
} mr_uri_table;

struct mr_plugin_world {
  lilv_library lilv;
  lilv_world *world;
  const lilv_collection *plugins;
  mr_uri_table uris;
};

/// Features that instances get; a plugin that cannot be without another one is refused.
extern const char *const mr_offered_features[];

/// The number of `uri`, from 1; 0 where memory is short.
uint32_t mr_number_of_uri(void *table, const char *uri);

/// The address with a number, or `NULL`.
const char *mr_uri_of_number(void *table, uint32_t number);

/// The plugin `uri`, or `NULL`.
const lilv_plugin *mr_find_plugin(mr_plugin_world *world, const char *uri);
