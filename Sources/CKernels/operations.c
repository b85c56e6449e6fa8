// SPDX-License-Identifier: MIT
//
// The table of operations as data.
#include "moonreel_operations.h"
#include <stddef.h>

// How many operands have this kind, and which bit says that it is a scalar.
#define MR_COUNT_V 1
#define MR_COUNT_S 1
#define MR_COUNT_N 0
#define MR_BIT_V 0
#define MR_BIT_S 1
#define MR_BIT_N 0

static const mr_row rows[MR_OP_COUNT] = {
#define MR_ROW(name, swift, method, operands, cost, expression) \
  [MR_##name] = {#swift, method, operands, 1, MR_##cost, 0, MR_##name},
  MR_OPERATIONS(MR_ROW)
#undef MR_ROW
#define MR_ROW(name, of, cost, a, b, c, d) \
  [MR_##name] = {#name, "", MR_COUNT_##a + MR_COUNT_##b + MR_COUNT_##c + MR_COUNT_##d, 1, MR_##cost, \
                 MR_BIT_##a | MR_BIT_##b << 1 | MR_BIT_##c << 2 | MR_BIT_##d << 3, MR_##of},
  MR_FORMS(MR_ROW)
#undef MR_ROW
#define MR_ROW(name, swift, function, results, scalars) \
  [MR_##name] = {#swift, "", 0, results, MR_COSTLY, scalars, MR_##name},
  MR_SOURCES(MR_ROW)
#undef MR_ROW
};

const mr_row *mr_row_of(mr_op op) {
  return (unsigned)op < MR_OP_COUNT && rows[op].name ? &rows[op] : NULL;
}
