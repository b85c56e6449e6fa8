// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia

extension ExportRequest {
  /// The same film for eyes and ears in place of a file: what is said of the file, its codecs and tags, is left away.
  /// Of several tracks of sound, the one that players choose stays.
  func forPlaying(on screen: any PlayScreen) -> ExportRequest {
    var request = heard
    (request.preset, request.passthrough, request.metadata) = (nil, .never, [:])
    request.output = OutputOptions()
    request.output.container = .mkv
    request.output.videoCodec = screen.codec
    request.output.bitDepth = 8
    request.output.includesSubtitles = false
    return request
  }

  /// The same, drawn no larger than `area`; as it is where no pictures are shown.
  func fitting(_ area: PixelSize?) -> ExportRequest {
    guard let area, hasPictures else { return self }
    var request = self
    let natural = effectiveComposition.outputSize
    let fitting = RGBPicture.fitting(natural, into: area)
    let factor = min(
      Double(fitting.width) / Double(max(1, natural.width)),
      Double(fitting.height) / Double(max(1, natural.height)))
    if factor < 1 { request.scale = max(0.01, request.scale * factor) }
    return request
  }

  /// What is played of the film; `nil` where that is nothing.
  var playedRange: TimeRange? { try? effectiveRange() }

  /// How long it takes at rate 1.
  var playedDuration: Time { playedRange?.duration ?? .zero }
}
