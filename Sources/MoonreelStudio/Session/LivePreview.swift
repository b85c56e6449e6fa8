// SPDX-License-Identifier: MIT

import MoonreelCapture
import MoonreelCore

/// The devices of films with live pictures, and what pages are told of them. Nothing is opened, and no thread made, before
/// a film wants one.
final class LivePreview: Sendable {
  private struct State {
    var devices: LiveDevices?
    /// Hears what happens to them.
    var task: Task<Void, Never>?
    var isStopped = false
  }

  private let connections: DeviceConnections
  private let pages: @Sendable () -> [StudioSession]
  private let state = Locked(State())

  /// - Parameters:
  ///   - connections: the devices that films may use.
  ///   - pages: those who look.
  init(_ connections: DeviceConnections, _ pages: @escaping @Sendable () -> [StudioSession]) {
    (self.connections, self.pages) = (connections, pages)
  }

  /// Opens what a version wants that is about to be shown.
  ///
  /// - Throws: `MoonreelError` where a device is not there or cannot be started.
  func open(_ captured: CapturedInputs) throws { try devices(for: captured)?.open(captured) }

  /// Closes what a version that is shown now does not want.
  func show(_ captured: CapturedInputs) { state.withLock { $0.devices }?.show(captured) }

  /// Closes all, for good.
  func stop() {
    let (devices, task) = state.withLock { state in
      defer { (state.devices, state.task) = (nil, nil) }
      state.isStopped = true
      return (state.devices, state.task)
    }
    task?.cancel()
    devices?.stop()
  }

  /// The names of the devices that are open.
  var names: [String] { state.withLock { $0.devices }?.names ?? [] }

  /// What opens devices; `nil` as long as nothing wanted any.
  private func devices(for captured: CapturedInputs) throws -> LiveDevices? {
    try state.withLock { state in
      if state.devices != nil || captured.isEmpty || state.isStopped { return state.devices }
      let (clock, pages) = (try HostCaptureClock(), pages)
      let devices = LiveDevices(
        MachineDevices(clock: clock, connections), clock: clock,
        changed: { for page in pages() { page.player.redraw() } },
        heard: { levels in
          let message = Self.message(levels)
          for page in pages() where page.socket.hasRoom { page.socket.send(message) }
        })
      let events = devices.session.events()
      state.task = Task {
        for await event in events {
          guard case .interrupted(_, let reason) = event else { continue }
          for page in pages() { page.socket.say(reason.message) }
        }
      }
      state.devices = devices
      return devices
    }
  }

  /// Levels as pages take them: magnitudes, full scale is 1.
  private static func message(_ levels: SoundLevels) -> JSONValue {
    let numbers = { (values: [Float]) in JSONValue.array(values.map { .number(Double($0)) }) }
    return .members([
      "type": .string("levels"), "peaks": numbers(levels.peaks), "loud": numbers(levels.powers),
    ])
  }
}
