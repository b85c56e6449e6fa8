// SPDX-License-Identifier: MIT

import MoonreelExport
