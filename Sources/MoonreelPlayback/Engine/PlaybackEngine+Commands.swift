// SPDX-License-Identifier: MIT

import MoonreelCore

extension PlaybackEngine {
  /// Plays at `new`, 0 pauses.
  mutating func setRate(_ new: Rational, _ now: Time) {
    guard new != rate else { return }
    let isTurning = (new.numerator < 0) != (rate.numerator < 0)
    let run = runs.first
    rate = new
    guard let run else { return }
    stop(at: run.time(at: now), now)
    // Playing goes on without a new first frame, unless it turns round.
    if new != .stopped, !isTurning { start(run.item, run.info, now) }
  }

  /// Goes to `seek`; one that is on its way is given up.
  mutating func go(to new: Seek, _ now: Time) {
    giveUpSeek()
    if !runs.isEmpty { stop(at: time(at: now), now) }
    generation += 1
    (round, ended) = (0, nil)
    if loop?.isEnding == true { loop = nil }
    seek = new
  }

  mutating func giveUpSeek() {
    guard let completion = seek?.completion else {
      seek = nil
      return
    }
    seek = nil
    calls.append { completion(false) }
  }

  mutating func finishSeek(at time: Time, _ isFinished: Bool) {
    guard let done = seek else { return }
    seek = nil
    position = time
    if let completion = done.completion { calls.append { completion(isFinished) } }
    items.first?.log { $0.seeks += isFinished ? 1 : 0 }
    for index in observers.indices {
      observers[index].begin(at: time, isJump: true)
      if case .periodic = observers[index].kind { tell(index, time) }
    }
  }

  /// Pauses, and goes `count` frames on from the current one, or from where a seek leads.
  mutating func step(by count: Int, _ now: Time, _ completion: (@Sendable (Bool) -> Void)?) {
    setRate(.stopped, now)
    guard let info = items.first?.info, info.times.count > 0 else {
      if let completion { calls.append { completion(false) } }
      return
    }
    let current = standingFrame(info, at: time(at: now))
    let (sum, _) = current.addingReportingOverflow(Int64(max(-1 << 40, min(1 << 40, count))))
    let index = min(max(0, sum), info.times.count - 1)
    go(
      to: Seek(
        time: info.times.time(ofFrame: index), before: .zero, after: .zero, completion: completion),
      now)
  }

  /// Makes `new` the queue; the time begins anew where the current item changes.
  mutating func setItems(_ new: [PlayerItem], _ now: Time) {
    let old = items.first
    if old === new.first {
      items = new
      dropPlans()
      return
    }
    giveUpSeek()
    if !runs.isEmpty { stop(at: .zero, now) }
    (items, position, round, isHeld, ended) = (new, .zero, 0, false, nil)
    generation += 1
    if let first = new.first { events.append(.changedItem(first)) }
  }

  /// Plays `item` in place of the current one, from the same time on at the same rate; a seek goes on in it.
  ///
  /// - Parameter drawn: a frame of it that was drawn before at full size; shown where nothing plays and it is the one.
  mutating func exchange(_ item: PlayerItem, _ drawn: PlayedFrame?, _ now: Time) {
    guard let old = items.first, old !== item else { return setItems([item], now) }
    if !runs.isEmpty { stop(at: time(at: now), now) }
    item.takeEnds(of: old)
    if loop?.item === old { loop?.item = item }
    items[0] = item
    (isHeld, ended, pendingShow) = (false, nil, nil)
    generation += 1
    events.append(.changedItem(item))
    guard let drawn, let info = item.info, rate == .stopped, seek == nil else { return }
    let time = position.clamped(to: .zero...info.times.duration)
    guard drawn.index == standingFrame(info, at: time) else { return }
    pendingShow = drawn
    shown = Shown(item: ObjectIdentifier(item), index: drawn.index, isBest: drawn.isBest)
  }

  /// Begins `new` with the round that plays as its first.
  mutating func setLoop(_ new: Loop) {
    (loop, round) = (new, 0)
    if !runs.isEmpty { runs[0].round = 0 }
    dropPlans()
  }

  /// Makes the round that plays the last.
  mutating func endLoop(at now: Time) {
    guard var ending = loop else { return }
    let last = roundCount(at: now) + 1
    ending.count = min(ending.count ?? last, last)
    ending.isEnding = true
    loop = ending
    dropPlans()
  }

  /// Forgets what was planned after the run that plays: queue, loop or end action changed.
  mutating func dropPlans() {
    guard let run = runs.first else { return }
    let now = makeRun(
      run.item, run.info, from: run.base.time, host: run.base.host, round: run.round)
    if runs.count == 1, now.end == run.end, now.roundEnd == run.roundEnd {
      return
    }
    let kept = Run(
      id: run.id, item: run.item, info: run.info, base: run.base, end: now.end, round: run.round,
      roundEnd: now.roundEnd)
    runs = [kept]
    ready.removeAll { $0.run != run.id }
    if drawing.run > 0 { drawing = (0, run.following(run.lastIndex)) }
    if let queue = sound, queue.run > 0 { sound?.resume(at: kept) }
  }

  /// What became of an opened item.
  mutating func opened(_ item: PlayerItem, _ failure: MoonreelError?) {
    guard let failure else {
      calls.append { item.announce() }
      return
    }
    events.append(.failed(item, failure))
    if items.first === item { rate = .stopped } else { items.removeAll { $0 === item } }
    calls.append { item.announce() }
  }

  /// What became of a drawing that took `cost` and ended at `now`; `order` says which frame it came to be.
  mutating func drew(
    _ order: DrawOrder, _ result: Result<PlayedFrame, MoonreelError>, cost: Time, _ now: Time
  ) {
    switch order.purpose {
    case .run(let run): drewAhead(order, run, result, cost, now)
    case .still, .seek: drewStill(order, result, now)
    }
  }

  private mutating func drewStill(
    _ order: DrawOrder, _ result: Result<PlayedFrame, MoonreelError>, _ now: Time
  ) {
    guard items.first === order.item else { return }
    var isDrawn = false
    // What cannot be drawn does not get better.
    var isBest = order.divisor == 1
    switch result {
    case .success(let frame):
      (isDrawn, isBest) = (true, frame.isBest)
      pendingShow = frame
    case .failure(let error):
      order.item.note(error, at: order.time)
      order.item.log { $0.dropped[.failed, default: 0] += 1 }
    }
    shown = Shown(item: ObjectIdentifier(order.item), index: order.index, isBest: isBest)
    guard order.generation == generation, case .seek = order.purpose else { return }
    finishSeek(at: order.time, isDrawn)
  }

  private mutating func drewAhead(
    _ order: DrawOrder, _ run: Run, _ result: Result<PlayedFrame, MoonreelError>, _ cost: Time,
    _ now: Time
  ) {
    switch result {
    case .failure(let error):
      order.item.note(error, at: order.info.times.time(ofFrame: order.index))
      order.item.log { $0.dropped[.failed, default: 0] += 1 }
    case .success(let frame):
      let isLate = now > frame.hostTime
      let duration = order.info.times.time(ofFrame: order.index + 1) - frame.itemTime
      let interval = duration.multiplied(
        by: run.base.rate.denominator, dividedBy: abs(run.base.rate.numerator))
      if levels.drew(cost: cost, interval: interval, isLate: isLate) {
        order.item.log { $0.scaleChanges += 1 }
      }
      guard runs.contains(where: { $0.id == run.id }) else { return }
      ready.append(Ready(run: run.id, frame: frame, isLate: isLate))
    }
  }
}
