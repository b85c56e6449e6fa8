// SPDX-License-Identifier: MIT
#include "moonreel_lua.h"
