// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

extension ExportSession {
  /// Does all that ``run(profile:progress:)`` does before the first frame, and writes nothing: whatever it
  /// would refuse by then is refused here in the same words, and what it would warn of is in ``warnings``.
  ///
  /// - Throws: `MoonreelError` as ``run(profile:progress:)``.
  public func rehearse() throws {
    var gate = gate
    gate.writing.discards = true
    if let copy = try packetCopy(gate) {
      try copy.open(to: outputPath, settings: settings, gate: gate, warnings: warnings).cancel()
      _ = try captions()
      return
    }
    let reader = try CompositionReader(job, gate: gate, warnings: warnings, profile: nil)
    _ = try captions()
    let writer = try MediaWriter(
      path: outputPath, settings: settings, gate: gate, warnings: warnings)
    defer { writer.cancel() }
    try prepareCompositors()
    if let audio = settings.audio { _ = try RenderPipeline.mixer(job, audio, reader) }
  }
}
