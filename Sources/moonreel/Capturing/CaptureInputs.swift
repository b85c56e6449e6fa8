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
  private var added: [(source: any CaptureSource, format: CaptureFormat)] = []
  private let command: CaptureCommand
  private let warnings: WarningLog

  /// What the inputs are called.
  var names: [String] { added.map(\.source.device.name) }

  /// Opens what `command` names. Where that is a script, the sandbox is closed before it runs.
  ///
  /// - Throws: `MoonreelError`: what the script or a device says; `UsageError` for wrong use.
  init(_ command: CaptureCommand, writing outputs: [String], warnings: WarningLog) throws {
    (self.command, self.warnings) = (command, warnings)
    constantRate = try command.inputs.fps.map { text in
      try UsageError.blamed { try FrameRate(text: text) }
    }
    wantedSize = try command.inputs.size?.whole("--size")
    let kinds = command.film == nil ? Set(CaptureDevice.Kind.allCases) : Self.kinds(of: command)
    let connections = DeviceConnections(
      kinds, showsPointer: !command.inputs.noPointer, staysOpen: command.film != nil)
    guard let path = command.film else {
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
    command.script.kinds.union([.synthetic]).union(command.inputs.mic == nil ? [] : [.microphone])
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
      let format = try format(of: pictures, size: size, rate: constantRate)
      if format.size == size { wantedSize = nil }
      added.append((try devices.source(for: pictures), .picture(format)))
    }
    if let mic = inputs.mic { try addMicrophone(mic, devices) }
  }

  private func addMicrophone(_ name: String, _ devices: MachineDevices) throws {
    let device = try devices.microphone(name)
    added.append(
      (try devices.source(for: device), try CapturePreset.soundFormat(of: device)))
  }

  private func format(
    of device: CaptureDevice, size: PixelSize?, rate: FrameRate?
  ) throws -> CapturePictureFormat {
    // A camera that does not go at the rate is brought to it.
    let found =
      device.pictureFormat(size: size, rate: rate) ?? device.pictureFormat(size: size, rate: nil)
    guard let found else {
      throw MoonreelError(
        .accessDenied,
        "Cannot open '\(device.name)': it shows no formats. Other programs may use it, or this user may not."
      )
    }
    return found
  }

  // MARK: The film

  private func addFilm(
    _ arguments: ScriptArguments, _ devices: MachineDevices, for output: String
  ) throws {
    var file = try arguments.file(mode: .render)
    file.options.capturedKinds = command.script.kinds
    let film = try file.load(gate: file.options.filmGate(), warnings: warnings)
    let captured = film.host?.captured
    let request = film.result.request
    let source = try FilmSource(
      request, name: FilePath.name(of: arguments.script), path: output,
      inputs: try liveInputs(captured?.pictures ?? [], devices), clock: clock, gate: film.gate,
      warnings: warnings
    )
    self.film = source
    (filmOutput, filmDuration, metadata) = (request.output, source.duration, request.metadata)
    guard let format = source.device.formats.first else { return }
    added.append((source, format))
    if let mic = command.inputs.mic ?? captured?.microphone { try addMicrophone(mic, devices) }
  }

  /// One input for each device, however often the film asks for it.
  private func liveInputs(
    _ lives: [LiveSource], _ devices: MachineDevices
  ) throws -> [FilmSource.Input] {
    var groups: [(device: CaptureDevice, lives: [LiveSource])] = []
    for live in lives {
      let device =
        switch live.input {
        case .camera(let name): try devices.camera(name)
        case .screen(let place): try devices.screen(place, size: place.regionSize(live.naturalSize))
        }
      if let index = groups.firstIndex(where: { $0.device.id == device.id }) {
        groups[index].lives.append(live)
      } else {
        groups.append((device, [live]))
      }
    }
    return try groups.map { group in
      let first = group.lives[0]
      let format = try format(of: group.device, size: first.naturalSize, rate: first.rate)
      return FilmSource.Input(group.lives, of: try devices.source(for: group.device), in: format)
    }
  }
}

extension ScreenPlace {
  /// `size` for a region that says none of its own; a whole display is seen whole, at whatever size.
  fileprivate func regionSize(_ size: PixelSize) -> PixelSize? {
    switch part {
    case .region: size
    case .whole, .window, .title: nil
    }
  }
}
