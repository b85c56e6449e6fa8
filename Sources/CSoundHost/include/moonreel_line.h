// SPDX-License-Identifier: MIT
//
// A line to the machine's sound server, PulseAudio or PipeWire, by libpulse-simple, which is loaded when a line is opened:
// Moonreel is built without it and runs without it.
//
// A line is a ring of samples that is played without a pause from the moment at which it is open; where nobody wrote, there
// is silence. Samples are known by their number since then. So pauses need no other way than sound, and where the sound is
// says how late it is. The ring is emptied by a thread, or by a process of its own, which needs nothing but the ring: then
// the process that writes may be forbidden to open sockets. One thread at a time writes; all else may be called by any.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A line.
typedef struct mr_line mr_line;

typedef enum mr_line_state {
  /// The server has not answered yet.
  MR_LINE_OPENING,
  MR_LINE_OPEN,
  /// libpulse-simple is not installed.
  MR_LINE_NO_LIBRARY,
  /// The server refused, is not there or has gone; ``mr_line_reason`` says more.
  MR_LINE_REFUSED,
} mr_line_state;

/// What is heard when.
typedef struct mr_line_moment {
  /// The sample that is heard at `nanoseconds` of the monotonic clock.
  int64_t sample, nanoseconds;
} mr_line_moment;

/// A line that nobody plays yet; `NULL` where memory is short.
///
/// - Parameters:
///   - channel_count: 1…8, interleaved.
///   - delay: samples that the server is to hold, a tenth of a second for example.
///   - name: what the server calls the program; of `title`, what is played. Both are copied, up to 63 bytes.
mr_line *mr_make_line(int32_t sample_rate, int32_t channel_count, int32_t delay, const char *name,
                      const char *title);

/// Begins to play on a thread; an `errno` where that fails.
int32_t mr_play_line(mr_line *line);

/// Begins to play in a process of its own; an `errno` where that fails. For a process with one thread.
int32_t mr_fork_line(mr_line *line);

/// What has become of the line, at most `milliseconds` later where it is not decided yet.
mr_line_state mr_wait_for_line(mr_line *line, int32_t milliseconds);

/// What the server or the library said: "Connection refused".
const char *mr_line_reason(const mr_line *line);

/// What is heard when; false before that is known.
bool mr_line_moment_now(const mr_line *line, mr_line_moment *moment);

/// The next sample that is given to the server: what is written from here on is heard.
int64_t mr_line_head(const mr_line *line);

/// Writes `count` samples of `planes`, one for each channel, to be heard as samples `position` and later. What is too late,
/// or more than the ring holds (at least two seconds), is left out.
///
/// - Returns: how many were not left out.
int32_t mr_write_line(mr_line *line, const float *const *planes, int32_t count, int64_t position);

/// Forgets what was written for sample `position` and later.
void mr_clear_line(mr_line *line, int64_t position);

/// Ends playing and frees the line, which may be `NULL`.
void mr_free_line(mr_line *line);

#ifdef __cplusplus
}
#endif
