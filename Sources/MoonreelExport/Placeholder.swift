// SPDX-License-Identifier: MIT

import MoonreelRender
