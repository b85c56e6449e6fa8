// SPDX-License-Identifier: MIT
#pragma once
#include <rlottie_capi.h>
