// SPDX-License-Identifier: MIT

import MoonreelCapture
import MoonreelCore

/// `mr.capture { camera = "0", microphone = "default" }`: the live pictures of a device or a stream, as a source.
struct CaptureFunction {
  /// The host lives longer: it owns Lua, and Lua holds the function.
  unowned let host: ScriptHost

  /// How large pictures are where the script does not say.
  private static let usualSize = PixelSize(1280, 720)

  func make(_ call: Call) throws -> SourceHandle {
    let options = try call[0].options(
      ["camera", "screen", "stream", "variant", "microphone", "size", "fps"], owner: call.name)
    let source = LiveSource(
      try input(options),
      size: try options["size"].ifGiven { try $0.pixelSize() } ?? Self.usualSize,
      rate: try options["fps"].ifGiven { try $0.frameRate() },
      isTestCard: host.options.mode != .render || host.options.previewsDevices)
    let microphone = try options["microphone"].ifGiven { argument in
      let name = try argument.string()
      try allow(.microphone, unless: MachineDevices.isSynthetic(name))
      return name
    }
    if let microphone { try record(microphone) }
    host.captured.pictures.append(source)
    return SourceHandle(source)
  }

  private func input(_ options: Options) throws -> LiveSource.Input {
    let camera = try options["camera"].ifGiven { try $0.string() }
    let screen = try options["screen"].ifGiven { argument in
      let text = try argument.string()
      guard let place = ScreenPlace(text) else {
        throw argument.expected(
          "a place such as ':0', ':0+100,100,640x360' or ':0/the title of a window'")
      }
      return place
    }
    let stream = try stream(options)
    switch (camera, screen, stream) {
    case (let camera?, nil, nil):
      try allow(.camera, unless: MachineDevices.isSynthetic(camera))
      return .camera(camera)
    case (nil, let screen?, nil):
      try allow(.screen, unless: false)
      return .screen(screen)
    case (nil, nil, let stream?): return .stream(stream)
    case (_, _, _):
      throw MoonreelError(
        .invalidArgument,
        "mr.capture needs one thing that gives pictures: mr.capture { camera = \"default\" }, "
          + "mr.capture { screen = \":0\" } or mr.capture { stream = \"https://media.example/live.m3u8\" }"
      )
    }
  }

  /// The stream that is named, which the film's gate has to let through; `nil` where there is none.
  private func stream(_ options: Options) throws -> StreamPlace? {
    let address = try options["stream"].ifGiven { try $0.string() }
    let variant = try options["variant"].ifGiven { try $0.variant() }
    if address == nil, variant != nil {
      throw MoonreelError(
        .invalidArgument, "bad 'variant' of mr.capture: only a stream has variants")
    }
    return try address.map { address in
      try StreamPlace(address, variant: variant ?? .highest, gate: host.gate)
    }
  }

  /// - Throws: `MoonreelError` (`accessDenied`) where the film is captured and the command line does not allow it.
  private func allow(_ kind: CaptureDevice.Kind, unless isMadeHere: Bool) throws {
    guard !isMadeHere, let allowed = host.options.capturedKinds, !allowed.contains(kind) else {
      return
    }
    throw MoonreelError(
      .accessDenied,
      "this script may not use a \(kind.rawValue): allow it with --allow-device \(kind.rawValue)")
  }

  private func record(_ microphone: String) throws {
    if let known = host.captured.microphone, known != microphone {
      throw MoonreelError(
        .invalidArgument,
        "bad 'microphone' of mr.capture: one microphone is recorded with a film, and that is '\(known)'"
      )
    }
    host.captured.microphone = microphone
  }
}
