// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel

/// Plays films (`AVPlayer`). Everything may be called from any thread and returns at once; drawing, mixing, observers and
/// completions run on one thread of the player's own. With a ``VirtualClock`` there is no thread, and ``run(until:)`` plays.
///
/// For example:
///
///     let player = try Player(playing: ExportRequest(timeline: timeline), gate: gate)
///     player.play()
///     for await frame in player.frames() { show(frame.buffer) }
///
/// `@unchecked Sendable` because it has a subclass: all that it holds is immutable and `Sendable`.
public class Player: @unchecked Sendable {
  let core: PlayerCore
  private let defaultRateValue = Locked(1.0)
  private let sound = Locked((volume: Float(1), isMuted: false))

  /// A player of `items`, the first of which is the current one.
  ///
  /// - Parameters:
  ///   - clock: what it tells the time by.
  ///   - sound: where its sound goes; `nil`: nowhere.
  /// - Throws: `MoonreelError` (`limitExceeded`) where the system refuses a thread.
  public init(
    items: [PlayerItem], clock: any PlaybackClock = HostClock(), sound: (any SoundOutput)? = nil
  ) throws {
    core = PlayerCore(items, clock, sound)
    if !(clock is VirtualClock) { try core.drive() }
  }

  /// A player of one film.
  ///
  /// - Throws: as ``init(items:clock:sound:)``.
  public convenience init(
    playing request: ExportRequest, gate: FileGate, clock: any PlaybackClock = HostClock(),
    sound: (any SoundOutput)? = nil
  ) throws {
    try self.init(items: [PlayerItem(request, gate: gate)], clock: clock, sound: sound)
  }

  deinit { core.stop() }

  /// Plays on until `host` on a clock that does not run by itself. Not to be called from observers.
  ///
  /// - Precondition: the clock is a ``VirtualClock``.
  public func run(until host: Time) { run(until: host) { true } }

  /// The same, as long as `goesOn`, which is asked before each piece of work.
  package func run(until host: Time, while goesOn: () throws -> Bool) rethrows {
    precondition(core.clock is VirtualClock, "other clocks have a thread that drives the player")
    while true {
      guard try goesOn() else { return }
      guard case .wait(let time) = core.step() else { continue }
      guard let time, time <= host else { break }
      core.clock.wait(until: time)
    }
    core.clock.wait(until: host)
  }

  /// What is played now; `nil` where the queue is empty.
  public var currentItem: PlayerItem? { core.read { $0.items.first } }

  /// Plays `item` instead of all that was to be played.
  public func replaceCurrentItem(with item: PlayerItem?) {
    core.command { $0.setItems(item.map { [$0] } ?? [], $1) }
  }

  /// Plays `item`, another version of the film, in place of the current one: from the same time on and at the same rate,
  /// with the ends that the current one had, and in its loop. Where it is shorter, it stands at its end.
  ///
  /// - Parameter drawn: a frame of `item` that was drawn before; it is shown at once where it is the one on screen.
  public func exchangeCurrentItem(with item: PlayerItem, showing drawn: PlayedFrame? = nil) {
    core.command { $0.exchange(item, drawn, $1) }
  }

  /// Draws the frame that stands once more, where nothing plays: what it shows is another picture by now. Of several calls
  /// while one is drawn the last is answered.
  package func redraw() { core.command { engine, _ in engine.isStale = true } }

  /// Frames need be no larger than this while something plays (`AVPlayerItem.preferredMaximumResolution`), from the next
  /// start on; `nil`, the default: they are as large as can be. What stands is drawn at full size.
  public var preferredMaximumSize: PixelSize? {
    get { core.read { $0.wantedSize } }
    set { core.command { engine, _ in engine.wantedSize = newValue } }
  }

  /// The time of the current item; that of the seek while one is on its way.
  public var currentTime: Time {
    let now = core.clock.now
    return core.read { $0.time(at: now) }
  }

  /// The item's seconds a second, negative backwards, 0 paused. What is not a number pauses, sizes beyond 64 are 64, and
  /// what is nearer to zero than a thousandth is zero. Steps of a millionth.
  public var rate: Double {
    get { core.read { $0.rate.doubleValue } }
    set { core.command { $0.setRate(Self.exact(newValue), $1) } }
  }

  /// The rate at which ``play()`` plays; default 1.
  public var defaultRate: Double {
    get { defaultRateValue.withLock { $0 } }
    set { defaultRateValue.withLock { $0 = newValue } }
  }

  private static func exact(_ rate: Double) -> Rational {
    guard rate.isFinite, abs(rate) >= 0.001 else { return .stopped }
    return Rational(Int64((min(64, max(-64, rate)) * 1_000_000).rounded()), 1_000_000)
  }

  /// Plays at the default rate.
  public func play() { rate = defaultRate }

  /// Stops at the current time and shows its frame at full size.
  public func pause() { rate = 0 }

  /// What is done where an item ends.
  public var actionAtItemEnd: ActionAtItemEnd {
    get { core.read { $0.endAction } }
    set {
      core.command { engine, _ in
        engine.endAction = newValue
        engine.dropPlans()
      }
    }
  }

  /// Whether it plays, and if not though it should, why.
  public var timeControlStatus: TimeControlStatus { core.read { $0.timeControlStatus } }

  /// How loud it is, 0…1 and more; default 1. Heard after what is written already, a fifth of a second.
  public var volume: Float {
    get { sound.withLock { $0.volume } }
    set { setSound { $0.volume = newValue.isFinite ? max(0, newValue) : 1 } }
  }

  /// Whether nothing is heard; default false.
  public var isMuted: Bool {
    get { sound.withLock { $0.isMuted } }
    set { setSound { $0.isMuted = newValue } }
  }

  private func setSound(_ change: (inout (volume: Float, isMuted: Bool)) -> Void) {
    let gain = sound.withLock { sound in
      change(&sound)
      return sound.isMuted ? 0 : sound.volume
    }
    core.command { engine, _ in engine.gain = gain }
  }
}
