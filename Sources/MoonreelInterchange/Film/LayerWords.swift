// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// The properties of a layer under the names and in the form in which `composition:add` takes them: what files of
/// other programs keep for Moonreel, so that nothing of them is lost on the way back.
///
/// Keyframes are lists of `[time, value]` or `[time, value, easing]`; an easing is a name, or an object with the
/// function that makes it (`{"bezier": [0.2, 0, 0, 1]}`). What repeats is `{"keys": […], "repeats": "loop"}`.
struct LayerWords {
  let layer: Layer
  /// The size of the composition.
  let size: Size
  let rate: FrameRate
  /// What cannot be said, as reasons.
  private(set) var losses: [(outcome: Loss.Outcome, reason: String)] = []

  init(_ layer: Layer, in size: Size, rate: FrameRate) {
    (self.layer, self.size, self.rate) = (layer, size, rate)
  }

  private var members: [JSONValue.Member] = []

  private mutating func add(_ name: String, _ value: JSONValue?) {
    if let value { members.append(JSONValue.Member(name, value)) }
  }

  mutating func lose(_ reason: String, _ outcome: Loss.Outcome = .lost) {
    losses.append((outcome, reason))
  }

  // MARK: Pictures

  /// How the layer looks, and which moment of its source it shows where that is no constant speed.
  ///
  /// - Throws: what an expression throws.
  mutating func picture() throws -> JSONValue {
    members = []
    if let name = layer.name { add("name", .string(name)) }
    add("time_remap", try remap())
    try addBlending()
    if layer.fit != .contain || layer.source.usualFit != .contain {
      add("fit", .string(SnakeCase.text(layer.fit.rawValue)))
    }
    if layer.gravity != .center { add("gravity", .string(SnakeCase.text(layer.gravity.rawValue))) }
    if let crop = layer.crop { add("crop", try moving("crop", crop, usual: nil, rectangle)) }
    try addTransform()
    add("opacity", try number("opacity", layer.opacity, usual: 1))
    if layer.sampling != .bicubic {
      add("sampling", .string(SnakeCase.text(layer.sampling.rawValue)))
    }
    if !layer.isEnabled { add("enabled", .bool(false)) }
    noteBonds()
    return .object(members)
  }

  /// Which moment of its source it shows when, where that is no constant speed.
  ///
  /// - Throws: what an expression throws.
  mutating func remap() throws -> JSONValue? {
    try layer.timing.remap.flatMap { try number("time_remap", $0, usual: nil) }
  }

  private mutating func addBlending() throws {
    if let blending = layer.blending {
      lose("its blending '\(blending.name)' is a kernel of the script")
    } else if layer.blendMode != .normal {
      add("blend", .string(SnakeCase.text(layer.blendMode.rawValue)))
    }
    switch layer.timing.frameBlending {
    case .none: break
    case .mix: add("frame_blending", .bool(true))
    case .flow: add("frame_blending", .string("flow"))
    }
  }

  private mutating func addTransform() throws {
    let transform = layer.transform
    func length(_ whole: Double) -> (RelativeLength) -> JSONValue {
      { Self.length($0, in: whole) }
    }
    let half = RelativeLength(share: 0.5)
    add("anchor_x", try moving("anchor_x", transform.anchorX, usual: half, length(size.width)))
    add("anchor_y", try moving("anchor_y", transform.anchorY, usual: half, length(size.height)))
    if let path = transform.motionPath {
      try addPath(path)
    } else {
      add("x", try transform.x.flatMap { try moving("x", $0, usual: nil, length(size.width)) })
      add("y", try transform.y.flatMap { try moving("y", $0, usual: nil, length(size.height)) })
      add("rotation", try number("rotation", transform.rotation, usual: 0))
    }
    add("scale_x", try number("scale_x", transform.scaleX, usual: 1))
    add("scale_y", try number("scale_y", transform.scaleY, usual: 1))
    add("skew_x", try number("skew_x", transform.skewX, usual: 0))
    add("skew_y", try number("skew_y", transform.skewY, usual: 0))
  }

  /// The places and headings of a path, frame by frame.
  private mutating func addPath(_ path: MotionPath) throws {
    lose("its motion path is written frame by frame", .approximated)
    let progress = layer.transform.pathProgress
    let (rotation, turns) = (layer.transform.rotation, layer.transform.isAutoOriented)
    add("x", try sampled { .number(path.place(at: try progress.value(at: $0)).point.x) })
    add("y", try sampled { .number(path.place(at: try progress.value(at: $0)).point.y) })
    add(
      "rotation",
      try sampled {
        let heading = turns ? path.place(at: try progress.value(at: $0)).headingDegrees : 0
        return .number(try rotation.value(at: $0) + heading)
      })
  }

  private mutating func noteBonds() {
    for effect in layer.effects {
      lose("its effect '\(effect.name)' is drawn by Moonreel alone")
    }
    if layer.mask != nil { lose("its mask") }
    if layer.matte != nil { lose("its matte, which is another layer") }
    if layer.parent != nil { lose("its parent, another layer with which it moves") }
    if layer.compositor != nil { lose("its compositor is a function of the script") }
  }

  // MARK: Sound

  /// How the layer sounds; `nil` where nothing was said.
  ///
  /// - Throws: what an expression throws.
  mutating func sound() throws -> JSONValue? {
    members = []
    let audio = layer.audio
    add("volume", try number("volume", audio.volume, usual: 1))
    add("volume_db", try number("volume_db", audio.decibels, usual: 0))
    add("pan", try number("pan", audio.pan, usual: 0))
    add("balance", try number("balance", audio.balance, usual: 0))
    for (name, time) in [
      ("fade_in", audio.fadeIn), ("fade_out", audio.fadeOut), ("declick", audio.declick),
    ]
    where time > .zero {
      add(name, .number(time.seconds))
    }
    if audio.fadeInCurve != .tri {
      add("fade_in_curve", .string(SnakeCase.text(audio.fadeInCurve.rawValue)))
    }
    if audio.fadeOutCurve != .tri {
      add("fade_out_curve", .string(SnakeCase.text(audio.fadeOutCurve.rawValue)))
    }
    if audio.isInverted { add("invert", .bool(true)) }
    if let pitch = audio.pitch { add("pitch", .string(SnakeCase.text(pitch.rawValue))) }
    if let range = audio.timeRange {
      add("range", .array([.number(range.start.seconds), .number(range.end.seconds)]))
    }
    if !audio.chain.isEmpty { lose("what changes its sound: effects, ducking or a tap") }
    if audio.output != nil || !audio.sends.isEmpty { lose("the bus that its sound goes to") }
    if audio.channelMatrix != nil { lose("its matrix of channels") }
    if audio.loudness != nil { lose("the loudness that its sound is brought to") }
    return members.isEmpty ? nil : .object(members)
  }

  // MARK: Values

  private mutating func number(_ name: String, _ value: Animated<Double>, usual: Double?) throws
    -> JSONValue?
  {
    try moving(name, value, usual: usual) { .number($0) }
  }

  /// A value that may move; `nil` where it is what is usual.
  private mutating func moving<Value: Interpolatable>(
    _ name: String, _ value: Animated<Value>, usual: Value?, _ write: (Value) -> JSONValue
  ) throws -> JSONValue? {
    if let constant = value.constant { return constant == usual ? nil : write(constant) }
    switch value {
    case .constant(let value): return write(value)
    case .keyframes(let animation):
      if let keys = keys(animation, write) { return keys }
      lose(
        "'\(name)' is eased by a function of the script, and written frame by frame", .approximated)
    case .expression:
      lose("'\(name)' is a function of the script, and written frame by frame", .approximated)
    }
    return try sampled { write(try value.value(at: $0)) }
  }

  /// The keys of `animation`; `nil` where one is eased by a function.
  private func keys<Value: Interpolatable>(
    _ animation: KeyframeAnimation<Value>, _ write: (Value) -> JSONValue
  ) -> JSONValue? {
    var keys: [JSONValue] = []
    for (index, key) in animation.keys.enumerated() {
      let time = JSONValue.number((key.time - layer.clockOffset).seconds)
      var parts = [time, write(key.value)]
      // How a key is reached means nothing to the first.
      if index > 0 {
        guard let ease = Self.easing(key.timing) else { return nil }
        if ease != .null { parts.append(ease) }
      }
      guard key.path != .linear, index > 0 else {
        keys.append(.array(parts))
        continue
      }
      let names = zip(["time", "value", "ease"], parts).map { JSONValue.Member($0, $1) }
      keys.append(
        .object(names + [JSONValue.Member("path", .string(SnakeCase.text(key.path.rawValue)))]))
    }
    guard animation.repeatMode != .none else { return .array(keys) }
    return .members([
      "keys": .array(keys), "repeats": .string(SnakeCase.text(animation.repeatMode.rawValue)),
    ])
  }

  /// Null for what is linear; `nil` for a function of a script.
  private static func easing(_ timing: TimingFunction) -> JSONValue? {
    switch timing {
    case .linear: return .null
    case .hold: return .string("hold")
    case .eased(let family, let direction):
      let name = family.rawValue.prefix(1).uppercased() + family.rawValue.dropFirst()
      return .string(SnakeCase.text(direction.rawValue + name))
    case .bezier(let curve):
      let numbers = [curve.first.x, curve.first.y, curve.second.x, curve.second.y]
      return .members(["bezier": .array(numbers.map { .number($0) })])
    case .steps(let count, let position):
      return .members(["steps": .array([.int(count), .string(SnakeCase.text(position.rawValue))])])
    case .spring(let spring):
      return .members([
        "spring": .members([
          "mass": .number(spring.mass), "stiffness": .number(spring.stiffness),
          "damping": .number(spring.damping),
        ])
      ])
    case .function: return nil
    }
  }

  /// The most keys that are written frame by frame.
  private static let mostKeys: Int64 = 20_000

  /// A key for each frame of the layer, those left out that go on as before.
  private func sampled(_ value: (Time) throws -> JSONValue) throws -> JSONValue {
    let count = rate.frameCount(in: layer.timeRange.duration)
    guard count <= Self.mostKeys else {
      throw MoonreelError(
        .limitExceeded,
        "Cannot export \(layer.label): it moves by a function over \(count) frames, and at most "
          + "\(Self.mostKeys) are written. Use keyframes, or make it shorter.")
    }
    var keys: [(time: Time, value: JSONValue)] = []
    // holds: one at least.
    for frame in 0..<max(1, count) {
      let time = rate.time(ofFrame: frame)
      let next = try value(time + layer.clockOffset)
      if keys.count > 1, keys[keys.count - 1].value == next, keys[keys.count - 2].value == next {
        keys[keys.count - 1].time = time
      } else {
        keys.append((time, next))
      }
    }
    return .array(keys.map { .array([.number($0.time.seconds), $0.value]) })
  }

  /// Pixels, or a share as `"50%"`; of both together the pixels that they are on a side of `whole`.
  private static func length(_ length: RelativeLength, in whole: Double) -> JSONValue {
    guard length.share != 0 else { return .number(length.pixels) }
    guard length.pixels != 0 else {
      return .string("\(JSONValue.number(length.share * 100).compactText)%")
    }
    return .number(length.resolved(in: whole))
  }

  private func rectangle(_ rect: RelativeRect) -> JSONValue {
    func part(_ path: KeyPath<Rect, Double>, _ whole: Double) -> JSONValue {
      Self.length(
        RelativeLength(pixels: rect.pixels[keyPath: path], share: rect.shares[keyPath: path]),
        in: whole)
    }
    return .array([
      part(\.origin.x, size.width), part(\.origin.y, size.height), part(\.size.width, size.width),
      part(\.size.height, size.height),
    ])
  }
}
