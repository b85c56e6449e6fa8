// SPDX-License-Identifier: MIT

import CLCMS
import MoonreelCore

/// Owns one of LittleCMS's colour profiles (ISO 15076-1).
///
/// Each has a context of its own, so profiles of different threads share nothing.
final class ICCProfile {
  /// What the numbers of a picture with the profile are.
  enum Space {
    case gray
    case rgb
    case cmyk
  }

  /// The longest profile that is read: those of printing presses have a few MiB.
  static let mostBytes = 4 << 20
  /// The characters of a name that are kept.
  private static let longestName = 120

  let handle: cmsHPROFILE
  let context: cmsContext
  /// What it describes.
  let space: Space

  /// The profile in `bytes`; `nil` where it is damaged, too long, or describes no pictures.
  convenience init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.mostBytes else { return nil }
    self.init { context in
      bytes.withUnsafeBytes {
        cmsOpenProfileFromMemTHR(context, $0.baseAddress, UInt32($0.count))
      }
    }
  }

  /// A profile of R'G'B' with these chromaticities (x and y of white, red, green and blue), each component made light
  /// by a power of `exponent`, or by sRGB's curve for `nil`; `nil` where there is no such space.
  convenience init?(chromaticities: [Double], exponent: Double?) {
    guard chromaticities.count == 8 else { return nil }
    self.init { context in
      let points = (0..<4).map {
        cmsCIExyY(x: chromaticities[2 * $0], y: chromaticities[2 * $0 + 1], Y: 1)
      }
      var white = points[0]
      var primaries = cmsCIExyYTRIPLE(Red: points[1], Green: points[2], Blue: points[3])
      guard let curve = Self.curve(exponent, context) else { return nil }
      defer { cmsFreeToneCurve(curve) }
      var curves: [OpaquePointer?] = [curve, curve, curve]
      return cmsCreateRGBProfileTHR(context, &white, &primaries, &curves)
    }
  }

  /// A profile of gray made light by a power of `exponent`, or by sRGB's curve for `nil`.
  convenience init?(grayExponent exponent: Double?) {
    self.init { context in
      guard let curve = Self.curve(exponent, context) else { return nil }
      defer { cmsFreeToneCurve(curve) }
      return cmsCreateGrayProfileTHR(context, cmsD50_xyY(), curve)
    }
  }

  /// R'G'B' of the curve of sRGB and `primaries`.
  convenience init?(_ primaries: ColorTags.Primaries) {
    let points = primaries.chromaticities.flatMap { [$0.x, $0.y] }
    self.init(chromaticities: [0.3127, 0.3290] + points, exponent: nil)
  }

  private init?(_ make: (cmsContext) -> cmsHPROFILE?) {
    guard let context = cmsCreateContext(nil, nil) else { return nil }
    guard let handle = make(context), let space = Self.space(of: handle) else {
      cmsDeleteContext(context)
      return nil
    }
    (self.handle, self.context, self.space) = (handle, context, space)
  }

  deinit {
    cmsCloseProfile(handle)
    cmsDeleteContext(context)
  }

  /// What it calls itself in English, or else in its first language; control characters are left out.
  var name: String {
    let count = Int(cmsGetProfileInfo(handle, cmsInfoDescription, "en", "US", nil, 0))
    guard (1...1 << 16).contains(count) else { return "without a name" }
    let room = count / MemoryLayout<wchar_t>.size + 1
    let units = [wchar_t](unsafeUninitializedCapacity: room) { buffer, filled in
      buffer.initialize(repeating: 0)
      cmsGetProfileInfo(handle, cmsInfoDescription, "en", "US", buffer.baseAddress, UInt32(count))
      filled = room
    }
    let letters = units.prefix { $0 != 0 }.map { UInt16(truncatingIfNeeded: $0) }
    let text = String(decoding: letters, as: UTF16.self)
      .filter { !$0.unicodeScalars.contains { $0.properties.generalCategory == .control } }
    return text.isEmpty ? "without a name" : String(text.prefix(Self.longestName))
  }

  /// The curve and primaries that its tag `cicp` names by the code points of ITU-T H.273; `nil` without one.
  var codePoints: (primaries: Int, transfer: Int)? {
    guard let found = cmsReadTag(handle, cmsSigcicpTag) else { return nil }
    let signal = found.assumingMemoryBound(to: cmsVideoSignalType.self).pointee
    return (Int(signal.ColourPrimaries), Int(signal.TransferCharacteristics))
  }

  /// IEC 61966-2-1 for `nil`.
  private static func curve(_ exponent: Double?, _ context: cmsContext) -> OpaquePointer? {
    if let exponent { return cmsBuildGamma(context, exponent) }
    return cmsBuildParametricToneCurve(
      context, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
  }

  /// Profiles that lead from one device to another, change colours or name them are not of pictures.
  private static func space(of handle: cmsHPROFILE) -> Space? {
    let classes = [
      cmsSigInputClass, cmsSigDisplayClass, cmsSigOutputClass, cmsSigColorSpaceClass,
    ]
    guard classes.contains(cmsGetDeviceClass(handle)) else { return nil }
    switch cmsGetColorSpace(handle) {
    case cmsSigGrayData: return .gray
    case cmsSigRgbData: return .rgb
    case cmsSigCmykData: return .cmyk
    default: return nil
    }
  }
}
