// SPDX-License-Identifier: MIT

import MoonreelCore

/// A function of the script that draws, and what is needed to call it.
struct LuaCallback: Sendable {
  let function: LuaReference
  /// Where it stands, for messages: `"the compositor"`.
  let label: String
}
