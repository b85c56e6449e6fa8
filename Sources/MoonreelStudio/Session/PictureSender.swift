// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelPlayback

/// Codes frames and sends them while the page has credit; of those that wait, the newest stays.
actor PictureSender {
  /// How many pictures may be on their way.
  static let credit = 3

  /// A frame and what it is of.
  struct Picture: Sendable {
    var frame: PlayedFrame
    var generation: UInt32
    var flags: UInt8
  }

  private let socket: Socket
  private var coder: PictureCoder
  private var underWay = 0
  private var waiting: Picture?

  init(_ socket: Socket, form: PictureCoder.Form) {
    self.socket = socket
    coder = PictureCoder(form, quality: 0.8)
  }

  /// Sends `picture` as soon as there is credit, unless a newer one comes.
  func send(_ picture: Picture) {
    guard underWay < Self.credit else {
      waiting = picture
      return
    }
    underWay += 1
    do {
      try transmit(picture)
    } catch {
      underWay -= 1
      socket.say(MoonreelError.sentence(of: error))
    }
  }

  /// The page is done with one.
  func shown() {
    underWay = max(0, underWay - 1)
    if let picture = waiting {
      waiting = nil
      send(picture)
    }
  }

  private func transmit(_ picture: Picture) throws {
    let frame = picture.frame
    let coded = try coder.code(frame.buffer)
    let head = WireHead(
      kind: coded.form == .h264 ? .h264 : .jpeg, flags: picture.flags,
      part: UInt8(clamping: frame.divisor), generation: picture.generation,
      number: UInt32(clamping: frame.index),
      extent: WireHead.extent(frame.buffer.size.width, frame.buffer.size.height),
      time: frame.itemTime.seconds, host: frame.hostTime.milliseconds)
    socket.send(head, coded.bytes)
  }
}
