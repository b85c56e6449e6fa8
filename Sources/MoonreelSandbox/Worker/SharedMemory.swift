// SPDX-License-Identifier: MIT

import CSandboxHost
import Glibc
import MoonreelCore

/// Zeroed memory that the worker draws on and this process then uses as it is. Its length is fixed: the
/// worker cannot take it away.
///
/// `@unchecked Sendable`: used by one thread until ``closeDescriptor()``, constant from then on.
package final class SharedMemory: @unchecked Sendable {
  /// The first byte, at the start of a page.
  package let base: UnsafeMutableRawPointer
  /// How many.
  package let byteCount: Int
  private(set) var descriptor: Int32

  /// `byteCount` bytes of zero.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) without memory or descriptors.
  package init(byteCount: Int) throws {
    self.byteCount = max(1, byteCount)
    let descriptor = mr_shared_memory(self.byteCount)
    guard descriptor >= 0 else { throw Self.error() }
    let base = mmap(nil, self.byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let base, base != MAP_FAILED else {
      close(descriptor)
      throw Self.error()
    }
    (self.descriptor, self.base) = (descriptor, base)
  }

  /// What another process sent.
  init?(descriptor: Int32, byteCount: Int) {
    let base = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let base, base != MAP_FAILED else { return nil }
    (self.descriptor, self.base, self.byteCount) = (descriptor, base, byteCount)
  }

  deinit {
    closeDescriptor()
    munmap(base, byteCount)
  }

  /// From now on it can no longer be sent; the memory stays.
  package func closeDescriptor() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  private static func error() -> MoonreelError {
    // Memory that is shared counts as a file to the kernel.
    let reason =
      errno == EFBIG
      ? "it is larger than the files that this process may make (ulimit -f). Allow more"
      : String(cString: strerror(errno)).lowercased()
    return MoonreelError(.limitExceeded, "Cannot get memory to draw on: \(reason).")
  }
}
