// SPDX-License-Identifier: MIT
#pragma once
#include <rubberband/rubberband-c.h>
