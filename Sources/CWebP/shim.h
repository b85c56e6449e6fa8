// SPDX-License-Identifier: MIT
#pragma once
#include <webp/demux.h>
