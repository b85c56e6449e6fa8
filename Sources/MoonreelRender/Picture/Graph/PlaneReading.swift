// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// How a plane is read where a map brings it to a grid of pixels.
enum PlaneReading {
  /// Not at all: the map leaves nothing of it.
  case nothing
  /// As it is, moved by whole pixels.
  case moved(x: Int, y: Int)
  /// Sample by sample, where the map from pixels to samples says.
  case gathered(AffineTransform, Image.Sampling)
  /// Resampled along each axis by itself, for a map from pixels to samples.
  case resampled(AffineTransform, Image.Sampling)
  /// Reduced until a pixel is no larger than a sample, then gathered.
  case reduced(AffineTransform, Image.Sampling)

  /// Moves by whole pixels, mirrorings and quarter turns read as they are. An upright map that reduces,
  /// or that interpolates over more than two samples, resamples; any other gathers.
  init(_ map: AffineTransform, _ sampling: Image.Sampling, _ quality: RenderQuality) {
    if let move = map.wholeTranslation {
      self = .moved(x: move.x, y: move.y)
      return
    }
    guard let inverse = map.inverted, inverse.isFinite else {
      self = .nothing
      return
    }
    if map.isLattice {
      self = .gathered(inverse.rounded, .bilinear)
      return
    }
    let footprint = inverse.footprint
    let reduces = quality != .draft && max(footprint.x, footprint.y) > 1 + 1e-6
    let isSmall = sampling == .nearest || sampling == .bilinear
    if map.isUpright, reduces || !isSmall {
      self = .resampled(inverse, sampling)
    } else {
      self = reduces ? .reduced(inverse, sampling) : .gathered(inverse, sampling)
    }
  }
}

extension ProgramBuilder {
  /// `view` read where `inverse`, from pixels to samples, says.
  func source(
    _ view: PlaneView, gathered inverse: AffineTransform, _ sampling: Image.Sampling
  ) -> Value {
    var map = FixedMap(inverse)
    map.move(by: (view.offsetX, view.offsetY))
    return switch sampling {
    case .nearest: source(.nearest, .gather(view, map, nil))
    case .bilinear: source(.bilinear, .gather(view, map, nil))
    case .bicubic: source(.taps, .gather(view, map, .bicubic))
    case .lanczos: source(.taps, .gather(view, map, .lanczos))
    }
  }
}

extension AffineTransform {
  /// The map with whole coefficients nearest to this one.
  fileprivate var rounded: AffineTransform {
    AffineTransform(
      a: a.rounded(), b: b.rounded(), c: c.rounded(), d: d.rounded(), tx: tx.rounded(),
      ty: ty.rounded())
  }
}
