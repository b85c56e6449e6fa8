// SPDX-License-Identifier: MIT

import MoonreelCore

/// Lets encoders of one library open only while none of them is at work.
///
/// SVT-AV1 has tables that belong to the whole process. Each encoder that opens empties them and fills them again, and one
/// that is at work meanwhile reads what is not there: the process ends by a signal. (Seen with 1.4: four threads that open
/// and use small encoders crash within seconds. 2.3 frees another such table whenever an encoder closes.)
///
/// So who opens an encoder waits until those at work have seen their last picture. Encoders that are open and have seen no
/// picture yet are in nobody's way: all outputs of an export are opened before its first picture is drawn.
final class EncoderGate: Sendable {
  static let svtAV1 = EncoderGate()

  private struct State {
    /// Encoders that have taken a picture, and may take more.
    var workers = 0
    /// Pictures taken so far. Who waits sees by it that the others get on.
    var pictures = 0
  }

  /// The longest time in seconds that an opening waits for encoders that take no picture.
  private let patience: Int
  private let state = Monitor(State())

  /// A gate for one library.
  init(patience: Int = 600) { self.patience = patience }

  /// Runs `body`, which opens an encoder, once none is at work.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`) where those at work take no pictures.
  func open<Result>(_ name: String, _ body: () -> Result) throws -> Result {
    let result = state.patientWait(seconds: patience) { state in
      state.workers == 0 ? body() : nil
    }
    if let result { return result }
    throw MoonreelError(
      .encodingFailed,
      "Cannot open the encoder \(name): another one of this process is at work and has taken no picture for "
        + "\(patience) seconds, and two cannot open side by side. Finish the other film first, or encode this one in a "
        + "process of its own.")
  }

  /// Says that an encoder is given a picture; `isFirst`: its first.
  func picture(isFirst: Bool) {
    state.update { state in
      state.pictures += 1
      if isFirst { state.workers += 1 }
    }
  }

  /// Says that an encoder that was at work has given out its last packet.
  func rest() { state.update { $0.workers -= 1 } }

  /// Runs `body`, which closes an encoder, while none is opened; `wasWorking`: one that was still at work.
  func close(wasWorking: Bool, _ body: () -> Void) {
    state.update { state in
      body()
      if wasWorking { state.workers -= 1 }
    }
  }
}
