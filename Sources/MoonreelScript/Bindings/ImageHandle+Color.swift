// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

// Colour: exposure and balance, levels and curves, looks, keys.
extension ImageHandle {
  static func addGrading(_ type: inout TypeBuilder<ImageHandle>) {
    type.method("exposure", ["stops"]) { handle, call in
      try value(handle.image.exposure(try call[0].float(-20...20)))
    }
    type.method("vibrance", ["amount"]) { handle, call in
      try value(handle.image.vibrance(try call[0].float(-10...10)))
    }
    type.method("temperature", ["kelvin", "tint?"]) { handle, call in
      let kelvin = try call[0].real(1500...15_000)
      let tint = try call[1].ifGiven { try $0.real(-150...150) } ?? 0
      return try value(handle.image.temperature(kelvin: kelvin, tint: tint))
    }
    type.method("levels", ["options"]) { handle, call in
      let all = try call[0].levels(Self.channelNames, .identity)
      let channels = try call[0].channels { try $0.levels([], all) }
      return try value(
        handle.image.levels(
          red: channels[0] ?? all, green: channels[1] ?? all, blue: channels[2] ?? all))
    }
    type.method("curves", ["options"]) { handle, call in
      let options = try call[0].options(["master"] + Self.channelNames, owner: call.name)
      let curves = try (["master"] + Self.channelNames).map { name in
        try options[name].ifGiven { try $0.curve() } ?? .identity
      }
      return try value(
        handle.image.curves(
          master: curves[0], red: curves[1], green: curves[2], blue: curves[3]))
    }
    type.method("cdl", ["options"]) { handle, call in
      try value(handle.image.graded(try call[0].decision(call.name)))
    }
    type.method("lift_gamma_gain", ["options"]) { handle, call in
      let options = try call[0].options(["lift", "gamma", "gain"], owner: call.name)
      let decision = ColorDecision(
        lift: try options["lift"].ifGiven { try $0.triple(-1...1) } ?? .zero,
        gamma: try options["gamma"].ifGiven { try $0.triple(0.01...100) } ?? .one,
        gain: try options["gain"].ifGiven { try $0.triple(0...100) } ?? .one)
      return try value(handle.image.graded(decision))
    }
  }

  fileprivate static let channelNames = ["red", "green", "blue"]

  static func addToning(_ type: inout TypeBuilder<ImageHandle>) {
    type.method("channel_mixer", ["options"]) { handle, call in
      let options = try call[0].options(Self.channelNames + ["offset"], owner: call.name)
      func row(_ name: String, _ usual: SIMD3<Double>) throws -> SIMD3<Float> {
        SIMD3<Float>(try options[name].ifGiven { try $0.triple(-100...100) } ?? usual)
      }
      return try value(
        handle.image.channelsMixed(
          red: try row("red", SIMD3(1, 0, 0)), green: try row("green", SIMD3(0, 1, 0)),
          blue: try row("blue", SIMD3(0, 0, 1)), offset: try row("offset", .zero)))
    }
    type.method("invert", ["amount?"]) { handle, call in
      try value(handle.image.inverted(try call[0].ifGiven { try $0.float(0...1) } ?? 1))
    }
    type.method("threshold", ["level?"]) { handle, call in
      try value(handle.image.thresholded(at: try call[0].ifGiven { try $0.float() } ?? 0.5))
    }
    type.method("posterize", ["count"]) { handle, call in
      try value(handle.image.posterized(to: try call[0].integer(2...65_536)))
    }
    type.method("gradient_map", ["stops"]) { handle, call in
      try value(handle.image.gradientMapped(try ImageFunctions.stops(call[0])))
    }
    type.method("lut", ["lut", "options?"]) { handle, call in
      let lut = try call[0].object(LUTHandle.self).lut
      return try value(handle.image.lut(lut, intensity: try call[1].intensity(call.name)))
    }
    type.method("look", ["name", "options?"]) { handle, call in
      let look: Look = try call[0].choice()
      return try value(handle.image.look(look, intensity: try call[1].intensity(call.name)))
    }
    type.method("to_light", ["transfer?"]) { handle, call in
      try value(handle.image.toLight(try call[0].ifGiven { try $0.choice() } ?? .bt709))
    }
    type.method("to_signal", ["transfer?"]) { handle, call in
      try value(handle.image.toSignal(try call[0].ifGiven { try $0.choice() } ?? .bt709))
    }
  }

  static func addKeying(_ type: inout TypeBuilder<ImageHandle>) {
    type.method("chroma_key", ["options?"]) { handle, call in
      let options = try call[0].options(Self.keyNames + ["color", "spill"], owner: call.name)
      return try value(
        handle.image.chromaKeyed(
          try options["color"].ifGiven { try $0.color() } ?? Color(0, 1, 0),
          threshold: try options.share("threshold"), smoothing: try options.share("smoothing"),
          spill: try options.share("spill", 0)))
    }
    type.method("color_key", ["options"]) { handle, call in
      let options = try call[0].options(Self.keyNames + ["color", "spill"], owner: call.name)
      return try value(
        handle.image.colorKeyed(
          try options.required("color", "the colour that goes").color(),
          threshold: try options.share("threshold", 0.1),
          smoothing: try options.share("smoothing", 0.1), spill: try options.share("spill", 0)))
    }
    type.method("luma_key", ["options?"]) { handle, call in
      let options = try call[0].options(Self.keyNames + ["inverted"], owner: call.name)
      return try value(
        handle.image.lumaKeyed(
          threshold: try options.share("threshold", 0.1),
          smoothing: try options.share("smoothing", 0.1),
          inverted: try options["inverted"].ifGiven { try $0.boolean() } ?? false))
    }
    type.method("despill", ["color", "amount?"]) { handle, call in
      let amount = try call[1].ifGiven { try $0.float(0...1) } ?? 1
      return try value(handle.image.despilled(of: try call[0].color(), amount: amount))
    }
  }

  private static let keyNames = ["threshold", "smoothing"]
}

extension Options {
  /// A number from 0 to 1, or `nil` where none is given.
  fileprivate func share(_ name: String) throws -> Float? {
    try self[name].ifGiven { try $0.float(0...1) }
  }

  /// A number from 0 to 1.
  fileprivate func share(_ name: String, _ usual: Float) throws -> Float {
    try share(name) ?? usual
  }
}

extension Argument {
  private static let levelNames = ["black", "white", "gamma", "low_output", "high_output"]

  /// `{ intensity = 0…1 }`; 1 where nothing is given.
  fileprivate func intensity(_ owner: String) throws -> Float {
    let options = try options(["intensity"], owner: owner)
    return try options["intensity"].ifGiven { try $0.float(0...1) } ?? 1
  }

  /// One number for red, green and blue, or three.
  fileprivate func triple(_ range: ClosedRange<Double>) throws -> SIMD3<Double> {
    guard case .table = value else { return SIMD3(repeating: try real(range)) }
    let rule = "a number, or three for red, green and blue"
    let parts = try items(rule)
    guard parts.count == 3 else { throw expected(rule) }
    return SIMD3(
      try parts[0].real(range), try parts[1].real(range), try parts[2].real(range))
  }

  /// What `read` makes of the options `red`, `green` and `blue`, where they are given.
  fileprivate func channels<Result>(_ read: (Argument) throws -> Result) throws -> [Result?] {
    let names = ImageHandle.channelNames
    let options = try options(names + Self.levelNames, owner: label)
    return try names.map { try options[$0].ifGiven(read) }
  }

  /// Levels; what is left open is as in `usual`.
  fileprivate func levels(_ others: [String], _ usual: Levels) throws -> Levels {
    let options = try options(Self.levelNames + others, owner: label)
    let levels = Levels(
      black: try options["black"].ifGiven { try $0.number(-1...2) } ?? usual.black,
      white: try options["white"].ifGiven { try $0.number(-1...2) } ?? usual.white,
      gamma: try options["gamma"].ifGiven { try $0.number(0.01...100) } ?? usual.gamma,
      lowOutput: try options["low_output"].ifGiven { try $0.number(-1...2) } ?? usual.lowOutput,
      highOutput: try options["high_output"].ifGiven { try $0.number(-1...2) } ?? usual.highOutput)
    guard levels.black < levels.white else {
      throw MoonreelError(
        .invalidArgument,
        "bad \(label): black (\(Self.text(levels.black))) must lie below white (\(Self.text(levels.white)))"
      )
    }
    return levels
  }

  /// A curve: pairs of input and output, inputs rising.
  fileprivate func curve() throws -> Curve {
    let rule = "pairs { input, output } of numbers, inputs rising"
    let pairs = try items(rule).map { item -> Curve.Point in
      let parts = try item.items("a pair { input, output }")
      guard parts.count == 2 else { throw item.expected("a pair { input, output }") }
      return Curve.Point(try parts[0].real(-1...2), try parts[1].real(-1...2))
    }
    let rises = zip(pairs, pairs.dropFirst()).allSatisfy { $0.input < $1.input }
    guard !pairs.isEmpty, pairs.count <= 1024, rises else { throw expected(rule) }
    return Curve(pairs)
  }

  fileprivate func decision(_ owner: String) throws -> ColorDecision {
    let options = try options(["slope", "offset", "power", "saturation"], owner: owner)
    return ColorDecision(
      slope: try options["slope"].ifGiven { try $0.triple(0...100) } ?? .one,
      offset: try options["offset"].ifGiven { try $0.triple(-10...10) } ?? .zero,
      power: try options["power"].ifGiven { try $0.triple(0.01...100) } ?? .one,
      saturation: try options["saturation"].ifGiven { try $0.real(0...100) } ?? 1)
  }
}
