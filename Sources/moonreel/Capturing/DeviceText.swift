// SPDX-License-Identifier: MIT

import MoonreelCapture
import MoonreelCore
import MoonreelMedia

/// A device for people and for programs.
struct DeviceText {
  let device: CaptureDevice
  private let settings: [(setting: CameraSetting, range: CameraSettingRange, value: Double?)]
  private let modes: [(adjustment: CameraAdjustment, modes: [CameraMode])]

  /// What is to be said of `device`; a camera that cannot be opened has no settings.
  init(_ device: CaptureDevice) {
    self.device = device
    let camera =
      device.kind == .camera
      ? try? CameraDiscovery().camera(for: device).settings() : nil
    settings = (camera?.supported ?? []).compactMap { setting in
      camera?.range(of: setting).map { (setting, $0, try? camera?.value(of: setting)) }
    }
    modes = CameraAdjustment.allCases.compactMap { adjustment in
      let modes = camera?.modes(of: adjustment) ?? []
      return modes.isEmpty ? nil : (adjustment, modes)
    }
  }

  // MARK: For people

  /// A paragraph for each, numbered by kind.
  static func lines(_ devices: [DeviceText]) -> [String] {
    var counts: [CaptureDevice.Kind: Int] = [:]
    let paragraphs = devices.map { text in
      let number = counts[text.device.kind, default: 0]
      counts[text.device.kind] = number + 1
      return text.paragraph(number)
    }
    return Array(paragraphs.joined(separator: [""]))
  }

  private func paragraph(_ number: Int) -> [String] {
    let head = "\(device.kind.rawValue) \(number)  \(device.name)"
    let lines =
      ["  \(device.id)"] + device.formats.map { "  " + Self.words($0) }
      + (device.formats.isEmpty ? ["  ! cannot be opened"] : [])
      + modes.map {
        "  \($0.adjustment.rawValue): \($0.modes.map(\.rawValue).joined(separator: ", "))"
      }
      + settings.map { Self.words($0.setting, $0.range, $0.value) }
    return [head] + lines
  }

  private static func words(_ format: CaptureFormat) -> String {
    switch format {
    case .picture(let format):
      let (low, high) = (Self.rate(format.lowestRate), Self.rate(format.highestRate))
      return "\(format.size) \(name(of: format.coding)), "
        + (low == high ? "\(high) a second" : "\(low) to \(high) a second")
    case .sound(let format):
      return "\(format.sampleRate) Hz, "
        + (format.channelCount == 1 ? "1 channel" : "\(format.channelCount) channels")
    }
  }

  private static func words(
    _ setting: CameraSetting, _ range: CameraSettingRange, _ value: Double?
  ) -> String {
    let unit = setting.unit.map { " " + $0 } ?? ""
    let now = value.map { ", now \(number($0))" } ?? ""
    if let choices = range.choices {
      return "  \(setting.rawValue): \(choices.map(number).joined(separator: ", "))\(unit)\(now)"
    }
    return "  \(setting.rawValue): \(number(range.minimum)) to \(number(range.maximum))\(unit) "
      + "by \(number(range.step)), usually \(number(range.usual))\(now)"
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
  }

  private static func rate(_ rate: FrameRate) -> String {
    number((rate.framesPerSecond.doubleValue * 100).rounded() / 100)
  }

  /// How a format's bytes are coded, in a word.
  static func name(of coding: CaptureCoding) -> String {
    switch coding {
    case .pixels(let format):
      switch format.packing {
      case .packed(let order): order
      case .planar, .semiplanar: format.family.rawValue
      }
    case .yuyv: "yuyv"
    case .uyvy: "uyvy"
    case .mjpeg: "mjpeg"
    case .h264: "h264"
    }
  }

  // MARK: For programs

  /// The device with all that is known of it.
  var json: JSONValue {
    .fields([
      "id": .string(device.id), "name": .string(device.name),
      "kind": .string(device.kind.rawValue),
      "formats": .array(device.formats.map(Self.json)),
      "modes": modes.isEmpty
        ? .null
        : .object(
          modes.map { row in
            JSONValue.Member(
              row.adjustment.rawValue, .array(row.modes.map { .string($0.rawValue) }))
          }),
      "settings": settings.isEmpty
        ? .null
        : .object(
          settings.map { row in
            JSONValue.Member(row.setting.rawValue, Self.json(row.setting, row.range, row.value))
          }),
    ])
  }

  private static func json(_ format: CaptureFormat) -> JSONValue {
    switch format {
    case .picture(let format):
      .fields([
        "size": .array([.int(format.size.width), .int(format.size.height)]),
        "coding": .string(name(of: format.coding)),
        "frame_rates": .array([
          .string("\(format.lowestRate)"), .string("\(format.highestRate)"),
        ]),
      ])
    case .sound(let format):
      .fields([
        "sample_rate": .int(format.sampleRate), "channels": .int(format.channelCount),
      ])
    }
  }

  private static func json(
    _ setting: CameraSetting, _ range: CameraSettingRange, _ value: Double?
  ) -> JSONValue {
    .fields([
      "minimum": .number(range.minimum), "maximum": .number(range.maximum),
      "step": .number(range.step), "usual": .number(range.usual),
      "value": value.map { .number($0) } ?? .null, "unit": .optional(setting.unit),
      "choices": range.choices.map { .array($0.map { .number($0) }) } ?? .null,
    ])
  }
}
