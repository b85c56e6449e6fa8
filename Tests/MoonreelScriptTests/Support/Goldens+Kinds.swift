// SPDX-License-Identifier: MIT

import GoldenPictures

extension Goldens {
  /// The pictures of the suite `kind`Tests, in `KINDGoldens.txt` beside this file.
  init(kind: String) {
    self.init(
      "\(StubTests.root)/Tests/MoonreelScriptTests/Support/\(kind)Goldens.txt",
      suite: "\(kind)Tests")
  }
}
