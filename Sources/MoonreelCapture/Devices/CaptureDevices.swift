// SPDX-License-Identifier: MIT

import MoonreelCore

/// All devices, whatever system finds them.
///
/// For example: `let camera = try devices.device("0", giving: .camera)`.
public struct CaptureDevices: Sendable {
  private let discoveries: [any CaptureDiscovery]

  /// The devices that `discoveries` find, in their order.
  public init(_ discoveries: [any CaptureDiscovery]) { self.discoveries = discoveries }

  /// The devices that are there now; with `kind`, those alone.
  ///
  /// - Throws: `MoonreelError` where a system cannot be asked.
  public func all(_ kind: CaptureDevice.Kind? = nil) throws -> [CaptureDevice] {
    try discoveries.flatMap { try $0.devices() }.filter { kind == nil || $0.kind == kind }
  }

  /// The device of `kind` that `name` means: its ``CaptureDevice/id``, its name, the beginning of its name where only one
  /// begins so, or its number among those of its kind, from 0. `default` is the first.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where none or several are meant; the sentence lists what there is.
  public func device(_ name: String, kind: CaptureDevice.Kind) throws -> CaptureDevice {
    let candidates = try all(kind)
    if let exact = candidates.first(where: { $0.id == name || $0.name == name }) { return exact }
    if name == "default", let first = candidates.first { return first }
    if let number = Int(name), candidates.indices.contains(number) { return candidates[number] }
    let alike = candidates.filter { $0.name.lowercased().hasPrefix(name.lowercased()) }
    if alike.count == 1, !name.isEmpty { return alike[0] }
    guard !candidates.isEmpty else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot open the \(kind.rawValue) '\(name)': there is no \(kind.rawValue).")
    }
    let list = candidates.enumerated().map { "\($0) '\($1.name)' (\($1.id))" }
    throw MoonreelError(
      .invalidArgument,
      "Cannot open the \(kind.rawValue) '\(name)': "
        + (alike.count > 1 ? "several are called so. " : "there is none of that name. ")
        + "There are: \(list.joined(separator: ", ")).")
  }

  /// A source for `device`, not started.
  ///
  /// - Throws: `MoonreelError`: `fileAccess` where it is gone or in use, `accessDenied`.
  public func source(for device: CaptureDevice) throws -> any CaptureSource {
    for discovery in discoveries {
      if let source = try discovery.source(for: device) { return source }
    }
    throw MoonreelError(
      .fileAccess,
      "Cannot open the \(device.kind.rawValue) '\(device.name)': it is no longer there. Plug it in again."
    )
  }

  /// What is plugged in and unplugged from now on, in any system; it ends when the reader stops reading.
  public func changes() -> AsyncStream<CaptureDeviceChange> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: CaptureDeviceChange.self, bufferingPolicy: .bufferingNewest(64))
    let readers = discoveries.map { discovery in
      Task { for await change in discovery.changes() { continuation.yield(change) } }
    }
    continuation.onTermination = { _ in for reader in readers { reader.cancel() } }
    return stream
  }
}
