// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCapture
import MoonreelCore

/// `moonreel devices`: what can be captured.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List cameras, microphones and screens, with their formats and settings.",
    discussion: """
      Cameras are those of Video4Linux, microphones those of PulseAudio or PipeWire, screens those of \
      the X11 display that DISPLAY names: all of it, its monitors, its windows. The two that are \
      made here, a test picture and a tone, are always there. A device is named by its number \
      among those of its kind, by its name or by its identifier.

      Examples:
        moonreel devices
        moonreel devices --kind camera
        moonreel devices --json
      """)

  @Option(help: ArgumentHelp("Only those of one kind.", valueName: "kind"))
  var kind: DeviceKindArgument?

  @Flag(help: "Print one JSON document.")
  var json = false

  func run() throws {
    let warnings = WarningLog()
    defer { Report.warnings(warnings) }
    let kinds = kind.map { Set([$0.kind]) } ?? Set(CaptureDevice.Kind.allCases)
    let devices = try MachineDevices(
      clock: HostCaptureClock(), DeviceConnections(kinds), warnings: warnings
    ).all.map { DeviceText($0) }
    if json {
      try Terminal.print(JSONValue.array(devices.map(\.json)))
    } else {
      try Terminal.print(devices.isEmpty ? ["There are none."] : DeviceText.lines(devices))
    }
  }
}

/// A kind of device, as typed.
enum DeviceKindArgument: String, CaseIterable, ExpressibleByArgument {
  case camera, microphone, screen, synthetic

  /// The kind that is meant.
  var kind: CaptureDevice.Kind {
    switch self {
    case .camera: .camera
    case .microphone: .microphone
    case .screen: .screen
    case .synthetic: .synthetic
    }
  }
}

/// A kind of device that scripts may be allowed to use, as typed.
enum DeviceAccessArgument: String, CaseIterable, ExpressibleByArgument {
  case camera, microphone, screen

  /// The kind that is meant.
  var kind: CaptureDevice.Kind {
    switch self {
    case .camera: .camera
    case .microphone: .microphone
    case .screen: .screen
    }
  }
}
