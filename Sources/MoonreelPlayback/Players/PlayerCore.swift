// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport

/// Does what an engine asks for: opens, draws, mixes, shows and tells, on one thread at a time, never under the lock.
///
/// `@unchecked Sendable`: `sounds` is touched only by the thread that calls ``step()``.
final class PlayerCore: @unchecked Sendable {
  let clock: any PlaybackClock
  private let output: (any SoundOutput)?
  private let engine: Locked<PlaybackEngine>
  private let isStopped = Locked(false)
  private var sounds: [Int: RunSound] = [:]
  private let lastStatus = Locked(TimeControlStatus.paused)
  let statuses = Broadcast<TimeControlStatus>()
  let events = Broadcast<PlayerEvent>()
  let frames = Broadcast<PlayedFrame>()
  /// Told of each frame that is shown, on the thread that drives the player.
  let watcher = Locked(Watcher())

  struct Watcher {
    var call: (@Sendable (PlayerItem, PlayedFrame) -> Void)?
  }

  init(_ items: [PlayerItem], _ clock: any PlaybackClock, _ output: (any SoundOutput)?) {
    (self.clock, self.output) = (clock, output)
    engine = Locked(PlaybackEngine(items: items, sound: output.map { SoundQueue($0) }))
  }

  func read<Result>(_ body: (PlaybackEngine) -> Result) -> Result {
    engine.withLock { body($0) }
  }

  /// Changes the engine at the present time and wakes who drives it.
  @discardableResult
  func command<Result>(_ body: (inout PlaybackEngine, Time) -> Result) -> Result {
    let now = clock.now
    let result = engine.withLock { body(&$0, now) }
    publish()
    clock.wake()
    return result
  }

  /// Starts the thread that drives the engine until ``stop()``.
  func drive() throws {
    try FilmThread.start { [self] in
      while !isStopped.withLock({ $0 }) {
        if case .wait(let time) = step() { clock.wait(until: time) }
      }
    }
  }

  func stop() {
    isStopped.withLock { $0 = true }
    clock.wake()
  }

  /// Does one piece of work and says which.
  func step() -> Work {
    let now = clock.now
    let work = engine.withLock { $0.next(at: now) }
    switch work {
    case .wait: break
    case .call(let calls): for call in calls { call() }
    case .open(let item):
      let failure = item.open()
      engine.withLock { $0.opened(item, failure) }
    case .draw(let order): draw(order)
    case .show(let frame):
      clock.note(.showed(frame: frame.index, divisor: frame.divisor))
      frames.send(frame)
      guard let item = engine.withLock({ $0.items.first }) else { break }
      item.log { $0.shown += 1 }
      watcher.withLock { $0.call }?(item, frame)
    case .sound(let order): write(order)
    case .flushSound(let from):
      sounds = [:]
      output?.flush(from: from)
    }
    publish()
    return work
  }

  private func publish() {
    let (events, status) = engine.withLock { engine in
      defer { engine.events = [] }
      return (engine.events, engine.timeControlStatus)
    }
    for event in events { self.events.send(event) }
    let isNew = lastStatus.withLock { last in
      defer { last = status }
      return last != status
    }
    if isNew { statuses.send(status) }
  }

  private func draw(_ order: DrawOrder) {
    var order = order
    let start = clock.now
    let result: Result<PlayedFrame, MoonreelError>
    do {
      let (buffer, hasProxies) = try order.item.withFilm { film in
        if case .seek(let before, let after) = order.purpose {
          let time = film.cheaperTime(near: order.time, before: before, after: after)
          if time != order.time {
            (order.time, order.index) = (time, order.info.times.frame(at: time))
          }
        }
        guard order.item.isDrawn else { return (Self.emptyFrame, false) }
        let buffer = try film.frame(
          order.index, next: order.next, divisor: order.divisor, isPlayed: order.isPlayed)
        return (buffer, film.lastHasProxies)
      }
      clock.note(.drew(frame: order.index, divisor: order.divisor))
      result = .success(played(order, buffer, hasProxies))
    } catch {
      result = .failure(.describing(error))
    }
    let now = clock.now
    engine.withLock { $0.drew(order, result, cost: now - start, now) }
  }

  private static let emptyFrame = FrameBuffer(
    format: .yuv420(), size: PixelSize(2, 2), color: .bt709
  ) { _ in }

  private func played(
    _ order: DrawOrder, _ buffer: FrameBuffer, _ hasProxies: Bool
  ) -> PlayedFrame {
    var frame = PlayedFrame(
      index: order.index, itemTime: order.info.times.time(ofFrame: order.index),
      hostTime: clock.now, divisor: order.divisor, hasProxies: hasProxies, buffer: buffer,
      source: ObjectIdentifier(order.item))
    var timebase = Timebase(host: frame.hostTime, time: order.time, rate: .stopped)
    if case .run(let run) = order.purpose {
      (frame.hostTime, timebase) = (run.due(order.index), run.base)
    }
    order.item.give(frame, timebase)
    return frame
  }

  private func write(_ order: SoundOrder) {
    guard let output else { return }
    do {
      guard var block = try sound(order.run, output).next(order) else { return }
      if order.gain != 1 {
        block.channels = block.channels.map { $0.map { $0 * order.gain } }
      }
      try output.write(block, at: order.host)
      clock.note(.wrote(samples: block.frameCount, at: order.host))
    } catch {
      order.run.item.note(.describing(error), at: order.run.base.time)
    }
  }

  private func sound(_ run: Run, _ output: any SoundOutput) throws -> RunSound {
    if let known = sounds[run.id] { return known }
    sounds = sounds.filter { $0.key >= run.id - 1 }
    run.item.beginMeasuring()
    let sound = try RunSound(run, output)
    sounds[run.id] = sound
    return sound
  }
}
