// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

extension ExportSession {
  /// Opens all outputs through `gate` and writes their captions and timed metadata.
  ///
  /// - Parameters:
  ///   - copies: the sound that is copied into each, where it is.
  ///   - statistics: what the first of two passes has learnt of the only output's pictures.
  ///   - spans: how the pictures of the only output are joined of spans; `nil`: they are encoded in one go.
  /// - Throws: `MoonreelError`; nothing of what was opened is left then.
  func openOutputs(
    _ gate: FileGate, copies: [SoundCopy?], statistics: PassStatistics? = nil,
    spans: SpanRules? = nil
  ) throws -> [ExportOutput] {
    let softTracks = try jobs.map { try self.softTracks(of: $0) }
    var outputs: [ExportOutput] = []
    do {
      for (index, job) in jobs.enumerated() {
        outputs.append(try open(job, gate, statistics, copies[index], spans))
        try softTracks[index].append(to: outputs[index].writer)
      }
    } catch {
      outputs.cancel()
      throw error
    }
    return outputs
  }

  private func open(
    _ job: ExportJob, _ gate: FileGate, _ statistics: PassStatistics?, _ copy: SoundCopy?,
    _ spans: SpanRules?
  ) throws -> ExportOutput {
    guard !job.settings.container.isStream else {
      let writer = try StreamWriter(
        path: job.path, settings: job.settings, gate: gate, warnings: warnings)
      return ExportOutput(job: job, writer: writer)
    }
    let writer = try MediaWriter(
      path: job.path, settings: job.settings, gate: gate, warnings: warnings,
      statistics: statistics, copied: copy?.parameters, spans: spans)
    return ExportOutput(job: job, writer: writer, copying: copy)
  }
}
