// SPDX-License-Identifier: MIT

import MoonreelCore

/// What becomes of the pictures that have a profile.
enum ProfileUse {
  /// The profile is a space that pictures may be tagged with: their pixels stay.
  case tagged(primaries: ColorTags.Primaries, transfer: ColorTags.Transfer)
  /// The pixels are converted to the curve of sRGB and these primaries.
  case converted(ICCProfile, to: ColorTags.Primaries)
  /// The profile cannot be used; a clause says why.
  case unused(String)

  /// A code of 8 bits: what a profile may change at most and still be called the same.
  private static let tolerance: Float = 1.0 / 255
  /// How far beyond sRGB's own colours a profile may reach and still be brought to sRGB.
  private static let excess: Float = 1.0 / 255

  /// What becomes of pictures of `space` with `profile`.
  init(_ profile: ICCProfile, for space: ICCProfile.Space) {
    let isFitting =
      switch space {
      case .gray: profile.space != .cmyk
      case .rgb: profile.space == .rgb
      case .cmyk: profile.space == .cmyk
      }
    guard isFitting else {
      self = .unused(
        "it describes \(Self.words(profile.space)), and the picture is \(Self.words(space))")
      return
    }
    if space == .rgb, let points = profile.codePoints, let tags = Self.light(points) {
      self = tags
      return
    }
    self = Self.compared(profile, for: space)
  }

  /// PQ and HLG have room for light that no profile's tables describe.
  private static func light(_ points: (primaries: Int, transfer: Int)) -> ProfileUse? {
    guard let known = CodePoints(primaries: points.primaries, transfer: points.transfer),
      known.transfer == .pq || known.transfer == .hlg
    else { return nil }
    return .tagged(primaries: known.primaries, transfer: known.transfer)
  }

  /// Looks at what the profile does to colours, not at how it says so: sRGB and Display P3 have been written in many
  /// ways.
  private static func compared(_ profile: ICCProfile, for space: ICCProfile.Space) -> ProfileUse {
    let samples = samples(profile.space, isNeutral: space == .gray)
    let wanted = profile.space == .gray ? samples.flatMap { [$0, $0, $0] } : samples
    let candidates: [ColorTags.Primaries] =
      space == .rgb ? [.bt709, .displayP3, .bt2020] : [.bt709]
    var fitsSRGB = false
    for primaries in candidates {
      guard let colors = colors(samples, profile, primaries) else {
        return .unused("it is damaged")
      }
      if profile.space != .cmyk, zip(colors, wanted).allSatisfy({ abs($0 - $1) <= tolerance }) {
        return .tagged(primaries: primaries, transfer: .srgb)
      }
      if primaries == .bt709 {
        fitsSRGB = colors.allSatisfy { (-excess...1 + excess).contains($0) }
      }
    }
    return .converted(profile, to: fitsSRGB ? .bt709 : .bt2020)
  }

  /// `samples` in R'G'B' of `primaries`; `nil` where the profile leads nowhere.
  private static func colors(
    _ samples: [Float], _ profile: ICCProfile, _ primaries: ColorTags.Primaries
  ) -> [Float]? {
    let count =
      switch profile.space {
      case .gray: 1
      case .rgb: 3
      case .cmyk: 4
      }
    guard let target = ICCProfile(primaries),
      let transform = ColorTransform(
        from: profile, .init(space: profile.space, bytes: 4), to: target,
        .init(space: .rgb, bytes: 4))
    else { return nil }
    // LittleCMS counts ink of floats in percent.
    let scale: Float = profile.space == .cmyk ? 100 : 1
    let colors = transform.convert(samples.map { $0 * scale }, count: count)
    return colors.allSatisfy(\.isFinite) ? colors : nil
  }

  /// Colours all over the space, and its grays.
  private static func samples(_ space: ICCProfile.Space, isNeutral: Bool) -> [Float] {
    let grays = (0...64).map { Float($0) / 64 }
    switch space {
    case .gray: return grays
    case .rgb:
      let neutral = grays.flatMap { [$0, $0, $0] }
      if isNeutral { return neutral }
      let steps = (0...8).map { Float($0) / 8 }
      return neutral + steps.flatMap { r in steps.flatMap { g in steps.flatMap { [r, g, $0] } } }
    case .cmyk:
      let steps: [Float] = [0, 0.5, 1]
      return steps.flatMap { c in
        steps.flatMap { m in steps.flatMap { y in steps.flatMap { [c, m, y, $0] } } }
      }
    }
  }

  private static func words(_ space: ICCProfile.Space) -> String {
    switch space {
    case .gray: "gray"
    case .rgb: "R'G'B'"
    case .cmyk: "CMYK"
    }
  }
}
