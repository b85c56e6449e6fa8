// SPDX-License-Identifier: MIT

import MoonreelCore

/// What devices are reached through: which kinds there are, and the connections to display and sound server.
///
/// A program that is about to close a ``MoonreelSandbox/ProcessSandbox``, in which nobody can connect, makes it before.
public struct DeviceConnections: Sendable {
  /// The kinds of devices that there are any of.
  public let kinds: Set<CaptureDevice.Kind>
  let microphones: PulseMicrophones
  let screens: X11Screens

  /// - Parameters:
  ///   - showsPointer: whether pictures of screens show the mouse pointer.
  ///   - staysOpen: whether display and sound server are connected to now, once for all.
  public init(
    _ kinds: Set<CaptureDevice.Kind> = Set(CaptureDevice.Kind.allCases), showsPointer: Bool = true,
    staysOpen: Bool = false
  ) {
    self.kinds = kinds
    microphones = PulseMicrophones(staysOpen: staysOpen && kinds.contains(.microphone))
    screens = X11Screens(
      showsPointer: showsPointer, staysOpen: staysOpen && kinds.contains(.screen))
  }
}

/// The devices of this machine, and those that are made here, by the names that people give them.
///
/// For example: `let camera = try MachineDevices(clock: clock).camera("0")`.
public struct MachineDevices: Sendable {
  private let connections: DeviceConnections
  private let devices: CaptureDevices
  private let streams: NetworkStreams

  /// The devices that `connections` lead to, and streams; those that are made here, and streams, keep `clock`.
  public init(
    clock: any CaptureClock, _ connections: DeviceConnections = DeviceConnections(),
    warnings: WarningLog? = nil
  ) {
    self.connections = connections
    let kinds = connections.kinds
    streams = NetworkStreams(clock: clock)
    var discoveries: [any CaptureDiscovery] = [streams]
    if kinds.contains(.camera) { discoveries.append(CameraDiscovery(warnings: warnings)) }
    if kinds.contains(.microphone) { discoveries.append(connections.microphones) }
    if kinds.contains(.screen) { discoveries.append(connections.screens) }
    if kinds.contains(.synthetic) { discoveries.append(SyntheticDiscovery(clock: clock)) }
    devices = CaptureDevices(discoveries)
  }

  /// All that are there now.
  ///
  /// - Throws: `MoonreelError` where a system cannot be asked.
  public var all: [CaptureDevice] { get throws { try devices.all() } }

  /// The camera `name`: its number, identifier or name, `default`, or `synthetic:camera`.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where none is meant; the sentence lists what there is.
  public func camera(_ name: String) throws -> CaptureDevice {
    try devices.device(name, kind: Self.isSynthetic(name) ? .synthetic : .camera)
  }

  /// The microphone `name`: its number, identifier or name, `default`, or `synthetic:microphone`.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where none is meant; the sentence lists what there is.
  public func microphone(_ name: String) throws -> CaptureDevice {
    try devices.device(name, kind: Self.isSynthetic(name) ? .synthetic : .microphone)
  }

  /// The screen, region or window at `place`; of a region without a size, as large as `size`.
  ///
  /// - Throws: `MoonreelError`: see ``X11Screens/device(at:)``.
  public func screen(_ place: ScreenPlace, size: PixelSize? = nil) throws -> CaptureDevice {
    try connections.screens.device(at: place.sized(size))
  }

  /// The live stream at `place`, opened where it was not before.
  ///
  /// - Throws: `MoonreelError`: see ``NetworkStream/init(_:variant:clock:gate:)``.
  public func stream(_ place: StreamPlace) throws -> NetworkStream {
    try streams.stream(at: place)
  }

  /// A source for `device`, not started.
  ///
  /// - Throws: `MoonreelError`: `fileAccess` where it is gone or in use, `accessDenied`.
  public func source(for device: CaptureDevice) throws -> any CaptureSource {
    try devices.source(for: device)
  }

  /// What is plugged in and unplugged from now on.
  public func changes() -> AsyncStream<CaptureDeviceChange> { devices.changes() }

  /// Whether `name` is that of a device that is made here.
  public static func isSynthetic(_ name: String) -> Bool { name.hasPrefix("synthetic:") }
}

extension ScreenPlace {
  /// The same with a region of `size`, where it says none itself: at the point that it names, or in the upper left corner.
  func sized(_ size: PixelSize?) -> ScreenPlace {
    guard let size else { return self }
    var place = self
    switch part {
    case .whole: place.part = .region(x: 0, y: 0, size: size)
    case .region(let x, let y, nil): place.part = .region(x: x, y: y, size: size)
    case .region, .window, .title: break
    }
    return place
  }
}

extension CaptureDevice {
  /// The format for pictures of about `size` at about `rate`: of those that go at the rate the one of that size, or else the
  /// smallest that is larger, or else the largest. Without a size the first that goes at the rate; without a rate at 30 a second,
  /// or as fast as it goes. `nil` where it gives no pictures at the rate.
  public func pictureFormat(size: PixelSize?, rate: FrameRate?) -> CapturePictureFormat? {
    let formats = formats.compactMap(\.picture).compactMap { format -> CapturePictureFormat? in
      if let rate { return format.at(rate) }
      return (try? FrameRate(30)).flatMap(format.at) ?? format.at(format.highestRate)
    }
    guard let size else { return formats.first }
    let area = { (format: CapturePictureFormat) in format.size.width * format.size.height }
    let larger = formats.filter {
      $0.size.width >= size.width && $0.size.height >= size.height
    }
    return formats.first { $0.size == size } ?? larger.min { area($0) < area($1) }
      ?? formats.max { area($0) < area($1) }
  }
}
