// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelExport

@Suite struct StillTests {
  private func generator(in workspace: Workspace) throws -> StillGenerator {
    try Clips.numbered(
      workspace.path("a.mp4"), frames: 100,
      codec: ["-c:v", "libx264", "-qp", "0", "-g", "25", "-sc_threshold", "0"])
    return try StillGenerator(
      timeline: .of(file: workspace.path("a.mp4"), gate: workspace.gate), gate: workspace.gate)
  }

  /// The number of the frame that `still` shows: luma 20 + n, limited range to full.
  private func number(_ still: Still) -> Double {
    let red = still.frame.planes[0].base.load(as: UInt8.self)
    return Double(red) / 255 * 219 + 16 - 20
  }

  @Test(arguments: [0.0, 0.039, 0.04, 1.3, 3.98])
  func stillsAreExact(_ seconds: Double) throws {
    let workspace = try Workspace()
    let time = try Time(seconds: seconds)
    let still = try generator(in: workspace).still(at: time)
    #expect(still.actualTime == time)
    #expect(still.frame.size == PixelSize(32, 16))
    #expect(abs(number(still) - (seconds * 25 + 1e-6).rounded(.down)) < 0.6)
  }

  @Test(arguments: [
    (1.3, 0.5, 0.0, 1.0), (1.9, 0.0, 0.5, 2.0), (1.5, 0.2, 0.2, 1.5), (1.5, 1, 1, 1.0),
  ])
  func tolerancesAllowKeyFrames(
    _ seconds: Double, _ before: Double, _ after: Double, _ expected: Double
  ) throws {
    let workspace = try Workspace()
    let generator = try generator(in: workspace)
    generator.toleranceBefore = try Time(seconds: before)
    generator.toleranceAfter = try Time(seconds: after)
    let still = try generator.still(at: Time(seconds: seconds))
    #expect(abs(still.actualTime.seconds - expected) < 0.001)
    #expect(abs(number(still) - (expected * 25 + 0.01).rounded(.down)) < 0.6)
  }

  @Test(arguments: [-0.1, 4.0, 100])
  func timesOutsideAreErrors(_ seconds: Double) throws {
    let workspace = try Workspace()
    let generator = try generator(in: workspace)
    let error = #expect(throws: MoonreelError.self) {
      try generator.still(at: Time(seconds: seconds))
    }
    #expect(error?.message.contains("4.000 s") == true)
  }

  @Test func largePicturesAreMadeToFit() throws {
    let source = GraySource(naturalSize: PixelSize(400, 100))
    let generator = try StillGenerator(
      timeline: .of(source, seconds: 1), gate: .unrestricted)
    generator.maximumSize = PixelSize(100, 100)
    #expect(try generator.still(at: .zero).frame.size == PixelSize(100, 25))
    generator.maximumSize = PixelSize(1000, 1000)
    #expect(try generator.still(at: .zero).frame.size == PixelSize(400, 100))
  }

  @Test func cancellingStopsTheRest() throws {
    let generator = try StillGenerator(
      timeline: .of(GraySource(), seconds: 1), gate: .unrestricted)
    var made = 0
    let error = #expect(throws: MoonreelError.self) {
      try generator.stills(at: [.zero, .zero, .zero]) { _, _ in
        made += 1
        if made == 2 { generator.cancellation.cancel() }
      }
    }
    #expect(error?.code == .cancelled)
    #expect(made == 2)
  }

  @Test(arguments: ["a.png", "a.jpg"])
  func sheetsAreWritten(_ name: String) throws {
    let workspace = try Workspace()
    let generator = try StillGenerator(
      timeline: .of(GraySource(), seconds: 1), gate: workspace.gate)
    let times = try (0..<5).map { try Time(seconds: Double($0) / 5) }
    var look = ContactSheet()
    look.columns = 2
    let sheet = try generator.contactSheet(at: times, look)
    #expect(sheet.size == PixelSize(2 * 40 + 8, 3 * 24 + 8))
    try StillGenerator.write(sheet, to: workspace.path(name), gate: workspace.gate)
    let file = try Measured(workspace.path(name))
    let picture = try #require(file.pictures("rgb24").first)
    func red(_ x: Int, _ y: Int) -> Int { Int(picture[(y * 88 + x) * 3]) }
    #expect(abs(red(20, 15) - 128) <= 3)
    #expect(abs(red(3, 3) - 32) <= 3)
    #expect(abs(red(70, 70) - 32) <= 3, "the last cell is empty")
  }

  @Test("stored pixels, or pictures as they are shown", arguments: ApertureMode.allCases)
  func apertures(_ mode: ApertureMode) throws {
    let workspace = try Workspace()
    let path = workspace.path("wide.mp4")
    try Tool.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc=s=64x32:d=0.2,setsar=2", "-c:v", "libx264", path])
    let timeline = try Timeline.of(file: path, gate: workspace.gate)
    let generator = try StillGenerator(
      timeline: timeline, apertureMode: mode, gate: workspace.gate)
    let frame = try generator.still(at: .zero).frame
    #expect(frame.size == (mode == .cleanAperture ? PixelSize(128, 32) : PixelSize(64, 32)))
    guard mode == .encodedPixels else { return }
    let stored = try Measured(path).pictures("rgba")[0]
    let row = (0..<256).map { frame.planes[0].base.load(fromByteOffset: $0, as: UInt8.self) }
    let error = zip(stored, row).map { abs(Int($0) - Int($1)) }.max() ?? 255
    #expect(error <= 24, "nothing but the conversion of colours lies between")
  }

  @Test(
    "stills of every kind show the picture",
    arguments: [".png", ".jpg", ".webp", ".tiff", ".tif", ".avif", ".exr"])
  func kinds(_ ending: String) throws {
    let workspace = try Workspace()
    let generator = try StillGenerator(
      timeline: .of(GraySource(), seconds: 1), gate: .unrestricted)
    let gray = try generator.still(at: .zero).frame.planes[0].base.load(as: UInt8.self)
    generator.drawsLinearLight = ending == ".exr"
    let path = workspace.path("a\(ending)")
    let written = try StillGenerator.write(
      try generator.still(at: .zero).frame, to: path, gate: .unrestricted)
    #expect(written.frames == 1)
    guard ending != ".exr" else {
      let bytes = try Measured(path).pictures("gbrpf32le")[0]
      let found = Double(bytes.withUnsafeBytes { $0.loadUnaligned(as: Float.self) })
      let code = Double(gray) / 255
      // The timeline is BT.709, which is shown by the curve of BT.1886.
      let light = pow(code, 2.4)
      #expect(abs(found - light) < 0.01)
      return
    }
    let found = try Measured(path).pictures("rgb24")[0][0]
    #expect(abs(Int(found) - Int(gray)) <= 3)
  }

  @Test func otherEndingsAreErrors() throws {
    let frame = try StillGenerator(
      timeline: .of(GraySource(), seconds: 1), gate: .unrestricted
    ).still(at: .zero).frame
    let error = #expect(throws: MoonreelError.self) {
      try StillGenerator.write(frame, to: "a.bmp", gate: .unrestricted)
    }
    #expect(
      error?.message.contains("end the name in .avif, .png, .jpg, .webp, .tiff or .exr.") == true)
  }
}
