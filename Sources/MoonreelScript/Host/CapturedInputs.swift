// SPDX-License-Identifier: MIT

import MoonreelCapture

/// What a script wants of the machine's devices: what its calls of `mr.capture` come to.
public struct CapturedInputs: Sendable {
  /// The live pictures, in the order in which they were asked for.
  public var pictures: [LiveSource] = []
  /// The microphone that is recorded beside the film; `nil`: none.
  public var microphone: String?
}
