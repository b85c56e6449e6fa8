// SPDX-License-Identifier: MIT

extension Image {
  /// This picture on `bottom`, its colours mixed with those under it.
  ///
  /// - Parameters:
  ///   - bottom: The picture under this one.
  ///   - mode: How colours are mixed; `normal` is ``over(_:)``.
  ///   - opacity: What this picture is multiplied by first, 0…1.
  ///   - seed: Which noise `noiseDissolve` takes; the others ignore it.
  public func blended(
    onto bottom: Image, mode: BlendMode, opacity: Float = 1, seed: UInt32 = 0
  ) -> Image {
    let top = self.opacity(opacity)
    switch mode {
    case .normal: return top.over(bottom)
    case .noiseDissolve:
      let noise = Image(.noise(seed: seed))
      return top.applying(
        mode.kernel, to: bottom, extent.map { noise.cropped(to: $0) } ?? noise)
    default: return top.applying(mode.kernel, to: bottom)
    }
  }

  /// This picture and `bottom` by a Porter-Duff operator, this picture being the source.
  public func composited(onto bottom: Image, _ compositeOperator: CompositeOperator) -> Image {
    switch compositeOperator {
    case .clear: .empty
    case .source: self
    case .destination: bottom
    case .sourceOver: over(bottom)
    case .destinationOver: bottom.over(self)
    default: applying(compositeOperator.kernel, to: bottom)
    }
  }
}
