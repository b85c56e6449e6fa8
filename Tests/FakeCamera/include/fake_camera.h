// SPDX-License-Identifier: MIT
//
// Cameras without hardware: a kernel (`mr_camera_kernel`) that answers the ioctls of Video4Linux. Its clock is its own and
// goes on only where somebody waits for a picture, so an hour of pictures takes as long as it takes to draw them, and
// nothing depends on how fast the machine is.
#pragma once

#include "moonreel_camera.h"

/// Cameras, what is open of them, and their clock.
typedef struct fake_world fake_world;
typedef struct fake_camera fake_camera;

fake_world *fake_make_world(void);
/// Ends it; all nodes have to be closed.
void fake_free_world(fake_world *world);
const mr_camera_kernel *fake_kernel(fake_world *world);
/// Lets so many nanoseconds go by.
void fake_pass(fake_world *world, int64_t nanoseconds);
/// How many nodes are open, and how many buffers are mapped.
int32_t fake_open_count(fake_world *world);
int32_t fake_mapped_count(fake_world *world);

/// A camera whose node is `path`; the world owns it. It has no formats yet.
fake_camera *fake_add_camera(fake_world *world, const char *path, const char *name, const char *bus);
/// At most eight of each; they count for all formats.
void fake_add_format(fake_camera *camera, uint32_t code);
void fake_add_size(fake_camera *camera, uint32_t width, uint32_t height);
/// Sizes in steps; a step of 0 says that any is possible.
void fake_add_sizes(fake_camera *camera, mr_camera_sizes sizes);
void fake_add_duration(fake_camera *camera, uint32_t numerator, uint32_t denominator);
void fake_add_durations(fake_camera *camera, mr_camera_durations durations);
/// A control that has its usual value.
void fake_add_control(fake_camera *camera, uint32_t code, mr_camera_control_kind kind, int64_t least,
                      int64_t most, int64_t step, int64_t usual);
/// A choice of the menu that was added last, at most eight.
void fake_add_choice(fake_camera *camera, uint32_t index, const char *name, int64_t number);
/// Bytes of a coded picture; pictures of codecs are these, one after the other, again and again.
void fake_add_payload(fake_camera *camera, const uint8_t *bytes, size_t count);

/// How a camera behaves; 0 for all at first: well.
typedef enum fake_knob {
  /// After so many pictures it says nothing more, and whoever waits does so until the bell rings.
  FAKE_PICTURES,
  /// Its clock is so many millionths fast.
  FAKE_PPM,
  /// It is unplugged instead of giving picture so and so (1: the first).
  FAKE_UNPLUG_AT,
  /// Before every so many pictures one is lost.
  FAKE_LOSE_EVERY,
  /// Every so many pictures are flagged as damaged; cut off; have noise in their middle.
  FAKE_FLAG_EVERY,
  FAKE_CUT_EVERY,
  FAKE_NOISE_EVERY,
  /// Before picture so and so nothing comes for so many nanoseconds.
  FAKE_SILENT_AT,
  FAKE_SILENCE,
  /// What the time of a picture is: see fake_stamp.
  FAKE_STAMP,
  /// The size and the four letters that are given whatever is asked for.
  FAKE_GIVEN_WIDTH,
  FAKE_GIVEN_HEIGHT,
  FAKE_GIVEN_CODE,
  /// Bytes at the end of each row.
  FAKE_ROW_PADDING,
  /// The most buffers; 0: 32.
  FAKE_BUFFERS,
  /// Another program has the camera.
  FAKE_BUSY,
  /// The node takes no pictures (it is that of the camera's metadata).
  FAKE_NO_CAPTURE,
  /// A control that cannot be set: writing it fails.
  FAKE_REFUSED,
  /// Where exposure goes by itself, by a quarter of the way with each picture.
  FAKE_EXPOSURE_TARGET,
  /// The driver knows neither the extended calls for controls nor rates.
  FAKE_OLD,
  FAKE_KNOBS,
} fake_knob;

typedef enum fake_stamp {
  FAKE_STAMP_BEGINNING,
  FAKE_STAMP_END,
  /// By a clock that the driver does not name.
  FAKE_STAMP_UNKNOWN,
  FAKE_STAMP_ZERO,
} fake_stamp;

void fake_set(fake_camera *camera, fake_knob knob, int64_t value);
/// The value of a control.
int64_t fake_value(fake_camera *camera, uint32_t code);
/// Another program sets a control.
void fake_change(fake_camera *camera, uint32_t code, int64_t value);
/// Pulls the plug; puts it in again, from where on the camera is at `path` and its controls have their usual values.
void fake_unplug(fake_camera *camera);
void fake_plug(fake_camera *camera, const char *path);

/// The components of raw pictures: Y, Cb, Cr (chroma by its own columns and rows) or R, G, B.
static inline uint8_t fake_sample(int32_t component, uint32_t x, uint32_t y, uint32_t picture) {
  switch (component) {
    case 0: return (uint8_t)(x * 3 + y * 5 + picture);
    case 1: return (uint8_t)(x * 7 + y);
    default: return (uint8_t)(x + y * 7);
  }
}
