// SPDX-License-Identifier: MIT

import CFFmpeg

/// How a JPEG of four components stores its ink.
///
/// libav 5.1 turns such pictures into R'G'B' by a rule of thumb and loses the ink. Without the segment APP14 it gives
/// the four components as they are.
struct JPEGInk: Equatable {
  /// Whether cyan, magenta and yellow are stored as luma and colour differences of their opposites (YCCK).
  var isYCCK: Bool
  /// Whether a component of 0 is full ink, as Adobe's programs write it.
  var isInverted: Bool

  private static let frameHeaders: Set = ["c0", "c1", "c2", "c3", "c9", "ca", "cb"]

  /// The ink of `file`; `nil` where it has other than four components.
  init?(_ file: StillInspector) {
    var components: UInt8 = 0
    var transform: UInt8?
    file.visit { name, payload in
      if name == "ee", let found = Self.transform(file, payload) { transform = found }
      if Self.frameHeaders.contains(name), payload.count > 5 {
        components = file.bytes[payload.lowerBound + 5]
      }
      return components == 0
    }
    guard components == 4 else { return nil }
    (isYCCK, isInverted) = (transform == 2, transform != nil)
  }

  /// What Adobe's segment says of how colours were changed.
  private static func transform(_ file: StillInspector, _ payload: Range<Int>) -> UInt8? {
    guard payload.count >= 12, file.text(payload.lowerBound, 5) == "Adobe" else { return nil }
    return file.bytes[payload.lowerBound + 11]
  }

  /// Lets libav decode the components of `packet` as they are: Adobe's segment becomes one that nobody knows.
  static func bare(_ packet: UnsafeMutablePointer<AVPacket>) {
    let file = StillInspector(packet)
    guard let place = file.first(where: { $0 == "ee" && transform(file, $1) != nil }),
      av_packet_make_writable(packet) >= 0
    else { return }
    packet.pointee.data[place.lowerBound] = UInt8(ascii: "a")
  }
}
