// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// How large the pictures of an output are, with the proportions of the film's.
public enum OutputSize: Hashable, Sendable {
  /// Output pixels per pixel of the composition, 0.01…16.
  case scale(Double)
  /// Pixels from left to right.
  case width(Int)
  /// Pixels from top to bottom.
  case height(Int)
  /// Pixels along the shorter side: what `720p` means of a film that is wide and of one that is tall.
  case shorterSide(Int)

  /// The size that `name` stands for, `720p`; `nil` where it is none.
  public init?(name: String) {
    guard name.hasSuffix("p"), let lines = Int(name.dropLast()), (16...16384).contains(lines)
    else { return nil }
    self = .shorterSide(lines)
  }

  /// Output pixels per pixel of `composition`, its own scale left aside.
  func scale(of composition: VideoComposition) -> Double {
    let size = composition.renderSize.size
    return switch self {
    case .scale(let factor): factor
    case .width(let width): Double(width) / size.width / composition.renderScale
    case .height(let height): Double(height) / size.height / composition.renderScale
    case .shorterSide(let length):
      Double(length) / min(size.width, size.height) / composition.renderScale
    }
  }
}
