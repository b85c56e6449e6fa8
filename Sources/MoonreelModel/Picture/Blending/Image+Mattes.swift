// SPDX-License-Identifier: MIT

extension Image {
  /// What of a matte says how much of a picture is kept.
  public enum MatteChannel: String, Hashable, Sendable, CaseIterable {
    /// The matte's alpha.
    case alpha
    /// The matte's BT.709 luma times its alpha: white keeps, black and transparent hide.
    case luma
  }

  /// This picture, all four components multiplied by a share taken from `matte`, limited to 0…1.
  ///
  /// - Parameters:
  ///   - matte: The picture that says how much is kept.
  ///   - channel: What of it is read.
  ///   - inverted: Whether one less the share is taken.
  public func matted(by matte: Image, channel: MatteChannel = .alpha, inverted: Bool = false)
    -> Image
  {
    switch (channel, inverted) {
    case (.alpha, false): applying(Mattes.alpha, to: matte)
    case (.alpha, true): applying(Mattes.alphaInverted, to: matte)
    case (.luma, false): applying(Mattes.luma, to: matte)
    case (.luma, true): applying(Mattes.lumaInverted, to: matte)
    }
  }
}

private enum Mattes {
  static let alpha = keeping("alphaMatte", .intersection) { $0.alpha.clamped() }
  static let alphaInverted = keeping("alphaMatteInverted", .input(0)) { 1 - $0.alpha.clamped() }
  static let luma = keeping("lumaMatte", .intersection) { $0.luma.clamped() }
  static let lumaInverted = keeping("lumaMatteInverted", .input(0)) { 1 - $0.luma.clamped() }

  private static func keeping(
    _ name: String, _ extent: PixelKernel.Extent, _ share: (KernelPixel) -> KernelTerm
  ) -> PixelKernel {
    PixelKernel(name, inputs: 2, extent: extent) { kernel in
      let kept = share(kernel.input(1))
      return kernel.input(0).map { $0 * kept }
    }
  }
}
