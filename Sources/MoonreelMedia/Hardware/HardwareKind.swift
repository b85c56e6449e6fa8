// SPDX-License-Identifier: MIT

import CFFmpeg
import Glibc
import MoonreelCore

/// The ways to encoders and decoders in hardware, by libav's words for them.
enum HardwareKind: String, CaseIterable {
  /// The Video Acceleration API, through a render node of a graphics card.
  case vaapi
  /// Intel's Quick Sync Video.
  case qsv
  /// NVIDIA's encoders and decoders, through CUDA.
  case cuda
  /// NVIDIA's older decoders, through an X display.
  case vdpau
  /// Vulkan's decoders.
  case vulkan
  /// Codecs that Linux drives itself, as boards have them.
  case v4l2m2m

  /// The render node that VAAPI uses.
  static let renderNode = "/dev/dri/renderD128"

  /// The way to the encoder called `name`; `nil` for one in software.
  init?(encoder name: String) {
    guard let kind = Self.allCases.first(where: { $0.names(name, $0.encoderSuffix) }) else {
      return nil
    }
    self = kind
  }

  /// The way to the decoder called `name`; `nil` for one in software.
  init?(decoder name: String) {
    guard let kind = Self.allCases.first(where: { $0.names(name, $0.decoderSuffix) }) else {
      return nil
    }
    self = kind
  }

  private func names(_ name: String, _ suffix: String?) -> Bool {
    suffix.map { name.hasSuffix("_" + $0) } ?? false
  }

  /// How libav's encoders of this kind end; `nil` where Moonreel uses none.
  private var encoderSuffix: String? {
    switch self {
    case .vaapi, .qsv: rawValue
    case .cuda: "nvenc"
    case .vdpau, .vulkan, .v4l2m2m: nil
    }
  }

  /// How libav's decoders of this kind end; `nil` where they are those of software, helped by the device.
  private var decoderSuffix: String? {
    switch self {
    case .qsv, .v4l2m2m: rawValue
    case .cuda: "cuvid"
    case .vaapi, .vdpau, .vulkan: nil
    }
  }

  /// libav's kind of device; `nil` where its codecs open their own.
  var device: AVHWDeviceType? {
    switch self {
    case .vaapi: AV_HWDEVICE_TYPE_VAAPI
    case .qsv: AV_HWDEVICE_TYPE_QSV
    case .cuda: AV_HWDEVICE_TYPE_CUDA
    case .vdpau: AV_HWDEVICE_TYPE_VDPAU
    case .vulkan: AV_HWDEVICE_TYPE_VULKAN
    case .v4l2m2m: nil
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
          + "the device, or \(Self.sandbox)"
    case .qsv:
      access("/dev/dri", F_OK) != 0
        ? "this machine has no Intel graphics card (/dev/dri)"
        : "no card in /dev/dri answers to Quick Sync: Intel's media driver and its runtime (libmfx or libvpl) are "
          + "not installed, you may not open the device, or \(Self.sandbox)"
    case .cuda:
      Self.hasLibrary("libcuda.so.1")
        ? "no NVIDIA card answers, or \(Self.sandbox)"
        : "libcuda.so.1, which comes with NVIDIA's driver, is not installed"
    case .vdpau:
      getenv("DISPLAY") == nil
        ? "VDPAU needs an X display, and DISPLAY names none"
        : "no VDPAU driver answers on the display \(String(cString: getenv("DISPLAY"))), or \(Self.sandbox)"
    case .vulkan:
      Self.hasLibrary("libvulkan.so.1")
        ? "no Vulkan driver with video answers, or \(Self.sandbox)"
        : "libvulkan.so.1 is not installed"
    case .v4l2m2m:
      "no /dev/video* decodes or encodes this: the machine has no such device, you may not open it, or "
        + Self.sandbox
    }
  }

  private static let sandbox = "the sandbox keeps it away (--sandbox off)"

  private static func hasLibrary(_ name: String) -> Bool {
    guard let library = dlopen(name, RTLD_LAZY) else { return false }
    dlclose(library)
    return true
  }
}
