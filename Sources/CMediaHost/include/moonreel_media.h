// SPDX-License-Identifier: MIT
#pragma once
#include <libavformat/avformat.h>
