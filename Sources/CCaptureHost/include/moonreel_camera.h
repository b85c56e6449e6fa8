// SPDX-License-Identifier: MIT
//
// Cameras of Video4Linux by their ioctls: what Swift cannot import of them (variadic functions, macros with arguments,
// unions), as plain structs. Nothing is decided here and nothing is kept; who calls owns descriptors and memory.
//
// The kernel is reached through a table of functions. The usual one calls the kernel; a test gives one that is a camera.
// Functions return 0, or a negative `errno`.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What happened while somebody waited.
enum {
  /// A buffer is filled.
  MR_CAMERA_PICTURE = 1,
  /// A control was changed.
  MR_CAMERA_EVENT = 2,
  /// The bell was rung.
  MR_CAMERA_BELL = 4,
  /// The device is gone or does not stream.
  MR_CAMERA_FAULT = 8,
};

/// The functions of the kernel that cameras need. All may be called from several threads.
typedef struct mr_camera_kernel {
  void *context;
  /// Opens the node for reading and writing, without waiting: a descriptor, or a negative `errno`.
  int32_t (*open)(void *context, const char *path);
  void (*close)(void *context, int32_t camera);
  /// `ioctl`.
  int32_t (*control)(void *context, int32_t camera, uint64_t request, void *argument);
  /// Shared memory of the device; `NULL` where there is none.
  void *(*map)(void *context, int32_t camera, size_t length, int64_t offset);
  void (*unmap)(void *context, void *memory, size_t length);
  /// Waits at most so long (negative: for ever) for pictures or for events, and for the bell, a descriptor that can be
  /// read when it was rung. What happened, 0 where nothing did.
  int32_t (*wait)(void *context, int32_t camera, int32_t bell, bool for_events, int32_t milliseconds);
  /// The monotonic clock in nanoseconds.
  int64_t (*now)(void *context);
} mr_camera_kernel;

/// The machine's kernel.
const mr_camera_kernel *mr_machine_kernel(void);

/// An open node.
typedef struct mr_camera {
  const mr_camera_kernel *kernel;
  int32_t descriptor;
} mr_camera;

/// What a node says of itself.
typedef struct mr_camera_card {
  char driver[17], name[33], bus[33];
  /// Whether pictures come out of this node, and into buffers that are mapped.
  bool captures, streams;
} mr_camera_card;

int32_t mr_camera_describe(const mr_camera *camera, mr_camera_card *card);

/// A format of pixels or a codec: four letters, the first in the lowest byte.
typedef struct mr_camera_pixels {
  uint32_t code;
  char name[33];
} mr_camera_pixels;

/// Format `index`; `-EINVAL` behind the last.
int32_t mr_camera_pixels_at(const mr_camera *camera, uint32_t index, mr_camera_pixels *pixels);

/// One size (`step` 0), or all from the least to the most in steps.
typedef struct mr_camera_sizes {
  uint32_t least_width, most_width, step_width, least_height, most_height, step_height;
} mr_camera_sizes;

int32_t mr_camera_sizes_at(const mr_camera *camera, uint32_t code, uint32_t index,
                           mr_camera_sizes *sizes);

typedef struct mr_camera_fraction {
  uint32_t numerator, denominator;
} mr_camera_fraction;

/// How long a picture lasts: one duration (both the same), or all between.
typedef struct mr_camera_durations {
  mr_camera_fraction least, most;
  bool is_range;
} mr_camera_durations;

int32_t mr_camera_durations_at(const mr_camera *camera, uint32_t code, uint32_t width,
                               uint32_t height, uint32_t index, mr_camera_durations *durations);

/// How pictures lie. The four numbers of colour are the kernel's: colour space, transfer, matrix, range.
typedef struct mr_camera_picture {
  uint32_t code, width, height;
  uint32_t row_bytes, byte_count;
  uint32_t space, transfer, matrix, range;
} mr_camera_picture;

int32_t mr_camera_picture_now(const mr_camera *camera, mr_camera_picture *picture);
/// Asks for `code`, `width` and `height`; all fields become what the driver gives in place of it.
int32_t mr_camera_set_picture(const mr_camera *camera, mr_camera_picture *picture);
/// Asks for a duration; it becomes what the driver gives. `-ENOTTY` where it cannot be chosen.
int32_t mr_camera_set_duration(const mr_camera *camera, mr_camera_fraction *duration);
/// The duration now. `-ENOTTY` where it is not known.
int32_t mr_camera_duration_now(const mr_camera *camera, mr_camera_fraction *duration);

/// Asks for `count` buffers; it becomes what the driver gives. 0 gives them back.
int32_t mr_camera_request_buffers(const mr_camera *camera, uint32_t *count);
int32_t mr_camera_map_buffer(const mr_camera *camera, uint32_t index, void **memory, size_t *length);
/// Gives a buffer to the driver to be filled.
int32_t mr_camera_queue(const mr_camera *camera, uint32_t index);
int32_t mr_camera_stream(const mr_camera *camera, bool on);

/// A filled buffer.
typedef struct mr_camera_filled {
  uint32_t index, byte_count, sequence;
  /// When, by the clock that `is_monotonic` names; 0 where the driver says nothing.
  int64_t nanoseconds;
  bool is_monotonic;
  /// Whether the time is that of the end of the picture, not of its beginning.
  bool is_end;
  /// Whether the driver says that the picture is damaged.
  bool is_damaged;
} mr_camera_filled;

/// The next filled buffer; `-EAGAIN` where there is none.
int32_t mr_camera_dequeue(const mr_camera *camera, mr_camera_filled *filled);

// Controls.

/// Controls that Moonreel has words for; the kernel's numbers.
enum {
  MR_CAMERA_BRIGHTNESS = 0x00980900,
  MR_CAMERA_CONTRAST = 0x00980901,
  MR_CAMERA_SATURATION = 0x00980902,
  MR_CAMERA_HUE = 0x00980903,
  MR_CAMERA_AUTO_WHITE_BALANCE = 0x0098090c,
  MR_CAMERA_GAIN = 0x00980913,
  MR_CAMERA_POWER_LINE_FREQUENCY = 0x00980918,
  MR_CAMERA_WHITE_BALANCE_TEMPERATURE = 0x0098091a,
  MR_CAMERA_SHARPNESS = 0x0098091b,
  MR_CAMERA_BACKLIGHT = 0x0098091c,
  MR_CAMERA_EXPOSURE_AUTO = 0x009a0901,
  MR_CAMERA_EXPOSURE_ABSOLUTE = 0x009a0902,
  MR_CAMERA_FOCUS_ABSOLUTE = 0x009a090a,
  MR_CAMERA_FOCUS_AUTO = 0x009a090c,
  MR_CAMERA_ZOOM_ABSOLUTE = 0x009a090d,
  MR_CAMERA_EXPOSURE_BIAS = 0x009a0913,
  MR_CAMERA_ISO = 0x009a0917,
  MR_CAMERA_ISO_AUTO = 0x009a0918,
  MR_CAMERA_LOCK = 0x009a091b,
  MR_CAMERA_LIGHT_MODE = 0x009c0901,
  MR_CAMERA_TORCH_INTENSITY = 0x009c0908,
};

typedef enum mr_camera_control_kind {
  MR_CAMERA_NUMBER,
  MR_CAMERA_SWITCH,
  /// One of some choices with names.
  MR_CAMERA_MENU,
  /// One of some choices that are numbers.
  MR_CAMERA_NUMBER_MENU,
  MR_CAMERA_BITS,
  /// Buttons, texts and other things that have no number.
  MR_CAMERA_OTHER,
} mr_camera_control_kind;

typedef struct mr_camera_control {
  uint32_t code;
  mr_camera_control_kind kind;
  char name[33];
  int64_t least, most, step, usual;
  /// Whether it cannot be used at all, is only read, is set by something automatic now.
  bool is_disabled, is_read_only, is_inactive;
} mr_camera_control;

/// The control with the least number above `after`; `-EINVAL` behind the last.
int32_t mr_camera_control_after(const mr_camera *camera, uint32_t after,
                                mr_camera_control *control);
/// Choice `index` of a menu: its name, or its number. `-EINVAL` where there is none at this place.
int32_t mr_camera_choice(const mr_camera *camera, uint32_t code, uint32_t index, char name[33],
                         int64_t *number);
int32_t mr_camera_value(const mr_camera *camera, uint32_t code, int64_t *value);
int32_t mr_camera_set_value(const mr_camera *camera, uint32_t code, int64_t value);
/// From now on changes of the control by others are events.
int32_t mr_camera_subscribe(const mr_camera *camera, uint32_t code);
/// The next event: the control and its value. `-ENOENT` where there is none.
int32_t mr_camera_next_change(const mr_camera *camera, uint32_t *code, int64_t *value);

#ifdef __cplusplus
}
#endif
