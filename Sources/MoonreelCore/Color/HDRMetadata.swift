// SPDX-License-Identifier: MIT

/// What an HDR picture was made on and how bright it gets (SMPTE ST 2086, CTA-861.3).
public struct HDRMetadata: Hashable, Codable, Sendable {
  /// The display on which the picture was made (SMPTE ST 2086).
  public struct MasteringDisplay: Hashable, Codable, Sendable {
    /// CIE (x, y) of red, green and blue.
    public var primaries: [SIMD2<Double>]
    /// CIE (x, y) of white.
    public var white: SIMD2<Double>
    /// Its darkest light in cd/m².
    public var minLuminance: Double
    /// Its brightest light in cd/m².
    public var maxLuminance: Double

    /// A display with every property given.
    ///
    /// - Precondition: there are three primaries.
    public init(
      primaries: [SIMD2<Double>], white: SIMD2<Double>, minLuminance: Double, maxLuminance: Double
    ) {
      precondition(primaries.count == 3, "a display has three primaries")
      (self.primaries, self.white) = (primaries, white)
      (self.minLuminance, self.maxLuminance) = (minLuminance, maxLuminance)
    }
  }

  /// How bright the content is (CTA-861.3).
  public struct ContentLight: Hashable, Codable, Sendable {
    /// The brightest pixel of all in cd/m² (MaxCLL); 0 where unknown.
    public var maxContent: Int
    /// The brightest mean of a frame in cd/m² (MaxFALL); 0 where unknown.
    public var maxAverage: Int

    /// Both given.
    public init(maxContent: Int, maxAverage: Int) {
      (self.maxContent, self.maxAverage) = (maxContent, maxAverage)
    }
  }

  /// The display on which the picture was made; `nil` where nothing says so.
  public var masteringDisplay: MasteringDisplay?
  /// How bright the content is; `nil` where nothing says so.
  public var contentLight: ContentLight?

  /// What is known of both.
  public init(masteringDisplay: MasteringDisplay? = nil, contentLight: ContentLight? = nil) {
    (self.masteringDisplay, self.contentLight) = (masteringDisplay, contentLight)
  }

  /// The brightest light that occurs in cd/m²: of the content, else of the display.
  public var brightest: Double? {
    if let most = contentLight?.maxContent, most > 0 { return Double(most) }
    return masteringDisplay.map(\.maxLuminance)
  }
}
