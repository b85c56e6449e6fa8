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
    let reader = reader(profile: nil)
    try job.requireFiles(of: reader)
    if let copy = try packetCopy(gate) {
      let softTracks = try softTracks()
      let writer = try copy.open(
        to: outputPath, settings: settings, gate: gate, warnings: warnings)
      defer { writer.cancel() }
      return try softTracks.append(to: writer)
    }
    let softTracks = try softTracks()
    let copied = try SoundCopy(job, path: outputPath, gate: gate)
    let writer = try openWriter(gate, copied: copied, spans: job.spanRules)
    defer { writer.cancel() }
    try softTracks.append(to: writer)
    try prepareCompositors()
    for track in settings.sounds.indices { _ = try RenderPipeline.mixer(job, track, reader) }
  }
}
