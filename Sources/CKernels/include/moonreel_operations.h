// SPDX-License-Identifier: MIT
//
// The table of what tile programs compute, one row for each operation. From a row come the loops of every CPU
// level, the links of chains, the cases of the Swift enums, the count of operands and, where the row names one,
// the method of a kernel's values in Lua.
#pragma once
#include <stdint.h>

// Operations on the numbers of one pixel:
// X(NAME, name in Swift, method in Lua, operands, cost, value of the operands a, b, c, d).
//
// The method is the name of what a kernel's value, operand a, does in Lua, and what it calls the other
// operands; "" for what is no method. CHEAP operations take a few instructions, the same for floats and for
// vectors of them: chains run them. COSTLY ones take dozens, in double precision: each is a loop of its own.
#define MR_OPERATIONS(X) \
  X(ADD, add, "", 2, CHEAP, a + b) \
  X(SUB, subtract, "", 2, CHEAP, a - b) \
  X(MUL, multiply, "", 2, CHEAP, a * b) \
  X(DIV, divide, "", 2, CHEAP, b == 0 ? 0 : a / b) \
  /* What IEEE 754 says: infinite, or no number, where b = 0. */ \
  X(QUOTIENT, quotient, "", 2, CHEAP, a / b) \
  X(MIN, minimum, "min(other)", 2, CHEAP, a < b ? a : b) \
  X(MAX, maximum, "max(other)", 2, CHEAP, a > b ? a : b) \
  X(MAD, multiplyAdd, "", 3, CHEAP, a * b + c) \
  X(BLEND, blend, "", 4, CHEAP, a * b + c * d) \
  /* Limited to 0…1, NaN to 0. */ \
  X(CLAMP, clamp, "", 1, CHEAP, a > 0 ? (a < 1 ? a : 1) : 0) \
  X(SQRT, squareRoot, "sqrt()", 1, CHEAP, __builtin_elementwise_sqrt(a > 0 ? a : 0)) \
  X(ABS, absolute, "abs()", 1, CHEAP, a < 0 ? -a : a) \
  /* The largest whole number not above a. */ \
  X(FLOOR, floor, "floor()", 1, CHEAP, __builtin_elementwise_floor(a)) \
  X(SELECT, select, "at_least(edge, yes, no)", 4, CHEAP, a >= b ? c : d) \
  /* What a loop carries from one round to the next. */ \
  X(COPY, copy, "", 1, CHEAP, a) \
  /* The bits that two whole numbers, limited to 0…65,535, have in common. */ \
  X(AND, bitwiseAnd, "", 2, COSTLY, MR_NAME(bits_of_whole)(a) & MR_NAME(bits_of_whole)(b)) \
  /* a to the power b where a > 0, else a. */ \
  X(POW, power, "", 2, COSTLY, MR_NAME(power_of)(a, b)) \
  X(EXP2, exp2, "exp2()", 1, COSTLY, MR_NAME(exp2)(a)) \
  /* Of a at least 2^-126. */ \
  X(LOG2, log2, "log2()", 1, COSTLY, MR_NAME(log2)(a > 1.17549435e-38f ? a : 1.17549435e-38f)) \
  X(EXP, exp, "exp()", 1, COSTLY, MR_NAME(exp2)(a * 1.4426950408889634)) \
  /* Of a at least 2^-126. */ \
  X(LOG, log, "log()", 1, COSTLY, \
    MR_NAME(log2)(a > 1.17549435e-38f ? a : 1.17549435e-38f) * 0.69314718055994531) \
  /* Of a radians, |a| at most 2^30. */ \
  X(SIN, sine, "sin()", 1, COSTLY, MR_NAME(sine)(a, 0)) \
  X(COS, cosine, "cos()", 1, COSTLY, MR_NAME(sine)(a, 1)) \
  X(TAN, tangent, "tan()", 1, COSTLY, MR_NAME(sine)(a, 0) / MR_NAME(sine)(a, 1)) \
  /* Of a limited to −1…1. */ \
  X(ASIN, arcSine, "asin()", 1, COSTLY, MR_NAME(angle)(MR_NAME(unit_of)(a), MR_NAME(beside)(a))) \
  X(ACOS, arcCosine, "acos()", 1, COSTLY, MR_NAME(angle)(MR_NAME(beside)(a), MR_NAME(unit_of)(a))) \
  /* The angle of the point (b, a), −π…π; 0 at the origin. */ \
  X(ATAN2, arcTangent2, "atan(x)", 2, COSTLY, MR_NAME(angle)(a, b))

// Operations where some operands are numbers for the whole stretch: X(NAME, operation, its cost, kinds of a, b,
// c, d), V for a vector, S for such a number, N for none. Programs do without, they are only faster.
#define MR_FORMS(X) \
  X(ADD_S, ADD, CHEAP, V, S, N, N) \
  X(SUB_S, SUB, CHEAP, V, S, N, N) \
  X(FROM_S, SUB, CHEAP, S, V, N, N) \
  X(MUL_S, MUL, CHEAP, V, S, N, N) \
  X(MAD_S, MAD, CHEAP, V, S, V, N) \
  X(MAD_SS, MAD, CHEAP, V, S, S, N) \
  X(MAD_VS, MAD, CHEAP, V, V, S, N) \
  X(BLEND_S, BLEND, CHEAP, V, S, V, S) \
  X(POW_S, POW, COSTLY, V, S, N, N)

// Operations that read more than their operands, from the structure named: X(NAME, name in Swift, function,
// results, operands that are numbers for the whole stretch, as bits).
#define MR_SOURCES(X) \
  /* mr_yuv: luma, blue and red difference in code values → red, green, blue; and back. */ \
  X(FROM_YUV, fromYUV, from_yuv, 3, 0) \
  X(TO_YUV, toYUV, to_yuv, 3, 0) \
  /* mr_table: each component in its own column, or all three in a cube, tetrahedra. */ \
  X(TABLE_1D, curves, table_1d, 3, 0) \
  X(TABLE_3D, cube, table_3d, 3, 0) \
  /* mr_ramp; limited to 0…1. */ \
  X(RAMP, ramp, ramp, 1, 0) \
  X(COVER, cover, cover, 1, 0) \
  /* mr_box, mr_path: how much of a pixel a rectangle, a polygon covers. */ \
  X(BOX, box, rectangle, 1, 0) \
  X(PATH, path, path, 1, 0) \
  /* mr_checker: 0 on the first colour, 1 on the second. */ \
  X(CHECKER, checker, checker, 1, 0) \
  X(NOISE, noise, noise, 1, 0) \
  /* mr_card → red, green, blue. */ \
  X(CARD, card, card, 3, 0) \
  /* mr_plane: samples at the tile's own pixels plus the plane's offset; each less a. */ \
  X(LOAD, load, load, 1, 0) \
  X(LOAD_S, loadLess, load_s, 1, 1) \
  /* mr_plane of floats side by side: the register becomes the plane's own row where the whole tile lies in it. */ \
  X(ROW, row, row, 1, 0) \
  /* mr_plane: subsampled chroma brought to luma resolution. */ \
  X(CHROMA, chroma, chroma, 1, 0) \
  /* mr_plane: means of luma footprints, at chroma resolution. */ \
  X(MEAN, mean, mean, 1, 0) \
  /* mr_plane: brought to chroma resolution as frames are written. */ \
  X(HALVED, halved, halved, 1, 0) \
  /* mr_gather; TAPS with a table of weights. */ \
  X(NEAREST, nearest, nearest, 1, 0) \
  X(BILINEAR, bilinear, bilinear, 1, 0) \
  X(TAPS, taps, taps, 1, 0) \
  /* Address of an mr_project: a picture in perspective → its planes. */ \
  X(PROJECT, project, project, 4, 0) \
  /* Nothing: SIN and COS of one angle. */ \
  X(SIN_COS, sineAndCosine, sine_and_cosine, 2, 0) \
  /* mr_samples at the positions (a, b) → each plane's own; what goes to MR_NOWHERE is not read. */ \
  X(AT, sample, sample, 4, 0)

// What a step does.
typedef enum mr_op {
#define MR_CASE(name, ...) MR_##name,
  MR_OPERATIONS(MR_CASE)
  MR_OPERATION_COUNT, MR_LAST_OPERATION = MR_OPERATION_COUNT - 1,
  MR_FORMS(MR_CASE)
  MR_SOURCES(MR_CASE)
#undef MR_CASE
  MR_SPLAT,  // a number, in every lane
  MR_OVER,   // out · a + b, in place
  MR_CHAIN,  // mr_link, up to MR_LINK_END
  MR_OP_COUNT
} mr_op;

// The operations on numbers alone.
typedef enum __attribute__((enum_extensibility(closed))) mr_scalar : uint8_t {
#define MR_CASE(name, swift, ...) MR_SCALAR_##name __attribute__((swift_name(#swift))) = MR_##name,
  MR_OPERATIONS(MR_CASE)
#undef MR_CASE
} mr_scalar;

// What an instruction computes, before one of its forms is chosen.
typedef enum __attribute__((enum_extensibility(closed))) mr_operation : uint8_t {
#define MR_CASE(name, swift, ...) MR_OPERATION_##name __attribute__((swift_name(#swift))) = MR_##name,
  MR_OPERATIONS(MR_CASE)
  MR_SOURCES(MR_CASE)
#undef MR_CASE
  // A number that is part of the program, and one that may change from frame to frame: they need no step.
  MR_OPERATION_LITERAL __attribute__((swift_name("literal"))) = MR_OP_COUNT,
  MR_OPERATION_PARAM __attribute__((swift_name("param"))),
  // What a loop carries from one round to the next, and what is left of it after the last one.
  MR_OPERATION_CARRIED __attribute__((swift_name("carried"))),
  MR_OPERATION_AFTER __attribute__((swift_name("after"))),
} mr_operation;

typedef enum mr_cost { MR_CHEAP, MR_COSTLY } mr_cost;

// A row of the table.
typedef struct mr_row {
  const char *name;    // in Swift
  const char *method;  // in Lua, or ""
  int32_t operands, results;
  mr_cost cost;      // of MR_OPERATIONS
  uint32_t scalars;  // operands that are numbers for the whole stretch, as bits
  mr_op operation;   // of MR_FORMS: the operation; else the step itself
} mr_row;

// The row of an operation, of a form, which has the name and cost of its operation, or of a source; NULL for the
// other steps.
const mr_row *mr_row_of(mr_op op);

// The link of a chain that begins with operand `place` of the kernel `op`.
#define MR_LINK_ID(op, place) ((uint32_t)(op) * 4 + (uint32_t)(place))
static inline uint32_t mr_link_id(mr_op op, int32_t place) { return MR_LINK_ID(op, place); }
