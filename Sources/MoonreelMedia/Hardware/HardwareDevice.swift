// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

/// A device that encodes or decodes, open.
///
/// `@unchecked Sendable`: `reference` is set in `init` and only read afterwards; libav's devices may be used by
/// several codecs at once.
final class HardwareDevice: @unchecked Sendable {
  let kind: HardwareKind
  /// libav's reference; a codec that keeps the device takes its own.
  private(set) var reference: UnsafeMutablePointer<AVBufferRef>?

  /// The devices that are in use: opening one takes long, and each takes memory on its card.
  private static let inUse = Locked<[HardwareKind: Weak]>([:])
  private struct Weak { weak var device: HardwareDevice? }

  /// The device of `kind`, opened unless somebody else has it open; `nil` where codecs open their own.
  ///
  /// - Throws: `MoonreelError`, saying what the machine lacks.
  static func open(_ kind: HardwareKind, for work: HardwareWork) throws -> HardwareDevice? {
    guard let type = kind.device else { return nil }
    return try inUse.withLock { devices in
      if let known = devices[kind]?.device { return known }
      let device = try HardwareDevice(kind, type, work)
      devices[kind] = Weak(device: device)
      return device
    }
  }

  private init(_ kind: HardwareKind, _ type: AVHWDeviceType, _ work: HardwareWork) throws {
    self.kind = kind
    let code = av_hwdevice_ctx_create(&reference, type, kind.deviceName, nil, 0)
    guard code >= 0 else { throw work.lacks(kind, cause: Libav.cause(code)) }
  }

  deinit { av_buffer_unref(&reference) }
}
