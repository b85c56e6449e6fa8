// SPDX-License-Identifier: MIT
//
// Which plugins there are, and what their descriptions say.
#include "plugin_world.h"

#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool load(lilv_library *lilv) {
  // Never closed: plugins stay in the process, too.
  void *library = dlopen("liblilv-0.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
#define LILV_LOAD(result, name, operands)                                                          \
  *(void **)&lilv->name = dlsym(library, "lilv_" #name);                                           \
  if (!lilv->name) return false;
  LILV_FUNCTIONS(LILV_LOAD)
#undef LILV_LOAD
  return true;
}

mr_plugin_world *mr_open_plugins(void) {
  mr_plugin_world *world = calloc(1, sizeof *world);
  if (!world) return NULL;
  pthread_mutex_init(&world->uris.lock, NULL);
  if (load(&world->lilv)) world->world = world->lilv.world_new();
  if (!world->world) {
    free(world);
    return NULL;
  }
  // Descriptions that a plugin's code makes up would run it while plugins are merely listed.
  lilv_node *no = world->lilv.new_bool(world->world, false);
  world->lilv.world_set_option(world->world, "http://drobilla.net/ns/lilv#dyn-manifest", no);
  world->lilv.node_free(no);
  world->lilv.world_load_all(world->world);
  world->plugins = world->lilv.world_get_all_plugins(world->world);
  return world;
}

uint32_t mr_count_plugins(const mr_plugin_world *world) {
  return world->lilv.plugins_size(world->plugins);
}

const char *mr_plugin_uri(const mr_plugin_world *world, uint32_t index) {
  const lilv_library *lilv = &world->lilv;
  lilv_iterator *place = lilv->plugins_begin(world->plugins);
  for (; index > 0 && !lilv->plugins_is_end(world->plugins, place); index--)
    place = lilv->plugins_next(world->plugins, place);
  if (lilv->plugins_is_end(world->plugins, place)) return NULL;
  return lilv->node_as_string(lilv->plugin_get_uri(lilv->plugins_get(world->plugins, place)));
}

const lilv_plugin *mr_find_plugin(mr_plugin_world *world, const char *uri) {
  lilv_node *node = world->lilv.new_uri(world->world, uri);
  if (!node) return NULL;
  const lilv_plugin *plugin = world->lilv.plugins_get_by_uri(world->plugins, node);
  world->lilv.node_free(node);
  return plugin;
}

// A question about one port.

typedef struct port_view {
  mr_plugin_world *world;
  const lilv_plugin *plugin;
  const lilv_port *port;
} port_view;

static bool asks(port_view view, const char *uri,
                 bool (*question)(const lilv_plugin *, const lilv_port *, const lilv_node *)) {
  lilv_node *node = view.world->lilv.new_uri(view.world->world, uri);
  bool answer = node && question(view.plugin, view.port, node);
  view.world->lilv.node_free(node);
  return answer;
}

static bool is(port_view view, const char *class) {
  return asks(view, class, view.world->lilv.port_is_a);
}

static bool has(port_view view, const char *property) {
  return asks(view, property, view.world->lilv.port_has_property);
}

static mr_port_kind kind(port_view view) {
  const bool is_input = is(view, LV2_CORE "InputPort");
  const bool is_output = is(view, LV2_CORE "OutputPort");
  const bool is_optional = has(view, LV2_CORE "connectionOptional");
  if (is_input != is_output) {
    if (is(view, LV2_CORE "ControlPort"))
      return is_input ? MR_PORT_CONTROL_IN : MR_PORT_CONTROL_OUT;
    if (is(view, LV2_CORE "AudioPort") && !is_optional)
      return is_input ? MR_PORT_SOUND_IN : MR_PORT_SOUND_OUT;
    if (is(view, LV2_ATOM "AtomPort")) return is_input ? MR_PORT_EVENTS_IN : MR_PORT_EVENTS_OUT;
  }
  return is_optional ? MR_PORT_OPTIONAL : MR_PORT_UNKNOWN;
}

/// The number that `node` is, which is freed.
static float number(const lilv_library *lilv, lilv_node *node) {
  float value = NAN;
  if (node && (lilv->node_is_int(node) || lilv->node_is_float(node)))
    value = lilv->node_as_float(node);
  else if (node && lilv->node_is_bool(node))
    value = lilv->node_as_bool(node) ? 1 : 0;
  lilv->node_free(node);
  return value;
}

static char *copy(const lilv_library *lilv, const lilv_node *node) {
  const char *text = node ? lilv->node_as_string(node) : NULL;
  return strdup(text ? text : "");
}

static mr_plugin_port describe(port_view view) {
  const lilv_library *lilv = &view.world->lilv;
  lilv_node *preset = NULL, *least = NULL, *greatest = NULL;
  lilv->port_get_range(view.plugin, view.port, &preset, &least, &greatest);
  lilv_node *name = lilv->port_get_name(view.plugin, view.port);
  mr_plugin_port port = {
      .kind = kind(view),
      .symbol = copy(lilv, lilv->port_get_symbol(view.plugin, view.port)),
      .name = copy(lilv, name),
      .least = number(lilv, least),
      .greatest = number(lilv, greatest),
      .preset = number(lilv, preset),
      .is_toggle = has(view, LV2_CORE "toggled"),
      .is_integer = has(view, LV2_CORE "integer") || has(view, LV2_CORE "enumeration"),
      .scales_with_rate = has(view, LV2_CORE "sampleRate"),
  };
  lilv->node_free(name);
  return port;
}

static char *missing_feature(const lilv_library *lilv, const lilv_plugin *plugin) {
  lilv_collection *wanted = lilv->plugin_get_required_features(plugin);
  char *missing = NULL;
  for (lilv_iterator *place = lilv->nodes_begin(wanted);
       !missing && !lilv->nodes_is_end(wanted, place); place = lilv->nodes_next(wanted, place)) {
    const char *uri = lilv->node_as_string(lilv->nodes_get(wanted, place));
    const char *const *offered = mr_offered_features;
    while (*offered && strcmp(*offered, uri) != 0) offered++;
    if (!*offered) missing = strdup(uri);
  }
  lilv->nodes_free(wanted);
  return missing;
}

mr_plugin *mr_describe_plugin(mr_plugin_world *world, const char *uri) {
  const lilv_library *lilv = &world->lilv;
  const lilv_plugin *found = mr_find_plugin(world, uri);
  mr_plugin *plugin = found ? calloc(1, sizeof *plugin) : NULL;
  if (!plugin) return NULL;
  lilv_node *name = lilv->plugin_get_name(found);
  plugin->uri = strdup(uri);
  plugin->name = copy(lilv, name);
  lilv->node_free(name);
  plugin->missing_feature = missing_feature(lilv, found);
  const uint32_t count = lilv->plugin_get_num_ports(found);
  plugin->ports = calloc(count ? count : 1, sizeof *plugin->ports);
  for (uint32_t index = 0; plugin->ports && index < count; index++) {
    const lilv_port *port = lilv->plugin_get_port_by_index(found, index);
    if (!port) break;
    plugin->ports[plugin->port_count++] = describe((port_view){world, found, port});
  }
  plugin->latency_port = -1;
  if (lilv->plugin_has_latency(found))
    plugin->latency_port = (int32_t)lilv->plugin_get_latency_port_index(found);
  return plugin;
}

void mr_free_plugin(mr_plugin *plugin) {
  if (!plugin) return;
  for (uint32_t index = 0; index < plugin->port_count; index++) {
    free(plugin->ports[index].symbol);
    free(plugin->ports[index].name);
  }
  free(plugin->ports);
  free(plugin->uri);
  free(plugin->name);
  free(plugin->missing_feature);
  free(plugin);
}
