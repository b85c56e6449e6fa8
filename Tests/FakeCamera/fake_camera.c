// SPDX-License-Identifier: MIT
#include "fake.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

fake_camera *fake_add_camera(fake_world *world, const char *path, const char *name, const char *bus) {
  fake_camera *camera = calloc(1, sizeof *camera);
  camera->world = world;
  snprintf(camera->path, sizeof camera->path, "%s", path);
  snprintf(camera->name, sizeof camera->name, "%s", name);
  snprintf(camera->bus, sizeof camera->bus, "%s", bus);
  camera->plugged = true;
  camera->duration = (mr_camera_fraction){1, 30};
  world->cameras[world->camera_count++] = camera;
  return camera;
}

void fake_add_format(fake_camera *camera, uint32_t code) {
  camera->codes[camera->code_count++] = code;
}

void fake_add_size(fake_camera *camera, uint32_t width, uint32_t height) {
  fake_add_sizes(camera, (mr_camera_sizes){width, width, 0, height, height, 0});
}

void fake_add_sizes(fake_camera *camera, mr_camera_sizes sizes) {
  camera->sizes[camera->size_count++] = sizes;
}

void fake_add_duration(fake_camera *camera, uint32_t numerator, uint32_t denominator) {
  const mr_camera_fraction one = {numerator, denominator};
  fake_add_durations(camera, (mr_camera_durations){one, one, false});
}

void fake_add_durations(fake_camera *camera, mr_camera_durations durations) {
  camera->durations[camera->duration_count++] = durations;
}

void fake_add_control(fake_camera *camera, uint32_t code, mr_camera_control_kind kind, int64_t least,
                      int64_t most, int64_t step, int64_t usual) {
  fake_control *control = &camera->controls[camera->control_count++];
  control->rule = (mr_camera_control){
      .code = code, .kind = kind, .least = least, .most = most, .step = step, .usual = usual};
  snprintf(control->rule.name, sizeof control->rule.name, "control %x", code);
  control->value = usual;
  fake_follow(camera);
}

void fake_add_choice(fake_camera *camera, uint32_t index, const char *name, int64_t number) {
  fake_control *control = &camera->controls[camera->control_count - 1];
  control->choices[control->choice_count].index = index;
  control->choices[control->choice_count].number = number;
  strncpy(control->choices[control->choice_count].name, name, 31);
  control->choice_count++;
}

void fake_add_payload(fake_camera *camera, const uint8_t *bytes, size_t count) {
  fake_payload *payload = &camera->payloads[camera->payload_count++];
  payload->bytes = malloc(count);
  payload->count = count;
  memcpy(payload->bytes, bytes, count);
}
