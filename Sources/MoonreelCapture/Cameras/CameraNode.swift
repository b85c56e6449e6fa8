// SPDX-License-Identifier: MIT

import CCaptureHost
import Glibc
import MoonreelCore

/// Owns one open node of Video4Linux.
///
/// `@unchecked Sendable`: the kernel takes calls from any thread; ``close()`` is called by who made it, or when the last
/// reference goes.
final class CameraNode: @unchecked Sendable {
  let path: String
  let system: CameraSystem
  /// What the functions of `CCaptureHost` take.
  let handle: UnsafeMutablePointer<mr_camera>
  private let isOpen = Locked(true)

  /// Opens the node at `path`.
  ///
  /// - Parameter name: what people call the camera.
  /// - Throws: `MoonreelError`: `fileAccess` where it is gone or in use, `accessDenied`.
  init(_ path: String, _ system: CameraSystem, name: String) throws(MoonreelError) {
    (self.path, self.system) = (path, system)
    let descriptor = system.kernel.pointee.open(system.kernel.pointee.context, path)
    guard descriptor >= 0 else {
      throw CameraFailure(descriptor).error("Cannot open the camera '\(name)' (\(path))")
    }
    handle = .allocate(capacity: 1)
    handle.initialize(to: mr_camera(kernel: system.kernel, descriptor: descriptor))
  }

  deinit {
    close()
    handle.deallocate()
  }

  /// Closes the node; what is mapped stays mapped.
  func close() {
    let wasOpen = isOpen.withLock { isOpen in
      defer { isOpen = false }
      return isOpen
    }
    guard wasOpen else { return }
    system.kernel.pointee.close(system.kernel.pointee.context, handle.pointee.descriptor)
    handle.pointee.descriptor = -1
  }

  /// What the node says of itself; `nil` where it says nothing, as nodes of other kinds.
  var card: mr_camera_card? {
    var card = mr_camera_card()
    return mr_camera_describe(handle, &card) == 0 ? card : nil
  }

  /// What happened, after at most so many milliseconds (negative: whenever it does); `bell` is a descriptor that ends the wait.
  func wait(bell: Int32, forEvents: Bool = false, milliseconds: Int32) -> CameraHappening {
    let kernel = system.kernel.pointee
    return CameraHappening(
      rawValue: kernel.wait(
        kernel.context, handle.pointee.descriptor, bell, forEvents, milliseconds))
  }
}

/// What ended a wait at a node.
struct CameraHappening: OptionSet {
  let rawValue: Int32
  static let picture = CameraHappening(rawValue: Int32(MR_CAMERA_PICTURE))
  static let event = CameraHappening(rawValue: Int32(MR_CAMERA_EVENT))
  static let bell = CameraHappening(rawValue: Int32(MR_CAMERA_BELL))
  static let fault = CameraHappening(rawValue: Int32(MR_CAMERA_FAULT))
}

/// A call of the kernel's that failed, by its negative `errno`.
struct CameraFailure: Error {
  let code: Int32

  init(_ code: Int32) { self.code = -code }

  /// Whether the device is no longer there.
  var isGone: Bool { [ENODEV, ENOENT, ENXIO].contains(code) }

  /// The error for `task` ("Cannot open the camera 'A'").
  func error(_ task: String) -> MoonreelError {
    switch code {
    case EACCES, EPERM:
      MoonreelError(
        .accessDenied,
        "\(task): this user may not use it. Add the user to the group 'video', and log in again.")
    case EBUSY:
      MoonreelError(
        .fileAccess, "\(task): another program uses it. End that program, or choose another camera."
      )
    case ENODEV, ENOENT, ENXIO:
      MoonreelError(.fileAccess, "\(task): it is no longer there. Plug it in again.")
    default: MoonreelError(.fileAccess, "\(task): the driver fails.", cause: words)
    }
  }

  /// The system's words.
  var words: String { String(cString: strerror(code)) }
}

extension String {
  /// The text in an array of characters of C's, up to its end.
  init<Characters>(characters: Characters) {
    self = withUnsafeBytes(of: characters) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
