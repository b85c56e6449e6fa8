// SPDX-License-Identifier: MIT

import CZlib

/// What the chunks of a PNG say of its colours (PNG, third edition, 11.3.2): `cICP` counts before `iCCP`, that before
/// `sRGB`, and that before `gAMA` and `cHRM`.
struct PNGColor {
  /// The one that counts; `nil` for sRGB and where there is none.
  private(set) var statement: StillColor.Statement?

  private var codePoints: CodePoints?
  private var profile: StillColor.Statement?
  private var isSRGB = false
  private var gamma: Double?
  private var chromaticities: [Double]?

  /// Gammas that are as good as sRGB's curve. Writers of sRGB state 0.45455 beside or instead of `sRGB`, as the
  /// specification asks.
  private static let usualGammas = 0.449...0.461
  /// ffmpeg writes this, 1 / 1.961, for the curve of BT.709, which counts as sRGB's here.
  private static let videoGamma = 0.5098...0.5101

  /// Reads the chunks before the pixels.
  init(_ file: StillInspector) {
    file.visit { name, payload in
      switch name {
      case "cICP": codePoints = Self.codePoints(file, payload) ?? codePoints
      case "iCCP": profile = profile ?? Self.profile(file.bytes[payload])
      case "sRGB": isSRGB = true
      case "gAMA": gamma = Self.shares(file, payload, 1)?.first
      case "cHRM": chromaticities = Self.shares(file, payload, 8)
      case "IDAT", "fdAT", "IEND": return false
      default: break
      }
      return true
    }
    statement = chosen
  }

  private var chosen: StillColor.Statement? {
    if let codePoints { return .codePoints(codePoints) }
    if let profile { return profile }
    if isSRGB { return nil }
    let gamma = gamma.flatMap { gamma -> Double? in
      Self.usualGammas.contains(gamma) || Self.videoGamma.contains(gamma) || gamma == 0
        ? nil : gamma
    }
    guard gamma != nil || chromaticities != nil else { return nil }
    return .curve(gamma: gamma, chromaticities: chromaticities)
  }

  /// Primaries, transfer, matrix (which has to be none) and range.
  private static func codePoints(_ file: StillInspector, _ payload: Range<Int>) -> CodePoints? {
    let bytes = file.bytes[payload].map { Int($0) }
    guard bytes.count == 4, bytes[2] == 0 else { return nil }
    return CodePoints(primaries: bytes[0], transfer: bytes[1], isFullRange: bytes[3] != 0)
  }

  /// Numbers in units of 1/100000.
  private static func shares(_ file: StillInspector, _ payload: Range<Int>, _ count: Int)
    -> [Double]?
  {
    guard payload.count == 4 * count else { return nil }
    return (0..<count).map { Double(file.number(payload.lowerBound + 4 * $0, 4) ?? 0) / 100_000 }
  }

  /// A name, a zero, the method, and the profile, packed.
  private static func profile(_ payload: ArraySlice<UInt8>) -> StillColor.Statement {
    guard let end = payload.prefix(80).firstIndex(of: 0), end + 2 < payload.endIndex else {
      return .lostProfile("it is damaged")
    }
    let packed = Array(payload[(end + 2)...])
    var size = uLong(ICCProfile.mostBytes)
    // The profile says at its beginning how long it is; what is longer is refused, not unpacked.
    let bytes = [UInt8](unsafeUninitializedCapacity: ICCProfile.mostBytes) { buffer, filled in
      let code = uncompress(buffer.baseAddress, &size, packed, uLong(packed.count))
      filled = code == Z_OK ? Int(size) : 0
    }
    return bytes.isEmpty
      ? .lostProfile("it is damaged, or has more than \(ICCProfile.mostBytes >> 20) MiB")
      : .profile(bytes)
  }
}
