/* SPDX-License-Identifier: MIT */
#include "program.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

const char *const language_names[] = {"es100", "es300", "desktop"};

static const char *const versions[] = {"#version 100\n", "#version 300 es\n", "#version 130\n"};

/* llvmpipe computes in 16 bits where it may, and may with a sampler that says nothing: so all is highp. */
static const char es_precision[] =
  "precision highp float;\nprecision highp int;\nprecision highp sampler2D;\n"
  "#define mediump highp\n#define lowp highp\n";

/* What GLSL ES 3.00 calls otherwise than the contracts do. */
static const char es300_names[] =
  "#define texture2D texture\nout vec4 oracle_color;\n#define gl_FragColor oracle_color\n";

static const char transition_head[] =
  "uniform sampler2D from, to;\nuniform float progress, ratio;\n"
  "vec4 getFromColor(vec2 p) { return texture2D(from, p); }\n"
  "vec4 getToColor(vec2 p) { return texture2D(to, p); }\n"
  "#line 1\n";
static const char transition_tail[] =
  "\nuniform vec2 oracle_size;\nuniform sampler2D oracle_places;\n"
  "void main() {\n"
  "#ifdef ORACLE_EXACT\n"
  "  vec2 at = gl_FragCoord.xy / max(oracle_size.x, oracle_size.y);\n"
  "  vec2 uv = vec2(texture2D(oracle_places, vec2(at.x, 0.25)).r,\n"
  "                 texture2D(oracle_places, vec2(at.y, 0.75)).r);\n"
  "#else\n"
  "  vec2 uv = gl_FragCoord.xy / oracle_size;\n"
  "#endif\n"
  "  gl_FragColor = transition(uv);\n"
  "}\n";

static const char image_head[] =
  "uniform vec3 iResolution;\nuniform float iTime, iTimeDelta, iFrameRate, iSampleRate;\n"
  "uniform int iFrame;\nuniform vec4 iMouse, iDate;\n"
  "uniform sampler2D iChannel0, iChannel1, iChannel2, iChannel3;\n"
  "uniform vec3 iChannelResolution[4];\nuniform float iChannelTime[4];\n"
  "#define iGlobalTime iTime\n"
  "#line 1\n";
static const char image_tail[] =
  "\nvoid main() {\n"
  "  vec4 color = vec4(0.0, 0.0, 0.0, 1.0);\n"
  "  mainImage(color, gl_FragCoord.xy);\n"
  "  gl_FragColor = color;\n"
  "}\n";

static const char vertex_shader[] =
  "attribute vec2 corner;\nvoid main() { gl_Position = vec4(corner, 0.0, 1.0); }\n";
static const char vertex_shader_300[] =
  "in vec2 corner;\nvoid main() { gl_Position = vec4(corner, 0.0, 1.0); }\n";

double cpu_seconds(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec +
         (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

/* A helper of a transition may be called mainImage, too, but gives something back. */
Kind kind_of(const char *source) {
  for (const char *at = source; (at = strstr(at, "mainImage")); at++) {
    const char *end = at;
    while (end > source && isspace((unsigned char)end[-1])) end--;
    if (end - source >= 4 && memcmp(end - 4, "void", 4) == 0) return IMAGE;
  }
  return TRANSITION;
}

/* What the compiler or the linker said of the last shader that it refused. */
static char words[65536];

static GLuint compile(GLenum stage, const char *const *parts, int count) {
  GLuint shader = glCreateShader(stage);
  GLint is_good = 0;
  glShaderSource(shader, count, parts, NULL);
  glCompileShader(shader);
  glGetShaderiv(shader, GL_COMPILE_STATUS, &is_good);
  if (is_good) return shader;
  glGetShaderInfoLog(shader, sizeof words, NULL, words);
  return 0;
}

static GLuint link(GLuint vertex, GLuint fragment) {
  GLuint program = glCreateProgram();
  GLint is_good = 0;
  glAttachShader(program, vertex);
  glAttachShader(program, fragment);
  glBindAttribLocation(program, 0, "corner");
  glLinkProgram(program);
  glGetProgramiv(program, GL_LINK_STATUS, &is_good);
  if (is_good) return program;
  glGetProgramInfoLog(program, sizeof words, NULL, words);
  return 0;
}

/* The source with its lines of `#version` and `#extension`, which must stand before everything else, made
 * comments; those of extensions are added to `extensions`. */
static char *without_head(const char *source, char *extensions, size_t room) {
  char *copy = strdup(source);
  for (char *line = copy; *line; line += strcspn(line, "\n"), line += *line != 0) {
    int is_extension = !strncmp(line, "#extension", 10);
    if (is_extension) {
      size_t used = strlen(extensions);
      snprintf(extensions + used, room - used, "%.*s\n", (int)strcspn(line, "\n"), line);
    }
    if (is_extension || !strncmp(line, "#version", 8)) memcpy(line, "//", 2);
  }
  return copy;
}

static GLuint build(const char *source, Kind kind, Language language, int exact_places) {
  const char *version = versions[language];
  const char *vertex_parts[] = {
    version, language == ES300 ? vertex_shader_300 : vertex_shader,
  };
  char extensions[4096] = "";
  char *body = without_head(source, extensions, sizeof extensions);
  const char *parts[] = {
    version,
    extensions,
    language == DESKTOP ? "" : es_precision,
    language == ES300 ? es300_names : "",
    exact_places ? "#define ORACLE_EXACT\n" : "",
    kind == IMAGE ? image_head : transition_head,
    body,
    kind == IMAGE ? image_tail : transition_tail,
  };
  GLuint vertex = compile(GL_VERTEX_SHADER, vertex_parts, 2);
  GLuint fragment = compile(GL_FRAGMENT_SHADER, parts, sizeof parts / sizeof *parts);
  free(body);
  return vertex && fragment ? link(vertex, fragment) : 0;
}

int make_program(Program *program, const char *source, Kind kind, Language language,
                 int exact_places) {
  int may_try_again = language == ANY_LANGUAGE;
  double start;
  if (may_try_again) language = kind == IMAGE || strstr(source, "#version 300") ? ES300 : ES100;
  open_context(language == DESKTOP);
  start = cpu_seconds();
  program->name = build(source, kind, language, exact_places);
  if (!program->name && may_try_again) {
    char *first_words = strdup(words);
    language = DESKTOP;
    open_context(1);
    start = cpu_seconds();
    program->name = build(source, kind, language, exact_places);
    snprintf(words, sizeof words, "%s", first_words);
    free(first_words);
  }
  if (!program->name) fputs(words, stderr);
  program->compile_seconds = cpu_seconds() - start;
  program->language = language;
  program->kind = kind;
  program->source = source;
  return program->name != 0;
}

/* How many numbers a uniform of the type has; 0 for one that is no value. */
static int numbers_of(GLenum type) {
  switch (type) {
    case GL_FLOAT: case GL_INT: case GL_BOOL: return 1;
    case GL_FLOAT_VEC2: case GL_INT_VEC2: case GL_BOOL_VEC2: return 2;
    case GL_FLOAT_VEC3: case GL_INT_VEC3: case GL_BOOL_VEC3: return 3;
    case GL_FLOAT_VEC4: case GL_INT_VEC4: case GL_BOOL_VEC4: case GL_FLOAT_MAT2: return 4;
    case GL_FLOAT_MAT3: return 9;
    case GL_FLOAT_MAT4: return 16;
    default: return 0;
  }
}

/* A matrix of one number has it on its diagonal. */
static void fill(float *numbers, int wanted, int columns, const Value *value) {
  for (int i = 0; i < wanted; i++) {
    if (columns && value->count == 1)
      numbers[i] = i % (columns + 1) == 0 ? value->numbers[0] : 0;
    else
      numbers[i] = value->numbers[i % value->count];
  }
}

void set_uniform(const Program *program, const char *name, GLenum type, int size,
                 const Value *value) {
  GLint place = glGetUniformLocation(program->name, name);
  float numbers[64] = {0};
  GLint whole[64] = {0};
  int each = numbers_of(type), columns = 0;
  if (place < 0 || !each || !value->count) return;
  if (size * each > 64) fail(2, "the uniform '%s' is too large.", name);
  if (type == GL_FLOAT_MAT2) columns = 2;
  if (type == GL_FLOAT_MAT3) columns = 3;
  if (type == GL_FLOAT_MAT4) columns = 4;
  fill(numbers, size * each, columns, value);
  for (int i = 0; i < size * each; i++) whole[i] = (GLint)numbers[i];
  switch (type) {
    case GL_FLOAT: glUniform1fv(place, size, numbers); break;
    case GL_FLOAT_VEC2: glUniform2fv(place, size, numbers); break;
    case GL_FLOAT_VEC3: glUniform3fv(place, size, numbers); break;
    case GL_FLOAT_VEC4: glUniform4fv(place, size, numbers); break;
    case GL_FLOAT_MAT2: glUniformMatrix2fv(place, size, 0, numbers); break;
    case GL_FLOAT_MAT3: glUniformMatrix3fv(place, size, 0, numbers); break;
    case GL_FLOAT_MAT4: glUniformMatrix4fv(place, size, 0, numbers); break;
    default:
      if (each == 1) glUniform1iv(place, size, whole);
      if (each == 2) glUniform2iv(place, size, whole);
      if (each == 3) glUniform3iv(place, size, whole);
      if (each == 4) glUniform4iv(place, size, whole);
  }
}

int read_value(const char *text, Value *value) {
  value->count = 0;
  while (isspace((unsigned char)*text)) text++;
  if (isalpha((unsigned char)*text) && strncmp(text, "true", 4) && strncmp(text, "false", 5)) {
    while (isalnum((unsigned char)*text)) text++;
    while (*text == ' ') text++;
    if (*text++ != '(') return 0;
  }
  while (value->count < 16) {
    char *end;
    while (*text == ' ' || *text == ',') text++;
    if (!strncmp(text, "true", 4) || !strncmp(text, "false", 5)) {
      value->numbers[value->count++] = *text == 't';
      text += *text == 't' ? 4 : 5;
      continue;
    }
    float number = strtof(text, &end);
    if (end == text) break;
    value->numbers[value->count++] = number;
    text = *end == 'f' ? end + 1 : end;
    while (*text == ' ') text++;
    if (*text != ',') break;
  }
  return value->count > 0;
}

/* Whether the declaration from `start` to its `;`, comments aside, is of `name`. */
static int declares(const char *start, const char *line_end, const char *name) {
  char word[64] = "";
  for (const char *p = start; p < line_end && *p != ';' && *p != '['; p++) {
    if (!strncmp(p, "/*", 2)) {
      p = strstr(p + 2, "*/");
      if (!p) return 0;
      p++;
    } else if (isalpha((unsigned char)*p) || *p == '_') {
      size_t length = 0;
      while (isalnum((unsigned char)p[length]) || p[length] == '_') length++;
      snprintf(word, sizeof word, "%.*s", (int)length, p);
      p += length - 1;
    }
  }
  return !strcmp(word, name);
}

int default_of(const char *source, const char *name, Value *value) {
  for (const char *p = source; (p = strstr(p, "uniform")); p += 7) {
    const char *end = p + strcspn(p, "\n");
    if (p > source && (isalnum((unsigned char)p[-1]) || p[-1] == '_')) continue;
    if (!declares(p + 7, end, name)) continue;
    for (const char *c = p; c + 1 < end; c++) {
      if (c[0] != '/' || (c[1] != '/' && c[1] != '*')) continue;
      c += 2;
      while (*c == ' ' || *c == '\t') c++;
      return *c == '=' && read_value(c + 1, value);
    }
    return 0;
  }
  return 0;
}
