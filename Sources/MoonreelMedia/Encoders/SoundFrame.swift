// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// A block of sound in the encoder's own sample format, filled piece by piece.
final class SoundFrame {
  let pointer: UnsafeMutablePointer<AVFrame>
  /// Samples a channel so far.
  private(set) var count = 0
  /// Samples a channel that it can take.
  private let capacity: Int
  /// The number of its first sample where what is stored with 16 bits is dithered; `nil` where not.
  private let dithered: Int64?

  /// Whether nothing more fits.
  var isFull: Bool { count == capacity }

  /// An empty block for an open encoder, with the number of its first sample where it is to be dithered.
  ///
  /// - Throws: `MoonreelError` (`internalError`) without memory.
  init(
    _ context: UnsafeMutablePointer<AVCodecContext>, capacity: Int, dithered: Int64? = nil
  ) throws {
    let fault = MoonreelError(.limitExceeded, "Cannot make a block of sound: out of memory.")
    guard let pointer = av_frame_alloc() else { throw fault }
    (self.pointer, self.capacity, self.dithered) = (pointer, capacity, dithered)
    pointer.pointee.format = context.pointee.sample_fmt.rawValue
    pointer.pointee.sample_rate = context.pointee.sample_rate
    pointer.pointee.nb_samples = Int32(capacity)
    guard av_channel_layout_copy(&pointer.pointee.ch_layout, &context.pointee.ch_layout) >= 0,
      av_frame_get_buffer(pointer, 0) >= 0
    else { throw fault }
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVFrame>? = pointer
    av_frame_free(&pointer)
  }

  /// Takes samples from `offset` on, as many as fit; returns how many.
  func fill(from samples: SampleBuffer, at offset: Int, level: inout mr_sound_level) -> Int {
    let taken = min(capacity - count, samples.frameCount - offset)
    let channels = samples.channels.count
    for (channel, plane) in samples.channels.enumerated() {
      plane.withUnsafeBufferPointer { floats in
        guard let base = floats.baseAddress else { return }
        store(base + offset, taken, channel: channel, of: channels, &level)
      }
    }
    count += taken
    return taken
  }

  private func store(
    _ from: UnsafePointer<Float>, _ taken: Int, channel: Int, of channels: Int,
    _ level: inout mr_sound_level
  ) {
    let format = AVSampleFormat(rawValue: pointer.pointee.format)
    let isPlanar = av_sample_fmt_is_planar(format) != 0
    guard let plane = mr_sound_plane(pointer, isPlanar ? Int32(channel) : 0) else { return }
    let memory = UnsafeMutableRawPointer(plane)
    let step = isPlanar ? 1 : channels
    let place = isPlanar ? count : count * channels + channel
    switch format {
    case AV_SAMPLE_FMT_S16:
      let to = memory.assumingMemoryBound(to: Int16.self) + place
      if let dithered {
        let position = dithered + Int64(count)
        mr_store_s16_dithered(to, step, from, taken, position, Int32(channel), &level)
      } else {
        mr_store_s16(to, step, from, taken, &level)
      }
    case AV_SAMPLE_FMT_S32:
      let to = memory.assumingMemoryBound(to: Int32.self) + place
      mr_store_s24(to, step, from, taken, &level)
    default:
      let to = memory.assumingMemoryBound(to: Float.self) + place
      mr_store_float(to, step, from, taken, &level)
    }
  }
}
