// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

extension VideoReader {
  /// How many packets may lie before a sync point that is ahead, so that decoding on is cheaper than a
  /// jump and filling the decoder anew.
  private static let reach = 8

  /// Decodes the frame of `slot`, from where the decoder stands or from the sync point before; `nil`
  /// where no frame comes of its packet.
  func decode(_ slot: Int) throws -> VideoFrame? {
    let ordinal = index.slots[slot].ordinal
    if let passed, passed.slot == slot { return try keep(passed.native, slot: slot) }
    let start = safeStart(for: ordinal)
    let decodesOn = canDecodeOn(to: slot, start: start)
    if !decodesOn { try begin(at: start) }
    if let found = try advance(to: slot) { return found }
    if dropping.hasDropped, let found = try decodeAll(to: slot, start: start) { return found }
    // A sync point whose first frames lean on pictures before it (intra refresh): start one earlier.
    return decodesOn ? nil : try decodeFromFurtherBack(slot, start: start)
  }

  /// Decodes once more from `start`, now without dropping frames, for a file that may mark some wrongly.
  private func decodeAll(to slot: Int, start: Int) throws -> VideoFrame? {
    dropping.isAllowed = false
    try begin(at: start)
    damage.forgetMissing(from: start)
    return try advance(to: slot)
  }

  private func safeStart(for ordinal: Int) -> Int {
    let start = index.syncPoint(for: ordinal)
    guard hasGradualKeyFrames else { return start }
    return index.syncPoints[max(0, index.syncIndex(atOrBefore: start) - 1)]
  }

  private func canDecodeOn(to slot: Int, start: Int) -> Bool {
    guard let lastOutput else { return false }
    return slot > lastOutput && !dropping.mayMiss(slot)
      && (isDraining || start <= cursor.next + Self.reach)
  }

  private func decodeFromFurtherBack(_ slot: Int, start: Int) throws -> VideoFrame? {
    let ordinal = index.slots[slot].ordinal
    damage.noteMissing(ordinal)
    let position = index.syncIndex(atOrBefore: start)
    // What is missing from one sync point on is looked for further back once: streams whose key frames are
    // not whole at once are like that from the start.
    guard damageCode(ordinal) == nil, position > 0, lookedBack < 4 else { return nil }
    lookedBack += 1
    for back in [1, 2] where position - back >= 0 {
      try begin(at: index.syncPoints[position - back])
      if let found = try advance(to: slot) {
        hasGradualKeyFrames = true
        damage.forgetMissing(from: 0)
        return found
      }
      if damageCode(ordinal) != nil { break }
    }
    return nil
  }

  private func begin(at ordinal: Int) throws {
    decoder.flush()
    dropping.begin()
    (isDraining, inWork) = (false, [])
    (lastOutput, runStart) = (-1, ordinal)
    (firstUnseen, dropped) = (index.firstSlot(from: ordinal), [])
    try cursor.seek(to: ordinal)
  }

  /// Decodes on until the frame of `slot` is out, or one after it.
  private func advance(to slot: Int) throws -> VideoFrame? {
    while true {
      if isCancelled { throw CancellationFlag.error }
      switch try decoder.receive() {
      case .frame(let native, let ordinal):
        if isDraining, !inWork.isEmpty { inWork.removeFirst() }
        guard let found = try take(native, ordinal, wanted: slot) else { continue }
        return found == slot ? cache.frame(slot) : nil
      case .needsPacket:
        try feed(towards: slot)
      case .failed(let code):
        noteFailure(code)
      case .end:
        noteMissing(before: index.slots.count)
        lastOutput = nil
        return nil
      }
    }
  }

  /// Keeps the frame if it is wanted or may soon be; the slot it belongs to where that is the wanted
  /// one or lies behind it.
  private func take(_ native: NativeFrame, _ ordinal: Int, wanted: Int) throws -> Int? {
    decodedFrameCount += 1
    // libav's decoder of Sorenson Video 3 cannot be emptied: it gives one picture from before a jump.
    guard ordinal >= runStart, ordinal < min(cursor.next, index.slotOfOrdinal.count) else {
      return nil
    }
    let slot = Int(index.slotOfOrdinal[ordinal])
    guard isTrusted(ordinal) else { return nil }
    if mr_frame_is_damaged(native.frame) != 0 {
      damage.noteFault(ordinal, code: MR_INVALID_DATA)
    }
    guard slot >= 0 else { return nil }
    noteMissing(before: slot)
    damage.noteFound(ordinal)
    lastOutput = max(lastOutput ?? -1, slot)
    if slot >= wanted {
      _ = try keep(native, slot: slot)
    } else if cache.isBackwards {
      cache.insert(shrunk(try videoFrame(native, slot: slot)), slot: slot)
    } else {
      passed = (slot, native)
    }
    return slot >= wanted ? slot : nil
  }

  private func keep(_ native: NativeFrame, slot: Int) throws -> VideoFrame {
    let frame = try videoFrame(native, slot: slot)
    cache.insert(frame, slot: slot)
    return frame
  }

  /// `frame` as small as it is wanted, but where its neighbours' fields may be needed.
  private func shrunk(_ frame: VideoFrame) -> VideoFrame {
    guard frame.fieldOrder == nil, cache.least < 3, track.video?.deinterlacing != .always,
      let (buffer, divisor) = frame.buffer.shrunk(by: shrink)
    else { return frame }
    var small = VideoFrame(buffer: buffer, time: frame.time, duration: frame.duration)
    small.shrink = divisor
    return small
  }

  /// Frames come out in the order in which they are shown: those before `slot` that have not come in this
  /// run, though all that they need was sent and none was dropped, never will.
  private func noteMissing(before slot: Int) {
    defer { firstUnseen = max(firstUnseen, slot + 1) }
    for unseen in min(firstUnseen, slot)..<slot {
      let ordinal = index.slots[unseen].ordinal
      let wasSent = ordinal >= runStart && ordinal < cursor.next
      if wasSent, isTrusted(ordinal), !dropped.contains(unseen) { damage.noteMissing(ordinal) }
    }
  }

  private func videoFrame(_ native: NativeFrame, slot: Int) throws -> VideoFrame {
    let time = index.slots[slot].time
    let duration = index.duration(ofSlot: slot)
    do {
      let said = stills?.color(of: index.slots[slot].ordinal) ?? StillColor()
      let buffer = try maker.picture(native, said)
      buffer.origin = origin(ofSlot: slot)
      var frame = VideoFrame(buffer: buffer, time: time, duration: duration)
      frame.fieldOrder = FieldOrder(flagsOf: native)
      return frame
    } catch var error as MoonreelError {
      error.message = "Cannot use the frame at \(time) of '\(track.path)': " + error.message
      error.time = time
      throw error
    }
  }

  /// Where the pixels of the frame of `slot` come from: by its packet's place in the file, as stamps may be repaired.
  private func origin(ofSlot slot: Int) -> FrameOrigin? {
    content.map {
      FrameOrigin(
        file: $0, stream: track.streamIndex, ordinal: index.slots[slot].ordinal,
        decoder: track.video?.decoder)
    }
  }

  /// Sends the next packet on the way to `wanted`, or the end of the stream.
  private func feed(towards wanted: Int) throws {
    let ordinal = cursor.next
    guard let packet = cursor.read() else {
      if cursor.next < index.entries.count, !isDraining {
        damage.noteFault(cursor.next, code: MR_EOF)
      }
      if !isDraining, inWork.count > decoder.delay { inWork.removeFirst() }
      isDraining = true
      _ = try decoder.send(nil)
      return
    }
    let slot = Int(index.slotOfOrdinal[ordinal])
    let drops = !cache.isBackwards && dropping.drops(slot, wanted: wanted)
    if drops {
      dropped.insert(slot)
      // Those behind the wanted one are sent: frames come out as packets go in.
      if slot < wanted, unreferenced?.contains(packet) == true { return }
    }
    if inWork.count > decoder.delay { inWork.removeFirst() }
    inWork.append(ordinal)
    stills?.inspect(packet, ordinal: ordinal)
    let code = try decoder.send(packet, ordinal: ordinal, dropsUnreferenced: drops)
    if code < 0, code != MR_EAGAIN { noteFailure(code) }
  }

  /// Notes that a packet could not be decoded: several threads tell of the one that was sent first of theirs.
  private func noteFailure(_ code: Int32) {
    let ordinal = inWork.first ?? max(0, cursor.next - 1)
    if isDraining, !inWork.isEmpty { inWork.removeFirst() }
    if isTrusted(ordinal) { damage.noteFault(ordinal, code: code) }
  }

  /// Whether all that packet `ordinal` leans on was decoded in this run: after a jump to the key frame
  /// of an open group, the pictures that are shown before it lean on the group before.
  private func isTrusted(_ ordinal: Int) -> Bool {
    runStart == 0 || index.syncPoint(for: ordinal) >= runStart
  }
}
