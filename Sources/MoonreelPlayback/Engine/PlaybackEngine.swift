// SPDX-License-Identifier: MIT

import MoonreelCore

/// What a player is and does, as a value without threads, waiting or files: commands change it, ``next(at:)`` says what is
/// to be done at a time, and what was done is reported back.
struct PlaybackEngine: Sendable {
  struct Seek: Sendable {
    var time: Time
    var before: Time
    var after: Time
    var completion: (@Sendable (Bool) -> Void)?
  }

  struct Loop: Sendable {
    var item: PlayerItem
    /// `nil`: that of the pictures.
    var range: TimeRange?
    /// Rounds in all; `nil`: for ever. Behind the last the item plays on.
    var count: Int?
    /// Whether a seek ends it: the round that plays is the last.
    var isEnding = false
  }

  /// The current item is the first.
  var items: [PlayerItem]
  /// The rate that is wanted; 0: paused.
  var rate = Rational.stopped
  var endAction = ActionAtItemEnd.advance
  var loop: Loop?
  var gain: Float = 1
  /// The item's time while nothing runs.
  var position = Time.zero
  /// What plays, and what follows as far as it is planned.
  var runs: [Run] = []
  var seek: Seek?
  var observers: [TimeObserver] = []
  var levels = LevelControl()
  /// Frames need be no larger while something plays; `nil`: they are as large as can be.
  var wantedSize: PixelSize?
  var events: [PlayerEvent] = []
  /// How often servers were asked until playing began, or a frame was shown last.
  var requestsBefore = 0

  var generation = 0
  var lastRunID = 0
  /// How many rounds of the loop were played to their end before the run that plays, or until playing stopped.
  var round = 0
  /// Whether the run stands at its end, where nothing was to be done.
  var isHeld = false
  /// Where playing forwards ended: the last frame before it stays, and not the first after it.
  var ended: Time?
  var shown: Shown?
  /// Whether what stands shows something else by now.
  var isStale = false
  var pendingShow: PlayedFrame?
  var ready: [Ready] = []
  var drawing: (run: Int, index: Int64?) = (0, nil)
  var sound: SoundQueue?
  var calls: [@Sendable () -> Void] = []

  struct Shown: Hashable, Sendable {
    var item: ObjectIdentifier
    var index: Int64
    /// Whether it could not be better: full size, and no proxies in place of files.
    var isBest: Bool
  }

  struct Ready: Sendable {
    var run: Int
    var frame: PlayedFrame
    var isLate: Bool
  }

  init(items: [PlayerItem], sound: SoundQueue?) { (self.items, self.sound) = (items, sound) }

  /// The item's time at `now`.
  func time(at now: Time) -> Time {
    if let seek { return seek.time }
    return runs.first?.time(at: now) ?? position
  }

  /// What the player does.
  var timeControlStatus: TimeControlStatus {
    guard rate != .stopped else { return .paused }
    guard let item = items.first else { return .waiting(.noItemToPlay) }
    if item.info == nil { return item.error == nil ? .waiting(.openingFile) : .paused }
    if seek != nil { return .waiting(.seeking) }
    return runs.isEmpty ? .waiting(.drawingFirstFrame) : .playing
  }

  /// What is to be done at `now`.
  mutating func next(at now: Time) -> Work {
    if let frame = pendingShow {
      pendingShow = nil
      return .show(frame)
    }
    if !calls.isEmpty {
      defer { calls = [] }
      return .call(calls)
    }
    if let from = sound?.flushed {
      sound?.flushed = nil
      return .flushSound(from: from)
    }
    guard let item = items.first, item.error == nil else { return .wait(nil) }
    guard let info = item.info else { return .open(item) }
    if let seek {
      if info.times.count > 0 { return order(seek, item, info) }
      finishSeek(at: seek.time.clamped(to: .zero...info.times.duration), true)
      return next(at: now)
    }
    if !runs.isEmpty { return playing(now) }
    return standing(item, info, now)
  }

  /// Nothing runs: playing begins, or the frame is made as good as can be.
  private mutating func standing(_ item: PlayerItem, _ info: FilmInfo, _ now: Time) -> Work {
    position = position.clamped(to: .zero...info.times.duration)
    let index = standingFrame(info, at: position)
    let isShown =
      info.times.count == 0
      || (shown?.item == ObjectIdentifier(item) && shown?.index == index)
    if rate != .stopped, isShown {
      start(item, info, now)
      return next(at: now)
    }
    let divisor = rate == .stopped ? 1 : levels.divisor
    let isOld = isStale || shown?.isBest != true
    if !isShown || (rate == .stopped && info.times.count > 0 && isOld) {
      isStale = false
      return .draw(
        DrawOrder(
          item: item, info: info, purpose: .still, index: index, time: position, next: nil,
          divisor: divisor, generation: generation, isPlayed: rate != .stopped))
    }
    return openNext() ?? .wait(nil)
  }

  /// The frame on screen while the item's time stands at `time`.
  func standingFrame(_ info: FilmInfo, at time: Time) -> Int64 {
    let isEnd = rate == .stopped && ended == time
    return info.frame(at: time, isBackwards: rate.numerator < 0 || isEnd)
  }

  func openNext() -> Work? {
    guard items.count > 1, items[1].info == nil, items[1].error == nil else { return nil }
    return .open(items[1])
  }

  private func order(_ seek: Seek, _ item: PlayerItem, _ info: FilmInfo) -> Work {
    let time = seek.time.clamped(to: .zero...info.times.duration)
    return .draw(
      DrawOrder(
        item: item, info: info, purpose: .seek(before: seek.before, after: seek.after),
        index: info.frame(at: time, isBackwards: rate.numerator < 0), time: time, next: nil,
        divisor: rate == .stopped ? 1 : levels.divisor, generation: generation,
        isPlayed: rate != .stopped))
  }

  /// Lets the item's time run from `now`, or from when its sound can be heard.
  mutating func start(_ item: PlayerItem, _ info: FilmInfo, _ now: Time) {
    let delay = info.hasSound ? sound?.latency ?? .zero : .zero
    let run = makeRun(item, info, from: position, host: now + delay, round: round)
    levels.finest = finestDivisor(info)
    runs = [run]
    (isHeld, ended, ready) = (false, nil, [])
    requestsBefore = item.requestCount
    drawing = (0, info.times.count > 0 ? run.following(run.firstIndex) : nil)
    sound?.begin()
    for index in observers.indices { observers[index].begin(at: position, isJump: false) }
  }

  /// A run of `item` as far as its ends, its loop and the direction say.
  mutating func makeRun(
    _ item: PlayerItem, _ info: FilmInfo, from time: Time, host: Time, round: Int
  ) -> Run {
    lastRunID += 1
    let (first, last) = item.ends(info)
    let isBackwards = rate.numerator < 0
    var (end, roundEnd) = (isBackwards ? first : last, Optional<Time>.none)
    if let range = loopRange(item, info, round) {
      let bound = isBackwards ? range.start : range.end
      if isBackwards ? time > bound : time < bound {
        roundEnd = bound
        // Behind the last round the item plays on.
        end = isLastRound(round) ? (isBackwards ? min(end, bound) : max(end, bound)) : bound
      }
    }
    end = isBackwards ? min(end, time) : max(end, time)
    return Run(
      id: lastRunID, item: item, info: info, base: Timebase(host: host, time: time, rate: rate),
      end: end, round: round, roundEnd: roundEnd)
  }

  /// What the size of frames is divided by at least: the most that leaves them no smaller than wanted.
  private func finestDivisor(_ info: FilmInfo) -> Int {
    guard let wantedSize, let size = info.size else { return 1 }
    let divisors = (1...LevelControl.smallest).reversed()
    return divisors.first { divisor in
      size.width >= wantedSize.width * divisor || size.height >= wantedSize.height * divisor
    } ?? 1
  }

  /// How many rounds of the loop were played to their end at `now`.
  func roundCount(at now: Time) -> Int {
    guard let run = runs.first, seek == nil else { return round }
    return run.roundCount(at: run.time(at: now))
  }

  private func isLastRound(_ round: Int) -> Bool { loop?.count.map { round + 1 >= $0 } ?? false }

  /// What is looped of `item` after so many rounds; `nil` where nothing is, or less than a hundredth of a second.
  private func loopRange(_ item: PlayerItem, _ info: FilmInfo, _ round: Int) -> TimeRange? {
    guard let loop, loop.item === item, loop.count.map({ round < $0 }) ?? true else { return nil }
    let whole = TimeRange(start: .zero, duration: info.times.duration)
    let range = (loop.range ?? info.picturesRange).intersection(whole)
    return range.duration >= Time(flicks: Time.flicksPerSecond / 100) ? range : nil
  }

  /// The run after run `index`, planned where it is not; `nil` where playing will end or nothing is open.
  mutating func planned(after index: Int) -> Run? {
    if runs.indices.contains(index + 1) { return runs[index + 1] }
    let run = runs[index]
    if let range = loopRange(run.item, run.info, run.round), !isLastRound(run.round) {
      let start = rate.numerator < 0 ? range.end : range.start
      runs.append(
        makeRun(
          run.item, run.info, from: start, host: run.endHost, round: run.roundCount(at: run.end)))
      return runs[index + 1]
    }
    guard rate.numerator > 0, endAction == .advance,
      let place = items.firstIndex(where: { $0 === run.item }), place + 1 < items.count,
      let info = items[place + 1].info
    else { return nil }
    runs.append(
      makeRun(items[place + 1], info, from: .zero, host: run.endHost, round: 0))
    return runs[index + 1]
  }
}
