// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelExport

/// A camera of Video4Linux.
///
/// When it is unplugged it says so at once, and goes on when the same camera is plugged in again, with the settings that it was
/// given. When it gives nothing for five seconds (ten before the first picture) it is started anew. A picture's time is that at
/// which it began to be taken.
///
/// For example:
///
///     let discovery = CameraDiscovery()
///     let camera = try discovery.camera(for: discovery.devices()[0])
///     try camera.start(camera.device.formats[0]) { event in print(event) }
public final class Camera: CaptureSource {
  /// The device.
  public let device: CaptureDevice
  private let system: CameraSystem
  private let warnings: WarningLog?
  private let known = Locked<CameraSettings?>(nil)
  private let path: Locked<String>
  private let running = Locked<CameraRun?>(nil)

  init(_ device: CaptureDevice, path: String, system: CameraSystem, warnings: WarningLog?) {
    (self.device, self.system, self.warnings) = (device, system, warnings)
    self.path = Locked(path)
  }

  deinit { running.withLock { $0?.askToEnd() } }

  /// What can be set: focus, exposure and so on.
  ///
  /// - Throws: `MoonreelError`: `fileAccess` where the camera is gone, `accessDenied`.
  public func settings() throws(MoonreelError) -> CameraSettings {
    if let settings = known.withLock({ $0 }) { return settings }
    let settings = try CameraSettings(path.withLock { $0 }, system, name: device.name)
    return known.withLock { known in
      let first = known ?? settings
      known = first
      return first
    }
  }

  /// Begins to give pictures.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` for a format that is not one of the device's, `fileAccess` where it is gone
  ///   or in use, `accessDenied`, `unsupportedFormat` where the driver does not do what it says.
  public func start(
    _ format: CaptureFormat, _ receive: @escaping @Sendable (CaptureEvent) -> Void
  ) throws(MoonreelError) {
    let wanted = try checked(format)
    stop()
    let stream = try open(path.withLock { $0 }, wanted)
    do {
      let run = try CameraRun(
        system: system, stream: stream, format: wanted, receive: receive,
        reopen: { [weak self] format in try self?.reopen(format) },
        afterPicture: { [weak self] in self?.known.withLock { $0 }?.notePicture() })
      running.withLock { $0 = run }
      try run.begin()
    } catch {
      stream.close()
      running.withLock { $0 = nil }
      throw error as? MoonreelError
        ?? MoonreelError(.internalError, "Cannot start the camera '\(device.name)'.")
    }
  }

  /// Stops; also from the function that receives, where the call does not wait.
  public func stop() {
    let run = running.withLock { run in
      defer { run = nil }
      return run
    }
    run?.end()
  }

  /// Goes on at `rate`, while pictures come; those under way are lost.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where the format in use does not go so slow or so fast, or the camera
  ///   does not run.
  public func setFrameRate(_ rate: FrameRate) throws(MoonreelError) {
    guard let run = running.withLock({ $0 }) else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot set the frame rate of '\(device.name)': it does not run. Start it at the rate.")
    }
    let formats = device.formats.compactMap(\.picture).filter {
      $0.size == run.format.size && $0.coding == run.format.coding
    }
    guard let format = formats.lazy.compactMap({ $0.at(rate) }).first else {
      let bounds = formats.map { "\($0.lowestRate.text) to \($0.highestRate.text)" }
      throw MoonreelError(
        .invalidArgument,
        "Cannot set the frame rate of '\(device.name)' to \(rate.text): at \(run.format.size) it goes from "
          + "\(bounds.joined(separator: ", ")).")
    }
    run.change(to: format)
  }

  private func checked(_ format: CaptureFormat) throws(MoonreelError) -> CapturePictureFormat {
    let isKnown = device.formats.contains { known in
      guard let known = known.picture, let wanted = format.picture else { return false }
      return known.size == wanted.size && known.coding == wanted.coding
        && known.at(wanted.highestRate) != nil
    }
    guard isKnown, let picture = format.picture else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot start the camera '\(device.name)' with a format that it does not have: choose one of its formats."
      )
    }
    return picture
  }

  private func open(_ path: String, _ format: CapturePictureFormat) throws(MoonreelError)
    -> CameraStream
  {
    try CameraStream(
      path: path, system: system, name: device.name, format: format, warnings: warnings)
  }

  /// The camera where it is now; `nil` where it is not plugged in.
  ///
  /// - Throws: `MoonreelError` where it cannot be started.
  private func reopen(_ format: CapturePictureFormat) throws(MoonreelError) -> CameraStream? {
    let entries = CameraDirectory(system).entries()
    guard let found = entries.first(where: { $0.id == device.id && $0.node != nil })?.path else {
      return nil
    }
    let stream = try open(found, format)
    path.withLock { $0 = found }
    known.withLock { $0 }?.reattach(to: found)
    return stream
  }
}
