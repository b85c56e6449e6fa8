// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCapture
import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelScript

/// One run of `moonreel capture`: opens the devices, records until something ends it, and says what was recorded.
final class CaptureRun {
  /// How often is looked whether it is over, and how it goes.
  private static let pause: useconds_t = 50_000

  private let command: CaptureCommand
  private let reporter: ProgressReporter
  private let warnings: WarningLog
  private let photo = Locked<Result<[TimedPicture], MoonreelError>?>(nil)
  /// What was said of inputs that give nothing at the moment.
  private let interruptions = Locked<[InputName: String]>([:])
  private var progress: CaptureProgress

  init(_ command: CaptureCommand, _ reporter: ProgressReporter, _ warnings: WarningLog) {
    (self.command, self.reporter, self.warnings) = (command, reporter, warnings)
    progress = CaptureProgress(reporter)
  }

  /// - Throws: `MoonreelError`: what the script or a device says; `UsageError` for wrong use.
  func run() throws -> CaptureSummary {
    let outputs = [command.output, command.writing.photo].compactMap { $0 }
    let inputs = try CaptureInputs(command, writing: outputs, warnings: warnings)
    Interruption.allowFinishing()
    try command.replacing.confirm(outputs.filter(OutputPlaces.isTaken))
    var gate = FileGate.unrestricted
    if let film = inputs.filmGate { gate = gate.joined(with: film) }
    command.replacing.apply(to: &gate)
    try admit(outputs, gate)
    let session = CaptureSession(clock: inputs.clock)
    let (movie, photos) = (MovieFileOutput(gate: gate), PhotoOutput())
    try session.configure { configuration in
      try inputs.add(to: &configuration)
      if command.output != nil { try configuration.addOutput(movie) }
      if command.writing.photo != nil { try configuration.addOutput(photos) }
    }
    let listeners = [session, inputs.film?.session].compactMap { $0 }.map(listen)
    defer { for listener in listeners { listener.cancel() } }
    try session.start()
    defer { session.stop() }
    if command.writing.photo != nil {
      try photos.request(PhotoSettings()) { [photo] result in photo.withLock { $0 = result } }
    }
    if let output = command.output { try movie.start(output, try settings(inputs)) }
    progress.begin(outputs, inputs.names)
    try record(session, movie, inputs, gate)
    // Stopping them below forgets how they ended.
    let filmEnding = inputs.film?.ending
    let hasStreamEnded = inputs.stream?.hasEnded ?? false
    let report = command.output == nil ? nil : movie.stop()
    return CaptureSummary(
      report: report, counts: session.counts, film: inputs.film, filmEnding: filmEnding,
      hasStreamEnded: hasStreamEnded,
      names: inputs.names, photo: command.writing.photo)
  }

  /// Refuses outputs that the film reads, or that must stay, before anything is recorded.
  private func admit(_ outputs: [String], _ gate: FileGate) throws {
    try UsageError.blamed { try OutputPlaces.requireDifferent(outputs, gate: gate) }
    for path in outputs {
      let isNumbered = path == command.output && command.writing.split != nil
      if !isNumbered { _ = try OutputPlaces.replaced(by: path, container: .mp4, gate: gate) }
    }
  }

  /// Waits until the recording is over, and writes the photo when it is there.
  private func record(
    _ session: CaptureSession, _ movie: MovieFileOutput, _ inputs: CaptureInputs, _ gate: FileGate
  ) throws {
    var waitsForPhoto = command.writing.photo != nil
    var isOver = false
    while !isOver, !Interruption.flag.isCancelled {
      isOver = inputs.film?.ending != nil || inputs.stream?.hasEnded == true
      if waitsForPhoto { waitsForPhoto = try !writePhoto(gate) }
      if command.output == nil {
        isOver = isOver || !waitsForPhoto
      } else if let report = movie.currentReport {
        isOver = isOver || report.ending != nil
        progress.update(report, session)
      }
      if !isOver { usleep(Self.pause) }
    }
    if isOver, waitsForPhoto { try missPhoto("No picture came before the end.") }
  }

  /// Writes the photo where it was taken, or says that there is none; whether either is done.
  private func writePhoto(_ gate: FileGate) throws -> Bool {
    guard let result = photo.withLock({ $0 }), let path = command.writing.photo else {
      return false
    }
    switch result {
    case .success(let pictures): try PhotoOutput.write(pictures, to: path, gate: gate)
    case .failure(let error) where error.code == .cancelled: try missPhoto(error.message)
    case .failure(let error): throw error
    }
    return true
  }

  /// Says that no picture came of which there could be a photo: an error where that was all that was wanted.
  private func missPhoto(_ reason: String) throws {
    let path = command.writing.photo ?? ""
    let error = MoonreelError(.fileAccess, "There is no photo '\(path)'. \(reason)")
    guard command.output != nil else { throw error }
    warnings.warn(error.message)
  }

  /// Warns of what happens to devices; once of what happens to the pictures and the sound of one at once.
  private func listen(_ session: CaptureSession) -> Task<Void, Never> {
    let (events, warnings, interruptions) = (session.events(), warnings, interruptions)
    let owner = ObjectIdentifier(session)
    return Task {
      for await event in events {
        switch event {
        case .interrupted(let input, let reason):
          let isNew = interruptions.withLock { known in
            defer { known[InputName(session: owner, input: input)] = reason.message }
            return !known.values.contains(reason.message)
          }
          if isNew { warnings.warn(reason.message) }
        case .resumed(let input):
          interruptions.withLock { $0[InputName(session: owner, input: input)] = nil }
        case .started, .stopped: break
        }
      }
    }
  }

  /// An input of one of the sessions.
  private struct InputName: Hashable, Sendable {
    var session: ObjectIdentifier
    var input: Int
  }

  private func settings(_ inputs: CaptureInputs) throws -> MovieFileSettings {
    var settings = MovieFileSettings()
    let (writing, output) = (command.writing, inputs.filmOutput)
    settings.videoCodec = writing.codec ?? output?.videoCodec
    settings.audioCodec = output?.audioCodec
    (settings.quality, settings.videoBitRate) = (output?.quality, output?.videoBitRate)
    settings.videoEncoder = writing.codec == nil ? output?.videoEncoder : nil
    settings.videoOptions = writing.codec == nil ? output?.videoOptions ?? [:] : [:]
    settings.audioBitRate = output?.audioBitRate
    settings.metadata = inputs.metadata
    if let rate = inputs.constantRate { settings.timing = .constant(rate) }
    settings.size = inputs.wantedSize
    let limits = [
      try writing.duration.map { try Time(seconds: $0.seconds) }, inputs.filmDuration,
    ]
    settings.durationLimit = limits.compactMap { $0 }.min()
    settings.sizeLimit = writing.maxOutput.map { Int64($0.bytes) }
    settings.split = try writing.split.map { .duration(try Time(seconds: $0.seconds)) }
    return settings
  }
}
