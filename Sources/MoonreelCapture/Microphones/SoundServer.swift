// SPDX-License-Identifier: MIT

import CCaptureHost
import MoonreelCore

/// A connection to PulseAudio or PipeWire. Its thread starts when it is first used: so a program can connect, close its sandbox,
/// and record then.
///
/// `@unchecked Sendable`: `connection` may be used from any thread once it is started.
final class SoundServer: @unchecked Sendable {
  /// The most inputs that are listed.
  private static let capacity = 64
  private let connection: OpaquePointer
  private let failure = Locked<MoonreelError??>(nil)

  /// Begins to connect to the server at `address`; `nil`: to the user's own.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`) where there is no library or no server.
  init(_ address: String?) throws(MoonreelError) {
    var reason = mr_sound_reason()
    guard let connection = mr_open_sound_server(address, "Moonreel", &reason) else {
      throw Self.error(reason)
    }
    self.connection = connection
  }

  deinit { mr_close_sound_server(connection) }

  private static func error(_ reason: mr_sound_reason) -> MoonreelError {
    MoonreelError(.fileAccess, "Cannot record sound: \(reason.sentence).")
  }

  /// The connection, once the server has answered.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`) where it refuses.
  func handle() throws(MoonreelError) -> OpaquePointer {
    let failure = failure.withLock { state in
      if let known = state { return known }
      var reason = mr_sound_reason()
      let failure = mr_start_sound_server(connection, &reason) ? nil : Self.error(reason)
      state = .some(failure)
      return failure
    }
    if let failure { throw failure }
    return connection
  }

  /// Whether the server is still there.
  var isThere: Bool { (try? handle()).map(mr_has_sound_server) ?? false }

  /// The inputs, that which is used where none is named first, what loudspeakers play last.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`) where the server does not answer.
  func microphones() throws(MoonreelError) -> [CaptureDevice] {
    var list = [mr_microphone](repeating: mr_microphone(), count: Self.capacity)
    let count = mr_list_microphones(try handle(), &list, Int32(Self.capacity))
    guard count >= 0 else {
      throw MoonreelError(
        .fileAccess, "Cannot list microphones: the sound server does not answer. Start it again.")
    }
    let known = list.prefix(Int(count))
    let rank = { (one: mr_microphone) in one.is_default ? 0 : one.is_monitor ? 2 : 1 }
    return (0...2).flatMap { wanted in known.filter { rank($0) == wanted } }.map(\.device)
  }
}

extension mr_sound_reason {
  /// What is wrong, and what to do.
  var sentence: String {
    guard !has_no_library else {
      return "libpulse.so.0 is not installed (Debian and Ubuntu: apt install libpulse0)"
    }
    let words = withUnsafeBytes(of: text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return
      "the sound server says '\(words)'. Start PulseAudio or PipeWire, or name a server in PULSE_SERVER"
  }
}

extension mr_microphone {
  /// The input as a device: as it is, and as stereo at 48 kHz, which the server makes of it.
  fileprivate var device: CaptureDevice {
    let own = CaptureSoundFormat(
      sampleRate: Int(sample_rate), channelCount: max(1, Int(channel_count)))
    let usual = CaptureSoundFormat(sampleRate: 48_000, channelCount: 2)
    let id = withUnsafeBytes(of: name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    let words = withUnsafeBytes(of: title) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    return CaptureDevice(
      id: id, name: words.isEmpty ? id : words, kind: .microphone,
      formats: (own == usual ? [own] : [own, usual]).map { .sound($0) })
  }
}
