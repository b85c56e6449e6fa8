// SPDX-License-Identifier: MIT
//
// LV2 plugins of the machine, by the library lilv, which is loaded when it is first asked for: Moonreel is built without
// it and runs without it.
//
// A world knows which plugins there are from their descriptions; none of their code runs for that. An instance is a
// plugin at work: code of somebody else's, in this process. One thread at a time may use a world, making and freeing
// instances included; an instance runs on any one thread at a time.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// All plugins that are installed.
typedef struct mr_plugin_world mr_plugin_world;

/// A plugin at work.
typedef struct mr_plugin_instance mr_plugin_instance;

/// What goes through a port.
typedef enum mr_port_kind {
  /// Samples.
  MR_PORT_SOUND_IN,
  MR_PORT_SOUND_OUT,
  /// One number.
  MR_PORT_CONTROL_IN,
  MR_PORT_CONTROL_OUT,
  /// Messages: none come, and those that are sent are dropped.
  MR_PORT_EVENTS_IN,
  MR_PORT_EVENTS_OUT,
  /// What may stay unconnected.
  MR_PORT_OPTIONAL,
  /// What this host does not know, and the plugin cannot be without.
  MR_PORT_UNKNOWN,
} mr_port_kind;

/// A port, as the plugin's description has it.
typedef struct mr_plugin_port {
  mr_port_kind kind;
  char *symbol, *name;
  /// Of controls; NaN where the description says nothing.
  float least, greatest, preset;
  bool is_toggle, is_integer;
  /// Whether range and preset are shares of the sample rate.
  bool scales_with_rate;
} mr_plugin_port;

/// What the descriptions say of one plugin.
typedef struct mr_plugin {
  char *uri, *name;
  mr_plugin_port *ports;
  uint32_t port_count;
  /// The port of the control that says how late its result comes, or -1.
  int32_t latency_port;
  /// A feature that it cannot be without and this host does not have, or `NULL`.
  char *missing_feature;
} mr_plugin;

/// A world of all plugins that are installed; `NULL` where lilv is not installed, too old, or memory is short.
mr_plugin_world *mr_open_plugins(void);

/// How many plugins there are.
uint32_t mr_count_plugins(const mr_plugin_world *world);

/// The address that names the plugin `index`, in the order of lilv.
const char *mr_plugin_uri(const mr_plugin_world *world, uint32_t index);

/// What is known of the plugin `uri`, to be freed by ``mr_free_plugin``; `NULL` where there is none.
mr_plugin *mr_describe_plugin(mr_plugin_world *world, const char *uri);

/// Frees a description, which may be `NULL`.
void mr_free_plugin(mr_plugin *plugin);

/// Sets `plugin` up for `sample_rate` and runs of `length` samples; `NULL` where it refuses. All controls are 0.
mr_plugin_instance *mr_make_instance(mr_plugin_world *world, const mr_plugin *plugin,
                                     double sample_rate, uint32_t length);

/// Frees `instance`, which may be `NULL`.
void mr_free_instance(mr_plugin_instance *instance);

/// Sets the control at `port`.
void mr_set_control(mr_plugin_instance *instance, uint32_t port, float value);

/// What the control at `port` is, as the plugin left it.
float mr_control(const mr_plugin_instance *instance, uint32_t port);

/// The samples of the port for sound at `port`, as many as one run takes.
float *mr_port_samples(mr_plugin_instance *instance, uint32_t port);

/// Works on one length of samples. What it leaves that is no finite number becomes 0. Denormals count as zero meanwhile.
void mr_run_instance(mr_plugin_instance *instance);

#ifdef __cplusplus
}
#endif
