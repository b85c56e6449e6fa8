// SPDX-License-Identifier: MIT
//
// The sound inputs of PulseAudio or PipeWire, by libpulse, which is loaded when a connection is first opened: Moonreel is
// built without it and runs without it.
//
// A connection knows the inputs and says when one is plugged or unplugged. A recorder hands over every sample with the time
// of the monotonic clock at which it sounded: the library's latency, taken off the present. All functions may be called from
// any thread but the one that receives.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A connection to the server.
typedef struct mr_sound_server mr_sound_server;

/// One recording.
typedef struct mr_recorder mr_recorder;

/// A sound input, as the server describes it.
typedef struct mr_microphone {
  /// What it is known by, and what people call it; cut to what fits.
  char name[256], title[256];
  int32_t sample_rate, channel_count;
  /// Whether it hears what loudspeakers play.
  bool is_monitor;
  /// Whether it is the one that is used where none is named.
  bool is_default;
} mr_microphone;

/// Room for a sentence of the library or the server: "Connection refused".
typedef struct mr_sound_reason {
  /// Whether libpulse is not installed.
  bool has_no_library;
  char text[128];
} mr_sound_reason;

/// What a recorder tells.
typedef enum mr_recorded_kind {
  /// `samples` are there.
  MR_RECORDED_SAMPLES,
  /// The server lost `frame_count` frames, which would have come now.
  MR_RECORDED_GAP,
  /// The server took in more than was fetched, and lost what it had no room for.
  MR_RECORDED_OVERFLOW,
  /// The input sleeps, and wakes again.
  MR_RECORDED_SUSPENDED,
  MR_RECORDED_WOKEN,
  /// The input or the server has gone: nothing comes any more. `reason` says why.
  MR_RECORDED_END,
} mr_recorded_kind;

typedef struct mr_recorded {
  mr_recorded_kind kind;
  /// Of the monotonic clock, of the first frame: when it sounded.
  int64_t nanoseconds;
  /// Interleaved; valid during the call.
  const float *samples;
  int64_t frame_count;
  const char *reason;
} mr_recorded;

/// Takes what was recorded, on the library's thread: it must not wait.
typedef void (*mr_take_recorded)(void *context, const mr_recorded *recorded);

/// Begins to connect to the server at `address`; `NULL`: to that of the user, or which `PULSE_SERVER` names. Starts no server,
/// and no thread: so a program may connect before it closes a sandbox that binds threads, and start afterwards.
///
/// - Parameter name: what the server calls the program.
/// - Returns: `NULL` where that fails, with the `reason`.
mr_sound_server *mr_open_sound_server(const char *address, const char *name,
                                      mr_sound_reason *reason);

/// Starts the connection's thread and waits for the server, three seconds at most; false where it refuses, with the `reason`.
/// To be called once, before all that follows.
bool mr_start_sound_server(mr_sound_server *server, mr_sound_reason *reason);

/// Closes the connection, which may be `NULL`; its recorders are to be freed before.
void mr_close_sound_server(mr_sound_server *server);

/// Whether the server is still there.
bool mr_has_sound_server(mr_sound_server *server);

/// Lists the inputs to `list`, at most `capacity`.
///
/// - Returns: how many there are; -1 where the server does not answer.
int32_t mr_list_microphones(mr_sound_server *server, mr_microphone *list, int32_t capacity);

/// Waits until inputs were plugged or unplugged, or another became the usual one, since `known`; or the server went; at most
/// `milliseconds`.
///
/// - Parameter known: what this function returned before; 0 at first.
/// - Returns: how often that happened since the connection was opened.
uint32_t mr_wait_for_microphones(mr_sound_server *server, uint32_t known, int32_t milliseconds);

/// Begins to record the input `name` as floats, in pieces of `fragment` frames. Samples come once the server has said how old
/// they are.
///
/// - Returns: `NULL` where the server refuses, with the `reason`.
mr_recorder *mr_record(mr_sound_server *server, const char *name, int32_t sample_rate,
                       int32_t channel_count, int32_t fragment, mr_take_recorded take,
                       void *context, mr_sound_reason *reason);

/// Ends recording and frees the recorder, which may be `NULL`; nothing is taken any more when it returns.
void mr_free_recorder(mr_recorder *recorder);

#ifdef __cplusplus
}
#endif
