// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelPlayback

/// Finds and makes the proxies of a film's heavy files, one after the other, on a thread that lets the others have
/// most of the machine.
final class ProxyJobs: Sendable {
  /// How far it is.
  struct Progress: Hashable, Sendable {
    /// Files that have one, of those that want one.
    var done = 0
    var total = 0
    /// How much of the next is done, in hundredths.
    var percent = 0
    /// Why some have none.
    var sentence: String?

    var json: JSONValue {
      .members([
        "type": .string("proxies"), "done": .int(done), "total": .int(total),
        "percent": .int(percent), "sentence": .optional(sentence),
      ])
    }
  }

  private struct State {
    var wanted: [AssetTrack] = []
    var gate = FileGate.unrestricted
    /// Raised with each film, and whenever it has to be looked at again.
    var round = 0
    /// What is being made, and what ends that.
    var making: (track: AssetTrack, flag: CancellationFlag)?
    /// Those that cannot be made.
    var failed: Set<AssetTrack> = []
    var progress = Progress()
    var isStopped = false
  }

  private let proxies: MediaProxies
  private let bell = HostClock()
  private let state = Locked(State())
  private let listener: @Sendable (Progress) -> Void

  /// Makes what is missing in `proxies` and tells `listener` how far it is.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where the system refuses a thread.
  init(_ proxies: MediaProxies, listener: @escaping @Sendable (Progress) -> Void) throws {
    (self.proxies, self.listener) = (proxies, listener)
    proxies.onRejection { [weak self] in self?.begin() }
    try FilmThread.start { [self] in
      proxies.yieldThread()
      var round = 0
      while !state.withLock({ $0.isStopped }) {
        let now = state.withLock { $0.round }
        if now == round { bell.wait(until: nil) } else { run(now) }
        round = now
      }
    }
  }

  /// How far it is.
  var progress: Progress { state.withLock { $0.progress } }

  /// From now on the proxies of `tracks` are wanted, and no others; one that is being made and still wanted is gone on with.
  func want(_ tracks: [AssetTrack], gate: FileGate) {
    state.withLock { state in
      (state.wanted, state.gate) = (tracks, gate)
      state.round += 1
      if let making = state.making, !tracks.contains(making.track) { making.flag.cancel() }
    }
    bell.wake()
  }

  /// Looks at the same files again.
  private func begin() {
    state.withLock { $0.round += 1 }
    bell.wake()
  }

  /// Gives up what is being made.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.making?.flag.cancel()
    }
    bell.wake()
  }

  // MARK: On the thread

  private func run(_ round: Int) {
    let (wanted, gate) = state.withLock { ($0.wanted, $0.gate) }
    var missing: [AssetTrack] = []
    var done = 0
    for track in wanted where !state.withLock({ $0.failed.contains(track) }) {
      guard isCurrent(round) else { return }
      switch find(track, gate) {
      case .ready: done += 1
      case .missing, .beingMade: missing.append(track)
      case .unwanted: break
      }
    }
    change { $0 = Progress(done: done, total: done + missing.count, sentence: $0.sentence) }
    for track in missing {
      guard isCurrent(round) else { return }
      let isMade = make(track, wanted, gate)
      change { progress in
        (progress.done, progress.percent) = (progress.done + (isMade ? 1 : 0), 0)
        if !isMade { progress.total -= 1 }
      }
    }
  }

  private func isCurrent(_ round: Int) -> Bool {
    state.withLock { $0.round == round && !$0.isStopped }
  }

  private func find(_ track: AssetTrack, _ gate: FileGate) -> MediaProxies.Finding {
    (try? cancellable(track, gate) { try proxies.find(track, gate: gate, cancellation: $0) })
      ?? .unwanted
  }

  /// Makes the proxy of `track`, or waits for who is at it.
  private func make(_ track: AssetTrack, _ wanted: [AssetTrack], _ gate: FileGate) -> Bool {
    do {
      return try cancellable(track, gate) { flag in
        while try proxies.find(track, gate: gate, cancellation: flag) == .beingMade {
          try flag.check()
          bell.wait(until: bell.now + Time(flicks: Time.flicksPerSecond * 2))
        }
        if proxies.has(track) { return true }
        try proxies.make(track, sparing: wanted, gate: gate, cancellation: flag) { [self] share in
          let percent = Int(share * 100)
          if progress.percent != percent { change { $0.percent = percent } }
        }
        return proxies.has(track)
      }
    } catch let error as MoonreelError {
      guard error.code != .cancelled else { return false }
      state.withLock { _ = $0.failed.insert(track) }
      change { $0.sentence = error.message }
    } catch {}
    return false
  }

  private func cancellable<Result>(
    _ track: AssetTrack, _ gate: FileGate, _ body: (CancellationFlag) throws -> Result
  ) throws -> Result {
    let flag = CancellationFlag(within: gate.cancellation)
    state.withLock { state in
      state.making = (track, flag)
      if state.isStopped { flag.cancel() }
    }
    defer { state.withLock { $0.making = nil } }
    return try body(flag)
  }

  private func change(_ body: (inout Progress) -> Void) {
    let progress = state.withLock { state in
      body(&state.progress)
      return state.progress
    }
    listener(progress)
  }
}
