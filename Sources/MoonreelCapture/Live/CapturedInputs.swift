// SPDX-License-Identifier: MIT

/// What a film wants of the machine's devices: what its script's calls of `mr.capture` come to.
public struct CapturedInputs: Sendable {
  /// The live pictures, in the order in which they were asked for.
  public var pictures: [LiveSource] = []
  /// The microphone that is recorded beside the film; `nil`: none.
  public var microphone: String?

  /// The stream whose sound is recorded beside the film where no microphone is named: the first that is shown.
  public var stream: StreamPlace? {
    pictures.lazy.compactMap { live in
      switch live.input {
      case .stream(let place): place
      case .camera, .screen: nil
      }
    }.first
  }

  /// Nothing.
  public init() {}

  /// Whether it wants nothing.
  public var isEmpty: Bool { pictures.isEmpty && microphone == nil }
}
