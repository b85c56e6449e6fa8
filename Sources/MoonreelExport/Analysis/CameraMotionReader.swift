// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelRender

/// Measures how the view moves in a file; see ``CameraMotion``.
///
/// Every frame is decoded once, and looked at with at most 640 pixels on its longer side. What was measured is kept in the
/// process, up to 32 MB of the latest, and found again for a file that was not changed since.
public struct CameraMotionReader: Sendable {
  /// The most frames that are looked at: an hour at 60 a second.
  public static let mostFrames = 216_000
  /// Where points do not agree and frames differ by more than this after the best move, and by as much more than those
  /// before, there is a cut.
  private static let leastCut = 0.04

  private let gate: FileGate
  private let warnings: WarningLog?

  /// A reader that opens files through `gate`, and stops when its flag is set.
  public init(gate: FileGate, warnings: WarningLog? = nil) {
    (self.gate, self.warnings) = (gate, warnings)
  }

  private static let known = MeasuredFiles<CameraMotion>(limit: 32 << 20) {
    $0.frames.count * MemoryLayout<CameraMotion.Frame>.stride
  }

  /// What is measured of `range` of a track of pictures (`nil`: all of it).
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` for a range that has no frames, `limitExceeded` for more than
  ///   ``mostFrames``, `cancelled`; what reading throws.
  public func motion(of track: AssetTrack, range: TimeRange? = nil) throws -> CameraMotion {
    let range = range?.intersection(track.timeRange) ?? track.timeRange
    return try Self.known.value(of: track, range, gate: gate) { try measure(track, range) }
  }

  private func measure(_ track: AssetTrack, _ range: TimeRange) throws -> CameraMotion {
    guard track.video?.isStillImage != true else {
      throw MoonreelError(
        .invalidArgument, "Cannot follow the camera in '\(track.path)': it is one picture.")
    }
    let all = try track.frameTimes(gate: gate)
    let begun = range.start + all.tolerance
    // The frame that is on screen where the range begins belongs to it.
    let first = all.times.last { $0 <= begun } ?? begun
    let times = try track.frames(
      range.duration > .zero ? all.times.filter { first <= $0 && $0 < range.end } : [], in: range,
      atMost: Self.mostFrames,
      toDo: "follow the camera")
    let reader = try VideoReader(track: track, gate: gate, warnings: warnings)
    var (frames, before): ([CameraMotion.Frame], LumaPyramid?) = ([], nil)
    var lastDifference = 0.0
    frames.reserveCapacity(times.count)
    for (index, time) in times.enumerated() {
      try gate.cancellation.check()
      let next = index + 1 < times.count ? times[index + 1] : nil
      let buffer = try reader.frame(at: time, next: next).buffer
      let picture = try LumaPyramid(buffer)
      let motion = before.map {
        FrameMotion(from: $0, to: picture, upright: track.upright(buffer.size))
      }
      let difference = motion?.difference ?? 0
      // A difference that comes with every frame is no cut.
      let score = min(difference, abs(difference - lastDifference))
      (before, lastDifference) = (picture, difference)
      frames.append(
        .init(
          time: max(range.start, time - all.tolerance), map: motion?.map ?? .identity,
          isSure: motion?.isSure ?? false,
          isCut: motion.map { !$0.isSure && score > Self.leastCut } ?? true))
    }
    return CameraMotion(
      range: range, size: track.video?.displaySize ?? PixelSize(1, 1),
      frames: CameraMotion.filled(frames))
  }
}

extension AssetTrack {
  /// The map from pixels of a frame to pixels of the upright frame at square pixels, about its middle.
  fileprivate func upright(_ coded: PixelSize) -> AffineTransform {
    guard let video else { return .identity }
    let (natural, display) = (video.naturalSize.size, video.displaySize.size)
    return AffineTransform(
      scaleX: natural.width / Double(coded.width), y: natural.height / Double(coded.height)
    )
    .followed(by: video.preferredTransform)
    .followed(by: AffineTransform(translationX: -display.width / 2, y: -display.height / 2))
  }

  /// `times`, the frames of `range` that are looked at: at least one, and at most `limit`.
  ///
  /// - Parameter purpose: what they are wanted for, for messages, such as `"find scenes"`.
  func frames(_ times: [Time], in range: TimeRange, atMost limit: Int, toDo purpose: String)
    throws -> [Time]
  {
    guard !times.isEmpty else {
      throw MoonreelError(
        .invalidArgument, "Cannot \(purpose) in \(range) of '\(path)': no frame begins there.")
    }
    guard times.count <= limit else {
      throw MoonreelError(
        .limitExceeded,
        "Cannot look at \(times.count) frames of '\(path)': at most \(limit). Give a shorter 'range'."
      )
    }
    return times
  }
}
