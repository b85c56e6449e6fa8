// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender

/// The stages of a rendered export, joined by bounded queues:
///
///     read, compose  ->  render  ->  encode   (pictures; the first on the caller's thread)
///                                ->  scale, encode   (on a thread for each further encoder)
///     mix  ->  encode                         (sound, never far ahead of the pictures)
///
/// Every stage works through the frames in order; the slowest encoder holds the others back. Where the film is rendered by
/// spans, the frames of those that are missing are worked through, and a further thread joins all spans in the file. The first
/// failure stops them all.
final class RenderPipeline: Sendable {
  /// A frame that is described but not drawn.
  private struct Composed: Sendable {
    var index: Int64
    var image: Image
  }

  /// The job that says which pictures there are; all outputs have the same.
  private let job: ExportJob
  /// Which frames are rendered, span by span; `nil`: all.
  private let filling: SpanFilling?
  /// What takes the sound; none where nobody does.
  private let outputs: [ExportOutput]
  /// What the pictures are drawn as; `nil` where there are none.
  private let look: DrawnLook?
  private let lanes: [PictureLane]
  /// Frames that each lane has encoded.
  private let encoded: Locked<[Int64]>
  /// Frames of the passes before.
  private let framesBefore: Int64
  private let meter: ProgressMeter
  private let clock: ExportClock
  private let profile: ExportProfile?
  private let composed = BoundedQueue<Composed>(capacity: 2)
  private let failure = Monitor<MoonreelError?>(nil)
  private let pace: SoundPace

  /// The second pass, or the only one; with `filling`, its spans are joined in the only output.
  convenience init(
    outputs: [ExportOutput], filling: SpanFilling? = nil, meter: ProgressMeter,
    clock: ExportClock, profile: ExportProfile?
  ) {
    let job = outputs.first { $0.job.settings.video != nil }?.job ?? outputs[0].job
    self.init(
      job: job,
      takers: filling.map { Self.takers(job, $0) } ?? outputs.flatMap(\.writer.pictureTakers),
      filling: filling, outputs: outputs,
      framesBefore: job.settings.video?.passes == 2 ? job.frameCount : 0, meter: meter,
      clock: clock, profile: profile)
  }

  /// The first of two passes, without sound.
  convenience init(
    job: ExportJob, measuring: FirstPass, meter: ProgressMeter, clock: ExportClock
  ) {
    self.init(
      job: job, takers: Self.takers(job, measuring), filling: nil, outputs: [],
      framesBefore: 0, meter: meter, clock: clock, profile: nil)
  }

  /// The spans of `filling`, which are rendered and written to no file.
  convenience init(
    job: ExportJob, filling: SpanFilling, meter: ProgressMeter, clock: ExportClock
  ) {
    self.init(
      job: job, takers: Self.takers(job, filling), filling: filling, outputs: [],
      framesBefore: 0, meter: meter, clock: clock, profile: nil)
  }

  /// `taker`, where `job` has pictures.
  private static func takers(
    _ job: ExportJob, _ taker: any FrameTaker
  ) -> [(taker: any FrameTaker, encoding: VideoEncoding)] {
    job.settings.video.map { [(taker, $0)] } ?? []
  }

  private init(
    job: ExportJob, takers: [(taker: any FrameTaker, encoding: VideoEncoding)],
    filling: SpanFilling?, outputs: [ExportOutput], framesBefore: Int64, meter: ProgressMeter,
    clock: ExportClock, profile: ExportProfile?
  ) {
    (self.job, self.filling, self.outputs, self.meter) = (job, filling, outputs, meter)
    (self.framesBefore, self.clock, self.profile) = (framesBefore, clock, profile)
    let look = DrawnLook(of: takers.map(\.encoding), job.composition)
    let renderer = PictureRenderer(threadCount: job.request.renderThreadCount)
    lanes = takers.compactMap { taker, encoding in
      look.map {
        PictureLane(
          $0, of: job.composition, to: taker, encoding, job.request, renderer: renderer)
      }
    }
    self.look = look
    encoded = Locked(lanes.map { _ in 0 })
    pace = SoundPace(isFree: lanes.isEmpty)
  }

  /// Works until everything is appended to the writers; composes on the calling thread.
  ///
  /// - Parameter mastering: what is done to all of each lane of sound, as ``SoundLane/lanes(of:)`` has them; none: nothing.
  /// - Returns: how loud the tracks of sound of each output are.
  /// - Throws: the first failure of any stage.
  @discardableResult
  func run(
    reading reader: CompositionReader, mastering: [Mastering?] = []
  ) throws -> [[Loudness]] {
    let sounds = try SoundLane.lanes(of: outputs.map(\.job)).enumerated().map { index, lane in
      RunningMix(
        lane,
        try MasteredMix(lane.mixer(reader), index < mastering.count ? mastering[index] : nil))
    }
    var threads: [StageThread] = []
    if !sounds.isEmpty {
      pace.soundReached(.zero, of: Sound.mixed)
      threads.append(try StageThread { self.encodeSound(sounds) })
    }
    do {
      for output in outputs {
        guard let sound = output.copying, let file = output.file else { continue }
        pace.soundReached(.zero, of: Sound.copied)
        threads.append(try StageThread { self.copySound(sound, to: file) })
      }
      if let filling {
        threads.append(try StageThread { self.closeAll(filling) })
        if let file = outputs.first?.file {
          threads.append(try StageThread { self.joinAll(filling, in: file) })
        }
      }
      if let look {
        threads.append(try StageThread { self.drawAll(look) })
        for lane in lanes.indices { threads.append(try StageThread { self.encodeAll(lane) }) }
        composeAll(reader, look)
      }
    } catch {
      fail(StageFailure.describe(error, "draw", at: job.range.start))
    }
    for thread in threads { thread.join() }
    if let error = failure.read({ $0 }) { throw error }
    return outputs.indices.map { index in
      sounds.flatMap { sound in
        sound.lane.takers.filter { $0.output == index }.map { ($0.track, sound.mix.loudness) }
      }.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  /// The sound of track `track` of `job`, from `reader`.
  ///
  /// - Throws: `MoonreelError` naming the time at which it begins.
  static func mixer(
    _ job: ExportJob, _ track: Int, _ reader: CompositionReader
  ) throws -> AudioMixer {
    let (audio, tracks) = (job.settings.sounds[track], job.request.soundTracks)
    do {
      return try reader.sound(
        in: job.range, sampleRate: audio.sampleRate, layout: audio.layout,
        mix: track < tracks.count ? tracks[track].mix : nil,
        algorithm: job.request.timePitchAlgorithm)
    } catch {
      throw StageFailure.describe(error, "mix", at: job.range.start)
    }
  }

  private func composeAll(_ reader: CompositionReader, _ look: DrawnLook) {
    let scale = job.renderScale(to: look.size)
    guard let filling else {
      if compose(0..<job.frameCount, reader, scale) { composed.finish() }
      return
    }
    do {
      while let frames = try filling.nextFrames(check: clock.check) {
        guard compose(frames, reader, scale) else { return }
      }
      composed.finish()
    } catch {
      fail(StageFailure.describe(error, "compose", at: job.range.start))
    }
  }

  /// Whether all went well.
  private func compose(
    _ frames: Range<Int64>, _ reader: CompositionReader, _ scale: Double
  ) -> Bool {
    for index in frames {
      let time = job.time(ofFrame: index)
      do {
        try clock.check()
        if lanes.allSatisfy(\.taker.isFull) { break }
        let next = index + 1 < job.frameCount ? job.time(ofFrame: index + 1) : nil
        let concealed = reader.frames.concealedCount
        let image = try work(.read, .compose) {
          try reader.image(at: time, next: next, renderScale: scale)
        }
        if reader.frames.concealedCount != concealed { filling?.noteConcealment(in: index) }
        guard composed.push(Composed(index: index, image: consume image)) else { return false }
      } catch {
        fail(StageFailure.describe(error, "compose", at: time))
        return false
      }
    }
    return true
  }

  private func work<Result>(
    _ stage: ExportProgress.Stage, _ cost: ExportProfile.Stage, _ body: () throws -> Result
  ) rethrows -> Result {
    try meter.measure(stage) { try profile.measure(cost, body) }
  }

  private func drawAll(_ look: DrawnLook) {
    profile?.ownsThread()
    let renderer = PictureRenderer(threadCount: job.request.renderThreadCount)
    var placement = ExportPlacement(
      of: job.composition, into: look.size, format: look.format, color: look.color)
    placement.target.quality = job.request.renderQuality
    while let next = composed.pop() {
      do {
        // Time enough while the encoders take those that wait; the other cores are their own.
        let waiting = lanes.map(\.drawn.count).min() ?? 0
        let frame = try work(.render, .draw) {
          try renderer.render(
            placement.place(next.image), to: placement.target,
            threadCount: renderer.threadCount / max(1, waiting))
        }
        let drawn = DrawnFrame(index: next.index, frame: consume frame)
        for lane in lanes { guard lane.drawn.push(drawn) else { return } }
      } catch {
        return fail(StageFailure.describe(error, "draw", at: job.time(ofFrame: next.index)))
      }
    }
    for lane in lanes { lane.drawn.finish() }
  }

  private func encodeAll(_ index: Int) {
    profile?.ownsThread()
    let lane = lanes[index]
    while let next = lane.drawn.pop() {
      do {
        try clock.check()
        let frame =
          lane.converts
          ? try work(.render, .draw) { try lane.prepare(next.frame) } : next.frame
        try work(.encode, .encode) { try lane.taker.append(frame, at: next.index) }
        if let filling { tell(filling) } else { note(next.index + 1, by: index) }
      } catch {
        return fail(StageFailure.describe(error, "encode", at: job.time(ofFrame: next.index)))
      }
    }
    if let filling {
      filling.finish()
    } else if note(.max, by: index) == .max {
      pace.release()
    }
  }

  /// Notes that lane `index` has encoded `count` frames; how many all have.
  @discardableResult
  private func note(_ count: Int64, by index: Int) -> Int64 {
    let done = encoded.withLock { encoded in
      encoded[index] = count
      return encoded.min() ?? count
    }
    guard done < .max else { return done }
    let end = job.time(ofFrame: done) - job.range.start
    pace.picturesReached(end)
    // Nothing of the files is done before the last pass.
    let time = outputs.isEmpty ? .zero : min(end, job.range.duration)
    meter.advance(frames: framesBefore + done, time: time, bytes: bytesWritten)
    return done
  }

  private var bytesWritten: Int64 { outputs.reduce(0) { $0 + $1.writer.bytesWritten } }

  private func tell(_ filling: SpanFilling) {
    let frames = filling.board.framesDone
    meter.advance(
      frames: frames, time: min(job.time(ofFrame: frames) - job.range.start, job.range.duration),
      bytes: bytesWritten)
  }

  private func closeAll(_ filling: SpanFilling) {
    profile?.ownsThread()
    do {
      try filling.closeAll { body in try work(.encode, .encode, body) }
    } catch let error as MoonreelError {
      // It says itself which frames it is about.
      fail(error)
    } catch {
      fail(StageFailure.describe(error, "encode", at: job.range.start))
    }
  }

  /// Writes the packets of all spans in order, none before the sound that goes with it.
  private func joinAll(_ filling: SpanFilling, in writer: MediaWriter) {
    profile?.ownsThread()
    for (index, span) in filling.plan.spans.enumerated() {
      let found: EncodedSpan?
      do {
        found = try filling.board.take(index)
      } catch let damaged as DamagedPackets {
        filling.damaged.withLock { $0 = damaged }
        return fail(damaged.error)
      } catch {
        return fail(
          StageFailure.describe(error, "copy", at: job.time(ofFrame: span.frames.lowerBound)))
      }
      guard let encoded = found else { return }
      for place in 0..<Int(encoded.frameCount) {
        let frame = span.frames.lowerBound + Int64(place)
        let time = job.time(ofFrame: frame) - job.range.start
        guard pace.waitForSound(until: time) else { return }
        do {
          try clock.check()
          try work(.copy, .mux) {
            try writer.append(packet: place, of: encoded, at: span.frames.lowerBound)
          }
        } catch {
          return fail(StageFailure.describe(error, "write", at: job.time(ofFrame: frame)))
        }
        pace.picturesReached(job.time(ofFrame: frame + 1) - job.range.start)
      }
      tell(filling)
    }
    pace.release()
  }

  /// What ``SoundPace`` knows sound by.
  private enum Sound {
    static let (mixed, copied) = (0, 1)
  }

  /// Works through the mixes side by side.
  private func encodeSound(_ sounds: [RunningMix]) {
    profile?.ownsThread()
    defer { pace.soundEnded(of: Sound.mixed) }
    var sounds = sounds
    while let next = sounds.next {
      let time = sounds[next].time
      // All sound before that of the mix that is furthest behind is written.
      pace.soundReached(time, of: Sound.mixed)
      guard pace.wait(for: time) else { return }
      do {
        try clock.check()
        try sounds[next].advance(
          to: outputs, mixing: { try work(.sound, .mix, $0) },
          encoding: { try work(.sound, .encode, $0) })
        if lanes.isEmpty { meter.advance(time: time, bytes: bytesWritten) }
      } catch {
        return fail(StageFailure.describe(error, "mix the sound of", at: job.range.start + time))
      }
    }
  }

  private func copySound(_ copied: SoundCopy, to writer: MediaWriter) {
    profile?.ownsThread()
    defer { pace.soundEnded(of: Sound.copied) }
    do {
      let lane = try copied.lane(to: writer)
      while let due = lane.due {
        guard pace.wait(for: due) else { return }
        try clock.check()
        pace.soundReached(due, of: Sound.copied)
        try work(.copy, .mux) { try lane.copyNext() }
        if lanes.isEmpty { meter.advance(time: max(.zero, due), bytes: bytesWritten) }
      }
    } catch {
      fail(StageFailure.describe(error, "copy the sound of", at: job.range.start))
    }
  }

  private func fail(_ error: MoonreelError) {
    failure.update { first in if first == nil { first = error } }
    composed.abort()
    for lane in lanes { lane.drawn.abort() }
    filling?.abort()
    pace.abort()
  }
}

/// What drawn frames go to.
protocol FrameTaker: Sendable {
  /// Takes the frame `index`.
  func append(_ frame: FrameBuffer, at index: Int64) throws
  /// Whether further frames are of no use.
  var isFull: Bool { get }
  /// Bytes of the file so far.
  var bytesWritten: Int64 { get }
}

extension MediaWriter: FrameTaker {}

extension FirstPass: FrameTaker {
  var isFull: Bool { false }
  var bytesWritten: Int64 { 0 }
}
