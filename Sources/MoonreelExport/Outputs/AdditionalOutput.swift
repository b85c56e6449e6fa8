// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// Another file that an export writes: its pictures are drawn and its sound is mixed once for all of them.
///
/// For example, a smaller film and a picture book beside the main file:
///
///     var small = AdditionalOutput(path: "{name}-720p.mp4", size: .height(720))
///     small.output.quality = 0.5
///     request.additionalOutputs = [small, AdditionalOutput(path: "frames/%04d.png")]
///
/// It has the film's tags, chapters, tracks of sound and loudness; what kind of file it is, how large and how it is
/// coded it says itself.
public struct AdditionalOutput: Hashable, Sendable {
  /// Where to, as for ``ExportSession``; `{folder}` stands for the folder of the main output, `{name}` for its name without
  /// the ending.
  public var path: String
  /// How large the pictures are; `nil`: by the request's scale, as the main output's without a preset.
  public var size: OutputSize?
  /// Named settings; `nil`: by the file's name.
  public var preset: ExportPreset?
  /// What overrules the preset. Rate and loudspeakers of the sound are those of the main output where they are `nil`;
  /// chapters are the main output's.
  public var output = OutputOptions()

  /// The most that one export writes beside its main output.
  public static let limit = 16

  /// A file by the usual settings of its name.
  public init(path: String, size: OutputSize? = nil, preset: ExportPreset? = nil) {
    (self.path, self.size, self.preset) = (path, size, preset)
  }

  /// The path with folder and name of the main output, which is at `main`, put in their places.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where the main output has none.
  package func path(beside main: String) throws -> String {
    guard main != "-" || !path.contains("{") else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot write '\(path)' beside standard output: write the film to a file, or give a path without braces."
      )
    }
    // What is put in is not looked at again: names may have braces themselves.
    return path.replacing(/\{folder\}|\{name\}/) { word in
      word.output == "{folder}" ? FilePath.folder(of: main) : FilePath.stem(of: main)
    }
  }
}

extension ExportRequest {
  /// What is to be exported into `additional`.
  func request(for additional: AdditionalOutput) -> ExportRequest {
    var request = self
    (request.additionalOutputs, request.passthrough, request.spans) = ([], .never, nil)
    (request.preset, request.output) = (additional.preset, additional.output)
    request.output.chapters = output.chapters
    request.output.sampleRate = additional.output.sampleRate ?? output.sampleRate
    request.output.channelLayout = additional.output.channelLayout ?? output.channelLayout
    if let size = additional.size { request.scale = size.scale(of: effectiveComposition) }
    return request
  }

  /// The additional outputs of an export to `path`, all choices taken.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` where they cannot be written together with the main one, whose settings
  ///   are `main`; whatever a single export refuses.
  func additionalJobs(path: String, main: OutputSettings, gate: FileGate) throws -> [ExportJob] {
    guard !additionalOutputs.isEmpty else { return [] }
    guard additionalOutputs.count <= AdditionalOutput.limit else {
      throw MoonreelError(
        .limitExceeded,
        "Cannot write \(additionalOutputs.count) files beside '\(path)' at once: \(AdditionalOutput.limit) are the most."
      )
    }
    if copyMode != .never { throw Self.apart(path, "packets are copied") }
    let jobs = try additionalOutputs.map {
      try ExportJob(request(for: $0), path: try $0.path(beside: path), gate: gate)
    }
    for (path, settings) in [(path, main)] + jobs.map({ ($0.path, $0.settings) }) {
      if settings.video?.passes ?? 1 > 1 { throw Self.apart(path, "it is encoded in two passes") }
      if settings.fileLengthLimit != nil { throw Self.apart(path, "its length is limited") }
    }
    try OutputPlaces.requireDifferent([path] + jobs.map(\.path), gate: gate)
    return jobs
  }

  /// How pictures of `settings` are encoded by spans; `nil` where that was not asked for.
  ///
  /// - Throws: `SpanRules.Obstacle` where they cannot be; `MoonreelError` (`encodingFailed`).
  func spanRules(_ settings: OutputSettings, _ spans: SpanOptions?) throws -> SpanRules? {
    guard let spans else { return nil }
    guard additionalOutputs.isEmpty else {
      throw SpanRules.Obstacle(reason: "other files are written from the same pictures")
    }
    return try SpanRules(settings, isKept: spans.isKept)
  }

  private static func apart(_ path: String, _ reason: String) -> MoonreelError {
    MoonreelError(
      .invalidArgument,
      "Cannot write '\(path)' together with other files, because \(reason): export it by itself, or leave that out."
    )
  }
}
