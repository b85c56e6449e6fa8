// SPDX-License-Identifier: MIT
// Nothing but the header: a target has to have a source.
#include "moonreel_clock.h"
