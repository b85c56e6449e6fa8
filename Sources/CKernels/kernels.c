// SPDX-License-Identifier: MIT
#include "moonreel_kernels.h"
