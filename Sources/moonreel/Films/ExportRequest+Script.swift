// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelModel
import MoonreelScript

extension ExportRequest {
  /// What a script returned, as a request.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) for a preset that does not exist.
  init(_ result: ScriptResult) throws {
    let export = result.export
    self.init(
      timeline: result.timeline, videoComposition: result.videoComposition,
      audioMix: result.audioMix, preset: try export.preset.map { try ExportPreset.named($0) })
    output = OutputOptions(export)
    metadata = export.metadata
    timeRange = export.range
    if let scale = export.scale { self.scale = scale }
    if let algorithm = export.timePitchAlgorithm { timePitchAlgorithm = algorithm }
    resize(to: export.size, frameRate: export.frameRate)
  }

  /// A size or rate of the file's own, where the script asks for one.
  private mutating func resize(to size: PixelSize?, frameRate: FrameRate?) {
    guard size != nil || frameRate != nil else { return }
    var composition = effectiveComposition
    if let frameRate { composition.frameRate = frameRate }
    if let size {
      let (width, height) = (composition.renderSize.width, composition.renderSize.height)
      scale *= min(Double(size.width) / Double(width), Double(size.height) / Double(height))
    }
    videoComposition = composition
  }
}

extension OutputOptions {
  /// The choices that a script made.
  fileprivate init(_ export: ExportDescription) {
    self.init()
    container = export.container
    (videoCodec, audioCodec) = (export.videoCodec, export.audioCodec)
    (quality, videoBitRate, audioBitRate) =
      (export.videoQuality, export.videoBitRate, export.audioBitRate)
    (videoOptions, audioOptions) = (export.videoOptions, export.audioOptions)
    (sampleRate, channelLayout, hasAlpha) = (export.sampleRate, export.layout, export.keepsAlpha)
    if let optimize = export.optimizeForNetwork { optimizeForNetwork = optimize }
    fileLengthLimit = export.fileLengthLimit
  }
}
