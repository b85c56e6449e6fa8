// SPDX-License-Identifier: MIT

/// The colour profile of a still or an animation: an ICC profile (ISO 15076-1), or the gamma and chromaticities of a PNG.
public struct ColorProfile: Hashable, Codable, Sendable {
  /// What becomes of a picture with the profile.
  public enum Use: String, Hashable, Codable, Sendable, CaseIterable {
    /// The profile is one of the colour spaces of ``ColorTags``: the picture is tagged, its pixels stay.
    case tagged
    /// Its pixels are converted to the track's colours.
    case converted
    /// The profile cannot be used: the picture is taken as if it had none.
    case unused
  }

  /// What the profile calls itself, such as `"Display P3"`.
  public var name: String
  /// What becomes of the picture.
  public var use: Use
  /// Why the profile is not used; `nil` where it is. A clause: "it is damaged".
  public var fault: String?

  /// A profile with every property given.
  public init(name: String, use: Use, fault: String? = nil) {
    (self.name, self.use, self.fault) = (name, use, fault)
  }
}

extension ColorTags {
  /// These tags for pictures that are coded as `own` says: with its matrix, range and siting.
  ///
  /// The format of a still fixes how its colours are coded; whoever names a colour space for it means
  /// primaries and transfer.
  public func coded(as own: ColorTags) -> ColorTags {
    ColorTags(
      matrix: own.matrix, transfer: transfer, primaries: primaries, range: own.range,
      siting: own.siting)
  }
}
