// SPDX-License-Identifier: MIT
#pragma once
#include <SoundTouch.h>
