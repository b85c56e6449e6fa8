// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelExport

/// Finds cameras by Video4Linux: at USB, built in, and whatever else has a driver in the kernel.
public struct CameraDiscovery: CaptureDiscovery {
  private let system: CameraSystem
  private let warnings: WarningLog?

  /// The machine's cameras.
  ///
  /// - Parameter warnings: hears what drivers say that makes no sense.
  public init(warnings: WarningLog? = nil) { self.init(.machine, warnings: warnings) }

  /// The cameras of `system`.
  package init(_ system: CameraSystem, warnings: WarningLog? = nil) {
    (self.system, self.warnings) = (system, warnings)
  }

  /// The cameras that are plugged in. One that this user may not open has no formats.
  public func devices() -> [CaptureDevice] {
    CameraDirectory(system).entries().map { entry in
      let formats = entry.node.map {
        CameraFormats($0, name: entry.name, warnings: warnings).all()
      }
      return CaptureDevice(
        id: entry.id, name: entry.name, kind: .camera, formats: (formats ?? []).map { .picture($0) }
      )
    }
  }

  /// A ``Camera`` for `device`; `nil` where it is no camera.
  ///
  /// - Throws: `MoonreelError`: `fileAccess` where it is gone, `accessDenied`.
  public func source(for device: CaptureDevice) throws -> (any CaptureSource)? {
    guard device.kind == .camera, device.id.hasPrefix(CameraDirectory.prefix) else { return nil }
    return try camera(for: device)
  }

  /// The camera `device`, with its settings.
  ///
  /// - Throws: `MoonreelError`: `fileAccess` where it is gone, `accessDenied`.
  public func camera(for device: CaptureDevice) throws(MoonreelError) -> Camera {
    guard let entry = CameraDirectory(system).entries().first(where: { $0.id == device.id }) else {
      throw CameraFailure.gone.error("Cannot open the camera '\(device.name)'")
    }
    // What cannot be opened says why.
    if entry.node == nil { _ = try CameraNode(entry.path, system, name: device.name) }
    return Camera(device, path: entry.path, system: system, warnings: warnings)
  }

  /// What is plugged in and unplugged from now on; ends at once where the system allows no watching.
  public func changes() -> AsyncStream<CaptureDeviceChange> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: CaptureDeviceChange.self, bufferingPolicy: .bufferingNewest(64))
    guard let events = try? FolderEvents() else {
      continuation.finish()
      return stream
    }
    let isOver = Locked(false)
    continuation.onTermination = { _ in
      isOver.withLock { $0 = true }
      events.ring()
    }
    _ = events.watch([system.nodes])
    let known = Dictionary(devices().map { ($0.id, $0) }) { first, _ in first }
    do {
      try FilmThread.start { [self] in
        watch(events, known, isOver: { isOver.withLock { $0 } }) { continuation.yield($0) }
      }
    } catch { continuation.finish() }
    return stream
  }

  private func watch(
    _ events: FolderEvents, _ first: [String: CaptureDevice], isOver: () -> Bool,
    tell: (CaptureDeviceChange) -> Void
  ) {
    var known = first
    while !isOver() {
      events.wait(milliseconds: -1)
      guard !isOver(), events.take().contains(where: Self.isOfCamera) else { continue }
      let now = devices()
      let ids = Set(now.map(\.id))
      for id in known.keys.sorted() where !ids.contains(id) { tell(.disconnected(id: id)) }
      for device in now where known[device.id] != device { tell(.connected(device)) }
      known = Dictionary(now.map { ($0.id, $0) }) { first, _ in first }
    }
  }

  private static func isOfCamera(_ event: FolderEvents.Event) -> Bool {
    switch event {
    case .name(let name, _): CameraDirectory.number(of: name) != nil
    case .everything: true
    }
  }
}

extension CameraFailure {
  /// That there is no such device.
  static let gone = CameraFailure(-ENODEV)
}
