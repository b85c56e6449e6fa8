// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// How a clip looks and sounds in the numbers of Final Cut Pro: places and cropping in hundredths of the frame's height,
/// upwards and anticlockwise positive, sizes as factors, volumes in decibels. A curve is a number, or a list of
/// `[seconds from the clip's beginning, number]` with straight lines between.
struct FinalCutEffects {
  let size: Size
  let rate: FrameRate

  /// Final Cut's numbers and names of blend modes.
  static let modes: [BlendMode: String] = [
    .darken: "3 (Darken)", .multiply: "4 (Multiply)", .colorBurn: "5 (Color Burn)",
    .linearBurn: "6 (Linear Burn)", .lighten: "9 (Lighten)", .screen: "10 (Screen)",
    .colorDodge: "11 (Color Dodge)", .linearDodge: "12 (Linear Dodge)",
    .overlay: "14 (Overlay)", .softLight: "15 (Soft Light)", .hardLight: "16 (Hard Light)",
    .vividLight: "17 (Vivid Light)", .difference: "22 (Difference)", .exclusion: "23 (Exclusion)",
  ]
  /// The quietest and the loudest that a clip may be made.
  static let decibels = -96.0...12.0

  func effects(_ look: LookCurves, _ blend: BlendMode) -> [Editorial.Effect] {
    let share = 100 / size.height
    let members = [
      member("x", look.centerX.map { ($0 - size.width / 2) * share }, 0),
      member("y", look.centerY.map { (size.height / 2 - $0) * share }, 0),
      member("scale_x", look.zoomX, 1), member("scale_y", look.zoomY, 1),
      member("rotation", look.rotation.map { -$0 }, 0), member("opacity", look.opacity, 1),
      Self.modes[blend].map { JSONValue.Member("mode", .string($0)) },
    ]
    let sides = zip(["left", "right", "top", "bottom"], look.crop ?? []).enumerated().map {
      index, side in
      // Shares of the picture's own width and height.
      let whole = index < 2 ? look.naturalSize.width / look.naturalSize.height : 1
      return member(side.0, side.1.map { $0 * whole * 100 }, 0)
    }
    return Self.effect((members + sides).compactMap { $0 })
  }

  /// The volume of a clip in decibels, and its fades in seconds.
  func sound(_ decibels: LookCurve, fadeIn: Time, fadeOut: Time) -> [Editorial.Effect] {
    let limited = decibels.map {
      min(Self.decibels.upperBound, max(Self.decibels.lowerBound, $0))
    }
    let fades = [("fade_in", fadeIn), ("fade_out", fadeOut)].filter { $0.1 > .zero }
      .map { JSONValue.Member($0.0, .string(FCPXMLTime.text($0.1))) }
    return Self.effect([member("volume", limited, 0)].compactMap { $0 } + fades)
  }

  private static func effect(_ members: [JSONValue.Member]) -> [Editorial.Effect] {
    guard !members.isEmpty else { return [] }
    let metadata = Editorial.Metadata([
      JSONValue.Member(Dialect.finalCut.metadataName, .object(members))
    ])
    return [Editorial.Effect(.other, "Final Cut Pro", metadata: metadata)]
  }

  /// A curve; `nil` where it is as usual.
  private func member(_ name: String, _ curve: LookCurve, _ usual: Double) -> JSONValue.Member? {
    if let constant = curve.constant {
      return abs(constant - usual) < 1e-9 ? nil : JSONValue.Member(name, .number(constant))
    }
    return JSONValue.Member(
      name,
      .array(
        curve.keys.map {
          .array([.number(rate.time(ofFrame: $0.frame).seconds), .number($0.value)])
        }))
  }
}
