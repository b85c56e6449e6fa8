/* SPDX-License-Identifier: MIT
 * The handful of EGL and OpenGL that the oracle needs, declared here and loaded while it runs: so
 * no headers have to be installed, only Mesa's libraries (libegl1, libgl1-mesa-dri). */
#ifndef ORACLE_GL_H
#define ORACLE_GL_H

#include <stddef.h>

typedef unsigned int GLuint;
typedef int GLint;
typedef unsigned int GLenum;
typedef ptrdiff_t GLsizeiptr;

enum {
  GL_TRIANGLES = 0x0004, GL_COLOR_BUFFER_BIT = 0x4000, GL_TEXTURE_2D = 0x0DE1,
  GL_UNSIGNED_BYTE = 0x1401, GL_FLOAT = 0x1406, GL_RGBA = 0x1908, GL_RGBA8 = 0x8058,
  GL_RGBA32F = 0x8814, GL_RENDERER = 0x1F01, GL_NEAREST = 0x2600, GL_LINEAR = 0x2601,
  GL_TEXTURE_MAG_FILTER = 0x2800, GL_TEXTURE_MIN_FILTER = 0x2801, GL_TEXTURE_WRAP_S = 0x2802,
  GL_TEXTURE_WRAP_T = 0x2803, GL_CLAMP_TO_EDGE = 0x812F, GL_TEXTURE0 = 0x84C0,
  GL_ARRAY_BUFFER = 0x8892, GL_STATIC_DRAW = 0x88E4, GL_FRAGMENT_SHADER = 0x8B30,
  GL_VERTEX_SHADER = 0x8B31, GL_COMPILE_STATUS = 0x8B81, GL_LINK_STATUS = 0x8B82,
  GL_ACTIVE_UNIFORMS = 0x8B86, GL_FRAMEBUFFER = 0x8D40, GL_COLOR_ATTACHMENT0 = 0x8CE0,
  GL_FRAMEBUFFER_COMPLETE = 0x8CD5, GL_PACK_ALIGNMENT = 0x0D05, GL_UNPACK_ALIGNMENT = 0x0CF5,
  GL_INT = 0x1404, GL_FLOAT_VEC2 = 0x8B50, GL_FLOAT_VEC3, GL_FLOAT_VEC4, GL_INT_VEC2,
  GL_INT_VEC3, GL_INT_VEC4, GL_BOOL, GL_BOOL_VEC2, GL_BOOL_VEC3, GL_BOOL_VEC4, GL_FLOAT_MAT2,
  GL_FLOAT_MAT3, GL_FLOAT_MAT4, GL_SAMPLER_2D = 0x8B5E,
};

/* result, name, parameters */
#define GL_FUNCTIONS(F) \
  F(const unsigned char *, GetString, (GLenum)) \
  F(GLenum, GetError, (void)) \
  F(void, Finish, (void)) \
  F(void, Clear, (GLenum)) \
  F(void, Viewport, (GLint, GLint, GLint, GLint)) \
  F(void, PixelStorei, (GLenum, GLint)) \
  F(void, ReadPixels, (GLint, GLint, GLint, GLint, GLenum, GLenum, void *)) \
  F(void, GenTextures, (GLint, GLuint *)) \
  F(void, BindTexture, (GLenum, GLuint)) \
  F(void, ActiveTexture, (GLenum)) \
  F(void, TexParameteri, (GLenum, GLenum, GLint)) \
  F(void, TexImage2D, (GLenum, GLint, GLint, GLint, GLint, GLint, GLenum, GLenum, const void *)) \
  F(void, GenFramebuffers, (GLint, GLuint *)) \
  F(void, BindFramebuffer, (GLenum, GLuint)) \
  F(void, FramebufferTexture2D, (GLenum, GLenum, GLenum, GLuint, GLint)) \
  F(GLenum, CheckFramebufferStatus, (GLenum)) \
  F(GLuint, CreateShader, (GLenum)) \
  F(void, ShaderSource, (GLuint, GLint, const char *const *, const GLint *)) \
  F(void, CompileShader, (GLuint)) \
  F(void, GetShaderiv, (GLuint, GLenum, GLint *)) \
  F(void, GetShaderInfoLog, (GLuint, GLint, GLint *, char *)) \
  F(GLuint, CreateProgram, (void)) \
  F(void, AttachShader, (GLuint, GLuint)) \
  F(void, BindAttribLocation, (GLuint, GLuint, const char *)) \
  F(void, LinkProgram, (GLuint)) \
  F(void, UseProgram, (GLuint)) \
  F(void, GetProgramiv, (GLuint, GLenum, GLint *)) \
  F(void, GetProgramInfoLog, (GLuint, GLint, GLint *, char *)) \
  F(void, GetActiveUniform, (GLuint, GLuint, GLint, GLint *, GLint *, GLenum *, char *)) \
  F(GLint, GetUniformLocation, (GLuint, const char *)) \
  F(void, Uniform1i, (GLint, GLint)) \
  F(void, Uniform1fv, (GLint, GLint, const float *)) \
  F(void, Uniform2fv, (GLint, GLint, const float *)) \
  F(void, Uniform3fv, (GLint, GLint, const float *)) \
  F(void, Uniform4fv, (GLint, GLint, const float *)) \
  F(void, Uniform1iv, (GLint, GLint, const GLint *)) \
  F(void, Uniform2iv, (GLint, GLint, const GLint *)) \
  F(void, Uniform3iv, (GLint, GLint, const GLint *)) \
  F(void, Uniform4iv, (GLint, GLint, const GLint *)) \
  F(void, UniformMatrix2fv, (GLint, GLint, unsigned char, const float *)) \
  F(void, UniformMatrix3fv, (GLint, GLint, unsigned char, const float *)) \
  F(void, UniformMatrix4fv, (GLint, GLint, unsigned char, const float *)) \
  F(void, GenBuffers, (GLint, GLuint *)) \
  F(void, BindBuffer, (GLenum, GLuint)) \
  F(void, BufferData, (GLenum, GLsizeiptr, const void *, GLenum)) \
  F(void, VertexAttribPointer, (GLuint, GLint, GLenum, unsigned char, GLint, const void *)) \
  F(void, EnableVertexAttribArray, (GLuint)) \
  F(void, DrawArrays, (GLenum, GLint, GLint))

#define DECLARE(result, name, parameters) extern result(*gl##name) parameters;
GL_FUNCTIONS(DECLARE)
#undef DECLARE

/* Opens a context without a surface: OpenGL ES 3 or, where `desktop`, OpenGL. Ends the process with
 * 4 and a sentence where that is not possible. A second call replaces the context. */
void open_context(int desktop);

/* Ends the process with `code` and a sentence. */
_Noreturn void fail(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
