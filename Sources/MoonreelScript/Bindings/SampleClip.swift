// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelRender

/// A clip that Moonreel makes itself, for scripts that are tried without their files: four seconds of
/// moving picture and sound at 1280x720.
struct SampleClip {
  let path: String
  let picture: any Source
  let sound: any Source

  static let prefix = "moonreel:sample/"
  /// The samples' names.
  static let paths = (1...3).map { "\(prefix)\($0)" }

  let duration = Time(wholeSeconds: 4)

  /// The sample that `path` names, such as `"moonreel:sample/1"`.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`) where there is none.
  init(path: String) throws {
    guard let index = Self.paths.firstIndex(of: path) else {
      throw MoonreelError(
        .fileAccess,
        "There is no sample '\(path)': there are \(Self.paths.joined(separator: ", ")).")
    }
    let (size, seconds) = (PixelSize(1280, 720), Time(wholeSeconds: 4))
    self.path = path
    picture = SampleSource(
      address: path,
      source: DrawnSource(duration: seconds, naturalSize: size) { time, _ in
        Self.image(index, size: size.size, progress: time.seconds / 4)
      })
    sound = SampleSource(
      address: path,
      source: ToneSource(frequency: [440, 554.365, 659.255][index], gain: 0.2, duration: seconds))
  }

  /// Picture and sound on two tracks.
  var timeline: Timeline {
    get throws {
      var timeline = Timeline()
      let range = TimeRange(start: .zero, duration: duration)
      for source in [picture, sound] {
        let id = timeline.addTrack(source.mediaType)
        try timeline.updateTrack(id) { try $0.insert(range, of: .custom(source)) }
      }
      return timeline
    }
  }

  private static func image(_ index: Int, size: Size, progress: Double) -> Image {
    let phase = Double(Float(progress))
    switch index {
    case 0: return Image(.testCard(size: size, phase: min(1, max(0, phase))))
    case 1:
      let stops = [Image.GradientStop(0, Color(1, 0.5, 0)), .init(1, Color(0.1, 0.1, 0.4))]
      let from = Point(phase * size.width, 0)
      return Image(.linearGradient(from: from, to: Point(size.width, size.height), stops: stops))
    default:
      let board = Image(.checker(side: 90, Color(0.1, 0.5, 0.4), Color(0.9, 0.9, 0.8)))
      return board.transformed(by: AffineTransform(translationX: phase * 360, y: phase * 90))
    }
  }
}

/// The pictures or the sound of a sample, which know what scripts call it.
private struct SampleSource: AddressedSource, Equatable {
  let address: String
  let source: any Source

  static func == (lhs: SampleSource, rhs: SampleSource) -> Bool {
    lhs.address == rhs.address && lhs.mediaType == rhs.mediaType
  }

  var mediaType: MediaType { source.mediaType }
  var duration: Time? { source.duration }
  var naturalSize: PixelSize { source.naturalSize }
  var byteEstimate: Int { source.byteEstimate }

  func image(at time: Time, in context: FrameContext) throws -> Image {
    try source.image(at: time, in: context)
  }

  func samples(from start: Int64, frameCount: Int, sampleRate: Int) throws -> SampleBuffer {
    try source.samples(from: start, frameCount: frameCount, sampleRate: sampleRate)
  }
}
