// SPDX-License-Identifier: MIT
//
// What Moonreel uses of LV2 and of lilv, declared here so that no headers are needed. LV2's structures are its binary
// interface, which never changes; lilv's functions are those of version 0.
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

// LV2: lv2/core/lv2.h, lv2/urid/urid.h, lv2/options/options.h, lv2/log/log.h, lv2/atom/atom.h.

typedef struct lv2_feature {
  const char *uri;
  void *data;
} lv2_feature;

typedef struct lv2_descriptor {
  const char *uri;
  void *(*instantiate)(const struct lv2_descriptor *descriptor, double sample_rate,
                       const char *bundle, const lv2_feature *const *features);
  void (*connect_port)(void *plugin, uint32_t port, void *data);
  void (*activate)(void *plugin);
  void (*run)(void *plugin, uint32_t frame_count);
  void (*deactivate)(void *plugin);
  void (*cleanup)(void *plugin);
  const void *(*extension_data)(const char *uri);
} lv2_descriptor;

/// Numbers in place of addresses; 0 is none.
typedef struct lv2_urid_map {
  void *handle;
  uint32_t (*map)(void *handle, const char *uri);
} lv2_urid_map;

typedef struct lv2_urid_unmap {
  void *handle;
  const char *(*unmap)(void *handle, uint32_t number);
} lv2_urid_unmap;

typedef struct lv2_option {
  /// 0: of the instance.
  uint32_t context;
  uint32_t subject;
  uint32_t key;
  uint32_t size;
  uint32_t type;
  const void *value;
} lv2_option;

typedef struct lv2_log {
  void *handle;
  int (*printf)(void *handle, uint32_t type, const char *format, ...);
  int (*vprintf)(void *handle, uint32_t type, const char *format, va_list values);
} lv2_log;

/// A sequence of events, which begins with an atom; `size` does not count size and type.
typedef struct lv2_sequence {
  uint32_t size;
  uint32_t type;
  uint32_t unit;
  uint32_t pad;
} lv2_sequence;

// lilv 0: lilv/lilv.h.

typedef struct lilv_world lilv_world;
typedef struct lilv_plugin lilv_plugin;
typedef struct lilv_port lilv_port;
typedef struct lilv_node lilv_node;
/// Plugins, or nodes.
typedef void lilv_collection;
typedef void lilv_iterator;

typedef struct lilv_instance {
  const lv2_descriptor *descriptor;
  void *plugin;
  void *own;
} lilv_instance;

/// Each function: result, name without `lilv_`, operands.
#define LILV_FUNCTIONS(F)                                                                          \
  F(lilv_world *, world_new, (void))                                                               \
  F(void, world_free, (lilv_world *))                                                              \
  F(void, world_load_all, (lilv_world *))                                                          \
  F(void, world_set_option, (lilv_world *, const char *uri, const lilv_node *value))               \
  F(const lilv_collection *, world_get_all_plugins, (const lilv_world *))                          \
  F(unsigned, plugins_size, (const lilv_collection *))                                             \
  F(lilv_iterator *, plugins_begin, (const lilv_collection *))                                     \
  F(const lilv_plugin *, plugins_get, (const lilv_collection *, const lilv_iterator *))            \
  F(lilv_iterator *, plugins_next, (const lilv_collection *, lilv_iterator *))                     \
  F(bool, plugins_is_end, (const lilv_collection *, const lilv_iterator *))                        \
  F(const lilv_plugin *, plugins_get_by_uri, (const lilv_collection *, const lilv_node *))         \
  F(lilv_node *, new_uri, (lilv_world *, const char *))                                            \
  F(lilv_node *, new_bool, (lilv_world *, bool))                                                   \
  F(void, node_free, (lilv_node *))                                                                \
  F(const char *, node_as_string, (const lilv_node *))                                             \
  F(float, node_as_float, (const lilv_node *))                                                     \
  F(bool, node_is_int, (const lilv_node *))                                                        \
  F(bool, node_is_float, (const lilv_node *))                                                      \
  F(bool, node_is_bool, (const lilv_node *))                                                       \
  F(bool, node_as_bool, (const lilv_node *))                                                       \
  F(void, nodes_free, (lilv_collection *))                                                         \
  F(lilv_iterator *, nodes_begin, (const lilv_collection *))                                       \
  F(const lilv_node *, nodes_get, (const lilv_collection *, const lilv_iterator *))                \
  F(lilv_iterator *, nodes_next, (const lilv_collection *, lilv_iterator *))                       \
  F(bool, nodes_is_end, (const lilv_collection *, const lilv_iterator *))                          \
  F(const lilv_node *, plugin_get_uri, (const lilv_plugin *))                                      \
  F(lilv_node *, plugin_get_name, (const lilv_plugin *))                                           \
  F(lilv_collection *, plugin_get_required_features, (const lilv_plugin *))                        \
  F(uint32_t, plugin_get_num_ports, (const lilv_plugin *))                                         \
  F(const lilv_port *, plugin_get_port_by_index, (const lilv_plugin *, uint32_t))                  \
  F(bool, plugin_has_latency, (const lilv_plugin *))                                               \
  F(uint32_t, plugin_get_latency_port_index, (const lilv_plugin *))                                \
  F(lilv_instance *, plugin_instantiate,                                                           \
    (const lilv_plugin *, double sample_rate, const lv2_feature *const *))                         \
  F(void, instance_free, (lilv_instance *))                                                        \
  F(bool, port_is_a, (const lilv_plugin *, const lilv_port *, const lilv_node *))                  \
  F(bool, port_has_property, (const lilv_plugin *, const lilv_port *, const lilv_node *))          \
  F(const lilv_node *, port_get_symbol, (const lilv_plugin *, const lilv_port *))                  \
  F(lilv_node *, port_get_name, (const lilv_plugin *, const lilv_port *))                          \
  F(void, port_get_range,                                                                          \
    (const lilv_plugin *, const lilv_port *, lilv_node **preset, lilv_node **least,                \
     lilv_node **greatest))

/// The functions, once the library is loaded.
typedef struct lilv_library {
#define LILV_MEMBER(result, name, operands) result(*name) operands;
  LILV_FUNCTIONS(LILV_MEMBER)
#undef LILV_MEMBER
} lilv_library;
