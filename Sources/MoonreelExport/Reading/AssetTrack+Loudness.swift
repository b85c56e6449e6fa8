// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelRender

extension AssetTrack {
  /// How loud the whole track is, at its own rate and with its own channels; `nil` where it is no sound. Decodes all of it.
  ///
  /// - Throws: `MoonreelError` where it cannot be decoded, or has more than 64 channels.
  public func loudness(gate: FileGate, warnings: WarningLog? = nil) throws -> Loudness? {
    guard let audio else { return nil }
    let (rate, layout) = (audio.sampleRate, audio.layout)
    let reader = try AudioReader(
      track: self, sampleRate: rate, layout: layout, gate: gate, warnings: warnings)
    let meter = try LoudnessMeter(sampleRate: rate, layout: layout)
    var position = timeRange.start.value(timescale: Int64(rate))
    let end = timeRange.end.value(timescale: Int64(rate))
    while position < end {
      try gate.cancellation.check()
      let block = try reader.read(from: position, frameCount: Int(min(4096, end - position)))
      meter.add(block)
      position += Int64(block.frameCount)
    }
    return meter.loudness
  }
}
