// SPDX-License-Identifier: MIT

import MoonreelCapture
import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelScript

/// The devices of one run of `moonreel capture`, opened but not started, and what the film says where there is one.
final class CaptureInputs {
  let clock: HostCaptureClock
  /// What the film says of its file; `nil` where there is no film.
  private(set) var filmOutput: OutputOptions?
  private(set) var filmDuration: Time?
  private(set) var metadata: [String: String] = [:]
  /// The rate that pictures are brought to; `nil`: they keep their times.
  private(set) var constantRate: FrameRate?
  /// The size that pictures are brought to; `nil`: theirs.
  private(set) var wantedSize: PixelSize?
  /// The film; `nil` where there is none.
  private(set) var film: FilmSource?
  /// What passed the film's gate was or will be read; `nil` where there is no film.
  private(set) var filmGate: FileGate?
  /// The live stream that the command line names; `nil` where it names none.
  private(set) var stream: NetworkStream?
  private var added: [(source: any CaptureSource, format: CaptureFormat)] = []
  private let command: CaptureCommand
  private let warnings: WarningLog

  /// What the inputs are called.
  var names: [String] { added.map(\.source.device.name) }

  /// Opens what `command` names. The sandbox is closed before a script runs, and before a stream is looked at.
  ///
  /// - Throws: `MoonreelError`: what the script or a device says; `UsageError` for wrong use.
  init(_ command: CaptureCommand, writing outputs: [String], warnings: WarningLog) throws {
    (self.command, self.warnings) = (command, warnings)
    constantRate = try command.inputs.fps.map { text in
      try UsageError.blamed { try FrameRate(text: text) }
    }
    wantedSize = try command.inputs.size?.whole("--size")
    let isOpen = command.film == nil && command.inputs.stream == nil
    let kinds = isOpen ? Set(CaptureDevice.Kind.allCases) : Self.kinds(of: command)
    let connections = DeviceConnections(
      kinds, showsPointer: !command.inputs.noPointer, staysOpen: !isOpen)
    guard let path = command.film else {
      if !isOpen {
        try command.safety.close(
          drawsFiles: false, reading: [], writing: outputs, network: command.access.network)
      }
      clock = try HostCaptureClock()
      try addDevices(MachineDevices(clock: clock, connections, warnings: warnings))
      return
    }
    let arguments = try command.scriptArguments(path)
    try arguments.closeSandbox(writing: outputs, usesCameras: kinds.contains(.camera))
    // Its thread has to be made within the sandbox.
    clock = try HostCaptureClock()
    let devices = MachineDevices(clock: clock, connections, warnings: warnings)
    try addFilm(arguments, devices, for: command.output ?? "film.mkv")
  }

  /// What a film may use, and the command line itself.
  private static func kinds(of command: CaptureCommand) -> Set<CaptureDevice.Kind> {
    let isMadeHere = command.inputs.mic.map(MachineDevices.isSynthetic) ?? true
    return command.script.devices.kinds.union([.synthetic]).union(isMadeHere ? [] : [.microphone])
  }

  /// Makes them the inputs of a session.
  ///
  /// - Throws: `MoonreelError` for what does not fit.
  func add(to configuration: inout CaptureConfiguration) throws {
    for input in added { try configuration.addInput(input.source, format: input.format) }
  }

  // MARK: Devices

  private func addDevices(_ devices: MachineDevices) throws {
    let (inputs, size) = (command.inputs, wantedSize)
    let pictures =
      try inputs.camera.map { try devices.camera($0) }
      ?? inputs.screen.map { try devices.screen($0, size: size) }
    if let pictures {
      let format = try pictures.nearestPictureFormat(size: size, rate: constantRate)
      if format.size == size { wantedSize = nil }
      added.append((try devices.source(for: pictures), .picture(format)))
    }
    if let address = inputs.stream { try addStream(address, devices) }
    if let mic = inputs.mic { try addMicrophone(mic, devices) }
  }

  private func addStream(_ address: String, _ devices: MachineDevices) throws {
    var gate = FileGate(
      folders: [], hosts: command.access.allowNet, cancellation: Interruption.flag)
    command.access.apply(to: &gate)
    let place = try StreamPlace(
      address, variant: command.inputs.variant?.choice ?? .highest, gate: gate)
    let stream = try devices.stream(place)
    self.stream = stream
    if let pictures = stream.pictures {
      let format = try pictures.device.nearestPictureFormat(size: wantedSize, rate: constantRate)
      if format.size == wantedSize { wantedSize = nil }
      added.append((pictures, .picture(format)))
    }
    if command.inputs.mic == nil { try addSound(of: stream) }
  }

  private func addSound(of stream: NetworkStream) throws {
    guard let sound = stream.sound else { return }
    added.append((sound, try CapturePreset.soundFormat(of: sound.device)))
  }

  private func addMicrophone(_ name: String, _ devices: MachineDevices) throws {
    let device = try devices.microphone(name)
    added.append(
      (try devices.source(for: device), try CapturePreset.soundFormat(of: device)))
  }

  // MARK: The film

  private func addFilm(
    _ arguments: ScriptArguments, _ devices: MachineDevices, for output: String
  ) throws {
    var file = try arguments.file(mode: .render)
    file.options.capturedKinds = command.script.devices.kinds
    let film = try file.load(gate: file.options.filmGate(), warnings: warnings)
    filmGate = film.gate
    let captured = film.host?.captured
    let request = film.result.request
    if request.hasSound {
      warnings.warn(
        "The film's own sound is not in the take: a capture records its pictures, and the microphone or the stream that "
          + "mr.capture or --mic names. Add that sound when the take is edited.")
    }
    let inputs = try devices.inputs(of: captured?.pictures ?? []).map { live in
      FilmSource.Input(live, of: try devices.source(for: live.device))
    }
    let source = try FilmSource(
      request, name: FilePath.name(of: arguments.script), path: output, inputs: inputs,
      clock: clock, gate: film.gate, warnings: warnings)
    self.film = source
    (filmOutput, filmDuration, metadata) = (request.output, source.duration, request.metadata)
    guard let format = source.device.formats.first else { return }
    added.append((source, format))
    if let mic = command.inputs.mic ?? captured?.microphone {
      try addMicrophone(mic, devices)
    } else if let place = captured?.stream {
      try addSound(of: try devices.stream(place))
    }
  }
}
