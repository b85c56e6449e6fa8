// SPDX-License-Identifier: MIT

/// What the file of a still or an animation says of its colours.
struct StillColor: Equatable {
  /// The one statement that holds where there are several.
  enum Statement: Equatable {
    /// An ICC profile.
    case profile([UInt8])
    /// An ICC profile that cannot be taken out of the file; a clause says why.
    case lostProfile(String)
    /// Code points of ITU-T H.273.
    case codePoints(CodePoints)
    /// A PNG's gamma (signal = light to the power of it; `nil`: sRGB's curve) and chromaticities (x and y of white, red,
    /// green and blue; `nil`: sRGB's).
    case curve(gamma: Double?, chromaticities: [Double]?)
  }

  /// `nil` where the file says nothing, or sRGB.
  var statement: Statement?
  /// How ink is stored, where the picture is of CMYK.
  var ink: JPEGInk?

  /// A file that says this.
  init(_ statement: Statement? = nil, ink: JPEGInk? = nil) {
    (self.statement, self.ink) = (statement, ink)
  }

  /// Whether pictures are what their decoder gives.
  var isSilent: Bool { statement == nil && ink == nil }

  /// What a profile that stands in the file as `bytes` states; `nil` for no bytes at all.
  static func stated(by bytes: [UInt8]) -> Statement {
    bytes.count > ICCProfile.mostBytes
      ? .lostProfile("it has more than \(ICCProfile.mostBytes >> 20) MiB") : .profile(bytes)
  }
}

extension StillInspector {
  /// What the file says of its colours.
  var color: StillColor {
    switch kind {
    case .jpeg: StillColor(jpegProfile.map(StillColor.stated), ink: JPEGInk(self))
    case .png: StillColor(PNGColor(self).statement)
    case .webp:
      StillColor(
        first { name, _ in name == "ICCP" }.map { StillColor.stated(by: Array(bytes[$0])) })
    case .tiff: StillColor(Exif.profile(bytes[...]).map { StillColor.stated(by: Array($0)) })
    case nil: StillColor()
    }
  }

  /// The profile that lies in a JPEG's segments APP2, put together; `nil` without one, empty where a part is missing.
  /// (ISO 15076-1, annex B.4)
  private var jpegProfile: [UInt8]? {
    var parts: [Int: Range<Int>] = [:]
    var count: Int?
    visit { name, payload in
      guard name == "e2", payload.count >= 14, text(payload.lowerBound, 11) == "ICC_PROFILE" else {
        return true
      }
      let number = Int(bytes[payload.lowerBound + 12])
      count = Int(bytes[payload.lowerBound + 13])
      parts[number] = payload.dropFirst(14)
      return true
    }
    guard let count else { return nil }
    guard parts.count == count, (1...max(1, count)).allSatisfy({ parts[$0] != nil }) else {
      return []
    }
    return (1...max(1, count)).flatMap { bytes[parts[$0] ?? 0..<0] }
  }
}
