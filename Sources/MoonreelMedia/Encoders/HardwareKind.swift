// SPDX-License-Identifier: MIT

import CFFmpeg
import Glibc
import MoonreelCore

/// The ways to encoders in hardware.
enum HardwareKind: String, CaseIterable {
  /// The Video Acceleration API, through a render node of a graphics card.
  case vaapi
  /// Intel's Quick Sync Video.
  case qsv
  /// NVIDIA's encoder, through CUDA.
  case nvenc

  /// The render node that VAAPI uses.
  static let renderNode = "/dev/dri/renderD128"

  /// The way to the encoder called `name`; `nil` for one in software.
  init?(encoder name: String) {
    guard let kind = Self.allCases.first(where: { name.hasSuffix("_" + $0.rawValue) }) else {
      return nil
    }
    self = kind
  }

  /// libav's kind of device.
  var device: AVHWDeviceType {
    switch self {
    case .vaapi: AV_HWDEVICE_TYPE_VAAPI
    case .qsv: AV_HWDEVICE_TYPE_QSV
    case .nvenc: AV_HWDEVICE_TYPE_CUDA
    }
  }

  /// The device's name for libav; `nil`: the first there is.
  var deviceName: String? { self == .vaapi ? Self.renderNode : nil }

  /// The format that the encoder is opened for: frames in the device's memory for VAAPI; Quick Sync and NVENC
  /// take frames in that of the machine and move them by themselves.
  func format(for stored: AVPixelFormat) -> AVPixelFormat {
    self == .vaapi ? AV_PIX_FMT_VAAPI : stored
  }

  /// What keeps the device from being used, as a clause.
  var lack: String {
    switch self {
    case .vaapi:
      access(Self.renderNode, F_OK) != 0
        ? "this machine has no graphics card with a render node (\(Self.renderNode))"
        : "the driver of \(Self.renderNode) does not answer: its VA driver is not installed, you may not open "
          + "the device, or the sandbox keeps it away (--sandbox off)"
    case .qsv:
      access("/dev/dri", F_OK) != 0
        ? "this machine has no Intel graphics card (/dev/dri)"
        : "no card in /dev/dri answers to Quick Sync: Intel's media driver and its runtime (libmfx or libvpl) are "
          + "not installed, you may not open the device, or the sandbox keeps it away (--sandbox off)"
    case .nvenc:
      Self.hasLibrary("libcuda.so.1")
        ? "no NVIDIA card answers, or the sandbox keeps it away (--sandbox off)"
        : "libcuda.so.1, which comes with NVIDIA's driver, is not installed"
    }
  }

  private static func hasLibrary(_ name: String) -> Bool {
    guard let library = dlopen(name, RTLD_LAZY) else { return false }
    dlclose(library)
    return true
  }
}
