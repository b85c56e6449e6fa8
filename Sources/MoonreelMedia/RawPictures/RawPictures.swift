// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

/// A file whose pictures another library than libav draws, dressed as raw pictures one after the other: to
/// libav and to all else they are a stream like any.
protocol RawPictures: AnyObject {
  /// What the container and its codec are called.
  var formatName: String { get }
  /// The size of all pictures.
  var size: PixelSize { get }
  /// libav's name of the raw pictures' format.
  var pixelFormatName: String { get }
  /// The bytes of one raw picture.
  var frameBytes: Int { get }
  /// How pictures are turned and mirrored before they are shown, about their origin.
  var turn: AffineTransform { get }
  /// Whether colours are multiplied by alpha.
  var isPremultiplied: Bool { get }
  /// The ICC profile of all pictures; `nil` without one.
  var profile: [UInt8]? { get }
  /// The bytes of the file.
  var byteCount: Int { get }
  /// What each picture lasts, in milliseconds.
  var durations: [Int] { get }
  /// Why the file holds less than it should; `nil` where it is whole.
  var damage: String? { get }

  /// The pixels of picture `number`, valid until another is asked for; `nil` where it is damaged.
  func picture(_ number: Int) -> UnsafePointer<UInt8>?

  /// Says in `parameters` what the pictures' colours are, as far as the file does.
  func tag(_ parameters: UnsafeMutablePointer<AVCodecParameters>)
}

extension RawPictures {
  /// Each picture as a packet: when it begins, and that reading may begin with it.
  var index: MediaIndex {
    let timeBase = Rational(1, 1000)
    var start: Int64 = 0
    let entries = durations.enumerated().map { number, duration in
      defer { start += Int64(duration) }
      return PacketEntry(
        presentation: start, decoding: start, duration: Int64(duration),
        position: Int64(number) * Int64(frameBytes), size: Int32(clamping: frameBytes),
        isKeyFrame: true, isDiscarded: false)
    }
    let bare = StreamIndex(
      entries: entries, timeBase: timeBase, presentationZero: .zero, slots: [], syncPoints: [0],
      brokenAt: nil)
    let slots = entries.enumerated().map { number, entry in
      StreamIndex.Slot(time: bare.duration(of: entry.presentation), ordinal: number)
    }
    let stream = StreamIndex(
      entries: entries, timeBase: timeBase, presentationZero: .zero, slots: slots,
      syncPoints: Array(entries.indices),
      brokenAt: damage == nil ? nil : bare.duration(of: start))
    return MediaIndex(streams: [0: stream], damage: damage)
  }
}
