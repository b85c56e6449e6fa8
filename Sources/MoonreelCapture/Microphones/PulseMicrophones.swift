// SPDX-License-Identifier: MIT

import CCaptureHost
import MoonreelCore
import MoonreelExport

/// The sound inputs of PulseAudio or PipeWire: microphones, lines, and what loudspeakers play (monitors). The usual one is the
/// first. Where there is no server, there are none.
public struct PulseMicrophones: CaptureDiscovery {
  private let address: String?
  private let open: SoundServer?

  /// The inputs of the server at `address`; `nil`: of the user's, or that which `PULSE_SERVER` names.
  ///
  /// - Parameter staysOpen: whether the server is connected to now, once for all: for programs that are about to close a
  ///   ``MoonreelSandbox/ProcessSandbox``, in which nobody can connect.
  public init(address: String? = nil, staysOpen: Bool = false) {
    self.address = address
    open = staysOpen ? try? SoundServer(address) : nil
  }

  private func server() throws(MoonreelError) -> SoundServer {
    if let open { return open }
    return try SoundServer(address)
  }

  /// The inputs that are there now.
  public func devices() throws -> [CaptureDevice] {
    guard let server = try? server(), server.isThere else { return [] }
    return try server.microphones()
  }

  /// A source for a microphone.
  public func source(for device: CaptureDevice) throws -> (any CaptureSource)? {
    guard device.kind == .microphone, try devices().contains(where: { $0.id == device.id }) else {
      return nil
    }
    return PulseMicrophone(device, address: address, server: open)
  }

  /// What is plugged in and unplugged from now on; ends with the server.
  public func changes() -> AsyncStream<CaptureDeviceChange> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: CaptureDeviceChange.self, bufferingPolicy: .bufferingNewest(64))
    let isWatched = Locked(true)
    continuation.onTermination = { _ in isWatched.withLock { $0 = false } }
    guard let server = try? server(), let first = try? server.microphones() else {
      continuation.finish()
      return stream
    }
    do {
      try FilmThread.start {
        Self.watch(server, first, while: { isWatched.withLock { $0 } }, continuation)
      }
    } catch { continuation.finish() }
    return stream
  }

  private static func watch(
    _ server: SoundServer, _ first: [CaptureDevice], while isWatched: () -> Bool,
    _ continuation: AsyncStream<CaptureDeviceChange>.Continuation
  ) {
    var (known, count) = (first, UInt32(0))
    while isWatched(), server.isThere {
      guard let handle = try? server.handle() else { break }
      count = mr_wait_for_microphones(handle, count, 500)
      guard let current = try? server.microphones() else { break }
      for device in known where !current.contains(where: { $0.id == device.id }) {
        continuation.yield(.disconnected(id: device.id))
      }
      for device in current where !known.contains(where: { $0.id == device.id }) {
        continuation.yield(.connected(device))
      }
      known = current
    }
    continuation.finish()
  }
}
