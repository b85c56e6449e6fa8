// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelPlayback

/// A player's clock that goes as fast as the page's sound card: the sound is heard without gaps, and pictures go with it.
///
/// The page says every now and then what its sound card's clock shows at which time of this clock; over seconds the two
/// rates are compared. Sound cards differ from the machine's clock by a few hundredths of a per mille.
final class PageClock: PlaybackClock {
  private struct State {
    /// A moment of the host's clock, this clock's time then, and how fast it goes.
    var host: Time
    var time: Time
    var rate = 1.0
    /// The first report of a stretch in which the sound card ran.
    var anchor: (own: Time, card: Double)?
  }

  /// No sound card is further off.
  static let tolerance = 0.002
  /// Rates are compared over no less.
  private static let span = 4.0

  private let host: any PlaybackClock
  private let state: Locked<State>

  /// A clock that goes as `host` does until the page says otherwise.
  init(_ host: any PlaybackClock = HostClock()) {
    self.host = host
    state = Locked(State(host: host.now, time: host.now))
  }

  var now: Time {
    let host = host.now
    return state.withLock { Self.time(at: host, $0) }
  }

  func wait(until time: Time?) {
    guard let time else { return host.wait(until: nil) }
    let moment = state.withLock { state in
      state.host + Self.scaled(time - state.time, 1 / state.rate)
    }
    host.wait(until: moment)
  }

  func wake() { host.wake() }

  /// The sound card's clock showed `card` seconds when this one showed `own`.
  func heard(own: Time, card: Double) {
    let host = host.now
    state.withLock { state in
      guard let anchor = state.anchor, card > anchor.card, own > anchor.own else {
        state.anchor = (own, card)
        return
      }
      let passed = (own - anchor.own).seconds
      guard passed >= Self.span else { return }
      let ratio = (card - anchor.card) / passed * state.rate
      state.anchor = (own, card)
      // A card that stood still in between says nothing.
      guard abs(ratio - 1) <= Self.tolerance else { return }
      state.time = Self.time(at: host, state)
      state.host = host
      state.rate += (ratio - state.rate) / 4
    }
  }

  /// The sound card stopped: what it shows next is compared with nothing.
  func forget() { state.withLock { $0.anchor = nil } }

  private static func time(at host: Time, _ state: State) -> Time {
    state.time + scaled(host - state.host, state.rate)
  }

  private static func scaled(_ time: Time, _ factor: Double) -> Time {
    time + Time(flicks: Int64(limiting: (Double(time.flicks) * (factor - 1)).rounded()))
  }
}

extension Time {
  /// As the page counts.
  var milliseconds: Double { seconds * 1000 }

  /// `milliseconds` of the page's.
  init(milliseconds: Double) throws { try self.init(seconds: milliseconds / 1000) }
}
