// SPDX-License-Identifier: MIT

import CCaptureHost
import FakeCamera
import MoonreelCore
import Testing

@testable import MoonreelCapture

@Suite("Formats of cameras")
struct CameraFormatTests {
  /// What a driver lists, and what comes of it: `"640x480 yuyv 15-30"`.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var codes = ["YUYV"]
    var list: @Sendable (OpaquePointer) -> Void
    var formats: [String]
    var warns = false
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "single sizes and durations",
      list: {
        fake_add_size($0, 320, 240)
        fake_add_size($0, 640, 480)
        fake_add_duration($0, 1, 30)
        fake_add_duration($0, 1, 15)
      }, formats: ["640x480 YUYV 15-30", "320x240 YUYV 15-30"]),
    Case(
      name: "sizes in steps: the usual ones that fit, and the largest",
      list: {
        fake_add_sizes(
          $0,
          mr_camera_sizes(
            least_width: 160, most_width: 700, step_width: 20, least_height: 120, most_height: 500,
            step_height: 20))
        fake_add_duration($0, 1, 25)
      },
      formats: [
        "700x500 YUYV 25-25", "640x480 YUYV 25-25", "640x360 YUYV 25-25", "320x240 YUYV 25-25",
        "320x180 YUYV 25-25", "160x120 YUYV 25-25",
      ]),
    Case(
      name: "sizes and durations of any value",
      list: {
        fake_add_sizes(
          $0,
          mr_camera_sizes(
            least_width: 640, most_width: 800, step_width: 0, least_height: 360, most_height: 600,
            step_height: 0))
        fake_add_durations(
          $0,
          mr_camera_durations(
            least: mr_camera_fraction(numerator: 1, denominator: 60),
            most: mr_camera_fraction(numerator: 1, denominator: 5), is_range: true))
      }, formats: ["800x600 YUYV 5-60", "640x480 YUYV 5-60", "640x360 YUYV 5-60"]),
    Case(
      name: "rates of zero and without sense are left out",
      list: {
        fake_add_size($0, 320, 240)
        for (numerator, denominator) in [
          (0, 30), (1, 0), (0, 0), (1, 4_000_000_000), (1001, 30000),
        ] {
          fake_add_duration($0, UInt32(numerator), UInt32(denominator))
        }
      }, formats: ["320x240 YUYV 30000/1001-30000/1001"], warns: true),
    Case(
      name: "a size with no rate but zero is no format",
      list: {
        fake_add_size($0, 320, 240)
        fake_add_duration($0, 0, 0)
      }, formats: [], warns: true),
    Case(
      name: "no durations listed: the one that is set",
      list: { fake_add_size($0, 320, 240) }, formats: ["320x240 YUYV 30-30"]),
    Case(
      name: "sizes without sense",
      list: {
        fake_add_size($0, 0, 0)
        fake_add_size($0, 4_000_000_000, 1)
        fake_add_size($0, 320, 240)
      }, formats: ["320x240 YUYV 30-30"], warns: true),
    Case(
      name: "the best first: what moves, then size, then what costs least",
      codes: ["H264", "MJPG", "YUYV", "NV12", "BA81"],
      list: { fake_add_size($0, 320, 240) },
      formats: [
        "320x240 NV12 30-30", "320x240 YUYV 30-30", "320x240 Motion JPEG 30-30",
        "320x240 H.264 30-30",
      ]),
  ]

  @Test("What drivers list", arguments: cases)
  func lists(_ row: Case) throws {
    let rig = CameraRig(row.codes, isBare: true)
    row.list(rig.camera)
    let device = try #require(rig.discovery.devices().first)
    let found = device.formats.compactMap(\.picture).map {
      "\($0.size) \($0.coding.name) \($0.lowestRate)-\($0.highestRate)"
    }
    #expect(found == row.formats)
    #expect(rig.warnings.all.isEmpty == !row.warns, "\(rig.warnings.all)")
  }
}
