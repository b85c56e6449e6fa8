// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelPlayback

extension StudioSession {
  /// Where the page wants to be: one seek is on its way, and of those that come meanwhile the newest waits.
  struct Seeking {
    var isUnderWay = false
    /// Where to, and whether a frame that costs little comes before the exact one.
    var next: (time: Time, isNearest: Bool)?
    /// How many frames on from there.
    var steps = 0
  }

  func seek(_ message: Message) throws {
    let time = try time(in: message)
    let isNearest = try message.ifGiven("nearest", message.flag) ?? false
    go { ($0.next, $0.steps) = ((time, isNearest), 0) }
  }

  func step(_ count: Int) {
    go { $0.steps = min(max($0.steps + count, -1 << 40), 1 << 40) }
  }

  private func go(_ change: (inout Seeking) -> Void) {
    let begins = state.withLock { state in
      change(&state.seeking)
      defer { state.seeking.isUnderWay = true }
      return !state.seeking.isUnderWay
    }
    if begins { goOn() }
  }

  /// Goes where the page wants to be by now.
  private func goOn() {
    let (next, steps) = state.withLock { state in
      defer {
        if state.seeking.next == nil { state.seeking.steps = 0 }
        state.seeking.next = nil
      }
      return (state.seeking.next, state.seeking.steps)
    }
    if let (time, isNearest) = next { return seek(to: time, isNearest) }
    guard steps != 0 else {
      // Something may have come in between.
      let isOver = state.withLock { state in
        state.seeking.isUnderWay = state.seeking.next != nil || state.seeking.steps != 0
        return !state.seeking.isUnderWay
      }
      return isOver ? () : goOn()
    }
    player.step(byCount: steps) { [weak self] _ in self?.goOn() }
  }

  private func seek(to time: Time, _ isNearest: Bool) {
    guard isNearest else {
      return player.seek(to: time) { [weak self] isDone in
        self?.arrived(at: time, isDone)
        self?.goOn()
      }
    }
    // A frame that costs little first, so that something moves at once; then the one that was asked for.
    player.seek(to: time, toleranceBefore: time, toleranceAfter: .zero) { [weak self] isDone in
      guard let self else { return }
      let isNewer = state.withLock { $0.seeking.next != nil }
      isDone && !isNewer ? seek(to: time, false) : goOn()
    }
  }

  /// How much of the sound is heard where a seek leads to.
  private static let heard = Time(flicks: Time.flicksPerSecond * 2 / 25)

  private func arrived(at time: Time, _ isDone: Bool) {
    tellState()
    let (item, hears) = state.withLock { ($0.item, $0.hearsSeeks) }
    guard isDone, hears, let item, player.rate == 0, item.request.hasSound else { return }
    studio.sounds.add(for: purpose(.seek)) { [self] in
      let range = TimeRange(start: time, duration: Self.heard)
      let block = try? item.sound(in: range, sampleRate: sound.sampleRate, layout: sound.layout)
      if let block { sound.write(block, at: clock.now + sound.latency) }
    }
  }
}
