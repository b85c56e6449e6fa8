// SPDX-License-Identifier: MIT

import MoonreelCore

extension PlaybackEngine {
  /// Frames that are drawn before they are due, at most.
  private static let framesAhead = 2

  /// What is to be done while a run plays: what is due, in the order in which it is; then sound, then frames.
  mutating func playing(_ now: Time) -> Work {
    let run = runs[0]
    let frame = ready.first.flatMap { $0.run == run.id ? $0.frame.hostTime : nil }
    let told = nextTold(in: run)
    let end = isHeld ? nil : run.endHost
    let due = [frame, told?.host, end].compactMap { $0 }.min()
    if let due, due <= now {
      if due == frame { return .show(takeReady(run, now)) }
      if due == told?.host, let told {
        tell(told.observer, told.time)
      } else {
        endRun(now)
      }
      return next(at: now)
    }
    if let work = soundWork(now) ?? drawWork(now) ?? openNext() { return work }
    let look = lookTime(beyond: runs[runs.count - 1])
    return .wait([due, sound?.refill(runs), look > now ? look : nil].compactMap { $0 }.min())
  }

  /// When it is time to plan what follows a run of which nothing is left to draw, or to mix. No sooner: the rounds of a loop
  /// without pictures, or without sound, would be planned without an end.
  private func lookTime(beyond run: Run) -> Time {
    run.endHost - Time(flicks: Time.flicksPerSecond) - (sound?.latency ?? .zero)
  }

  /// The newest frame that is due; those before it were overtaken.
  private mutating func takeReady(_ run: Run, _ now: Time) -> PlayedFrame {
    var taken = ready.removeFirst()
    while let next = ready.first, next.run == run.id, next.frame.hostTime <= now {
      run.item.log { $0.dropped[.overtaken, default: 0] += 1 }
      taken = ready.removeFirst()
    }
    let (frame, isLate) = (taken.frame, taken.isLate)
    let isStall = now - frame.hostTime > Time(flicks: Time.flicksPerSecond / 4)
    let requests = run.item.requestCount
    let reason = requests > requestsBefore ? StallReason.network : .drawing
    requestsBefore = requests
    run.item.log {
      $0.late += isLate ? 1 : 0
      if isStall { $0.stallReasons[reason, default: 0] += 1 }
    }
    shown = Shown(item: ObjectIdentifier(run.item), index: frame.index, isBest: frame.isBest)
    return frame
  }

  private func nextTold(in run: Run) -> (observer: Int, time: Time, host: Time)? {
    observers.indices.compactMap { index in
      observers[index].next(in: run).map {
        (index, $0, max(run.base.host, run.base.host(at: $0)))
      }
    }
    .min { $0.2 < $1.2 }
  }

  mutating func tell(_ index: Int, _ time: Time) {
    observers[index].heard(time)
    let call = observers[index].call
    calls.append { call(time) }
  }

  private mutating func endRun(_ now: Time) {
    let run = runs[0]
    events.append(.playedToEnd(run.item))
    if let next = planned(after: 0) {
      runs.removeFirst()
      ready.removeAll { $0.run == run.id }
      drawing = drawing.run == 0 ? (0, nil) : (drawing.run - 1, drawing.index)
      sound?.passedRun()
      round = next.round
      if next.item !== run.item { items.removeAll { $0 === run.item } }
      if next.item !== run.item { events.append(.changedItem(next.item)) }
      for index in observers.indices {
        observers[index].begin(at: next.base.time, isJump: true)
      }
      return
    }
    let isForward = run.base.rate.numerator > 0
    if endAction == .advance, isForward, items.count > 1 {
      // The next one is not open yet: playing waits.
      stop(at: .zero, now)
      items.removeFirst()
      round = 0
      items[0].log { $0.stallReasons[.nextItem, default: 0] += 1 }
      events.append(.changedItem(items[0]))
    } else if endAction == .none {
      isHeld = true
    } else {
      rate = .stopped
      stop(at: run.end, now)
      ended = isForward ? run.end : nil
    }
  }

  /// Ends all runs; the item's time stands at `time`.
  mutating func stop(at time: Time, _ now: Time) {
    if let run = runs.first { round = run.roundCount(at: time) }
    position = time
    (runs, ready) = ([], [])
    generation += 1
    sound?.flushed = now
    for item in items { item.flushOutputs(after: now) }
  }

  /// The next frame to draw; those that would be late are left out.
  private mutating func drawWork(_ now: Time) -> Work? {
    guard ready.count < Self.framesAhead else { return nil }
    let wanted = now + levels.estimate
    while true {
      let run = runs[drawing.run]
      let index = drawing.index ?? run.firstIndex
      if run.isBeyond(index) {
        guard !isHeld, run.info.times.count > 0 || lookTime(beyond: run) <= now,
          planned(after: drawing.run) != nil
        else { return nil }
        drawing = (drawing.run + 1, nil)
        continue
      }
      guard run.due(index) < wanted else {
        drawing.index = run.following(index)
        return .draw(
          DrawOrder(
            item: run.item, info: run.info, purpose: .run(run), index: index, time: run.base.time,
            next: run.isBeyond(run.following(index)) ? nil : run.following(index),
            divisor: levels.divisor, generation: generation, isPlayed: true))
      }
      skip(from: index, in: run, wanted)
    }
  }

  private mutating func skip(from index: Int64, in run: Run, _ wanted: Time) {
    var first = index
    let target = run.index(dueFrom: wanted)
    while first != target, !run.isBeyond(first) { first = run.following(first) }
    if first == index { first = run.following(index) }
    run.item.log { $0.dropped[.wouldBeLate, default: 0] += Int(abs(first - index)) }
    drawing.index = first
    if levels.trouble() { run.item.log { $0.scaleChanges += 1 } }
  }

  private mutating func soundWork(_ now: Time) -> Work? {
    guard var queue = sound, !isHeld else { return nil }
    defer { sound = queue }
    while queue.isAtEnd(of: runs[queue.run]) {
      guard lookTime(beyond: runs[queue.run]) <= now, planned(after: queue.run) != nil else {
        return nil
      }
      queue.nextRun()
    }
    guard queue.refill(runs) ?? .distantFuture <= now else { return nil }
    return .sound(queue.take(runs[queue.run], gain: gain))
  }
}
