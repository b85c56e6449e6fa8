// SPDX-License-Identifier: MIT

/// What a film wants of the machine's devices: what its script's calls of `mr.capture` come to.
public struct CapturedInputs: Sendable {
  /// The live pictures, in the order in which they were asked for.
  public var pictures: [LiveSource] = []
  /// The microphone that is recorded beside the film; `nil`: none.
  public var microphone: String?

  /// Nothing.
  public init() {}

  /// Whether it wants nothing.
  public var isEmpty: Bool { pictures.isEmpty && microphone == nil }
}
