// SPDX-License-Identifier: MIT

import MoonreelCore
