// SPDX-License-Identifier: MIT
#include "account.h"

void mr_open_patterns(lua_State *L) { (void)L; }
