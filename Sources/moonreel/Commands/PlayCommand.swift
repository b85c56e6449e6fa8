// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelPlayback

/// `moonreel play film.lua`: a film on the screen and in the loudspeakers.
struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract:
      "Play a film or a media file: pictures in the terminal, sound by PulseAudio or PipeWire.",
    discussion: """
      Keys: space plays and pauses, J K L go backwards, stop and go on (again: faster), left and \
      right are a frame, up and down a second, Home and End, + and - the volume, M mutes, O loops, \
      Q quits.

      Examples:
        moonreel play film.lua
        moonreel play clip.mp4 --at 1:30 --rate 0.5
        moonreel play film.lua --range 2..5 --loop --muted
        moonreel play film.lua --window
      """)

  @OptionGroup var script: ScriptArguments

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Begin here: seconds, 1:30 or a timecode.", valueName: "time"))
  var at: TimeArgument?

  @OptionGroup var stretch: StretchArguments

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Film seconds a second, from -64 to 64: 2 is twice as fast, -1 backwards.",
      valueName: "factor"))
  var rate: Double = 1

  @Flag(help: "Play it again and again.")
  var loop = false

  @Flag(help: "Begin without sound; M brings it.")
  var muted = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How loud, in percent (default 100).", valueName: "percent"))
  var volume: Int = 100

  @Flag(help: "Show pictures in a window of ffplay's, which belongs to FFmpeg.")
  var window = false

  @Option(
    help: ArgumentHelp(
      "How the terminal draws: auto (default), kitty, sixel, blocks or none.",
      valueName: "way"))
  var pictures: PicturesArgument = .auto

  @OptionGroup var proxies: ProxyArguments

  @OptionGroup var drawing: DrawingArguments

  @OptionGroup(title: "Limits of the film")
  var limits: ExportLimitArguments

  func validate() throws {
    guard window, pictures != .auto else { return }
    throw ValidationError("--window and --pictures contradict each other.")
  }

  func run() throws {
    let warnings = WarningLog()
    defer { Report.warnings(warnings) }
    try checkTerminal()
    PlayTerminal.open()
    let name = FilePath.name(of: script.script)
    // Both begin before the sandbox is closed, in processes of their own, which it does not bind.
    let window = try self.window ? WindowScreen(title: name) : nil
    let sound = try? PulseSoundOutput(title: name, feeder: .process)
    var film = try Film.load(script, limits: limits, setsTerminal: true, warnings: warnings)
    film.gate.proxies = proxies.proxies(script.access, areEnlarged: false)
    defer { film.takeWarnings(into: warnings) }
    let line = try play(film, window, sound, warnings)
    if script.safety.verbose { Report.lines([line]) }
  }

  private func play(
    _ film: Film, _ window: WindowScreen?, _ sound: PulseSoundOutput?, _ warnings: WarningLog
  ) throws -> String {
    let heard = film.request.hasSound ? try connect(sound, warnings) : nil
    let draws = window == nil && pictures != .none && film.request.hasPictures
    let terminal = PlayTerminal(usesScreen: draws)
    defer { PlayTerminal.restore() }
    let screen: any PlayScreen =
      if let window { window } else if draws, let kind = pictures.kind(terminal) {
        TerminalScreen(kind)
      } else { StatusScreen() }
    let request = try request(film).forPlaying(on: screen)
    _ = try request.effectiveRange()
    film.gate.proxies?.look(for: request, gate: film.gate)
    let session = try PlaySession(
      request, gate: film.gate, screen: screen, terminal: terminal, sound: heard,
      wishes(film, request.playedRange))
    defer { withExtendedLifetime(session) {} }
    try session.run()
    session.tellProblems(warnings)
    return session.summary
  }

  /// `sound` where its server answers; else a warning.
  private func connect(_ sound: PulseSoundOutput?, _ warnings: WarningLog) throws
    -> PulseSoundOutput?
  {
    do {
      try sound?.connect()
      return sound
    } catch let error as MoonreelError {
      warnings.warn(error.message)
      return nil
    }
  }
}

extension PlayCommand {
  /// - Throws: `UsageError` where pictures cannot be drawn.
  private func checkTerminal() throws {
    guard !window, pictures != .none else { return }
    let isDumb = pictures == .auto && ["", "dumb"].contains(PlayTerminal.name)
    guard isDumb || !PlayTerminal.isThere else { return }
    let reason =
      PlayTerminal.isThere
      ? "this terminal says that it cannot (TERM is '\(PlayTerminal.name)')"
      : "standard output is no terminal"
    throw UsageError(
      error: MoonreelError(
        .invalidArgument,
        "Cannot draw pictures: \(reason). Say --pictures none to hear the sound alone, --window for a window, "
          + "or render the film to a file: moonreel render."))
  }

  private func request(_ film: Film) throws -> ExportRequest {
    var request = film.request
    try UsageError.blamed {
      if let range = stretch.range {
        request.timeRange = try range.range(rate: film.frameRate, duration: film.duration)
      }
    }
    if let quality = drawing.renderQuality { request.renderQuality = quality }
    if let threads = drawing.threads { request.renderThreadCount = threads }
    request.limits = limits.limits
    return request
  }

  private func wishes(_ film: Film, _ range: TimeRange?) throws -> PlaySession.Wishes {
    let first = range?.start ?? .zero
    let start = try UsageError.blamed { try at?.time(rate: film.frameRate) }.map { $0 - first }
    if let start, start < .zero || start >= range?.duration ?? .zero {
      let end = first + (range?.duration ?? .zero)
      throw UsageError(
        error: MoonreelError(
          .invalidArgument,
          "Cannot begin at \(start + first): what is played goes from \(first) to \(end)."))
    }
    return PlaySession.Wishes(
      start: start, rate: rate, isLooping: loop, isMuted: muted, volume: Float(volume) / 100)
  }
}

/// How pictures are drawn, as typed.
enum PicturesArgument: String, CaseIterable, ExpressibleByArgument {
  case auto, kitty, sixel, blocks, none

  /// What that is at `terminal`; `nil` for no pictures.
  func kind(_ terminal: PlayTerminal) -> TerminalPictures? {
    switch self {
    case .auto: terminal.bestPictures()
    case .kitty: .kitty
    case .sixel: .sixel
    case .blocks: .blocks
    case .none: nil
    }
  }
}
