// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelRender

/// `mr.source.…`: generators of pictures and sound to be placed on tracks.
struct SourceFunctions {
  /// The host lives longer: it owns Lua, and Lua holds the function.
  unowned let host: ScriptHost

  var all: [FunctionBinding] {
    [
      .value("image", ["options"]) { .object(SourceHandle(try still($0))) },
      .value("test_card", ["options"]) { .object(SourceHandle(try testCard($0))) },
      .value("gradient", ["options?"]) { .object(SourceHandle(try gradient($0))) },
      .value("lights", ["options?"]) { .object(SourceHandle(try lights($0))) },
      .value("text", ["options"]) { try TextFunction(host: host).source($0) },
      .value("shape", ["options"]) { try ShapeFunction.source($0) },
      .value("ass", ["options"]) { try SubstationFunction(host: host).make($0) },
      .value("captions", ["options"]) { try CaptionSourceFunction(host: host).make($0) },
      .value("lottie", ["file"]) { .object(SourceHandle(try host.lottie($0))) },
      .value("music", ["options?"]) { .object(SourceHandle(try music($0))) },
      .value("kernel", ["options"]) { .object(SourceHandle(try kernel($0))) },
      .value("custom", ["options"]) { .object(SourceHandle(try custom($0))) },
      .value("tone", ["options?"]) { .object(SourceHandle(try tone($0))) },
      .value("noise", ["options?"]) { .object(SourceHandle(try noise($0))) },
      .value("click", ["options?"]) { .object(SourceHandle(try click($0))) },
      .value("sweep", ["options?"]) { .object(SourceHandle(try sweep($0))) },
      .value("silence", ["options?"]) { .object(SourceHandle(try silence($0))) },
      .value("flash", ["options"]) { .object(SourceHandle(try flash($0))) },
    ] + SoundPictureFunctions(host: host).all
  }

  /// How long it lasts; frames count at the source's own rate, where it has one.
  private func duration(_ options: Options, _ rate: FrameRate? = nil) throws -> Time? {
    try options["duration"].ifGiven { argument in
      let time = try argument.duration(rate)
      guard time > .zero else { throw argument.expected("a duration above 0") }
      return time
    }
  }

  private func size(_ options: Options) throws -> PixelSize {
    try options.required("size", "{ width, height } in pixels").pixelSize()
  }

  private func gain(_ options: Options, _ usual: Double) throws -> Double {
    try options["gain"].ifGiven { try $0.real(0...1) } ?? usual
  }

  private func still(_ call: Call) throws -> any Source {
    let options = try call[0].options(["size", "duration"], owner: call.name, items: 1)
    let picture = try options.item(1, "picture")
    return try picture.stillSource(
      try picture.image(), size: try options["size"].ifGiven { try $0.pixelSize() },
      duration: try duration(options))
  }

  private func testCard(_ call: Call) throws -> any Source {
    let options = try call[0].options(["size", "fps", "period", "duration"], owner: call.name)
    let rate = try options["fps"].ifGiven { try $0.frameRate() } ?? .usual
    return try TestCardSource(
      naturalSize: try size(options), frameRate: rate,
      period: try period(options, rate) ?? Time(wholeSeconds: 4),
      duration: try duration(options, rate))
  }

  private func gradient(_ call: Call) throws -> any Source {
    let options = try call[0].options(["colors", "size", "period", "duration"], owner: call.name)
    let (size, period) = (try wholeSize(options), try period(options) ?? Time(wholeSeconds: 24))
    let colors = try options["colors"].ifGiven { argument in
      let items = try argument.list("a list of colours")
      guard !items.isEmpty else { throw argument.expected("a list of colours") }
      return try items.map { try $0.color() }
    }
    guard let colors else {
      return try GradientSource(naturalSize: size, period: period, duration: try duration(options))
    }
    return try GradientSource(
      colors: colors, naturalSize: size, period: period, duration: try duration(options))
  }

  private func lights(_ call: Call) throws -> any Source {
    let options = try call[0].options(
      ["palette", "seed", "count", "size", "duration"], owner: call.name)
    return ShapesSource(
      palette: try options["palette"].ifGiven { try $0.choice() } ?? .dusk, seed: try seed(options),
      count: try options["count"].ifGiven { try $0.integer(1...24) } ?? 7,
      naturalSize: try wholeSize(options), duration: try duration(options))
  }

  private func music(_ call: Call) throws -> any Source {
    let options = try call[0].options(
      ["seed", "mood", "tempo", "gain", "duration"], owner: call.name)
    return MusicSource(
      seed: try seed(options), mood: try options["mood"].ifGiven { try $0.choice() } ?? .warm,
      beatsPerMinute: try options["tempo"].ifGiven { try $0.number(40...200) },
      gain: try gain(options, 1), duration: try duration(options))
  }

  private func seed(_ options: Options) throws -> UInt64 {
    UInt64(try options["seed"].ifGiven { try $0.integer(0...Int.max) } ?? 1)
  }

  private func period(_ options: Options, _ rate: FrameRate? = nil) throws -> Time? {
    try options["period"].ifGiven { try $0.duration(rate) }
  }

  /// The size given, or full HD.
  private func wholeSize(_ options: Options) throws -> PixelSize {
    try options["size"].ifGiven { try $0.pixelSize() } ?? PixelSize(1920, 1080)
  }

  private func kernel(_ call: Call) throws -> any Source {
    let options = try call[0].options(["size", "duration"], owner: call.name, items: 1)
    let given = try options.item(1, "kernel")
    guard case .object(let handle as KernelHandle) = given.value else {
      throw given.expected("a kernel without pictures (inputs = {})")
    }
    return try handle.use(given, reading: []).source(
      size: try options["size"].ifGiven { try $0.pixelSize() }, in: PixelSize(1920, 1080),
      duration: try duration(options))
  }

  private func custom(_ call: Call) throws -> any Source {
    let options = try call[0].options(
      ["name", "size", "duration", "draw", "fit", "clip"], owner: call.name)
    let rule = "a function (time, context) that returns an image"
    let draw = try options.required("draw", rule).callback(rule)
    var source = LuaSource(
      callback: LuaFunction(draw, "the source"), duration: try duration(options),
      naturalSize: try wholeSize(options))
    source.fillsFrame = try options["size"].isNil
    source.givenName = try options["name"].ifGiven { try $0.string() }
    try options["fit"].ifGiven { source.usualFit = try $0.choice() }
    try options["clip"].ifGiven { source.isClipped = try $0.boolean() }
    return source
  }

  private func tone(_ call: Call) throws -> any Source {
    let options = try call[0].options(
      ["frequency", "gain", "waveform", "duration"], owner: call.name)
    return ToneSource(
      frequency: try options["frequency"].ifGiven { try $0.number(0.1...96_000) } ?? 440,
      gain: try gain(options, 0.5),
      waveform: try options["waveform"].ifGiven { try $0.choice() } ?? .sine,
      duration: try duration(options))
  }

  private func noise(_ call: Call) throws -> any Source {
    let options = try call[0].options(["spectrum", "gain", "seed", "duration"], owner: call.name)
    return NoiseSource(
      try options["spectrum"].ifGiven { try $0.choice() } ?? .white, gain: try gain(options, 0.25),
      seed: UInt64(try options["seed"].ifGiven { try $0.integer(0...Int.max) } ?? 0),
      duration: try duration(options))
  }

  private func click(_ call: Call) throws -> any Source {
    let options = try call[0].options(
      ["interval", "tempo", "beats", "gain", "duration"], owner: call.name)
    if try !options["tempo"].isNil, try !options["interval"].isNil {
      throw MoonreelError(
        .invalidArgument, "bad 'tempo' of \(call.name): 'interval' says how far clicks lie apart")
    }
    let tempo = try options["tempo"].ifGiven { try Time(seconds: 60 / $0.number(1...1000)) }
    return try ClickSource(
      interval: try tempo ?? interval(options),
      beatsPerBar: try options["beats"].ifGiven { try $0.integer(1...1000) },
      gain: try gain(options, 0.8), duration: try duration(options))
  }

  private func sweep(_ call: Call) throws -> any Source {
    let options = try call[0].options(
      ["from", "to", "spacing", "gain", "duration"], owner: call.name)
    return try SweepSource(
      from: try options["from"].ifGiven { try $0.real(1...96_000) } ?? 20,
      to: try options["to"].ifGiven { try $0.real(1...96_000) } ?? 20_000,
      spacing: try options["spacing"].ifGiven { try $0.choice() } ?? .logarithmic,
      gain: try gain(options, 0.5), duration: try duration(options) ?? Time(wholeSeconds: 10))
  }

  private func silence(_ call: Call) throws -> any Source {
    let options = try call[0].options(["duration"], owner: call.name)
    return SilenceSource(duration: try duration(options))
  }

  private func flash(_ call: Call) throws -> any Source {
    let options = try call[0].options(["interval", "fps", "size", "duration"], owner: call.name)
    let rate = try options["fps"].ifGiven { try $0.frameRate() } ?? .usual
    return try FlashSource(
      interval: try interval(options, rate), frameRate: rate, naturalSize: try size(options),
      duration: try duration(options, rate))
  }

  private func interval(_ options: Options, _ rate: FrameRate? = nil) throws -> Time {
    try options["interval"].ifGiven { try $0.duration(rate) } ?? Time(wholeSeconds: 1)
  }
}
