// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension ScriptHost {
  /// What the script returned, as values of the model.
  func read(_ results: Results) throws -> ScriptResult {
    throw results.value(label: "result of the script").expected(
      "what is to be rendered: mr.export { … }, a timeline, an asset or an image")
  }
}
