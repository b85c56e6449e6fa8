/* SPDX-License-Identifier: MIT
 * glsl-oracle: draws shaders with Mesa's software renderer, as a second opinion for tests, and says
 * what that costs, for scripts/bench glsl.
 *
 *   glsl-oracle --size WxH [--picture NAME=FILE[:WxH]] [--at T,T…] [--set NAME=V,V…] -o FILE SHADER
 *   glsl-oracle --size WxH [--picture …] --bench N SHADER
 *   glsl-oracle --check SHADER…
 *
 * A shader is a transition (`vec4 transition(vec2 uv)`) or an image (`mainImage`); --at is progress
 * or iTime, and one picture is written for each T. Pictures are raw RGBA, 8 bits, straight alpha, rows
 * from the top. NAME is a sampler (from, to, iChannel0, one of the shader's own) or `any`, for those
 * that are not named; the size of a picture is that of the output where none is given. Uniforms have the
 * defaults of their comments. --floats writes float32 before clamping and rounding. --mouse X,Y,Z,W and
 * --frame N set iMouse and iFrame (30 a second else). --language es100|es300|desktop allows one language only.
 *
 * Textures are float32, so that filtering is as exact as float is, and uv is the correctly rounded quotient;
 * --bench N takes 8-bit textures, an 8-bit target and a division, as players do.
 *
 * Exit codes: 0 done · 1 the shader is refused · 2 wrong use · 4 EGL or OpenGL is missing */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "program.h"

enum { MOST = 32 };

typedef struct {
  char name[64], file[1024];
  int width, height;
  GLuint texture;
  unsigned char *bytes;
} Picture;

static struct {
  Picture pictures[MOST];
  Value values[MOST], times, mouse;
  int picture_count, value_count, width, height, frame, bench, check, floats;
  Language language;
  const char *output;
} options = {.frame = -1, .language = ANY_LANGUAGE};

static char *read_file(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  if (!file) fail(2, "cannot read '%s'.", path);
  size_t count = 0, room = 1 << 16;
  char *bytes = malloc(room);
  for (size_t got; (got = fread(bytes + count, 1, room - count - 1, file)); count += got)
    if (count + got > room / 2) bytes = realloc(bytes, room *= 2);
  fclose(file);
  bytes[count] = 0;
  if (length) *length = count;
  return bytes;
}

/* ── arguments ── */

static void parse_picture(const char *text) {
  Picture *picture = &options.pictures[options.picture_count++];
  if (options.picture_count == MOST) fail(2, "too many pictures.");
  if (sscanf(text, "%63[^=]=%1023[^:]:%dx%d", picture->name, picture->file, &picture->width,
             &picture->height) < 2)
    fail(2, "--picture wants NAME=FILE[:WxH], not '%s'.", text);
}

static void parse_value(const char *text) {
  Value *value = &options.values[options.value_count++];
  const char *sign = strchr(text, '=');
  if (options.value_count == MOST) fail(2, "too many values.");
  if (!sign || !read_value(sign + 1, value)) fail(2, "--set wants NAME=V,V…, not '%s'.", text);
  snprintf(value->name, sizeof value->name, "%.*s", (int)(sign - text), text);
}

static Language parse_language(const char *text) {
  for (int i = 0; i < ANY_LANGUAGE; i++)
    if (!strcmp(text, language_names[i])) return i;
  fail(2, "--language is es100, es300 or desktop, not '%s'.", text);
}

/* Reads the options and returns the number of the first argument that is none. */
static int parse(int count, char **words) {
  int i = 1;
  for (; i < count && words[i][0] == '-'; i++) {
    const char *name = words[i];
    if (!strcmp(name, "--check")) { options.check = 1; continue; }
    if (!strcmp(name, "--floats")) { options.floats = 1; continue; }
    if (++i == count) fail(2, "%s wants a value.", name);
    const char *value = words[i];
    if (!strcmp(name, "--size")) {
      if (sscanf(value, "%dx%d", &options.width, &options.height) != 2 || options.width < 1 ||
          options.height < 1 || options.width > 8192 || options.height > 8192)
        fail(2, "--size wants WxH, 1 to 8192 each, not '%s'.", value);
    } else if (!strcmp(name, "--picture")) parse_picture(value);
    else if (!strcmp(name, "--set")) parse_value(value);
    else if (!strcmp(name, "--at")) read_value(value, &options.times);
    else if (!strcmp(name, "--mouse")) read_value(value, &options.mouse);
    else if (!strcmp(name, "--frame")) options.frame = atoi(value);
    else if (!strcmp(name, "--bench")) options.bench = atoi(value);
    else if (!strcmp(name, "--language")) options.language = parse_language(value);
    else if (!strcmp(name, "-o")) options.output = value;
    else fail(2, "there is no option %s.", name);
  }
  return i;
}

/* ── textures ── */

static GLuint make_texture(int filter) {
  GLuint texture;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  return texture;
}

/* OpenGL's first row is the lowest, so rows are turned round. */
static void upload(const Picture *picture, int as_floats) {
  size_t row = (size_t)picture->width * 4, count = row * picture->height;
  glBindTexture(GL_TEXTURE_2D, picture->texture);
  if (!as_floats) {
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, picture->width, picture->height, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, picture->bytes);
    return;
  }
  float *floats = malloc(count * sizeof *floats);
  for (size_t i = 0; i < count; i++) floats[i] = (float)(picture->bytes[i] / 255.0);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, picture->width, picture->height, 0, GL_RGBA, GL_FLOAT,
               floats);
  free(floats);
}

static void load(Picture *picture) {
  size_t length;
  if (!picture->width) picture->width = options.width, picture->height = options.height;
  size_t row = (size_t)picture->width * 4;
  unsigned char *bytes = (unsigned char *)read_file(picture->file, &length);
  if (length != row * picture->height)
    fail(2, "'%s' has %zu bytes, and %dx%d wants %zu.", picture->file, length, picture->width,
         picture->height, row * picture->height);
  picture->bytes = malloc(length);
  for (int y = 0; y < picture->height; y++)
    memcpy(picture->bytes + y * row, bytes + (picture->height - 1 - y) * row, row);
  free(bytes);
  picture->texture = make_texture(GL_LINEAR);
  upload(picture, !options.bench);
}

/* Row 0: (x + 0.5) / width, row 1: (y + 0.5) / height, each rounded once. */
static GLuint make_places(void) {
  int count = options.width > options.height ? options.width : options.height;
  float *places = calloc((size_t)count * 8, sizeof *places);
  for (int i = 0; i < count; i++) {
    places[i * 4] = (float)((i + 0.5) / options.width);
    places[(count + i) * 4] = (float)((i + 0.5) / options.height);
  }
  GLuint texture = make_texture(GL_NEAREST);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, count, 2, 0, GL_RGBA, GL_FLOAT, places);
  free(places);
  return texture;
}

/* ── uniforms ── */

static Picture *picture_named(const char *name) {
  for (int i = 0; i < options.picture_count; i++)
    if (!strcmp(options.pictures[i].name, name)) return &options.pictures[i];
  return strcmp(name, "any") ? picture_named("any") : NULL;
}

static void bind(const Program *program, const char *name, int unit, GLuint texture) {
  glActiveTexture(GL_TEXTURE0 + unit);
  glBindTexture(GL_TEXTURE_2D, texture);
  glUniform1i(glGetUniformLocation(program->name, name), unit);
  glActiveTexture(GL_TEXTURE0 + MOST - 1);
}

static void set(const Program *program, const char *name, GLenum type, int count, const float *v) {
  Value value = {.count = count};
  memcpy(value.numbers, v, count * sizeof *v);
  set_uniform(program, name, type, 1, &value);
}

/* What does not change with time: samplers, sizes, what the shader declares itself. */
static void set_still_uniforms(const Program *program) {
  float size[] = {options.width, options.height, 1}, ratio = size[0] / size[1];
  Value resolutions = {.count = 12};
  GLint count = 0, length, elements, unit = 0;
  GLenum type;
  char name[64];
  glUseProgram(program->name);
  glGetProgramiv(program->name, GL_ACTIVE_UNIFORMS, &count);
  for (GLint i = 0; i < count; i++) {
    Value value = {.count = 0};
    glGetActiveUniform(program->name, i, sizeof name, &length, &elements, &type, name);
    name[strcspn(name, "[")] = 0;
    if (type == GL_SAMPLER_2D) {
      int is_places = !strcmp(name, "oracle_places");
      Picture *picture = is_places ? NULL : picture_named(name);
      if (!picture && !is_places) fail(2, "there is no picture for the sampler '%s'.", name);
      if (picture && !picture->texture) load(picture);
      bind(program, name, unit++, is_places ? make_places() : picture->texture);
      if (picture && !strncmp(name, "iChannel", 8)) {
        float *r = resolutions.numbers + (name[8] - '0') * 3;
        r[0] = picture->width, r[1] = picture->height, r[2] = 1;
      }
      continue;
    }
    int is_given = default_of(program->source, name, &value);
    for (int k = 0; k < options.value_count; k++)
      if (!strcmp(options.values[k].name, name)) value = options.values[k], is_given = 1;
    if (is_given) set_uniform(program, name, type, elements, &value);
  }
  set_uniform(program, "iChannelResolution", GL_FLOAT_VEC3, 4, &resolutions);
  set(program, "oracle_size", GL_FLOAT_VEC2, 2, size);
  set(program, "ratio", GL_FLOAT, 1, &ratio);
  set(program, "iResolution", GL_FLOAT_VEC3, 3, size);
  if (options.mouse.count) set_uniform(program, "iMouse", GL_FLOAT_VEC4, 1, &options.mouse);
}

static void set_time(const Program *program, float time) {
  float delta = 1.0f / 30, rate = 30, frame = options.frame < 0 ? rintf(time * 30) : options.frame;
  set(program, program->kind == IMAGE ? "iTime" : "progress", GL_FLOAT, 1, &time);
  set(program, "iTimeDelta", GL_FLOAT, 1, &delta);
  set(program, "iFrameRate", GL_FLOAT, 1, &rate);
  set(program, "iFrame", GL_INT, 1, &frame);
  Value times = {.count = 1, .numbers = {time}};
  set_uniform(program, "iChannelTime", GL_FLOAT, 4, &times);
}

/* ── drawing ── */

static void make_target(int as_floats) {
  static const float corners[] = {-1, -1, 3, -1, -1, 3};
  GLuint buffer, framebuffer, texture = make_texture(GL_NEAREST);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, as_floats ? GL_RGBA32F : GL_RGBA8, options.width, options.height,
               0, GL_RGBA, as_floats ? GL_FLOAT : GL_UNSIGNED_BYTE, NULL);
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    fail(4, "this OpenGL cannot draw into %s.", as_floats ? "float32" : "8 bits");
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
  glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, NULL);
  glEnableVertexAttribArray(0);
  glViewport(0, 0, options.width, options.height);
}

static void draw(const Program *program, float time) {
  set_time(program, time);
  glClear(GL_COLOR_BUFFER_BIT);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glFinish();
}

static unsigned char rounded(float value) {
  if (!(value > 0)) return 0;
  return value >= 1 ? 255 : (unsigned char)(value * 255 + 0.5f);
}

static void write_pictures(const Program *program) {
  int width = options.width, height = options.height;
  size_t row = (size_t)width * 4;
  float *floats = malloc(row * height * sizeof *floats);
  unsigned char *bytes = malloc(row);
  FILE *file = fopen(options.output, "wb");
  if (!file) fail(2, "cannot write '%s'.", options.output);
  make_target(1);
  set_still_uniforms(program);
  if (!options.times.count) options.times.numbers[options.times.count++] = 0.5f;
  for (int i = 0; i < options.times.count; i++) {
    draw(program, options.times.numbers[i]);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_FLOAT, floats);
    for (int y = height - 1; y >= 0; y--) {
      const float *line = floats + y * row;
      for (size_t x = 0; x < row; x++) bytes[x] = rounded(line[x]);
      if (options.floats) fwrite(line, sizeof *line, row, file);
      else fwrite(bytes, 1, row, file);
    }
  }
  if (fclose(file)) fail(2, "cannot write '%s'.", options.output);
  GLenum error = glGetError();
  if (error) fail(4, "OpenGL reports error 0x%x.", error);
}

/* ── cost ── */

static double wall_seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Draws as many frames as are wanted or as four seconds hold. Prints the median cost of one in ms of
 * CPU (all threads) and of the clock, and in ms of CPU what compiling takes, the first drawing with it, and what
 * it costs to bring two pictures of the frame's size there and one back. */
static void bench(const Program *program) {
  int count = options.bench;
  size_t bytes = (size_t)options.width * options.height * 4;
  double *cpu = calloc(count, sizeof *cpu), *wall = calloc(count, sizeof *wall);
  unsigned char *pixels = malloc(bytes);
  make_target(0);
  set_still_uniforms(program);
  double start = cpu_seconds();
  draw(program, 0.5f);
  double first = cpu_seconds() - start, until = wall_seconds() + 4;
  for (int i = 0; i < count; i++) {
    double cpu_start = cpu_seconds();
    start = wall_seconds();
    draw(program, (i + 0.5f) / count);
    wall[i] = wall_seconds() - start;
    cpu[i] = cpu_seconds() - cpu_start;
    if (start > until) count = i + 1;
  }
  start = cpu_seconds();
  for (int k = 0; k < 2; k++) {
    Picture *picture = picture_named(k ? "to" : "from");
    if (picture && picture->texture) upload(picture, 0);
  }
  glReadPixels(0, 0, options.width, options.height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  glFinish();
  double moved = cpu_seconds() - start;
  qsort(cpu, count, sizeof *cpu, by_size);
  qsort(wall, count, sizeof *wall, by_size);
  printf("%s cpu %.2f wall %.2f compile %.1f transfers %.2f\n", language_names[program->language],
         cpu[count / 2] * 1e3, wall[count / 2] * 1e3,
         (program->compile_seconds + first - cpu[count / 2]) * 1e3, moved * 1e3);
}

int main(int count, char **words) {
  int first = parse(count, words), refused = 0;
  Program program;
  if (first >= count) fail(2, "no shader is named.");
  for (int i = first; i < count && options.check; i++) {
    char *source = read_file(words[i], NULL);
    int is_good = make_program(&program, source, kind_of(source), options.language, 1);
    printf("%s %s\n", is_good ? language_names[program.language] : "refused", words[i]);
    refused |= !is_good;
    free(source);
  }
  if (options.check) return refused;
  if (first + 1 != count) fail(2, "one shader at a time is drawn, not %d.", count - first);
  if (!options.width) fail(2, "--size is missing.");
  if (!options.bench && !options.output) fail(2, "-o FILE is missing.");
  char *source = read_file(words[first], NULL);
  if (!make_program(&program, source, kind_of(source), options.language, !options.bench)) return 1;
  if (options.bench) bench(&program);
  else write_pictures(&program);
  return 0;
}
