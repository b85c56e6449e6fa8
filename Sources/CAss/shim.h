// SPDX-License-Identifier: MIT
#pragma once
#include <ass/ass.h>
