// SPDX-License-Identifier: MIT
//
// A plugin at work, and the features that it gets.
#include "plugin_world.h"

#include <fenv.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

const char *const mr_offered_features[] = {
    LV2_URID "map",
    LV2_URID "unmap",
    LV2_OPTIONS "options",
    LV2_LENGTHS "boundedBlockLength",
    LV2_LENGTHS "fixedBlockLength",
    LV2_LENGTHS "powerOf2BlockLength",
    LV2_LENGTHS "coarseBlockLength",
    LV2_LOG "log",
    // Properties that plugins promise and some list as features.
    LV2_CORE "hardRTCapable",
    LV2_CORE "inPlaceBroken",
    NULL,
};

// Addresses and their numbers.

uint32_t mr_number_of_uri(void *opaque, const char *uri) {
  mr_uri_table *table = opaque;
  uint32_t number = 0;
  pthread_mutex_lock(&table->lock);
  for (uint32_t index = 0; index < table->count && !number; index++)
    if (strcmp(table->uris[index], uri) == 0) number = index + 1;
  if (!number && table->count == table->room) {
    const uint32_t room = table->room ? 2 * table->room : 64;
    char **uris = realloc(table->uris, room * sizeof *uris);
    if (uris) table->uris = uris, table->room = room;
  }
  if (!number && table->count < table->room) {
    char *copy = strdup(uri);
    if (copy) {
      table->uris[table->count] = copy;
      number = ++table->count;
    }
  }
  pthread_mutex_unlock(&table->lock);
  return number;
}

const char *mr_uri_of_number(void *opaque, uint32_t number) {
  mr_uri_table *table = opaque;
  pthread_mutex_lock(&table->lock);
  const char *uri = number >= 1 && number <= table->count ? table->uris[number - 1] : NULL;
  pthread_mutex_unlock(&table->lock);
  return uri;
}

static int drop_values(void *handle, uint32_t type, const char *format, va_list values) {
  (void)handle, (void)type, (void)format, (void)values;
  return 0;
}

static int drop(void *handle, uint32_t type, const char *format, ...) {
  (void)handle, (void)type, (void)format;
  return 0;
}

// How the processor computes: what plugins are built with may change it for the thread that loads them.

/// Denormals are slow and no sound.
static void take_denormals_for_zero(void) {
#if defined(__SSE2__)
  _mm_setcsr(_mm_getcsr() | 0x8040);
#elif defined(__aarch64__)
  uint64_t mode;
  __asm__ volatile("mrs %0, fpcr" : "=r"(mode));
  __asm__ volatile("msr fpcr, %0" : : "r"(mode | (1u << 24)));
#endif
}

// Instances.

/// Bytes of a port for messages.
enum { EVENT_ROOM = 1 << 16, OPTION_COUNT = 5 };

struct mr_plugin_instance {
  mr_plugin_world *world;
  lilv_instance *instance;
  const mr_port_kind *kinds;
  uint32_t port_count, length;
  /// Each port's samples or messages, or `NULL`.
  void **buffers;
  float *controls;
  bool is_active;
  /// What the features lead to; plugins may keep it.
  lv2_urid_map map;
  lv2_urid_unmap unmap;
  lv2_log log;
  int32_t run_length;
  float rate;
  lv2_option options[OPTION_COUNT + 1];
  uint32_t sequence_type, chunk_type;
};

static void fill_options(mr_plugin_instance *made) {
  mr_uri_table *uris = &made->world->uris;
  const uint32_t integer = mr_number_of_uri(uris, LV2_ATOM "Int");
  const char *const lengths[] = {LV2_LENGTHS "minBlockLength", LV2_LENGTHS "maxBlockLength",
                                 LV2_LENGTHS "nominalBlockLength"};
  for (int index = 0; index < 3; index++)
    made->options[index] = (lv2_option){.key = mr_number_of_uri(uris, lengths[index]),
                                        .size = sizeof made->run_length,
                                        .type = integer,
                                        .value = &made->run_length};
  made->options[3] = (lv2_option){
      .key = mr_number_of_uri(uris, "http://lv2plug.in/ns/ext/parameters#sampleRate"),
      .size = sizeof made->rate,
      .type = mr_number_of_uri(uris, LV2_ATOM "Float"),
      .value = &made->rate};
  static const int32_t event_room = EVENT_ROOM;
  made->options[4] = (lv2_option){.key = mr_number_of_uri(uris, LV2_LENGTHS "sequenceSize"),
                                  .size = sizeof event_room,
                                  .type = integer,
                                  .value = &event_room};
}

static bool start(mr_plugin_instance *made, const char *uri, double sample_rate) {
  mr_uri_table *uris = &made->world->uris;
  made->map = (lv2_urid_map){uris, mr_number_of_uri};
  made->unmap = (lv2_urid_unmap){uris, mr_uri_of_number};
  made->log = (lv2_log){NULL, drop, drop_values};
  fill_options(made);
  const lv2_feature features[] = {
      {LV2_URID "map", &made->map},
      {LV2_URID "unmap", &made->unmap},
      {LV2_OPTIONS "options", made->options},
      {LV2_LENGTHS "boundedBlockLength", NULL},
      {LV2_LENGTHS "fixedBlockLength", NULL},
      {LV2_LENGTHS "powerOf2BlockLength", NULL},
      {LV2_LENGTHS "coarseBlockLength", NULL},
      {LV2_LOG "log", &made->log},
  };
  enum { COUNT = sizeof features / sizeof *features };
  const lv2_feature *list[COUNT + 1] = {NULL};
  for (int index = 0; index < COUNT; index++) list[index] = &features[index];
  const lilv_plugin *plugin = mr_find_plugin(made->world, uri);
  made->instance =
      plugin ? made->world->lilv.plugin_instantiate(plugin, sample_rate, list) : NULL;
  return made->instance != NULL;
}

/// Memory for each port.
static bool make_room(mr_plugin_instance *made, const mr_plugin *plugin) {
  mr_port_kind *kinds = calloc(plugin->port_count + 1, sizeof *kinds);
  made->kinds = kinds;
  made->buffers = calloc(plugin->port_count + 1, sizeof *made->buffers);
  made->controls = calloc(plugin->port_count + 1, sizeof *made->controls);
  if (!kinds || !made->buffers || !made->controls) return false;
  made->port_count = plugin->port_count;
  for (uint32_t port = 0; port < plugin->port_count; port++) {
    kinds[port] = plugin->ports[port].kind;
    size_t size = 0;
    if (kinds[port] <= MR_PORT_SOUND_OUT) size = made->length * sizeof(float);
    if (kinds[port] == MR_PORT_EVENTS_IN || kinds[port] == MR_PORT_EVENTS_OUT) size = EVENT_ROOM;
    if (size && !(made->buffers[port] = calloc(1, size))) return false;
  }
  return true;
}

static void connect(mr_plugin_instance *made) {
  for (uint32_t port = 0; port < made->port_count; port++) {
    const mr_port_kind kind = made->kinds[port];
    const bool is_control = kind == MR_PORT_CONTROL_IN || kind == MR_PORT_CONTROL_OUT;
    void *data = is_control ? &made->controls[port] : made->buffers[port];
    made->instance->descriptor->connect_port(made->instance->plugin, port, data);
  }
}

mr_plugin_instance *mr_make_instance(mr_plugin_world *world, const mr_plugin *plugin,
                                     double sample_rate, uint32_t length) {
  mr_plugin_instance *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  made->world = world;
  made->length = length;
  made->run_length = (int32_t)length;
  made->rate = (float)sample_rate;
  made->sequence_type = mr_number_of_uri(&world->uris, LV2_ATOM "Sequence");
  made->chunk_type = mr_number_of_uri(&world->uris, LV2_ATOM "Chunk");
  fenv_t environment;
  fegetenv(&environment);
  const bool is_made = make_room(made, plugin) && start(made, plugin->uri, sample_rate);
  if (is_made) connect(made);
  fesetenv(&environment);
  if (is_made) return made;
  mr_free_instance(made);
  return NULL;
}

void mr_free_instance(mr_plugin_instance *instance) {
  if (!instance) return;
  fenv_t environment;
  fegetenv(&environment);
  if (instance->instance) {
    const lv2_descriptor *descriptor = instance->instance->descriptor;
    if (instance->is_active && descriptor->deactivate)
      descriptor->deactivate(instance->instance->plugin);
    instance->world->lilv.instance_free(instance->instance);
  }
  fesetenv(&environment);
  for (uint32_t port = 0; port < instance->port_count; port++) free(instance->buffers[port]);
  free((void *)instance->kinds);
  free(instance->buffers);
  free(instance->controls);
  free(instance);
}

void mr_set_control(mr_plugin_instance *instance, uint32_t port, float value) {
  if (port < instance->port_count) instance->controls[port] = value;
}

float mr_control(const mr_plugin_instance *instance, uint32_t port) {
  return port < instance->port_count ? instance->controls[port] : 0;
}

float *mr_port_samples(mr_plugin_instance *instance, uint32_t port) {
  const bool is_sound =
      port < instance->port_count && instance->kinds[port] <= MR_PORT_SOUND_OUT;
  return is_sound ? instance->buffers[port] : NULL;
}

/// Empties the ports for messages: those that come in hold a sequence of none, the others so much room.
static void clear_events(mr_plugin_instance *instance) {
  for (uint32_t port = 0; port < instance->port_count; port++) {
    lv2_sequence *events = instance->buffers[port];
    if (instance->kinds[port] == MR_PORT_EVENTS_IN)
      *events = (lv2_sequence){.size = 8, .type = instance->sequence_type};
    if (instance->kinds[port] == MR_PORT_EVENTS_OUT)
      *events = (lv2_sequence){.size = EVENT_ROOM - 8, .type = instance->chunk_type};
  }
}

void mr_run_instance(mr_plugin_instance *instance) {
  const lv2_descriptor *descriptor = instance->instance->descriptor;
  clear_events(instance);
  fenv_t environment;
  fegetenv(&environment);
  take_denormals_for_zero();
  if (!instance->is_active && descriptor->activate)
    descriptor->activate(instance->instance->plugin);
  instance->is_active = true;
  descriptor->run(instance->instance->plugin, instance->length);
  fesetenv(&environment);
  for (uint32_t port = 0; port < instance->port_count; port++) {
    if (instance->kinds[port] != MR_PORT_SOUND_OUT) continue;
    float *samples = instance->buffers[port];
    for (uint32_t index = 0; index < instance->length; index++)
      if (!isfinite(samples[index])) samples[index] = 0;
  }
}
