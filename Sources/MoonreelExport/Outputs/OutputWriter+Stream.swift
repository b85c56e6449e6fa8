// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

extension StreamWriter: OutputWriter {
  var pictureTakers: [(taker: any FrameTaker, encoding: VideoEncoding)] {
    zip(renditions, settings.videos).map { ($0, $1) }
  }

  /// Takes sound of track `index`.
  func append(_ samples: SampleBuffer, toSound index: Int) throws {
    try sounds[index].append(samples)
  }

  /// Refused: a stream holds none.
  func append(_ metadata: TimedMetadata, toMetadata index: Int) throws {
    throw MoonreelError(.invalidArgument, "Cannot append timed metadata: a stream holds none.")
  }

  var isFull: Bool { false }
}
