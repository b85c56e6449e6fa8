// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// The editing programs whose own effects are written beside what all of them read.
public enum Dialect: String, Sendable, Hashable, CaseIterable {
  /// DaVinci Resolve.
  case resolve
  /// Adobe Premiere Pro.
  case premiere
  /// Final Cut Pro, whose files are not OpenTimelineIO's.
  case finalCut = "fcpxml"

  /// Those whose effects go into files of `format`.
  public static func of(_ format: CutFormat) -> Set<Dialect> {
    switch format {
    case .otio, .otioz: [.resolve, .premiere]
    case .fcpxml: [.finalCut]
    case .edl, .srt: []
    }
  }

  /// The name under which the program keeps what only it knows.
  var metadataName: String {
    switch self {
    case .resolve: "Resolve_OTIO"
    case .premiere: "PremierePro_OTIO"
    case .finalCut: "FinalCutPro"
    }
  }

  /// The effects of the program that make a clip look so.
  func effects(
    _ look: LookCurves, blend: BlendMode, in size: Size, mediaStart: Time, rate: FrameRate
  ) -> [Editorial.Effect] {
    switch self {
    case .resolve: ResolveEffects(size: size).effects(look, blend)
    case .premiere: PremiereEffects(size: size, mediaStart: mediaStart, rate: rate).effects(look)
    case .finalCut: FinalCutEffects(size: size, rate: rate).effects(look, blend)
    }
  }

  /// The effects of the program that make a clip sound so; the volume is in decibels.
  func sound(
    _ volume: LookCurve, fadeIn: Time, fadeOut: Time, in size: Size, rate: FrameRate
  ) -> [Editorial.Effect] {
    switch self {
    case .resolve:
      let effect = ResolveEffects.sound(
        volume, fadeIn: rate.frame(at: fadeIn), fadeOut: rate.frame(at: fadeOut))
      return effect.map { [$0] } ?? []
    case .premiere: return []
    case .finalCut:
      return FinalCutEffects(size: size, rate: rate).sound(
        volume, fadeIn: fadeIn, fadeOut: fadeOut)
    }
  }

  /// Whether the program is told how loud clips are.
  var hasSound: Bool {
    switch self {
    case .resolve, .finalCut: true
    case .premiere: false
    }
  }

  /// The most decibels by which the program makes a clip louder.
  var loudest: Double {
    switch self {
    case .resolve: ResolveEffects.loudest
    case .premiere: .infinity
    case .finalCut: FinalCutEffects.decibels.upperBound
    }
  }

  /// Whether the program is told of `blend`.
  func has(_ blend: BlendMode) -> Bool {
    switch self {
    case .resolve: ResolveEffects.modes[blend] != nil
    case .premiere: blend == .normal
    case .finalCut: blend == .normal || FinalCutEffects.modes[blend] != nil
    }
  }
}

/// Effects as Resolve's own files have them (Resolve OTIO Meta Version 1.0); keys are frames of the track, counted from
/// the clip's beginning.
struct ResolveEffects {
  let size: Size

  /// Resolve's numbers of composite modes, as its scripting interface lists them.
  static let modes: [BlendMode: Int] = [
    .normal: 0, .difference: 3, .multiply: 4, .screen: 5, .overlay: 6, .hardLight: 7,
    .softLight: 8, .darken: 9, .lighten: 10, .colorDodge: 11, .colorBurn: 12, .exclusion: 13,
    .hue: 14, .saturation: 15, .color: 16, .linearDodge: 19, .linearBurn: 20, .vividLight: 22,
  ]

  /// The loudest that a clip may be made, in decibels.
  static let loudest = 30.0

  func effects(_ look: LookCurves, _ blend: BlendMode) -> [Editorial.Effect] {
    let transform = [
      number("transformationZoomX", look.zoomX, 1, 0, 100),
      number("transformationZoomY", look.zoomY, 1, 0, 100),
      // Upwards and anticlockwise count as positive.
      number(
        "transformationPan", look.centerX.map { ($0 - size.width / 2) / size.width }, 0, -4, 4),
      number(
        "transformationTilt", look.centerY.map { (size.height / 2 - $0) / size.height }, 0, -4, 4),
      number("transformationRotationAngle", look.rotation.map { -$0 }, 0, -3600, 3600),
    ].compactMap { $0 }
    var composite = [number("opacity", look.opacity.map { $0 * 100 }, 100, 0, 100)].compactMap {
      $0
    }
    if blend != .normal, let mode = Self.modes[blend] {
      composite.append(
        .members([
          "Default Parameter Value": .int(0), "Parameter ID": .string("composite mode"),
          "Parameter Value": .int(mode), "Variant Type": .string("UInt"),
        ]))
    }
    let names = ["cropLeft", "cropRight", "cropTop", "cropBottom"]
    let cropping = zip(names, look.crop ?? []).compactMap { number($0, $1, 0, 0, 1) }
    return [("Transform", 2, transform), ("Cropping", 3, cropping), ("Composite", 1, composite)]
      .filter { !$0.2.isEmpty }.map { Self.effect($0.0, $0.1, $0.2) }
  }

  /// The volume of a clip in decibels, and its fades in frames.
  static func sound(_ decibels: LookCurve, fadeIn: Int64, fadeOut: Int64) -> Editorial.Effect? {
    let limited = decibels.map { min(loudest, max(-100, $0)) }
    let fades = [("faderIn", fadeIn), ("faderOut", fadeOut)].compactMap { name, frames in
      number(name, LookCurve(keys: [(0, Double(frames))]), 0, 0, 2_147_483_647)
    }
    let parameters = [number("volume", limited, 0, -100, loudest)].compactMap { $0 } + fades
    return parameters.isEmpty ? nil : effect("Fairlight Clip Volume and Fades", 62, parameters)
  }

  private static func effect(_ name: String, _ type: Int, _ parameters: [JSONValue])
    -> Editorial.Effect
  {
    let value = JSONValue.members([
      "Display Type": .int(1), "Effect Name": .string(name), "Enabled": .bool(true),
      "Name": .string(name), "Parameters": .array(parameters), "Type": .int(type),
    ])
    return Editorial.Effect(
      .other, "Resolve Effect",
      metadata: Editorial.Metadata([JSONValue.Member(Dialect.resolve.metadataName, value)]))
  }

  private func number(
    _ name: String, _ curve: LookCurve, _ usual: Double, _ low: Double, _ high: Double
  ) -> JSONValue? { Self.number(name, curve, usual, low, high) }

  /// A parameter; `nil` where it is as usual.
  private static func number(
    _ name: String, _ curve: LookCurve, _ usual: Double, _ low: Double, _ high: Double
  ) -> JSONValue? {
    if let constant = curve.constant, abs(constant - usual) < 1e-9 { return nil }
    let keys = curve.constant == nil ? curve.keys : []
    return .members([
      "Default Parameter Value": .number(usual),
      "Key Frames": .object(
        keys.map {
          JSONValue.Member(
            "\($0.frame)",
            .members(["Value": .number($0.value), "Variant Type": .string("Double")]))
        }),
      "Parameter ID": .string(name), "Parameter Value": .number(curve.start),
      "Variant Type": .string("Double"), "maxValue": .number(high), "minValue": .number(low),
    ])
  }
}

/// The intrinsic effects as Premiere's own files have them; keys are times of the media.
struct PremiereEffects {
  let size: Size
  /// The time of the media that the clip begins with.
  let mediaStart: Time
  let rate: FrameRate

  func effects(_ look: LookCurves) -> [Editorial.Effect] {
    var effects: [Editorial.Effect] = []
    if look.opacity.constant != 1 {
      let parameters = [
        parameter("Opacity", 1, look.opacity) { .number($0 * 100) },
        fixed("Blend Mode", 2, .int(18)), fixed("Blend Mode", 3, .int(0)),
      ]
      effects.append(effect("AE.ADBE Opacity", "Opacity", parameters))
    }
    guard !look.isPlaced(in: size) || look.crop != nil else { return effects }
    let scale = look.fittingScale * 100
    var parameters = [
      position(look), parameter("Scale", 2, look.zoomY) { .number($0 * scale) },
      parameter("Scale Width", 3, look.zoomX) { .number($0 * scale) },
      fixed(" ", 4, .bool(false)), parameter("Rotation", 5, look.rotation) { .number($0) },
      fixed("Anchor Point", 6, point(0.5, 0.5)), fixed("Anti-flicker Filter", 7, .number(0)),
    ]
    let names = [("Crop Left", 8), ("Crop Right", 10), ("Crop Top", 9), ("Crop Bottom", 11)]
    for (name, curve) in zip(names, look.crop ?? []) {
      parameters.append(parameter(name.0, name.1, curve) { .number($0 * 100) })
    }
    effects.append(effect("AE.ADBE Motion", "Motion", parameters))
    return effects
  }

  private func point(_ x: Double, _ y: Double) -> JSONValue {
    .members(["X": .number(x), "Y": .number(y)])
  }

  private func position(_ look: LookCurves) -> JSONValue {
    let (x, y) = (look.centerX, look.centerY)
    guard x.constant == nil || y.constant == nil else {
      return fixed("Position", 1, point(x.start / size.width, y.start / size.height))
    }
    let keys = zip(x.keys, y.keys).map { a, b in
      key(a.frame, point(a.value / size.width, b.value / size.height))
    }
    return .members([
      "DisplayName": .string("Position"), "ID": .int(1), "Keyframes": .array(keys),
    ])
  }

  private func parameter(
    _ name: String, _ id: Int, _ curve: LookCurve, _ value: (Double) -> JSONValue
  ) -> JSONValue {
    guard curve.constant == nil else { return fixed(name, id, value(curve.start)) }
    return .members([
      "DisplayName": .string(name), "ID": .int(id),
      "Keyframes": .array(curve.keys.map { key($0.frame, value($0.value)) }),
    ])
  }

  private func key(_ frame: Int64, _ value: JSONValue) -> JSONValue {
    let time = mediaStart + rate.time(ofFrame: frame)
    return .members(["Position": position(OTIOTime.frames(time, rate)), "Value": value])
  }

  private func position(_ frames: Double) -> JSONValue {
    .members([
      "OTIO_SCHEMA": .string("RationalTime.1"), "rate": .number(rate.framesPerSecond.doubleValue),
      "value": .number(frames),
    ])
  }

  /// Where Premiere puts the one key of a value that stays: a hundred hours before everything at 30 frames a second.
  private static let beforeAll = -10_800_000.0

  private func fixed(_ name: String, _ id: Int, _ value: JSONValue) -> JSONValue {
    .members([
      "DisplayName": .string(name), "ID": .int(id),
      "StartValue": .members(["Position": position(Self.beforeAll), "Value": value]),
    ])
  }

  private func effect(_ match: String, _ name: String, _ parameters: [JSONValue])
    -> Editorial.Effect
  {
    let value = JSONValue.members([
      "IsIntrinsic": .bool(true), "MatchName": .string(match), "Parameters": .array(parameters),
    ])
    return Editorial.Effect(
      .other, name,
      metadata: Editorial.Metadata([JSONValue.Member(Dialect.premiere.metadataName, value)]))
  }
}

extension LookCurves {
  /// Whether it lies in the middle of a frame of `size` at its own size, which Premiere takes for granted.
  fileprivate func isPlaced(in size: Size) -> Bool {
    centerX.constant == size.width / 2 && centerY.constant == size.height / 2
      && zoomX.constant.map { abs($0 * fittingScale - 1) < 1e-9 } ?? false
      && zoomY.constant.map { abs($0 * fittingScale - 1) < 1e-9 } ?? false && rotation.constant == 0
  }
}
