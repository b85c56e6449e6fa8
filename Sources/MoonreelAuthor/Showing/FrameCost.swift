// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel
import MoonreelRender
import MoonreelScript

/// What drawing costs, in milliseconds of one thread's processor time.
public struct FrameCost: Sendable {
  /// The usual frame: the mean over the frames, each at the least of the rounds.
  public var milliseconds: Double
  /// The dearest frame.
  public var worst: Double

  /// Where frames are taken, as hundredths of the film. The first is not counted: it compiles, and draws what stays for
  /// the whole film.
  private static let moments: [Int64] = [5, 15, 35, 50, 70, 90]
  /// What takes so many milliseconds a round is known well enough after one.
  private static let enough = 4000.0

  /// Measures frames of the film that `request` describes.
  ///
  /// They are described once, which decodes what they show and runs scripts; then they are drawn on one core, in
  /// `rounds`, each with a renderer of its own. Each is drawn twice in a row, and the second time counts: as in a film,
  /// the frame before needed about the same memory.
  ///
  /// - Throws: `MoonreelError`, whatever cannot be read or drawn.
  public init(of request: ExportRequest, gate: FileGate, rounds: Int = 3) throws {
    let composition = request.videoComposition ?? VideoComposition(propertiesOf: request.timeline)
    let reader = CompositionReader(
      timeline: request.timeline, composition: composition, gate: gate)
    let duration = request.timeline.duration
    let images = try Self.moments.map {
      try reader.image(at: duration.multiplied(by: $0, dividedBy: 100))
    }
    let target = FrameTarget(
      size: composition.renderSize, format: .yuv420(), color: composition.color)
    var best = [Double](repeating: .infinity, count: images.count)
    for _ in 0..<max(1, rounds) {
      let renderer = PictureRenderer(threadCount: 1)
      for (index, image) in images.enumerated() {
        _ = try renderer.render(image, to: target)
        let begin = ThreadTime.milliseconds
        _ = try renderer.render(image, to: target)
        best[index] = min(best[index], ThreadTime.milliseconds - begin)
      }
      if best.dropFirst().reduce(0, +) > Self.enough { break }
    }
    let counted = best.dropFirst()
    milliseconds = counted.reduce(0, +) / Double(counted.count)
    worst = counted.max() ?? 0
  }

  /// What mixing a second of the film's sound costs, stereo at 48 kHz, the least of the rounds.
  ///
  /// - Throws: `MoonreelError`, whatever cannot be read or mixed.
  public init(ofSoundIn request: ExportRequest, gate: FileGate, rounds: Int = 3) throws {
    let reader = CompositionReader(
      timeline: request.timeline, composition: request.videoComposition,
      audioMix: request.audioMix, gate: gate)
    let range = TimeRange(start: .zero, duration: request.timeline.duration)
    var best = Double.infinity
    for _ in 0..<max(1, rounds) {
      let begin = ThreadTime.milliseconds
      let mixer = try reader.sound(in: range, sampleRate: 48_000, layout: .stereo)
      while try mixer.next(frameCount: 4096) != nil {}
      best = min(best, ThreadTime.milliseconds - begin)
    }
    milliseconds = best / max(range.duration.seconds, 1e-3)
    worst = milliseconds
  }
}

/// This thread's processor time.
public enum ThreadTime {
  /// Milliseconds since the thread began.
  public static var milliseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) * 1e-6
  }
}
