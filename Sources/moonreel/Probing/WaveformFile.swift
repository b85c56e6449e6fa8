// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel
import MoonreelRender

/// `--waveform` of `probe`: the sound of a file as a picture.
struct WaveformFile {
  let path: String
  let size: PixelSize

  private static let (color, background) = (Color(0.35, 0.85, 1), Color(0.07, 0.09, 0.13))

  /// Draws the first sound track of `asset`, a lane for each channel.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` where there is no sound; what reading and writing throw.
  func write(
    _ asset: Asset, gate: FileGate, replacing: ReplacingArguments, warnings: WarningLog
  ) throws {
    guard let track = asset.tracks.first(where: { $0.audio != nil }) else {
      throw MoonreelError(
        .invalidArgument,
        "'\(asset.path)' has no sound to draw: leave --waveform out, or name a file with sound.")
    }
    var gate = gate
    replacing.apply(to: &gate)
    try replacing.confirm(
      try OutputPlaces.replaced(
        by: path, container: try StillGenerator.container(forPath: path), gate: gate))
    var look = WaveformSource.Look()
    (look.channels, look.color, look.background) = (.each, Self.color, Self.background)
    let subject = try SoundMeasurer(gate: gate, warnings: warnings).subject(
      [.extents], of: .asset(track))
    let source = WaveformSource(subject, look: look, size: size)
    let picture = try source.image(
      at: .zero, in: FrameContext(time: .zero, frameIndex: 0, size: size.size))
    let target = FrameTarget(size: size, format: .rgba, color: .srgb)
    let frame = try PictureRenderer(threadCount: 1).render(picture, to: target)
    try StillGenerator.write(frame, to: path, gate: gate, warnings: warnings)
  }
}
