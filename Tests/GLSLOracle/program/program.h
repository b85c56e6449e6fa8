/* SPDX-License-Identifier: MIT
 * A shader of a public contract as a program of OpenGL, and its uniforms. */
#ifndef ORACLE_PROGRAM_H
#define ORACLE_PROGRAM_H

#include "gl.h"

typedef enum { TRANSITION, IMAGE } Kind;
typedef enum { ES100, ES300, DESKTOP, ANY_LANGUAGE } Language;

/* A value of a uniform or of a default: as many numbers as it has. */
typedef struct {
  char name[64];
  float numbers[16];
  int count;
} Value;

typedef struct {
  Kind kind;
  Language language;
  GLuint name;
  double compile_seconds;
  const char *source;
} Program;

extern const char *const language_names[];

/* The CPU time of all threads until now. */
double cpu_seconds(void);

/* What the source is, told by the function that it defines. */
Kind kind_of(const char *source);

/* Compiles and links the source within the contract's surroundings. In `ANY_LANGUAGE` it is tried as
 * the contract says (GLSL ES 1.00 for transitions; 3.00 for images and after `#version 300 es`), then
 * as desktop GLSL 1.30, which takes what strict ES 1.00 does not: globals made of uniforms.
 * `exact_places`: uv comes from a table of correctly rounded quotients, not from a division.
 * Returns 0, with the compiler's words on standard error, where the shader is refused. */
int make_program(Program *program, const char *source, Kind kind, Language language,
                 int exact_places);

/* Sets one uniform of the type that it is declared with: fewer numbers than it has are repeated. */
void set_uniform(const Program *program, const char *name, GLenum type, int size,
                 const Value *value);

/* Reads `1.0`, `vec2(0.5, 1)`, `true`, up to where no value goes on. Returns whether there was one. */
int read_value(const char *text, Value *value);

/* The default that stands in a comment behind `uniform T name`, as the public contract has it. */
int default_of(const char *source, const char *name, Value *value);

#endif
