// SPDX-License-Identifier: MIT

import CSoundHost
import MoonreelCore

/// The machine's loudspeakers, by PulseAudio or PipeWire. Their library, libpulse-simple, is loaded when one is made: machines
/// that only render do not need it.
///
/// It plays silence where there is nothing else, so its clock never stands; give a player a ``SoundClock`` that follows it.
///
/// For example:
///
///     let sound = try PulseSoundOutput(title: "film.lua")
///     let player = try Player(items: items, clock: SoundClock(following: sound), sound: sound)
///
/// `@unchecked Sendable`: `line` is used as its header allows; one player at a time writes.
public final class PulseSoundOutput: SoundDevice, @unchecked Sendable {
  /// Who hands the sound to the server.
  public enum Feeder: Sendable {
    /// A thread of this process.
    case thread
    /// A process that is forked, for programs that are about to close a ``MoonreelSandbox/ProcessSandbox``: it needs nothing
    /// of what that forbids, and nobody else does. To be made while there is one thread.
    case process
  }

  /// Samples a second.
  public let sampleRate: Int
  /// The loudspeakers: one or two. The server spreads them over those that there are.
  public let layout: ChannelLayout
  private let line: OpaquePointer
  private let origin = Locked<Time?>(nil)
  private let lateCount = Locked(0)

  /// How long the server holds sound.
  private static let delay = Time(flicks: Time.flicksPerSecond / 10)
  /// How long a server has to answer, in milliseconds.
  private static let patience: Int32 = 3000

  /// Connects to the server of the user, or that which `PULSE_SERVER` names, and begins to play silence.
  ///
  /// - Parameters:
  ///   - title: what the server's volume control shows.
  ///   - feeder: ``Feeder/thread`` waits for the server, ``Feeder/process`` does not: see ``connect()``.
  /// - Throws: `MoonreelError`: `fileAccess` where there is no library or no server, `limitExceeded` where the system
  ///   refuses memory, a thread or a process.
  public init(
    title: String, sampleRate: Int = 48_000, layout: ChannelLayout = .stereo,
    feeder: Feeder = .thread
  ) throws {
    precondition((1...2).contains(layout.count), "one or two loudspeakers")
    (self.sampleRate, self.layout) = (sampleRate, layout)
    let delay = Int32(Self.delay.value(timescale: Int64(sampleRate)))
    guard
      let line = mr_make_line(Int32(sampleRate), Int32(layout.count), delay, "Moonreel", title)
    else { throw Self.refused("memory") }
    self.line = line
    switch feeder {
    case .thread:
      guard mr_play_line(line) == 0 else { throw Self.refused("a thread") }
      try connect()
    case .process:
      guard mr_fork_line(line) == 0 else { throw Self.refused("a process") }
    }
  }

  deinit { mr_free_line(line) }

  private static func refused(_ what: String) -> MoonreelError {
    MoonreelError(.limitExceeded, "Cannot play sound: the system refuses \(what).")
  }

  /// Waits for the server, three seconds at most.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`) where there is no library or no server.
  public func connect() throws {
    let state = mr_wait_for_line(line, Self.patience)
    guard state != MR_LINE_OPEN else { return }
    throw reason(of: state)
  }

  /// Why nothing is heard any more; `nil` while the server plays.
  public var failure: MoonreelError? {
    let state = mr_wait_for_line(line, 0)
    return state == MR_LINE_OPEN ? nil : reason(of: state)
  }

  private func reason(of state: mr_line_state) -> MoonreelError {
    let sentence =
      switch state {
      case MR_LINE_NO_LIBRARY:
        "libpulse-simple.so.0 is not installed (Debian and Ubuntu: apt install libpulse0)"
      case MR_LINE_REFUSED:
        "the sound server says '\(String(cString: mr_line_reason(line)))'. Start PulseAudio or PipeWire, or name a "
          + "server in PULSE_SERVER"
      default: "the sound server does not answer"
      }
    return MoonreelError(.fileAccess, "Cannot play sound: \(sentence).")
  }

  /// What it takes from writing to hearing, as measured, and three hundredths of a second to be on the safe side.
  public var latency: Time {
    var moment = mr_line_moment()
    let margin = Time(flicks: Time.flicksPerSecond * 3 / 100)
    guard mr_line_moment_now(line, &moment) else { return Self.delay + margin }
    return max(Self.delay, time(mr_line_head(line) - moment.sample)) + margin
  }

  /// What was heard last.
  public var moment: ClockMoment? {
    var moment = mr_line_moment()
    guard mr_wait_for_line(line, 0) == MR_LINE_OPEN, mr_line_moment_now(line, &moment) else {
      return nil
    }
    let host = Time(
      flicks: moment.nanoseconds / 1_000_000_000 * Time.flicksPerSecond
        + moment.nanoseconds % 1_000_000_000 * Time.flicksPerSecond / 1_000_000_000)
    // The two clocks agree where the device is first asked.
    let origin = origin.withLock { origin in
      let known = origin ?? host - time(moment.sample)
      origin = known
      return known
    }
    return ClockMoment(device: origin + time(moment.sample), host: host)
  }

  private func time(_ sample: Int64) -> Time {
    Time(flicks: Time.flicksPerSecond).multiplied(by: sample, dividedBy: Int64(sampleRate))
  }

  /// Samples that came too late to be heard.
  public var lateSampleCount: Int { lateCount.withLock { $0 } }

  private func sample(at host: Time) -> Int64? {
    if origin.withLock({ $0 }) == nil { _ = moment }
    return origin.withLock { $0 }.map { (host - $0).value(timescale: Int64(sampleRate)) }
  }

  /// Takes `block` for `host`, on the clock that follows the device.
  public func write(_ block: SampleBuffer, at host: Time) {
    guard let position = sample(at: host), block.channels.count == layout.count else { return }
    let count = Int32(clamping: block.frameCount)
    let written = block.channels[0].withUnsafeBufferPointer { first in
      block.channels[layout.count - 1].withUnsafeBufferPointer { last in
        mr_write_line(line, [first.baseAddress, last.baseAddress], count, position)
      }
    }
    if written < count { lateCount.withLock { $0 += Int(count - written) } }
  }

  /// Forgets what was to be heard at `host` and later, but for what the server has.
  public func flush(from host: Time) {
    if let position = sample(at: host) { mr_clear_line(line, position) }
  }
}
