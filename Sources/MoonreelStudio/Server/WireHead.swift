// SPDX-License-Identifier: MIT

import NIOCore

/// What stands before the bytes of a binary message: 32 bytes, little endian.
struct WireHead: Hashable, Sendable {
  enum Kind: UInt8, Sendable {
    /// An access unit of H.264 in Annex B that needs no other.
    case h264 = 1
    case jpeg
    /// Interleaved 32-bit floats.
    case sound
    /// A JPEG for a thumbnail or a gallery.
    case smallPicture
    /// Pairs of 32-bit floats: the least and the greatest sample of a stretch.
    case peaks
  }

  /// How many bytes it takes.
  static let length = 32
  /// A flag of pictures: exact, and standing.
  static let isStill: UInt8 = 1
  /// A flag of pictures: they are of the film before.
  static let isBefore: UInt8 = 2
  /// A flag of small pictures: they belong to a gallery.
  static let isGallery: UInt8 = 4
  /// A flag of pictures: they show proxies in place of files.
  static let hasProxies: UInt8 = 8

  var kind: Kind
  var flags: UInt8 = 0
  /// By what a picture's size was divided, or the channels of sound.
  var part: UInt8 = 1
  /// Which version of the film it belongs to.
  var generation: UInt32 = 0
  /// A frame's number, sound's rate, or the number of a small picture.
  var number: UInt32 = 0
  /// A picture's size or the frames of sound.
  var extent: UInt32 = 0
  /// Seconds of the film, or of which request the answer is.
  var time: Double = 0
  /// Milliseconds on the server's clock: when sound is to be heard or a picture was due.
  var host: Double = 0

  /// Width and height as ``extent``.
  static func extent(_ width: Int, _ height: Int) -> UInt32 {
    UInt32(clamping: width) << 16 | UInt32(clamping: height) & 0xFFFF
  }

  func write(to buffer: inout ByteBuffer) {
    buffer.writeInteger(kind.rawValue)
    buffer.writeInteger(flags)
    buffer.writeInteger(part)
    buffer.writeInteger(UInt8(0))
    for value in [generation, number, extent] {
      buffer.writeInteger(value, endianness: .little)
    }
    for value in [time, host] { buffer.writeInteger(value.bitPattern, endianness: .little) }
  }
}
