// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// What a kernel reads at computed positions.
enum SampleRequest {
  /// A picture and where it is drawn; the pixels to be drawn are one column and row more at the right and below than
  /// positions reach.
  case drawn((Image, Placement), rect: PixelRect)
  /// The planes of a frame whose edges are held, as they are.
  case planes(FrameBuffer)

  /// The picture that has to be drawn, and where.
  var input: (Image, Placement)? {
    switch self {
    case .drawn(let input, _): input
    case .planes: nil
    }
  }
}
