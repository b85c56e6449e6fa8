// SPDX-License-Identifier: MIT

import MoonreelCore

/// The devices of a film that is looked at while it is written. They run on from one version of the film to the next, as
/// far as that one wants them, too; where nothing wants a device it is closed.
///
/// For example:
///
///     try devices.open(next.captured)   // both versions show live pictures now
///     devices.show(next.captured)       // what only the one before has shown is closed
///
/// Both may be called from any thread; they wait for each other.
public final class LiveDevices: Sendable {
  private struct Entry {
    let source: any CaptureSource
    let number: Int
    var format: CaptureFormat
    /// What shows its pictures; `nil` for a microphone.
    let screen: LiveOutput?
  }

  private struct State {
    /// By the devices' identifiers.
    var entries: [String: Entry] = [:]
    var (shown, next) = (CapturedInputs(), CapturedInputs())
  }

  /// Says what is lost and interrupted.
  public let session: CaptureSession
  private let devices: MachineDevices
  private let changed: @Sendable () -> Void
  private let heard: @Sendable (SoundLevels) -> Void
  private let state = Locked(State())

  /// Nothing is opened yet.
  ///
  /// - Parameters:
  ///   - changed: called when a live source has a new picture.
  ///   - heard: gets how loud the microphone is, about twenty times a second. Both are called on the devices' threads and
  ///     must not wait for a call of this object.
  public init(
    _ devices: MachineDevices, clock: any CaptureClock, changed: @escaping @Sendable () -> Void,
    heard: @escaping @Sendable (SoundLevels) -> Void
  ) {
    (self.devices, self.changed, self.heard) = (devices, changed, heard)
    session = CaptureSession(clock: clock)
  }

  /// Opens what `captured` wants, beside what is shown.
  ///
  /// - Throws: `MoonreelError` where a device is not there or cannot be started; what is shown goes on then.
  public func open(_ captured: CapturedInputs) throws {
    try state.withLock { state in
      try serve(state.shown, captured, &state)
      state.next = captured
    }
  }

  /// Shows `captured` from now on, and closes what neither it nor what was opened last wants.
  public func show(_ captured: CapturedInputs) {
    state.withLock { state in
      state.shown = captured
      // Nothing is opened that is not open.
      try? serve(captured, state.next, &state)
    }
  }

  /// Closes all.
  public func stop() { session.stop() }

  /// The names of the devices that are open.
  public var names: [String] {
    state.withLock { $0.entries.values.map(\.source.device.name).sorted() }
  }

  // MARK: Inside

  /// Makes the devices that either wants, and no others, the inputs of the session.
  private func serve(
    _ shown: CapturedInputs, _ next: CapturedInputs, _ state: inout State
  ) throws {
    let wanted = try devices.inputs(of: next.pictures + shown.pictures)
    let microphones = try Set([next.microphone, shown.microphone].compactMap { $0 })
      .map(devices.microphone)
    var kept: [String: Entry] = [:]
    try session.configure { configuration in
      for input in wanted {
        let id = input.device.id
        kept[id] = try entry(input, state.entries[id], &configuration)
      }
      for device in microphones {
        kept[device.id] = try state.entries[device.id] ?? microphone(device, &configuration)
      }
      for (id, entry) in state.entries where kept[id] == nil {
        try configuration.removeInput(entry.number)
      }
    }
    state.entries = kept
    for input in wanted { kept[input.device.id]?.screen?.show(in: input.lives) }
    if !kept.isEmpty { try session.start() }
  }

  /// The device of `input` in its format: `known`, where it is open already.
  private func entry(
    _ input: LiveInput, _ known: Entry?, _ configuration: inout CaptureConfiguration
  ) throws -> Entry {
    let format = CaptureFormat.picture(input.format)
    if var known {
      guard known.format != format else { return known }
      try configuration.replaceInput(known.number, with: known.source, format: format)
      known.format = format
      return known
    }
    let source = try devices.source(for: input.device)
    let number = try configuration.addInput(source, format: format)
    let screen = LiveOutput(input.lives, changed: changed)
    configuration.connections.append(CaptureConnection(from: number, to: screen))
    return Entry(source: source, number: number, format: format, screen: screen)
  }

  private func microphone(
    _ device: CaptureDevice, _ configuration: inout CaptureConfiguration
  ) throws -> Entry {
    let format = try CapturePreset.soundFormat(of: device)
    let source = try devices.source(for: device)
    let number = try configuration.addInput(source, format: format)
    configuration.connections.append(CaptureConnection(from: number, to: LevelOutput(heard)))
    return Entry(source: source, number: number, format: format, screen: nil)
  }
}
