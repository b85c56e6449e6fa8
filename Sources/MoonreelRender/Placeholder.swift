// SPDX-License-Identifier: MIT

import MoonreelModel
