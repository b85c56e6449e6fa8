// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelPlayback

/// What becomes of an input's events: times are mended, pictures decoded, sound is brought to the session's clock; then
/// each connection changes what it has to and hands it to its output.
final class InputPipeline: Sendable {
  private struct State {
    var connections: [CaptureConnection] = []
    var pictureClock = PictureClock()
    var decoder: (coding: CaptureCoding, size: PixelSize, decoder: LivePictureDecoder)?
    var sound: SoundTimeline?
    var meter = SoundMeter()
    var counts = CaptureCounts()
    var failure: MoonreelError?
  }

  let input: CaptureConfiguration.Input
  private let clock: any CaptureClock
  private let events: Broadcast<CaptureSessionEvent>
  private let state: Locked<State>

  /// The way of `input`, which is not started.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) for sound that cannot be brought to `soundRate`.
  init(
    _ input: CaptureConfiguration.Input, clock: any CaptureClock, soundRate: Int,
    events: Broadcast<CaptureSessionEvent>
  ) throws {
    (self.input, self.clock, self.events) = (input, clock, events)
    var state = State()
    state.sound = try input.format.sound.map { format in
      let layout = ChannelLayout(captured: format.channelCount)
      return try SoundTimeline(
        format, rate: soundRate, layout: format.channelCount > 2 ? .stereo : layout)
    }
    self.state = Locked(state)
  }

  func start() throws {
    try input.source.start(input.format) { [weak self] event in self?.receive(event) }
  }

  func stop() { input.source.stop() }

  /// Whether it is the way of `other`, too.
  func serves(_ other: CaptureConfiguration.Input) -> Bool {
    input.number == other.number && input.source === other.source && input.format == other.format
  }

  func connect(_ connections: [CaptureConnection]) {
    state.withLock { $0.connections = connections.filter { $0.input == input.number } }
  }

  /// What became of what the input gave.
  var counts: CaptureCounts {
    state.withLock { state in
      var counts = state.counts
      counts.mendedStamps = state.pictureClock.mendedStamps
      if let sound = state.sound?.findings {
        counts.mendedStamps += sound.mendedStamps
        (counts.gaps, counts.silence) = (sound.gaps, sound.missing)
        counts.driftPPM = sound.driftPPM
      }
      return counts
    }
  }

  /// How loud its sound was lately.
  var levels: SoundLevels { state.withLock { $0.meter.take() } }

  /// What comes out for an output.
  var shape: (size: PixelSize, rate: FrameRate)? {
    input.format.picture.map { ($0.size, $0.highestRate) }
  }

  var soundShape: CaptureDescription.SoundShape? {
    state.withLock { state in
      state.sound.map { CaptureDescription.SoundShape(rate: $0.rate, layout: $0.layout) }
    }
  }

  // MARK: Events

  private func receive(_ event: CaptureEvent) {
    switch event {
    case .picture(let picture): receive(picture)
    case .sound(let sound): receive(sound)
    case .dropped(let count, let reason): state.withLock { $0.counts.drop(reason, count) }
    case .interrupted(let reason):
      events.send(.interrupted(input: input.number, reason))
      tell(.interrupted(reason))
    case .resumed:
      events.send(.resumed(input: input.number))
      tell(.resumed)
    }
  }

  private func tell(_ change: CaptureInputChange) {
    for connection in state.withLock({ $0.connections }) where connection.isEnabled {
      connection.output.note(change, ofPictures: input.format.picture != nil)
    }
  }

  private func receive(_ picture: CapturedPicture) {
    let now = clock.now
    let (ready, connections) = state.withLock { state -> (TimedPicture?, [CaptureConnection]) in
      guard let time = state.pictureClock.time(of: picture.time, now: now) else {
        state.counts.drop(.unordered)
        return (nil, [])
      }
      guard let frame = Self.decode(picture, &state) else { return (nil, []) }
      state.counts.pictures += 1
      return (TimedPicture(time: time, frame: frame), state.connections)
    }
    guard let ready else { return }
    for connection in connections where connection.isEnabled {
      do {
        let frame = try ready.frame.turned(
          by: connection.quarterTurns, isMirrored: connection.isMirrored)
        connection.output.take(TimedPicture(time: ready.time, frame: frame))
      } catch {
        state.withLock { $0.counts.drop(.damaged) }
      }
    }
  }

  /// The picture as samples; `nil`, and counted, where its bytes are damaged.
  private static func decode(_ picture: CapturedPicture, _ state: inout State) -> FrameBuffer? {
    switch picture.content {
    case .frame(let frame): return frame
    case .coded(let bytes, let coding):
      do {
        return try decode(bytes, coding, picture.size, &state)
      } catch {
        state.counts.drop(.damaged)
        return nil
      }
    }
  }

  private static func decode(
    _ bytes: CapturedBytes, _ coding: CaptureCoding, _ size: PixelSize, _ state: inout State
  ) throws -> FrameBuffer? {
    let form: LivePictureDecoder.Form
    switch coding {
    case .pixels: throw damaged
    case .yuyv: return try unpack(.yuyv, bytes, size)
    case .uyvy: return try unpack(.uyvy, bytes, size)
    case .mjpeg: form = .mjpeg
    case .h264: form = .h264
    }
    if state.decoder?.coding != coding || state.decoder?.size != size {
      state.decoder = (coding, size, try LivePictureDecoder(form, size: size))
    }
    return try state.decoder?.decoder.decode(bytes.bytes)
  }

  private static func unpack(
    _ order: PackedPicture, _ bytes: CapturedBytes, _ size: PixelSize
  ) throws -> FrameBuffer {
    let stride = (size.width + 1) / 2 * 4
    guard bytes.count >= stride * size.height else { throw damaged }
    return order.unpack(
      bytes.base, strideBytes: stride, size: size, color: .untagged(height: size.height))
  }

  private static let damaged = MoonreelError(
    .decodingFailed, "The bytes of a picture are not as they are said to be.")

  private func receive(_ sound: CapturedSound) {
    let now = clock.now
    let (ready, connections) = state.withLock {
      state -> ([ContinuousSound], [CaptureConnection]) in
      do {
        let stretches = try state.sound?.append(sound, now: now) ?? []
        for stretch in stretches { state.meter.measure(stretch.buffer) }
        let origin = state.sound?.origin ?? now
        return (
          stretches.filter { $0.buffer.frameCount > 0 }.map {
            ContinuousSound(origin: origin, index: $0.index, buffer: $0.buffer)
          }, state.connections
        )
      } catch {
        state.failure = error as? MoonreelError
        return ([], [])
      }
    }
    for connection in connections where connection.isEnabled {
      for stretch in ready { connection.output.take(stretch.at(level: connection.level)) }
    }
  }
}

extension ContinuousSound {
  fileprivate func at(level: Float) -> ContinuousSound {
    guard level != 1 else { return self }
    var louder = self
    louder.buffer.channels = buffer.channels.map { $0.map { $0 * level } }
    return louder
  }
}
