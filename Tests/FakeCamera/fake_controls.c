// SPDX-License-Identifier: MIT
#include "fake.h"

#include <errno.h>
#include <linux/videodev2.h>
#include <string.h>

fake_control *fake_control_of(fake_camera *camera, uint32_t code) {
  for (uint32_t i = 0; i < camera->control_count; i++)
    if (camera->controls[i].rule.code == code) return &camera->controls[i];
  return NULL;
}

static void set_active(fake_camera *camera, uint32_t code, bool active) {
  fake_control *control = fake_control_of(camera, code);
  if (control) control->rule.is_inactive = !active;
}

static int64_t value_or(fake_camera *camera, uint32_t code, int64_t other) {
  const fake_control *control = fake_control_of(camera, code);
  return control ? control->value : other;
}

/// What something automatic sets cannot be set by hand.
void fake_follow(fake_camera *camera) {
  const bool by_hand = value_or(camera, V4L2_CID_EXPOSURE_AUTO, 1) == V4L2_EXPOSURE_MANUAL;
  set_active(camera, V4L2_CID_EXPOSURE_ABSOLUTE, by_hand);
  set_active(camera, V4L2_CID_AUTO_EXPOSURE_BIAS, !by_hand);
  set_active(camera, V4L2_CID_WHITE_BALANCE_TEMPERATURE,
             !value_or(camera, V4L2_CID_AUTO_WHITE_BALANCE, 0));
  set_active(camera, V4L2_CID_FOCUS_ABSOLUTE, !value_or(camera, V4L2_CID_FOCUS_AUTO, 0));
  set_active(camera, V4L2_CID_ISO_SENSITIVITY,
             !value_or(camera, V4L2_CID_ISO_SENSITIVITY_AUTO, 0));
}

static uint32_t type_of(mr_camera_control_kind kind) {
  switch (kind) {
    case MR_CAMERA_NUMBER: return V4L2_CTRL_TYPE_INTEGER;
    case MR_CAMERA_SWITCH: return V4L2_CTRL_TYPE_BOOLEAN;
    case MR_CAMERA_MENU: return V4L2_CTRL_TYPE_MENU;
    case MR_CAMERA_NUMBER_MENU: return V4L2_CTRL_TYPE_INTEGER_MENU;
    case MR_CAMERA_BITS: return V4L2_CTRL_TYPE_BITMASK;
    case MR_CAMERA_OTHER: return V4L2_CTRL_TYPE_BUTTON;
  }
  return 0;
}

static fake_control *control_by(fake_camera *camera, uint32_t id) {
  if (!(id & V4L2_CTRL_FLAG_NEXT_CTRL)) return fake_control_of(camera, id);
  const uint32_t after = id & ~(V4L2_CTRL_FLAG_NEXT_CTRL | V4L2_CTRL_FLAG_NEXT_COMPOUND);
  fake_control *next = NULL;
  for (uint32_t i = 0; i < camera->control_count; i++) {
    fake_control *control = &camera->controls[i];
    if (control->rule.code > after && (!next || control->rule.code < next->rule.code))
      next = control;
  }
  return next;
}

static uint32_t flags_of(const fake_control *control) {
  return (control->rule.is_inactive ? V4L2_CTRL_FLAG_INACTIVE : 0) |
         (control->rule.is_disabled ? V4L2_CTRL_FLAG_DISABLED : 0);
}

static int32_t query(fake_camera *camera, struct v4l2_queryctrl *out) {
  const fake_control *control = control_by(camera, out->id);
  if (!control) return -EINVAL;
  memset(out, 0, sizeof *out);
  out->id = control->rule.code;
  out->type = type_of(control->rule.kind);
  memcpy(out->name, control->rule.name, sizeof out->name);
  out->minimum = (int32_t)control->rule.least;
  out->maximum = (int32_t)control->rule.most;
  out->step = (int32_t)control->rule.step;
  out->default_value = (int32_t)control->rule.usual;
  out->flags = flags_of(control);
  return 0;
}

static int32_t query_more(fake_camera *camera, struct v4l2_query_ext_ctrl *out) {
  struct v4l2_queryctrl plain = {.id = out->id};
  int32_t code = query(camera, &plain);
  if (code < 0) return code;
  const fake_control *control = fake_control_of(camera, plain.id);
  memset(out, 0, sizeof *out);
  out->id = plain.id;
  out->type = plain.type;
  memcpy(out->name, plain.name, sizeof out->name);
  out->minimum = control->rule.least;
  out->maximum = control->rule.most;
  out->step = (uint64_t)control->rule.step;
  out->default_value = control->rule.usual;
  out->flags = plain.flags;
  return 0;
}

static int32_t query_choice(fake_camera *camera, struct v4l2_querymenu *out) {
  const fake_control *control = fake_control_of(camera, out->id);
  for (uint32_t i = 0; control && i < control->choice_count; i++) {
    if (control->choices[i].index != out->index) continue;
    if (control->rule.kind == MR_CAMERA_NUMBER_MENU) {
      out->value = control->choices[i].number;
    } else {
      memcpy(out->name, control->choices[i].name, sizeof out->name);
    }
    return 0;
  }
  return -EINVAL;
}

static int32_t write_control(fake_handle *handle, uint32_t code, int64_t value) {
  fake_camera *camera = handle->camera;
  fake_control *control = fake_control_of(camera, code);
  if (!control) return -EINVAL;
  if (camera->knobs[FAKE_REFUSED] == (int64_t)code) return -EIO;
  if (control->rule.is_inactive) return -EACCES;
  if (value < control->rule.least || value > control->rule.most) return -ERANGE;
  control->value = value;
  fake_follow(camera);
  fake_tell(camera, code, handle);
  return 0;
}

static int32_t write_controls(fake_handle *handle, struct v4l2_ext_controls *list) {
  list->error_idx = list->count;
  for (uint32_t i = 0; i < list->count; i++) {
    int32_t code = write_control(handle, list->controls[i].id, list->controls[i].value);
    if (code == 0) continue;
    list->error_idx = i;
    return code;
  }
  return 0;
}

static int32_t read_controls(fake_camera *camera, struct v4l2_ext_controls *list) {
  for (uint32_t i = 0; i < list->count; i++) {
    const fake_control *control = fake_control_of(camera, list->controls[i].id);
    if (!control) return -EINVAL;
    list->controls[i].value = (int32_t)control->value;
  }
  return 0;
}

static int32_t subscribe(fake_handle *handle, const struct v4l2_event_subscription *wanted) {
  const fake_control *control = fake_control_of(handle->camera, wanted->id);
  if (wanted->type != V4L2_EVENT_CTRL || !control) return -EINVAL;
  handle->subscribed[control - handle->camera->controls] = true;
  return 0;
}

static int32_t take_event(fake_handle *handle, struct v4l2_event *out) {
  if (handle->event_count == 0) return -ENOENT;
  memset(out, 0, sizeof *out);
  out->type = V4L2_EVENT_CTRL;
  out->id = handle->events[0];
  out->u.ctrl.type = V4L2_CTRL_TYPE_INTEGER;
  out->u.ctrl.value = (int32_t)handle->event_values[0];
  handle->event_count--;
  memmove(handle->events, handle->events + 1, handle->event_count * sizeof handle->events[0]);
  memmove(handle->event_values, handle->event_values + 1,
          handle->event_count * sizeof handle->event_values[0]);
  return 0;
}

int32_t fake_ask_controls(fake_handle *handle, uint64_t request, void *argument) {
  fake_camera *camera = handle->camera;
  const bool is_old = camera->knobs[FAKE_OLD];
  switch ((uint32_t)request) {
    case VIDIOC_QUERYCTRL: return query(camera, argument);
    case VIDIOC_QUERYMENU: return query_choice(camera, argument);
    case VIDIOC_QUERY_EXT_CTRL: return is_old ? -ENOTTY : query_more(camera, argument);
    case VIDIOC_S_EXT_CTRLS: return is_old ? -ENOTTY : write_controls(handle, argument);
    case VIDIOC_G_EXT_CTRLS: return is_old ? -ENOTTY : read_controls(camera, argument);
    case VIDIOC_SUBSCRIBE_EVENT: return is_old ? -ENOTTY : subscribe(handle, argument);
    case VIDIOC_DQEVENT: return take_event(handle, argument);
    case VIDIOC_S_CTRL: {
      const struct v4l2_control *wanted = argument;
      return write_control(handle, wanted->id, wanted->value);
    }
    case VIDIOC_G_CTRL: {
      struct v4l2_control *wanted = argument;
      const fake_control *control = fake_control_of(camera, wanted->id);
      if (!control) return -EINVAL;
      wanted->value = (int32_t)control->value;
      return 0;
    }
    default: return -ENOTTY;
  }
}
