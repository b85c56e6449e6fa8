// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

extension VideoReader {
  /// The frame of `slot` as it is delivered: of one moment where it is to be deinterlaced.
  func delivered(slot: Int) throws -> VideoFrame {
    guard track.video?.deinterlacing != .never else {
      return judged(try frame(inSlot: slot), slot..<slot + 1)
    }
    if let done = lastDeinterlaced, done.slot == slot { return done.frame }
    let current = try frame(inSlot: slot)
    guard let fields = fieldOrder(of: current) else { return judged(current, slot..<slot + 1) }
    if cache.least < 3 { cache.removeShrunk() }
    cache.least = 3
    dropping.isAllowed = false
    let whole = try deinterlacer.frame(slot, order: fields) { [self] number in
      guard index.slots.indices.contains(number) else { return nil }
      return try frame(inSlot: number).buffer.makePlanarFrame()
    }
    guard let whole,
      let buffer = FrameBuffer(
        wrapping: whole, color: current.buffer.color, pixelAspect: current.buffer.pixelAspect,
        alphaMode: current.buffer.alphaMode)
    else { return judged(current, slot..<slot + 1) }
    buffer.origin = current.buffer.origin
    buffer.origin?.deinterlacedFields = fields
    let result = judged(
      VideoFrame(buffer: buffer, time: current.time, duration: current.duration),
      max(0, slot - 1)..<min(index.slots.count, slot + 2))
    lastDeinterlaced = (slot, result)
    return result
  }

  /// `frame`, made of those of `slots`, with what is concealed in them.
  private func judged(_ frame: VideoFrame, _ slots: Range<Int>) -> VideoFrame {
    var frame = frame
    for slot in slots {
      if standIns[slot] != nil { frame.isStandIn = true }
      guard let sentence = concealment(ofSlot: slot), !frame.concealed.contains(sentence) else {
        continue
      }
      frame.concealed.append(sentence)
    }
    return frame
  }

  /// The order in which the fields of `frame` were taken; `nil` for a frame of one moment.
  private func fieldOrder(of frame: VideoFrame) -> FieldOrder? {
    if track.video?.deinterlacing == .always {
      return frame.fieldOrder ?? track.video?.fieldOrder ?? .topFirst
    }
    return frame.fieldOrder
  }
}

extension FieldOrder {
  /// The order flagged in a decoded frame; `nil` for a frame of one moment.
  init?(flagsOf native: NativeFrame) { self.init(number: mr_frame_field_order(native.frame)) }

  /// The order that the stream's description states; `nil` for none or unknown.
  init?(_ parameters: UnsafePointer<AVCodecParameters>) {
    self.init(number: mr_stream_field_order(parameters))
  }

  private init?(number: Int32) {
    switch number {
    case 1: self = .topFirst
    case 2: self = .bottomFirst
    default: return nil
    }
  }
}
