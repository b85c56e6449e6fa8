// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelPlayback

/// Sends a player's sound to a page, which plays it when it is due. What the socket has no room for is left out.
final class SocketSound: SoundOutput {
  let sampleRate = 48_000
  let layout = ChannelLayout.stereo
  /// Enough for the way and for what browsers keep ahead.
  let latency = Time(flicks: Time.flicksPerSecond * 3 / 20)

  private let socket: Socket
  private let isOn = Locked(false)

  init(_ socket: Socket) { self.socket = socket }

  /// Whether the page listens; without that nothing is sent.
  func set(isOn: Bool) { self.isOn.withLock { $0 = isOn } }

  func write(_ block: SampleBuffer, at host: Time) {
    guard isOn.withLock({ $0 }), socket.hasRoom else { return }
    let head = WireHead(
      kind: .sound, part: UInt8(clamping: block.channels.count), number: UInt32(sampleRate),
      extent: UInt32(clamping: block.frameCount), host: host.milliseconds)
    socket.send(head, Self.interleaved(block))
  }

  func flush(from host: Time) {
    guard isOn.withLock({ $0 }) else { return }
    socket.send(.members(["type": .string("flush"), "host": .number(host.milliseconds)]))
  }

  /// The samples of all channels by turns, as little-endian floats.
  static func interleaved(_ block: SampleBuffer) -> [UInt8] {
    let (count, channels) = (block.frameCount, block.channels)
    return [UInt8](unsafeUninitializedCapacity: count * channels.count * 4) { bytes, filled in
      let raw = UnsafeMutableRawPointer(bytes.baseAddress!)
      for (channel, samples) in channels.enumerated() {
        for (index, sample) in samples.enumerated() {
          raw.storeBytes(
            of: sample.bitPattern.littleEndian,
            toByteOffset: (index * channels.count + channel) * 4, as: UInt32.self)
        }
      }
      filled = bytes.count
    }
  }
}
