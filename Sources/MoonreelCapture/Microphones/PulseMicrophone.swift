// SPDX-License-Identifier: MIT

import CCaptureHost
import MoonreelCore

/// A microphone that is recorded.
///
/// Sound comes on libpulse's thread. A thread of its own connects again where the microphone or the server went, and does
/// nothing else.
final class PulseMicrophone: CaptureSource {
  let device: CaptureDevice
  private let address: String?
  private let server: SoundServer?
  private let state = Locked<Recording?>(nil)

  /// A source for `device` of the server at `address`, to which `server` may be connected already.
  init(_ device: CaptureDevice, address: String?, server: SoundServer?) {
    (self.device, self.address, self.server) = (device, address, server)
  }

  deinit { stop() }

  func start(
    _ format: CaptureFormat, _ receive: @escaping @Sendable (CaptureEvent) -> Void
  ) throws(MoonreelError) {
    guard let sound = format.sound, device.formats.contains(format) else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot record the microphone '\(device.name)' in this form: it is none of its formats.")
    }
    stop()
    let recording = Recording(device, sound, address, server, receive)
    try recording.connect()
    let keeper = try CaptureThread { recording.keep(until: $0) }
    recording.keeper.withLock { $0 = keeper }
    state.withLock { $0 = recording }
  }

  func stop() {
    let recording = state.withLock { state in
      defer { state = nil }
      return state
    }
    recording?.end()
  }
}

/// One run of a microphone from its start to its stop.
///
/// `@unchecked Sendable`: `server` and `recorder` are touched by the keeper's thread alone once it runs, and before and after
/// that by who starts and stops it.
private final class Recording: @unchecked Sendable {
  /// How often it is tried to connect again, and in how many frames sound comes.
  private static let pause = Time(flicks: Time.flicksPerSecond / 4)
  private static let fragmentsPerSecond = 100

  private enum Moment { case running, interrupted, resuming }

  let keeper = Locked<CaptureThread?>(nil)
  private let device: CaptureDevice
  private let format: CaptureSoundFormat
  private let address: String?
  private let receive: @Sendable (CaptureEvent) -> Void
  private let moment = Locked(Moment.running)
  private var server: SoundServer?
  private var recorder: OpaquePointer?

  init(
    _ device: CaptureDevice, _ format: CaptureSoundFormat, _ address: String?,
    _ server: SoundServer?, _ receive: @escaping @Sendable (CaptureEvent) -> Void
  ) {
    (self.device, self.format, self.address) = (device, format, address)
    (self.server, self.receive) = (server, receive)
  }

  /// Connects to the server, where that has to be, and begins to record.
  func connect() throws(MoonreelError) {
    if server?.isThere != true { server = try SoundServer(address) }
    guard let server else { return }
    var reason = mr_sound_reason()
    recorder = mr_record(
      try server.handle(), device.id, Int32(format.sampleRate), Int32(format.channelCount),
      Int32(format.sampleRate / Self.fragmentsPerSecond),
      { context, recorded in
        guard let context, let recorded else { return }
        Unmanaged<Recording>.fromOpaque(context).takeUnretainedValue().take(recorded.pointee)
      }, Unmanaged.passUnretained(self).toOpaque(), &reason)
    guard recorder != nil else {
      throw MoonreelError(
        .fileAccess, "Cannot record the microphone '\(device.name)': \(reason.sentence).")
    }
  }

  /// Lets go of the recorder; nothing is received any more.
  private func disconnect() {
    mr_free_recorder(recorder)
    recorder = nil
  }

  func end() {
    keeper.withLock { $0 }?.stop()
    disconnect()
    server = nil
  }

  /// Connects again whenever the microphone has gone, until `thread` is to end.
  func keep(until thread: CaptureThread.Stop) {
    while thread.sleep(for: Self.pause) {
      guard moment.withLock({ $0 == .interrupted }) else { continue }
      disconnect()
      moment.withLock { $0 = .resuming }
      do { try connect() } catch { moment.withLock { $0 = .interrupted } }
    }
  }

  /// What libpulse's thread brings.
  private func take(_ recorded: mr_recorded) {
    switch recorded.kind {
    case MR_RECORDED_SAMPLES: takeSamples(recorded)
    case MR_RECORDED_SUSPENDED:
      receive(
        .interrupted(CaptureInterruption(.paused, "The microphone '\(device.name)' sleeps.")))
    case MR_RECORDED_WOKEN: receive(.resumed)
    case MR_RECORDED_END: takeEnd(recorded)
    // What the server lost is missing between the times of what comes before and after.
    default: break
    }
  }

  private func takeSamples(_ recorded: mr_recorded) {
    let wasGone = moment.withLock { moment in
      defer { moment = .running }
      return moment == .resuming
    }
    if wasGone { receive(.resumed) }
    let count = Int(recorded.frame_count) * format.channelCount
    receive(
      .sound(
        CapturedSound(
          time: Time(nanoseconds: recorded.nanoseconds), sampleRate: format.sampleRate,
          channelCount: format.channelCount,
          samples: Array(UnsafeBufferPointer(start: recorded.samples, count: count)))))
  }

  private func takeEnd(_ recorded: mr_recorded) {
    let wasRunning = moment.withLock { moment in
      defer { moment = .interrupted }
      return moment == .running
    }
    guard wasRunning else { return }
    let reason = recorded.reason.map { String(cString: $0) } ?? "no reason is known"
    receive(
      .interrupted(
        CaptureInterruption(
          .unplugged, "The microphone '\(device.name)' has gone (\(reason)).")))
  }
}
