// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia

/// A film that is drawn while its devices record: a source like a camera, whose pictures are the film's frames.
///
/// The film's clock begins when each of its ``LiveSource``s has its first picture. Frame *n* is drawn at its time, of what the
/// devices gave last; its stamp is that time, so the take is as even as the film. Where drawing takes too long, frames are
/// left out and counted. After the film's last frame nothing comes.
public final class FilmSource: CaptureSource {
  /// A device of live sources, opened.
  public struct Input: Sendable {
    let live: LiveInput
    let source: any CaptureSource

    /// The live sources of `live` get their pictures of `source`.
    public init(_ live: LiveInput, of source: any CaptureSource) {
      (self.live, self.source) = (live, source)
    }
  }

  /// Why no picture comes any more.
  public enum Ending: Sendable {
    /// The film is over.
    case finished
    /// A frame could not be drawn.
    case failed(MoonreelError)
  }

  /// The film as a device, with one format.
  public let device: CaptureDevice
  /// How long the film is.
  public let duration: Time
  /// What brings the devices' pictures: says what is lost and interrupted on the way.
  public let session: CaptureSession
  private let lives: [LiveSource]
  private let film: DrawnFilm
  private let run = Locked<FilmRun?>(nil)
  private let rate: FrameRate

  /// A source of the frames of `request` as a file at `path` would have them.
  ///
  /// - Parameters:
  ///   - name: what people call the film.
  ///   - inputs: the devices of all of its live sources.
  /// - Throws: `MoonreelError`, as an export does before its first frame; `invalidTimeline` where there are no pictures.
  public init(
    _ request: ExportRequest, name: String, path: String, inputs: [Input],
    clock: any CaptureClock, gate: FileGate, warnings: WarningLog? = nil
  ) throws {
    let reader = try FilmReader(request, outputPath: path, gate: gate, warnings: warnings)
    guard let size = reader.size, let format = reader.pixelFormat else {
      throw MoonreelError(
        .invalidTimeline, "Cannot capture '\(name)': the film has no pictures.")
    }
    rate = request.effectiveComposition.frameRate
    device = CaptureDevice(
      id: "film:" + name, name: name, kind: .synthetic,
      formats: [
        .picture(
          CapturePictureFormat(
            size: size, coding: .pixels(format), lowestRate: rate, highestRate: rate))
      ])
    duration = reader.times.duration
    film = DrawnFilm(reader)
    (lives, session) = (inputs.flatMap(\.live.lives), CaptureSession(clock: clock))
    try session.configure { configuration in
      for input in inputs {
        let number = try configuration.addInput(
          input.source, format: .picture(input.live.format))
        configuration.connections.append(
          CaptureConnection(from: number, to: LiveOutput(input.live.lives)))
      }
    }
  }

  deinit { stop() }

  /// Why no picture comes any more; `nil` while they come.
  public var ending: Ending? { run.withLock { $0?.ending.withLock { $0 } } }

  /// Starts the devices, and the film with them.
  public func start(
    _ format: CaptureFormat, _ receive: @escaping @Sendable (CaptureEvent) -> Void
  ) throws(MoonreelError) {
    guard format == device.formats.first else {
      throw MoonreelError(
        .invalidArgument, "Cannot capture '\(device.name)' in this form: it is not the film's.")
    }
    stop()
    do {
      if !lives.isEmpty { try session.start() }
      let new = FilmRun(film, lives, rate, session.clock, receive)
      try new.start()
      run.withLock { $0 = new }
    } catch {
      session.stop()
      throw error as? MoonreelError
        ?? MoonreelError(.internalError, "Cannot capture '\(device.name)': \(error).")
    }
  }

  /// Stops the film and its devices.
  public func stop() {
    let old = run.withLock { run in
      defer { run = nil }
      return run
    }
    old?.stop()
    if old != nil { session.stop() }
  }
}

/// `@unchecked Sendable`: one run at a time draws with it.
private final class DrawnFilm: @unchecked Sendable {
  let reader: FilmReader
  init(_ reader: FilmReader) { self.reader = reader }
}

/// One run of a film from its start to its stop.
private final class FilmRun: Sendable {
  /// How often it is asked whether all devices have given a picture.
  private static let pause = Time(flicks: Time.flicksPerSecond / 200)

  private let film: DrawnFilm
  private let lives: [LiveSource]
  private let rate: FrameRate
  private let clock: any CaptureClock
  private let receive: @Sendable (CaptureEvent) -> Void
  private let isStopped = Locked(false)
  private let thread = Locked<CaptureThread?>(nil)
  let ending = Locked<FilmSource.Ending?>(nil)

  init(
    _ film: DrawnFilm, _ lives: [LiveSource], _ rate: FrameRate, _ clock: any CaptureClock,
    _ receive: @escaping @Sendable (CaptureEvent) -> Void
  ) {
    (self.film, self.lives, self.rate) = (film, lives, rate)
    (self.clock, self.receive) = (clock, receive)
  }

  /// On a clock of its own time, work is done on the clock's thread; else the film has one.
  func start() throws(MoonreelError) {
    guard !clock.isVirtual else { return wait() }
    let new = try CaptureThread { stop in
      while !self.isReady { guard stop.sleep(for: Self.pause) else { return } }
      let start = self.clock.now
      var number: Int64 = 0
      while number < self.film.reader.times.count, !self.isStopped.withLock({ $0 }),
        stop.sleep(until: start + self.rate.time(ofFrame: number))
      {
        self.draw(number, start)
        let late = self.rate.frame(at: self.clock.now - start)
        if late > number + 1 { self.receive(.dropped(Int(late - number - 1), .busy)) }
        number = max(number + 1, late)
      }
      if stop.sleep(until: start + self.film.reader.times.duration) { self.end(.finished) }
    }
    thread.withLock { $0 = new }
  }

  func stop() {
    isStopped.withLock { $0 = true }
    thread.withLock { $0 }?.stop()
  }

  private var isReady: Bool { lives.allSatisfy(\.hasPicture) }

  /// Waits on a virtual clock until all devices have given a picture.
  private func wait() {
    clock.schedule(at: clock.now + Self.pause) { [self] in
      guard !isStopped.withLock({ $0 }) else { return }
      if isReady { step(0, clock.now) } else { wait() }
    }
  }

  private func step(_ number: Int64, _ start: Time) {
    guard !isStopped.withLock({ $0 }) else { return }
    guard number < film.reader.times.count else { return end(.finished) }
    draw(number, start)
    clock.schedule(at: start + rate.time(ofFrame: number + 1)) { [self] in step(number + 1, start) }
  }

  private func draw(_ number: Int64, _ start: Time) {
    do {
      let frame = try film.reader.frame(number, next: number + 1)
      receive(.picture(CapturedPicture(time: start + rate.time(ofFrame: number), frame: frame)))
    } catch {
      end(.failed(error as? MoonreelError ?? MoonreelError(.renderingFailed, "\(error)")))
    }
  }

  private func end(_ reason: FilmSource.Ending) {
    isStopped.withLock { $0 = true }
    ending.withLock { $0 = $0 ?? reason }
  }
}
