// SPDX-License-Identifier: MIT

import CCaptureHost
import FakeCamera
import MoonreelCore
import Testing

@testable import MoonreelCapture

@Suite("Pictures of cameras")
struct CameraPictureTests {
  /// A raw format: where sample (x, y) of a component lies in the frame.
  struct Raw: Sendable, CustomTestStringConvertible {
    var code: String
    var planes: Int
    /// The value of component `c` at column x and row y of its own plane.
    var read: @Sendable (FrameBuffer, _ c: Int, _ x: Int, _ y: Int) -> UInt8
    var components = 3
    var testDescription: String { code }
  }

  private static func sample(_ frame: FrameBuffer, _ plane: Int, _ offset: Int, _ y: Int) -> UInt8 {
    frame.planes[plane].base.load(
      fromByteOffset: y * frame.planes[plane].strideBytes + offset, as: UInt8.self)
  }

  static let raws = [
    Raw(code: "YUYV", planes: 3, read: { sample($0, $1, $2, $3) }),
    Raw(code: "UYVY", planes: 3, read: { sample($0, $1, $2, $3) }),
    Raw(code: "YU12", planes: 3, read: { sample($0, $1, $2, $3) }),
    Raw(
      code: "NV12", planes: 2, read: { sample($0, min($1, 1), $1 == 0 ? $2 : $2 * 2 + $1 - 1, $3) }),
    Raw(code: "RGB3", planes: 1, read: { sample($0, 0, $2 * 3 + $1, $3) }),
    Raw(code: "BGR3", planes: 1, read: { sample($0, 0, $2 * 3 + 2 - $1, $3) }),
    Raw(code: "GREY", planes: 1, read: { sample($0, 0, $2, $3) }, components: 1),
  ]

  @Test("Raw formats become frames, sample by sample", arguments: raws, [0, 24])
  func raw(_ row: Raw, _ padding: Int64) throws {
    let rig = CameraRig([row.code])
    rig.set(FAKE_ROW_PADDING, padding)
    let frames = Locked<[FrameBuffer]>([])
    let log = try rig.run(3) { event in
      guard case .picture(let picture) = event, case .frame(let frame) = picture.content else {
        return
      }
      frames.withLock { $0.append(frame) }
    }
    #expect(log.times.count == 3)
    let all = frames.withLock { $0 }
    try #require(all.count == 3)
    for (number, frame) in all.enumerated() {
      #expect(frame.planes.count == row.planes)
      #expect(frame.size == PixelSize(320, 240))
      for component in 0..<row.components {
        let isChroma = frame.format.family == .yuv && component > 0
        for (x, y) in [(0, 0), (1, 0), (7, 3), (159, 119), (100, 60)] {
          let wanted = fake_sample(
            Int32(component), UInt32(x), UInt32(y), UInt32(number))
          #expect(
            row.read(frame, component, x, y) == wanted,
            "component \(component) (chroma: \(isChroma)) at \(x), \(y) of picture \(number)")
        }
      }
    }
  }

  @Test("Numbers mean what the driver says: BT.601 in limited range, R'G'B' in full")
  func colors() throws {
    for (code, matrix, range) in [
      ("NV12", ColorTags.Matrix.bt601, ColorTags.Range.limited),
      ("RGB3", .rgb, .full),
    ] {
      let (rig, tags) = (CameraRig([code]), Locked<ColorTags?>(nil))
      _ = try rig.run(1) { event in
        guard case .picture(let picture) = event, case .frame(let frame) = picture.content else {
          return
        }
        tags.withLock { $0 = frame.color }
      }
      let color = try #require(tags.withLock { $0 })
      #expect(color.matrix == matrix && color.range == range && color.transfer == .srgb)
    }
  }

  /// How a driver stamps pictures, and what is taken off for the beginning of the first.
  static let stamps: [(fake_stamp, Int64)] = [
    (FAKE_STAMP_BEGINNING, 0), (FAKE_STAMP_END, 1), (FAKE_STAMP_UNKNOWN, 1), (FAKE_STAMP_ZERO, 1),
  ]

  @Test("A picture's time is that at which it began", arguments: stamps)
  func times(_ stamp: fake_stamp, _ earlier: Int64) throws {
    let rig = CameraRig(["GREY"])
    rig.set(FAKE_STAMP, Int64(stamp.rawValue))
    let log = try rig.run(5)
    let period = Time.flicksPerSecond / 30
    for (index, time) in log.times.enumerated() {
      let wanted = Time(wholeSeconds: 1).flicks + (Int64(index) + 1 - earlier) * period
      // The kernel counts microseconds.
      #expect(abs(time.flicks - wanted) <= 2 * Time.flicksPerSecond / 1_000_000)
    }
  }

  @Test("A clock that is fast or slow is told as it is", arguments: [-200, 0, 200] as [Int64])
  func drift(_ ppm: Int64) throws {
    let rig = CameraRig(["GREY"])
    rig.set(FAKE_PPM, ppm)
    let times = try rig.run(300).times
    let length = Double((times[299] - times[0]).flicks) / Double(Time.flicksPerSecond)
    let wanted = 299.0 / 30 * (1 - Double(ppm) / 1e6)
    #expect(abs(length - wanted) < 3e-6)
  }

  @Test("Pictures that the driver lost are counted")
  func lost() throws {
    let rig = CameraRig(["GREY"])
    rig.set(FAKE_LOSE_EVERY, 4)
    let log = try rig.run(20)
    #expect(log.times.count == 20)
    #expect(log.dropped(.overrun) == 5)
    #expect(log.entries[3] == .dropped(1, .overrun), "they are told where they are missing")
  }

  /// What is wrong with a picture, and how many of 20 are.
  static let damages: [(fake_knob, Int64, Int)] = [(FAKE_FLAG_EVERY, 5, 4), (FAKE_CUT_EVERY, 4, 5)]

  @Test("Damaged pictures are dropped and counted, and the capture goes on", arguments: damages)
  func damaged(_ knob: fake_knob, _ every: Int64, _ count: Int) throws {
    let rig = CameraRig(["YUYV"])
    rig.set(knob, every)
    let log = try rig.run(20)
    #expect(log.dropped(.damaged) == count)
    #expect(log.times.count == 20 - count)
    #expect(log.dropped(.overrun) == 0)
  }

  @Test("Bytes that are no JPEG are damaged; the others keep their coding")
  func jpegs() throws {
    let rig = CameraRig(["MJPG"])
    let whole: [UInt8] = [0xff, 0xd8, 0xff, 0xdb, 0, 1, 2, 0xff, 0xd9]
    fake_add_payload(rig.camera, whole, whole.count)
    fake_add_payload(rig.camera, [0, 1, 2, 3, 4], 5)
    let copies = Locked<[[UInt8]]>([])
    let log = try rig.run(6) { event in
      guard case .picture(let picture) = event, case .coded(let bytes, .mjpeg) = picture.content
      else { return }
      copies.withLock { $0.append(Array(bytes.bytes)) }
    }
    #expect(log.dropped(.damaged) == 3)
    #expect(copies.withLock { $0 } == [whole, whole, whole])
  }

  @Test("Another size than was asked for is told, and the pictures have it")
  func otherSize() throws {
    let rig = CameraRig(["NV12"])
    rig.set(FAKE_GIVEN_WIDTH, 352)
    rig.set(FAKE_GIVEN_HEIGHT, 288)
    let log = try rig.run(2)
    let sizes: [PixelSize] = log.entries.compactMap {
      if case .picture(_, let size) = $0 { size } else { nil }
    }
    #expect(sizes == [PixelSize(352, 288), PixelSize(352, 288)])
    #expect(
      rig.warnings.all.map(\.message) == [
        "The camera 'Fake Camera' gives 352x288 (NV12) in place of 320x240 (NV12), which it lists."
      ])
  }

  @Test("What is not given back is bounded: lent, then copied, then dropped; and it stays whole")
  func bounded() throws {
    let rig = CameraRig(["GREY"])
    rig.set(FAKE_BUFFERS, 4)
    let held = Locked<[FrameBuffer]>([])
    rig.set(FAKE_PICTURES, 20)
    let (camera, log) = (try rig.open(), CameraLog())
    try camera.start(camera.device.formats[1]) { event in
      log.note(event)
      guard case .picture(let picture) = event, case .frame(let frame) = picture.content else {
        return
      }
      held.withLock { $0.append(frame) }
    }
    log.wait("all have come") { $0.times.count + $0.dropped(.overrun) == 20 }
    camera.stop()
    #expect(log.times.count == 8 && log.dropped(.overrun) == 12)
    for (index, frame) in held.withLock({ $0 }).enumerated() {
      #expect(
        frame.planes[0].base.load(as: UInt8.self) == fake_sample(0, 0, 0, UInt32(index)))
    }
    #expect(fake_open_count(rig.world) == 0)
    held.withLock { $0 = [] }
    rig.expectClosed()
  }

  @Test("With two buffers, which a driver may give, nothing is lost")
  func twoBuffers() throws {
    let rig = CameraRig(["NV12"])
    rig.set(FAKE_BUFFERS, 2)
    let log = try rig.run(50)
    #expect(log.times.count == 50 && log.dropped(.overrun) == 0)
  }
}
