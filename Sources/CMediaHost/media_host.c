// SPDX-License-Identifier: MIT
#include "moonreel_media.h"
