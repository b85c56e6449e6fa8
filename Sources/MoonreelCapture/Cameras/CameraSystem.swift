// SPDX-License-Identifier: MIT

import CCaptureHost
import MoonreelCore

/// Where cameras are found: a kernel, and the folders in which it shows them.
///
/// `@unchecked Sendable`: the table of functions is never changed, and they may be called by any thread.
package struct CameraSystem: @unchecked Sendable {
  let kernel: UnsafePointer<mr_camera_kernel>
  /// The folder with the nodes (`video0` …).
  let nodes: String
  /// The folder in which the kernel describes them.
  let classes: String
  /// Waits for an event of a folder, at most so many milliseconds.
  let wait: @Sendable (_ events: FolderEvents, _ milliseconds: Int32) -> Void
  /// What keeps the kernel.
  private let owner: AnyObject?

  /// A system of one's own; `owner` keeps `kernel`, and `wait` lets its time go by.
  package init(
    kernel: UnsafePointer<mr_camera_kernel>, nodes: String, classes: String,
    owner: AnyObject? = nil,
    wait: @escaping @Sendable (FolderEvents, Int32) -> Void = { $0.wait(milliseconds: $1) }
  ) {
    (self.kernel, self.nodes, self.classes, self.owner) = (kernel, nodes, classes, owner)
    self.wait = wait
  }

  /// The machine's.
  package static let machine = CameraSystem(
    kernel: mr_machine_kernel(), nodes: "/dev", classes: "/sys/class/video4linux")

  /// The monotonic clock.
  var now: Time { Time(nanoseconds: kernel.pointee.now(kernel.pointee.context)) }
}
