// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// What puts an output together while an export runs.
protocol OutputWriter: SoftTrackTaker, Sendable {
  /// The encoders of its pictures, each with what it takes.
  var pictureTakers: [(taker: any FrameTaker, encoding: VideoEncoding)] { get }
  /// Takes sound of track `index`.
  func append(_ samples: SampleBuffer, toSound index: Int) throws
  /// Whether further pictures and sound are of no use.
  var isFull: Bool { get }
  /// Bytes so far.
  var bytesWritten: Int64 { get }
  /// CPU time of putting packets into files.
  var muxingNanoseconds: Int64 { get }
  /// Writes what is held back: all is whole, beside its place.
  func complete() throws -> OutputSummary
  /// Puts what is complete in its place.
  func publish() throws
  /// Gives up, and removes what was written.
  func cancel()
}

extension MediaWriter: OutputWriter {
  var pictureTakers: [(taker: any FrameTaker, encoding: VideoEncoding)] {
    settings.video.map { [(self, $0)] } ?? []
  }
}

/// One output of an export that runs.
struct ExportOutput: Sendable {
  let job: ExportJob
  let writer: any OutputWriter
  /// The sound whose packets are copied into the file; `nil`: none.
  var copying: SoundCopy?

  /// The writer where the output is one file.
  var file: MediaWriter? { writer as? MediaWriter }
}

extension [ExportOutput] {
  /// Completes all, then puts all in their places: they appear together, or none does.
  ///
  /// - Parameter check: asked once more before the first appears; stops by throwing.
  /// - Returns: what was written, in order.
  /// - Throws: `MoonreelError`.
  func finish(check: () throws -> Void) throws -> [OutputSummary] {
    let summaries = try map { try $0.writer.complete() }
    try check()
    try PartialFiles.together {
      for output in self { try output.writer.publish() }
    }
    return summaries
  }

  /// Gives all up.
  func cancel() { for output in self { output.writer.cancel() } }
}
