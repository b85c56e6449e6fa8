// SPDX-License-Identifier: MIT
#pragma once
#include <aubio/aubio.h>
