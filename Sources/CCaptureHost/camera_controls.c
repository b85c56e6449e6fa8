// SPDX-License-Identifier: MIT
#include "camera_call.h"

#include <errno.h>
#include <linux/videodev2.h>
#include <string.h>

_Static_assert(MR_CAMERA_BRIGHTNESS == V4L2_CID_BRIGHTNESS, "the kernel's number");
_Static_assert(MR_CAMERA_CONTRAST == V4L2_CID_CONTRAST, "the kernel's number");
_Static_assert(MR_CAMERA_SATURATION == V4L2_CID_SATURATION, "the kernel's number");
_Static_assert(MR_CAMERA_HUE == V4L2_CID_HUE, "the kernel's number");
_Static_assert(MR_CAMERA_AUTO_WHITE_BALANCE == V4L2_CID_AUTO_WHITE_BALANCE, "the kernel's number");
_Static_assert(MR_CAMERA_GAIN == V4L2_CID_GAIN, "the kernel's number");
_Static_assert(MR_CAMERA_POWER_LINE_FREQUENCY == V4L2_CID_POWER_LINE_FREQUENCY, "the kernel's");
_Static_assert(MR_CAMERA_WHITE_BALANCE_TEMPERATURE == V4L2_CID_WHITE_BALANCE_TEMPERATURE, "");
_Static_assert(MR_CAMERA_SHARPNESS == V4L2_CID_SHARPNESS, "the kernel's number");
_Static_assert(MR_CAMERA_BACKLIGHT == V4L2_CID_BACKLIGHT_COMPENSATION, "the kernel's number");
_Static_assert(MR_CAMERA_EXPOSURE_AUTO == V4L2_CID_EXPOSURE_AUTO, "the kernel's number");
_Static_assert(MR_CAMERA_EXPOSURE_ABSOLUTE == V4L2_CID_EXPOSURE_ABSOLUTE, "the kernel's number");
_Static_assert(MR_CAMERA_FOCUS_ABSOLUTE == V4L2_CID_FOCUS_ABSOLUTE, "the kernel's number");
_Static_assert(MR_CAMERA_FOCUS_AUTO == V4L2_CID_FOCUS_AUTO, "the kernel's number");
_Static_assert(MR_CAMERA_ZOOM_ABSOLUTE == V4L2_CID_ZOOM_ABSOLUTE, "the kernel's number");
_Static_assert(MR_CAMERA_EXPOSURE_BIAS == V4L2_CID_AUTO_EXPOSURE_BIAS, "the kernel's number");
_Static_assert(MR_CAMERA_ISO == V4L2_CID_ISO_SENSITIVITY, "the kernel's number");
_Static_assert(MR_CAMERA_ISO_AUTO == V4L2_CID_ISO_SENSITIVITY_AUTO, "the kernel's number");
_Static_assert(MR_CAMERA_LOCK == V4L2_CID_3A_LOCK, "the kernel's number");
_Static_assert(MR_CAMERA_LIGHT_MODE == V4L2_CID_FLASH_LED_MODE, "the kernel's number");
_Static_assert(MR_CAMERA_TORCH_INTENSITY == V4L2_CID_FLASH_TORCH_INTENSITY, "the kernel's number");

static mr_camera_control_kind kind_of(uint32_t type) {
  switch (type) {
    case V4L2_CTRL_TYPE_INTEGER: return MR_CAMERA_NUMBER;
    case V4L2_CTRL_TYPE_INTEGER64: return MR_CAMERA_NUMBER;
    case V4L2_CTRL_TYPE_BOOLEAN: return MR_CAMERA_SWITCH;
    case V4L2_CTRL_TYPE_MENU: return MR_CAMERA_MENU;
    case V4L2_CTRL_TYPE_INTEGER_MENU: return MR_CAMERA_NUMBER_MENU;
    case V4L2_CTRL_TYPE_BITMASK: return MR_CAMERA_BITS;
    default: return MR_CAMERA_OTHER;
  }
}

static void take_control(mr_camera_control *control, uint32_t code, uint32_t type, uint32_t flags,
                         const char *name) {
  control->code = code;
  control->kind = kind_of(type);
  memcpy(control->name, name, 32);
  control->name[32] = 0;
  control->is_disabled = flags & V4L2_CTRL_FLAG_DISABLED;
  control->is_read_only = flags & V4L2_CTRL_FLAG_READ_ONLY;
  control->is_inactive = flags & V4L2_CTRL_FLAG_INACTIVE;
}

/// The same by the older call, for drivers that know no other.
static int32_t plain_control_after(const mr_camera *camera, uint32_t after,
                                   mr_camera_control *control) {
  struct v4l2_queryctrl found = {.id = after | V4L2_CTRL_FLAG_NEXT_CTRL};
  int32_t code = ask(camera, VIDIOC_QUERYCTRL, &found);
  if (code < 0) return code;
  take_control(control, found.id, found.type, found.flags, (const char *)found.name);
  control->least = found.minimum;
  control->most = found.maximum;
  control->step = found.step;
  control->usual = found.default_value;
  return found.id > after ? 0 : -EINVAL;
}

int32_t mr_camera_control_after(const mr_camera *camera, uint32_t after,
                                mr_camera_control *control) {
  struct v4l2_query_ext_ctrl found = {.id = after | V4L2_CTRL_FLAG_NEXT_CTRL};
  int32_t code = ask(camera, VIDIOC_QUERY_EXT_CTRL, &found);
  if (code == -ENOTTY) return plain_control_after(camera, after, control);
  if (code < 0) return code;
  take_control(control, found.id, found.type, found.flags, found.name);
  control->least = found.minimum;
  control->most = found.maximum;
  control->step = found.step > INT64_MAX ? INT64_MAX : (int64_t)found.step;
  control->usual = found.default_value;
  return found.id > after ? 0 : -EINVAL;
}

int32_t mr_camera_choice(const mr_camera *camera, uint32_t code, uint32_t index, char name[33],
                         int64_t *number) {
  struct v4l2_querymenu found = {.id = code, .index = index};
  int32_t result = ask(camera, VIDIOC_QUERYMENU, &found);
  if (result < 0) return result;
  memcpy(name, found.name, 32);
  name[32] = 0;
  memcpy(number, (const char *)&found + offsetof(struct v4l2_querymenu, value), sizeof *number);
  return 0;
}

int32_t mr_camera_value(const mr_camera *camera, uint32_t code, int64_t *value) {
  struct v4l2_ext_control one = {.id = code};
  struct v4l2_ext_controls list = {.count = 1, .controls = &one};
  int32_t result = ask(camera, VIDIOC_G_EXT_CTRLS, &list);
  if (result == 0) {
    // Controls of 64 bits are none that are asked for here.
    *value = one.value;
    return 0;
  }
  if (result != -ENOTTY) return result;
  struct v4l2_control plain = {.id = code};
  result = ask(camera, VIDIOC_G_CTRL, &plain);
  *value = plain.value;
  return result;
}

int32_t mr_camera_set_value(const mr_camera *camera, uint32_t code, int64_t value) {
  struct v4l2_ext_control one = {.id = code, .value = (int32_t)value};
  struct v4l2_ext_controls list = {.count = 1, .controls = &one};
  int32_t result = ask(camera, VIDIOC_S_EXT_CTRLS, &list);
  if (result != -ENOTTY) return result;
  struct v4l2_control plain = {.id = code, .value = (int32_t)value};
  return ask(camera, VIDIOC_S_CTRL, &plain);
}

int32_t mr_camera_subscribe(const mr_camera *camera, uint32_t code) {
  struct v4l2_event_subscription wanted = {.type = V4L2_EVENT_CTRL, .id = code};
  return ask(camera, VIDIOC_SUBSCRIBE_EVENT, &wanted);
}

int32_t mr_camera_next_change(const mr_camera *camera, uint32_t *code, int64_t *value) {
  struct v4l2_event event;
  do {
    memset(&event, 0, sizeof event);
    int32_t result = ask(camera, VIDIOC_DQEVENT, &event);
    if (result < 0) return result;
  } while (event.type != V4L2_EVENT_CTRL);
  *code = event.id;
  *value = event.u.ctrl.type == V4L2_CTRL_TYPE_INTEGER64 ? event.u.ctrl.value64 : event.u.ctrl.value;
  return 0;
}
