// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelModel
import MoonreelRender

/// `mr.source.waveform`, `mr.source.spectrogram` and `mr.source.levels`: sounds as pictures.
struct SoundPictureFunctions {
  /// The host lives longer: it owns Lua, and Lua holds the function.
  unowned let host: ScriptHost

  var all: [FunctionBinding] {
    [
      .value("waveform", ["options"]) { .object(SourceHandle(try waveform($0))) },
      .value("spectrogram", ["options"]) { .object(SourceHandle(try spectrogram($0))) },
      .value("levels", ["options"]) { .object(SourceHandle(try levels($0))) },
    ]
  }

  /// What pictures of sounds that move have in common.
  private static let shared = [
    "sound", "size", "range", "window", "playhead", "playhead_width", "playhead_at",
  ]

  private func waveform(_ call: Call) throws -> any Source {
    let options = try call[0].options(
      Self.shared + [
        "style", "channels", "color", "played_color", "background", "gain", "thickness",
        "bar_width", "bar_gap",
      ], owner: call.name)
    var look = WaveformSource.Look()
    try options["style"].ifGiven { look.style = try $0.choice() }
    try options["channels"].ifGiven { look.channels = try $0.choice() }
    try options["color"].ifGiven { look.color = try $0.color() }
    look.playedColor = try options["played_color"].ifGiven { try $0.color() }
    try options["background"].ifGiven { look.background = try $0.color() }
    try options["gain"].ifGiven { look.gain = try $0.number(0.01...1000) }
    try options["thickness"].ifGiven { look.thickness = try $0.number(0.1...1000) }
    try options["bar_width"].ifGiven { look.barWidth = try $0.number(0.5...1000) }
    try options["bar_gap"].ifGiven { look.barGap = try $0.number(0...1000) }
    look.playhead = try playhead(options)
    return WaveformSource(
      try subject([.extents], options), view: try view(options), look: look,
      size: try size(options))
  }

  private func spectrogram(_ call: Call) throws -> any Source {
    let options = try call[0].options(
      Self.shared + ["low", "high", "scale", "floor", "ceiling", "colors"], owner: call.name)
    let colors = try options["colors"].ifGiven { argument in
      let items = try argument.items("a list of 1 to 64 colours")
      guard (1...64).contains(items.count) else {
        throw argument.expected("a list of 1 to 64 colours")
      }
      return try items.map { try $0.color() }
    }
    return SpectrogramSource(
      try subject([.spectra], options), view: try view(options), range: try range(options, -80),
      colors: colors ?? SpectrogramSource.usualColors, playhead: try playhead(options),
      size: try size(options))
  }

  private func levels(_ call: Call) throws -> any Source {
    let options = try call[0].options(
      [
        "sound", "size", "range", "style", "bars", "low", "high", "scale", "floor", "ceiling",
        "fall", "color", "background", "gap",
      ], owner: call.name)
    let style = try options["style"].ifGiven { try $0.choice(LevelsSource.Style.self) } ?? .spectrum
    var source = LevelsSource(
      try subject(style == .meters ? [.extents] : [.spectra], options), size: try size(options))
    source.style = style
    source.range = try range(options, -60)
    try options["bars"].ifGiven { source.barCount = try $0.integer(1...104) }
    try options["fall"].ifGiven { source.fall = try $0.number(5...10_000) }
    try options["color"].ifGiven { source.color = try $0.color() }
    try options["background"].ifGiven { source.background = try $0.color() }
    try options["gap"].ifGiven { source.gap = try $0.number(0...0.95) }
    return source
  }

  private func subject(_ parts: SoundOverview.Parts, _ options: Options) throws -> SoundSubject {
    let sound = try options.required("sound", "an asset, a source with sound, or a composition")
    let measurer = SoundMeasurer(gate: host.gate, warnings: host.warnings)
    return try measurer.subject(
      parts, of: try sound.segmentSource(for: .audio),
      range: try options["range"].ifGiven { try $0.range(nil) })
  }

  private func size(_ options: Options) throws -> PixelSize {
    try options.required("size", "{ width, height } in pixels").pixelSize()
  }

  private func view(_ options: Options) throws -> SoundView {
    let share = try options["playhead_at"].ifGiven { try $0.number(0...1) } ?? 0.5
    let seconds = try options["window"].ifGiven { try $0.number(0.001...21_600) }
    return seconds.map { .scrolling(seconds: $0, playheadAt: share) } ?? .whole
  }

  private func playhead(_ options: Options) throws -> Playhead? {
    let width = try options["playhead_width"].ifGiven { try $0.number(0.1...1000) } ?? 2
    return try options["playhead"].ifGiven { Playhead(color: try $0.color(), width: width) }
  }

  private func range(_ options: Options, _ floor: Double) throws -> SpectrumRange {
    let low = try options["low"].ifGiven { try $0.number(20...20_000) } ?? 40
    let high = try options["high"].ifGiven { try $0.number(20...20_000) } ?? 16_000
    let quiet = try options["floor"].ifGiven { try $0.number(-120...6) } ?? floor
    let loud = try options["ceiling"].ifGiven { try $0.number(-120...6) } ?? 0
    guard low < high else {
      throw MoonreelError(
        .invalidArgument, "bad 'high' of \(options.owner): it must be above 'low', \(low) Hz")
    }
    guard quiet < loud else {
      throw MoonreelError(
        .invalidArgument, "bad 'ceiling' of \(options.owner): it must be above 'floor', \(quiet) dB"
      )
    }
    return SpectrumRange(
      frequencies: low...high, scale: try options["scale"].ifGiven { try $0.choice() } ?? .log,
      decibels: quiet...loud)
  }
}
