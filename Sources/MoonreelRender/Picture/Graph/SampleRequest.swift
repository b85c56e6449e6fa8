// SPDX-License-Identifier: MIT

import MoonreelModel

/// What has to be drawn of a picture that a kernel reads at computed positions.
struct SampleRequest {
  /// The picture and where it is drawn.
  var input: (Image, Placement)
  /// The pixels to be drawn, one column and row more at the right and below than positions reach.
  var rect: PixelRect
}
