// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelRender

/// How the view moves from frame to frame of a film: what the camera does, seen in its pictures.
public struct CameraMotion: Sendable {
  /// What is measured of one frame.
  public struct Frame: Sendable {
    /// From which time on it is shown, on the asset's clock.
    public var time: Time
    /// The map from the frame before to this one, in pixels of the upright frame, about its middle.
    package var map: Similarity
    /// Whether the map was seen in the pictures.
    package var isSure: Bool
    /// Whether it begins a shot: nothing leads here from the frame before.
    public var isCut: Bool

    /// Pixels that the middle of the picture moved right and down since the frame before.
    public var move: Point { Point(map.tx, map.ty) }
    /// Degrees by which the picture turned since the frame before, clockwise.
    public var degrees: Double { map.degrees }
    /// The factor by which the picture grew since the frame before.
    public var scale: Double { map.scale }
  }

  /// The stretch that was measured, on the asset's clock.
  public let range: TimeRange
  /// Width and height of the upright frame at square pixels.
  public let size: PixelSize
  /// In order of time; the first is a cut.
  public let frames: [Frame]

  /// The frames of each shot.
  var shots: [Range<Int>] {
    let starts = frames.indices.filter { $0 == 0 || frames[$0].isCut }
    return zip(starts, starts.dropFirst() + [frames.count]).map { $0..<$1 }
  }
}

extension CameraMotion {
  /// Longer gaps are not filled.
  private static let longestGap = 8

  /// `frames`, where those of which nothing is known move as those before and behind them: what is blurred, or covered for a
  /// moment, goes on.
  static func filled(_ frames: [Frame]) -> [Frame] {
    var filled = frames
    var index = 0
    while index < frames.count {
      guard !frames[index].isSure, !frames[index].isCut else {
        index += 1
        continue
      }
      let end = frames[index...].firstIndex { $0.isSure || $0.isCut } ?? frames.count
      fill(&filled, index..<end)
      index = end
    }
    return filled
  }

  private static func fill(_ frames: inout [Frame], _ gap: Range<Int>) {
    guard gap.count <= longestGap, gap.lowerBound > 0, gap.upperBound < frames.count else { return }
    let (before, after) = (frames[gap.lowerBound - 1], frames[gap.upperBound])
    guard before.isSure, !before.isCut, after.isSure, !after.isCut else { return }
    for index in gap {
      let amount = Double(index - gap.lowerBound + 1) / Double(gap.count + 1)
      frames[index].map = before.map.interpolated(to: after.map, amount)
    }
  }
}
