// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender

/// The stages of a rendered export, joined by bounded queues:
///
///     read, compose  ->  render  ->  encode   (pictures; the first on the caller's thread)
///     mix  ->  encode                         (sound, never far ahead of the pictures)
///
/// Every stage works through the frames in order. The first failure stops them all.
final class RenderPipeline: Sendable {
  /// A frame that is described but not drawn.
  private struct Composed: Sendable {
    var index: Int64
    var image: Image
  }

  /// A frame that is drawn but not encoded.
  private struct Drawn: Sendable {
    var index: Int64
    var frame: FrameBuffer
  }

  private let job: ExportJob
  private let taker: any FrameTaker
  /// Which frames are rendered, span by span; `nil`: all.
  private let filling: SpanFilling?
  /// Takes the sound; `nil` where nobody does.
  private let writer: MediaWriter?
  /// Frames of the passes before.
  private let framesBefore: Int64
  private let meter: ProgressMeter
  private let clock: ExportClock
  private let profile: ExportProfile?
  private let composed = BoundedQueue<Composed>(capacity: 2)
  private let drawn = BoundedQueue<Drawn>(capacity: 2)
  private let failure = Monitor<MoonreelError?>(nil)
  private let pace: SoundPace

  /// The second pass, or the only one.
  convenience init(
    job: ExportJob, writer: MediaWriter, meter: ProgressMeter, clock: ExportClock,
    profile: ExportProfile?
  ) {
    self.init(
      job: job, taker: writer, filling: nil, writer: writer,
      framesBefore: job.settings.video?.passes == 2 ? job.frameCount : 0, meter: meter,
      clock: clock, profile: profile)
  }

  /// The first of two passes, without sound.
  convenience init(
    job: ExportJob, measuring: FirstPass, meter: ProgressMeter, clock: ExportClock
  ) {
    self.init(
      job: job, taker: measuring, filling: nil, writer: nil, framesBefore: 0, meter: meter,
      clock: clock,
      profile: nil)
  }

  /// The spans of `filling`, which are joined in `writer`; `nil`: they are only rendered.
  convenience init(
    job: ExportJob, filling: SpanFilling, writer: MediaWriter?, meter: ProgressMeter,
    clock: ExportClock, profile: ExportProfile?
  ) {
    self.init(
      job: job, taker: filling, filling: filling, writer: writer, framesBefore: 0, meter: meter,
      clock: clock, profile: profile)
  }

  private init(
    job: ExportJob, taker: any FrameTaker, filling: SpanFilling?, writer: MediaWriter?,
    framesBefore: Int64, meter: ProgressMeter, clock: ExportClock, profile: ExportProfile?
  ) {
    (self.job, self.taker, self.writer, self.meter) = (job, taker, writer, meter)
    self.filling = filling
    self.framesBefore = framesBefore
    (self.clock, self.profile) = (clock, profile)
    pace = SoundPace(isFree: job.settings.video == nil)
  }

  /// Works until everything is appended to the writer; composes on the calling thread.
  ///
  /// - Parameters:
  ///   - mastering: what is done to all of each track of sound, track by track; none: nothing.
  ///   - copied: the sound whose packets are copied; `nil`: none.
  /// - Returns: how loud the tracks of sound are; none where no sound is written.
  /// - Throws: the first failure of any stage.
  @discardableResult
  func run(
    reading reader: CompositionReader, mastering: [Mastering?] = [],
    copying copied: SoundCopy? = nil
  ) throws -> [Loudness] {
    var threads: [StageThread] = []
    var sounds: [MasteredMix] = []
    if let writer {
      sounds = try job.settings.sounds.indices.map { track in
        try MasteredMix(
          Self.mixer(job, track, reader), track < mastering.count ? mastering[track] : nil)
      }
      let mixes = sounds
      if !mixes.isEmpty {
        pace.soundReached(.zero, of: Sound.mixed)
        threads.append(try StageThread { self.encodeSound(mixes, to: writer) })
      }
      if let copied {
        pace.soundReached(.zero, of: Sound.copied)
        threads.append(try StageThread { self.copySound(copied, to: writer) })
      }
    }
    if let video = job.settings.video {
      do {
        if let filling {
          threads.append(try StageThread { self.closeAll(filling) })
          if let writer { threads.append(try StageThread { self.joinAll(filling, in: writer) }) }
        }
        threads.append(try StageThread { self.drawAll(video) })
        threads.append(try StageThread { self.encodeAll() })
        composeAll(reader)
      } catch {
        fail(StageFailure.describe(error, "draw", at: job.range.start))
      }
    }
    for thread in threads { thread.join() }
    if let error = failure.read({ $0 }) { throw error }
    return sounds.compactMap(\.loudness)
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

  private func composeAll(_ reader: CompositionReader) {
    guard let filling else {
      if compose(0..<job.frameCount, reader) { composed.finish() }
      return
    }
    do {
      while let frames = try filling.nextFrames(check: clock.check) {
        guard compose(frames, reader) else { return }
      }
      composed.finish()
    } catch {
      fail(StageFailure.describe(error, "compose", at: job.range.start))
    }
  }

  /// Whether all went well.
  private func compose(_ frames: Range<Int64>, _ reader: CompositionReader) -> Bool {
    for index in frames {
      let time = job.time(ofFrame: index)
      do {
        try clock.check()
        if taker.isFull { break }
        let next = index + 1 < job.frameCount ? job.time(ofFrame: index + 1) : nil
        let image = try work(.read, .compose) {
          try reader.image(at: time, next: next, renderScale: job.renderScale)
        }
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

  private func drawAll(_ video: VideoEncoding) {
    profile?.ownsThread()
    let renderer = PictureRenderer(threadCount: job.request.renderThreadCount)
    var placement = ExportPlacement(of: job.composition, in: video)
    placement.target.quality = job.request.renderQuality
    while let next = composed.pop() {
      do {
        // Time enough while the encoder takes those that wait; the other cores are its own.
        let threads = renderer.threadCount / max(1, drawn.count)
        let frame = try work(.render, .draw) {
          try renderer.render(
            placement.place(next.image), to: placement.target, threadCount: threads)
        }
        guard drawn.push(Drawn(index: next.index, frame: consume frame)) else { return }
      } catch {
        return fail(StageFailure.describe(error, "draw", at: job.time(ofFrame: next.index)))
      }
    }
    drawn.finish()
  }

  private func encodeAll() {
    profile?.ownsThread()
    while let next = drawn.pop() {
      do {
        try clock.check()
        try work(.encode, .encode) { try taker.append(next.frame, at: next.index) }
        if let filling {
          tell(filling)
          continue
        }
        let end = job.time(ofFrame: next.index + 1) - job.range.start
        pace.picturesReached(end)
        // Nothing of the file is done before the last pass.
        let time = writer == nil ? .zero : min(end, job.range.duration)
        meter.advance(
          frames: framesBefore + next.index + 1, time: time, bytes: taker.bytesWritten)
      } catch {
        return fail(StageFailure.describe(error, "encode", at: job.time(ofFrame: next.index)))
      }
    }
    if let filling { filling.finish() } else { pace.release() }
  }

  private func tell(_ filling: SpanFilling) {
    let frames = filling.board.framesDone
    meter.advance(
      frames: frames, time: min(job.time(ofFrame: frames) - job.range.start, job.range.duration),
      bytes: writer?.bytesWritten ?? 0)
  }

  private func closeAll(_ filling: SpanFilling) {
    profile?.ownsThread()
    do {
      try filling.closeAll { body in try work(.encode, .encode, body) }
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

  /// Works through the tracks of sound side by side.
  private func encodeSound(_ sounds: [MasteredMix], to writer: MediaWriter) {
    profile?.ownsThread()
    defer { pace.soundEnded(of: Sound.mixed) }
    var position: Int64 = 0
    let rate = Int64(job.settings.audio?.sampleRate ?? 48_000)
    while !writer.isFull {
      let time = Time(flicks: position * Time.flicksPerSecond / rate)
      guard pace.wait(for: time) else { return }
      do {
        try clock.check()
        var count = 0
        for (track, sound) in sounds.enumerated() {
          guard let block = try work(.sound, .mix, { try sound.next(frameCount: 4096) }) else {
            continue
          }
          try work(.sound, .encode) { try writer.append(block, toSound: track) }
          count = block.frameCount
        }
        guard count > 0 else { return }
        position += Int64(count)
        pace.soundReached(
          Time(flicks: position * Time.flicksPerSecond / rate), of: Sound.mixed)
        if job.settings.video == nil {
          meter.advance(time: time, bytes: writer.bytesWritten)
        }
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
        if job.settings.video == nil {
          meter.advance(time: max(.zero, due), bytes: writer.bytesWritten)
        }
      }
    } catch {
      fail(StageFailure.describe(error, "copy the sound of", at: job.range.start))
    }
  }

  private func fail(_ error: MoonreelError) {
    failure.update { first in if first == nil { first = error } }
    composed.abort()
    drawn.abort()
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
