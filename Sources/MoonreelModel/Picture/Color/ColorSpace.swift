// SPDX-License-Identifier: MIT

import MoonreelCore

/// What R'G'B' signals stand for: which red, green and blue, and which curve.
public struct ColorSpace: Hashable, Sendable {
  /// Which red, green and blue.
  public var primaries: ColorTags.Primaries
  /// How signals become light.
  public var transfer: ColorTags.Transfer
  /// The brightest light that occurs, in cd/m², where the transfer is PQ.
  public var peak: Float

  /// BT.2408: what white of SDR pictures is in HDR ones, in cd/m².
  public static let referenceWhite: Float = 203
  /// What PQ pictures reach where nothing says so, in cd/m².
  public static let usualPeak: Float = 1000

  /// A space with every part given.
  public init(
    primaries: ColorTags.Primaries, transfer: ColorTags.Transfer, peak: Float = usualPeak
  ) {
    (self.primaries, self.transfer) = (primaries, transfer)
    self.peak = transfer == .pq ? min(10_000, max(Self.referenceWhite, peak)) : Self.usualPeak
  }

  /// The space that `color` names.
  public init(_ color: ColorTags, hdr: HDRMetadata? = nil) {
    self.init(
      primaries: color.primaries, transfer: color.transfer,
      peak: hdr?.brightest.map { Float($0) } ?? Self.usualPeak)
  }

  /// Whether signals reach beyond the white of ordinary pictures.
  public var isHDR: Bool { transfer == .pq || transfer == .hlg }

  /// Whether the primaries count as BT.709's: those of BT.601 are so near, and so often named without
  /// being meant, that pictures are exchanged between them unchanged.
  private var isOrdinaryGamut: Bool {
    switch primaries {
    case .bt709, .bt601x525, .bt601x625: true
    case .bt2020, .displayP3: false
    }
  }

  private func hasGamut(of other: ColorSpace) -> Bool {
    primaries == other.primaries || (isOrdinaryGamut && other.isOrdinaryGamut && !other.isHDR)
  }

  /// Whether signals of both are the same. Curves of ordinary pictures count as one, except none at
  /// all: all are watched as they are on the same displays.
  public func isSame(as other: ColorSpace) -> Bool {
    guard hasGamut(of: other) else { return false }
    if isHDR || other.isHDR { return transfer == other.transfer }
    return (transfer == .linear) == (other.transfer == .linear)
  }

  /// What turns straight signals of this space into those of `other`; `nil` where they are the same.
  ///
  /// - Ordinary to ordinary: to light by this space's curve, to the other primaries, and back by the
  ///   same curve, so that grays stay what they are.
  /// - HDR to ordinary: ITU-R BT.2390-8 (5.4.1) maps light so that 203 cd/m² and what is a little darker
  ///   stays, and the peak becomes white; by the largest component, so that hues stay.
  /// - Ordinary to HDR: white is 203 cd/m² (ITU-R BT.2408-4).
  /// - HLG is turned into light of a display of 1000 cd/m² and back (ITU-R BT.2100-2).
  public func kernel(to other: ColorSpace) -> PixelKernel? {
    isSame(as: other) ? nil : ConversionKernels.kernel(from: self, to: other)
  }
}

extension Image {
  /// This picture's signals, which are of `source`, as those of `target`.
  public func converted(from source: ColorSpace, to target: ColorSpace) -> Image {
    source.kernel(to: target).map { applying($0) } ?? self
  }
}
