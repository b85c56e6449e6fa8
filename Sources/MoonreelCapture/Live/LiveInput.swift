// SPDX-License-Identifier: MIT

import MoonreelCore

/// A device, and the live sources of a film that show its pictures.
public struct LiveInput: Sendable {
  /// The device.
  public let device: CaptureDevice
  /// What shows its pictures.
  public let lives: [LiveSource]
  /// What the device is started with.
  public let format: CapturePictureFormat
}

extension MachineDevices {
  /// The devices that `lives` show, each once, however often it is shown; its format is that of the first.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` where there is no such device, `accessDenied` where it cannot be opened.
  public func inputs(of lives: [LiveSource]) throws -> [LiveInput] {
    var groups: [(device: CaptureDevice, lives: [LiveSource])] = []
    for live in lives {
      let device =
        switch live.input {
        case .camera(let name): try camera(name)
        case .screen(let place): try screen(place, size: place.regionSize(live.naturalSize))
        case .stream(let place): try pictures(of: place)
        }
      if let index = groups.firstIndex(where: { $0.device.id == device.id }) {
        groups[index].lives.append(live)
      } else {
        groups.append((device, [live]))
      }
    }
    return try groups.map { device, lives in
      let format = try device.nearestPictureFormat(size: lives[0].naturalSize, rate: lives[0].rate)
      return LiveInput(device: device, lives: lives, format: format)
    }
  }
}

extension MachineDevices {
  private func pictures(of place: StreamPlace) throws -> CaptureDevice {
    guard let pictures = try stream(place).pictures else {
      throw MoonreelError(
        .invalidArgument, "Cannot show the stream '\(place.address)': it has sound alone.")
    }
    return pictures.device
  }
}

extension CaptureDevice {
  /// The format for pictures of about `size` at `rate`; where it does not go at the rate, at about any
  /// (``pictureFormat(size:rate:)``).
  ///
  /// - Throws: `MoonreelError` (`accessDenied`) where it shows none.
  public func nearestPictureFormat(
    size: PixelSize?, rate: FrameRate?
  ) throws -> CapturePictureFormat {
    let found = pictureFormat(size: size, rate: rate) ?? pictureFormat(size: size, rate: nil)
    guard let found else {
      throw MoonreelError(
        .accessDenied,
        "Cannot open '\(name)': it shows no formats. Other programs may use it, or this user may not."
      )
    }
    return found
  }
}

extension ScreenPlace {
  /// `size` for a region that says none of its own; a whole display is seen whole, at whatever size.
  fileprivate func regionSize(_ size: PixelSize) -> PixelSize? {
    switch part {
    case .region: size
    case .whole, .window, .title: nil
    }
  }
}
