// SPDX-License-Identifier: MIT

import MoonreelCore

/// How a file is to be read.
public struct AssetOptions: Hashable, Sendable {
  /// What may become of frames that cannot be decoded; default: they are concealed.
  public var damagePolicy: DamagePolicy
  /// What becomes of gaps that jumps of the time stamps leave; default: they are closed.
  public var gapPolicy: GapPolicy
  /// The rate of a numbered image sequence; default 25 frames a second.
  public var frameRate: FrameRate?
  /// Colour tags that overrule what the file says; `nil` believes the file.
  public var color: ColorTags?
  /// Whether frames of two fields become frames of one moment; default: where they are flagged.
  public var deinterlacing: Deinterlacing

  /// Options with every part given.
  public init(
    damagePolicy: DamagePolicy = .conceal, frameRate: FrameRate? = nil, color: ColorTags? = nil,
    deinterlacing: Deinterlacing = .automatic, gapPolicy: GapPolicy = .close
  ) {
    (self.damagePolicy, self.frameRate, self.color) = (damagePolicy, frameRate, color)
    (self.deinterlacing, self.gapPolicy) = (deinterlacing, gapPolicy)
  }
}
