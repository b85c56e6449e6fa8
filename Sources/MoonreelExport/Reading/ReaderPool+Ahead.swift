// SPDX-License-Identifier: MIT

import Dispatch
import MoonreelCore
import MoonreelMedia

extension ReaderPool {
  /// Tells the pool who will want what; the uses of one whole timeline.
  func plan(_ uses: [ReaderUse]) {
    monitor.update { state in
      state.schedule = uses.sorted {
        ($0.targetRange.start, $0.id.number) < ($1.targetRange.start, $1.id.number)
      }
      restart(&state, at: state.now)
    }
  }

  /// Tells the pool that frames at `time` are wanted next: closes what is over, and opens on another
  /// thread what begins within the lead.
  func advance(to time: Time, playedWidth: Int?) {
    let (closing, begins) = monitor.update { state -> ([PooledReader], [ReaderUse]) in
      state.playedWidth = playedWidth
      if time < state.now { restart(&state, at: time) }
      state.now = time
      let closing = closeFinished(&state)
      var begins: [ReaderUse] = []
      while state.nextUse < state.schedule.count {
        let use = state.schedule[state.nextUse]
        guard isNear(use, state) else { break }
        state.nextUse += 1
        guard use.targetRange.end > time else { continue }
        state.active.append(use)
        if use.targetRange.start > time { begins.append(use) }
      }
      return (closing, begins)
    }
    if closing.isEmpty && begins.isEmpty { return }
    Self.queue.async { [self] in
      if !closing.isEmpty { profile?.sample() }
      _ = closing  // a decoder joins its threads when it closes
      for use in begins { profile.measure(.decode) { openAhead(use) } }
    }
  }

  /// Whether `use` is the next to begin: within the lead, and with none before it that has yet to begin.
  /// However short the cuts are, only one is opened ahead (or several that begin together).
  private func isNear(_ use: ReaderUse, _ state: State) -> Bool {
    guard use.targetRange.start > state.now else { return true }
    guard use.targetRange.start <= state.now + limits.lead else { return false }
    let waiting = state.active.first { $0.targetRange.start > state.now }
    return waiting.map { $0.targetRange.start == use.targetRange.start } ?? true
  }

  private static let queue = DispatchQueue(label: "moonreel.readers")

  private func restart(_ state: inout State, at time: Time) {
    state.active = []
    state.nextUse = 0
    for reader in state.readers { reader.claims = [] }
  }

  /// Takes the claims of uses that are over from their decoders, and closes those that the next use to
  /// begin will not want.
  private func closeFinished(_ state: inout State) -> [PooledReader] {
    let over = state.active.filter { $0.targetRange.end <= state.now }
    let idle = state.readers.filter { isIdleLane($0, state) }
    guard !over.isEmpty || !idle.isEmpty else { return [] }
    for reader in idle { reader.claims = [] }
    state.active.removeAll { $0.targetRange.end <= state.now }
    let ended = Set(over.map(\.id))
    for reader in state.readers { reader.claims.subtract(ended) }
    let wanted = Set(upcoming(state).map(\.key))
    let closing = state.readers.filter {
      !$0.isBusy && $0.claims.isEmpty && ($0.lane > 0 || !wanted.contains($0.key.original))
    }
    state.readers.removeAll { reader in closing.contains { $0 === reader } }
    state.kept.keepOnly(Set(state.readers.map(\.key)))
    return closing
  }

  /// Whether nobody has asked `reader` for a frame of another time for a while.
  private func isIdleLane(_ reader: PooledReader, _ state: State) -> Bool {
    let away = state.now - reader.lastTime
    return reader.lane > 0 && (away > limits.lead || away < .zero - limits.lead)
  }

  /// The uses that go on and the next to begin.
  private func upcoming(_ state: State) -> [ReaderUse] {
    let next = state.schedule[state.nextUse...].first
    let limit = min(next?.targetRange.start ?? state.now, state.now + limits.lead + limits.lead)
    return state.active
      + state.schedule[state.nextUse...].prefix { $0.targetRange.start <= limit }
  }

  /// Decodes what `use` will want next on another thread, where its decoder serves nobody else; a failure is left to
  /// the frame itself.
  func decodeAhead(
    of track: AssetTrack, key: ReaderUse.Key, after wish: FrameWish, next: Time?,
    use: ReaderUse.ID
  ) {
    guard limits.decodesAhead, let next, next > wish.time, !wish.isBefore, use.lane == 0,
      track.video?.isStillImage != true
    else { return }
    let coming = FrameWish(time: next, shrink: wish.shrink)
    let choice = monitor.update { state -> Choice? in
      let mine = state.readers.first {
        $0.key == key && $0.lane == use.lane && $0.claims == [use] && !$0.isBusy
      }
      guard let mine, mine.recentFrame(for: coming) == nil, mine.distance(to: coming) != nil else {
        return nil
      }
      return take(mine, coming, use, &state)
    }
    guard case .decode(let reader, _)? = choice else { return }
    Self.aheadQueue.async { [self] in
      _ = profile.measure(.decode) {
        try? decode(reader, track, coming, next: next + (next - wish.time))
      }
    }
  }

  /// Side by side: as many as there are decoders.
  private static let aheadQueue = DispatchQueue(
    label: "moonreel.readers.ahead", attributes: .concurrent)

  /// Opens or winds a decoder for `use` unless all are taken; a failure is left to the frame itself.
  func openAhead(_ use: ReaderUse) {
    let wish = FrameWish(time: use.firstSourceTime, isBefore: use.isReversed)
    let key = self.key(use.key, of: use.track) ?? use.key
    let choice = monitor.update { state -> Choice? in
      let mine = state.readers.filter { $0.key == key }
      guard use.targetRange.end > state.now,
        // Where the frames were asked for before this thread came to it, there is nothing left to do.
        !mine.contains(where: { $0.claims.contains(use.id) }),
        !mine.contains(where: { $0.recentFrame(for: wish) != nil || $0.distance(to: wish) != nil }),
        state.readers.count < limits.openReaders
          || mine.contains(where: { !$0.isBusy && $0.claims.isEmpty })
      else { return nil }
      return choose(key, wish, use.id, &state)
    }
    guard case .decode(let reader, _)? = choice else { return }
    _ = try? decode(reader, use.track, wish)
  }
}
