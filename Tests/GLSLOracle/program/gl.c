/* SPDX-License-Identifier: MIT */
#include "gl.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define DEFINE(result, name, parameters) result(*gl##name) parameters;
GL_FUNCTIONS(DEFINE)
#undef DEFINE

enum {
  EGL_OPENGL_ES_API = 0x30A0, EGL_OPENGL_API = 0x30A2, EGL_NONE = 0x3038,
  EGL_SURFACE_TYPE = 0x3033, EGL_RENDERABLE_TYPE = 0x3040, EGL_OPENGL_BIT = 0x0008,
  EGL_OPENGL_ES3_BIT = 0x0040, EGL_CONTEXT_MAJOR_VERSION = 0x3098,
};

void fail(int code, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("glsl-oracle: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  exit(code);
}

static void *library;

static void *function_of_egl(const char *name) {
  void *function = dlsym(library, name);
  if (!function) fail(4, "libEGL.so.1 has no '%s'.", name);
  return function;
}

void open_context(int desktop) {
  static void *display;
  typedef void *(*get_display)(void *);
  typedef unsigned (*initialize)(void *, int *, int *);
  typedef unsigned (*bind_api)(unsigned);
  typedef unsigned (*choose_config)(void *, const int *, void **, int, int *);
  typedef void *(*create_context)(void *, void *, void *, const int *);
  typedef unsigned (*make_current)(void *, void *, void *, void *);
  typedef void *(*get_address)(const char *);

  if (!display) {
    setenv("EGL_PLATFORM", "surfaceless", 1);
    setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
    library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) fail(4, "there is no libEGL.so.1 (packages libegl1 and libgl1-mesa-dri).");
    display = ((get_display)function_of_egl("eglGetDisplay"))(NULL);
    if (!display || !((initialize)function_of_egl("eglInitialize"))(display, NULL, NULL))
      fail(4, "EGL has no surfaceless display (package libgl1-mesa-dri).");
  }
  int wanted[] = {
    EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, desktop ? EGL_OPENGL_BIT : EGL_OPENGL_ES3_BIT,
    EGL_NONE,
  };
  int version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE}, count = 0;
  void *config = NULL, *context = NULL;
  ((bind_api)function_of_egl("eglBindAPI"))(desktop ? EGL_OPENGL_API : EGL_OPENGL_ES_API);
  if (((choose_config)function_of_egl("eglChooseConfig"))(display, wanted, &config, 1, &count) &&
      count)
    context = ((create_context)function_of_egl("eglCreateContext"))(
      display, config, NULL, desktop ? NULL : version);
  if (!context || !((make_current)function_of_egl("eglMakeCurrent"))(display, NULL, NULL, context))
    fail(4, "EGL makes no context for OpenGL%s.", desktop ? "" : " ES 3");

  get_address address = (get_address)function_of_egl("eglGetProcAddress");
#define LOAD(result, name, parameters) \
  gl##name = (result(*) parameters)address("gl" #name); \
  if (!gl##name) fail(4, "OpenGL has no 'gl" #name "'.");
  GL_FUNCTIONS(LOAD)
#undef LOAD
}
