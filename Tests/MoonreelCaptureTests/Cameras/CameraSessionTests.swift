// SPDX-License-Identifier: MIT

import CCaptureHost
import FakeCamera
import MoonreelCore
import MoonreelMedia
import Testing

@testable import MoonreelCapture

/// Cameras in sessions: what is coded is decoded, and what is damaged is found, there at the latest.
@Suite("Cameras in sessions")
struct CameraSessionTests {
  /// The clock of cameras that are not there.
  private final class Clock: CaptureClock {
    private let system: CameraSystem
    init(_ system: CameraSystem) { self.system = system }
    var now: Time { system.now }
    var isVirtual: Bool { true }
    func schedule(at time: Time, _ work: @escaping @Sendable () -> Void) { work() }
  }

  /// A camera of `code` that gives `pictures` test pictures, numbered from 0, of 320x240.
  private static func rig(_ code: String, _ form: PictureCoder.Form, _ pictures: Int) throws
    -> CameraRig
  {
    let (rig, coder) = (CameraRig([code]), PictureCoder(form, quality: 0.9))
    for number in 0..<pictures {
      let frame = TestPicture(number: number, isLit: false).draw(PixelSize(320, 240))
      let bytes = try coder.code(frame).bytes
      fake_add_payload(rig.camera, bytes, bytes.count)
    }
    rig.set(FAKE_PICTURES, Int64(pictures))
    return rig
  }

  /// The numbers of the pictures that come out of a session, and what became of the others.
  private static func record(_ rig: CameraRig, _ count: Int) throws -> ([Int], CaptureCounts) {
    let (session, witness) = (CaptureSession(clock: Clock(rig.system)), Witness())
    let camera = try rig.open()
    try session.configure {
      try $0.addInput(camera, preset: .low)
      try $0.addOutput(witness)
    }
    try session.start()
    var counts: CaptureCounts { session.counts.values.first ?? CaptureCounts() }
    CameraLog().wait("all have come") { _ in
      counts.pictures + counts.drops.values.reduce(0, +) >= count
    }
    session.stop()
    return (witness.seen.pictures.map(\.number), counts)
  }

  /// How pictures are coded, and the four letters of the camera's.
  static let codings: [(PictureCoder.Form, String)] = [(.jpeg, "MJPG"), (.h264, "H264")]

  @Test("Coded pictures come out one by one, each as soon as it is in", arguments: codings)
  func coded(_ form: PictureCoder.Form, _ code: String) throws {
    let (numbers, counts) = try Self.record(try Self.rig(code, form, 12), 12)
    #expect(numbers == Array(0..<12))
    #expect(counts.drops.isEmpty)
  }

  /// What is done to every third picture.
  static let damages: [fake_knob] = [FAKE_CUT_EVERY, FAKE_NOISE_EVERY]

  @Test("Damaged pictures are found, counted and left out", arguments: codings, damages)
  func damaged(_ coding: (PictureCoder.Form, String), _ knob: fake_knob) throws {
    let rig = try Self.rig(coding.1, coding.0, 12)
    rig.set(knob, 3)
    let (numbers, counts) = try Self.record(rig, 12)
    #expect(numbers == [0, 1, 3, 4, 6, 7, 9, 10])
    #expect(counts.drops == [.damaged: 4])
  }

  @Test("Packed pictures become frames, too")
  func packed() throws {
    let (rig, log) = (CameraRig(["YUYV"]), Locked<[PixelFormat]>([]))
    _ = try rig.run(2) { event in
      guard case .picture(let picture) = event, case .frame(let frame) = picture.content else {
        return
      }
      log.withLock { $0.append(frame.format) }
    }
    #expect(log.withLock { $0 } == [.yuv422(), .yuv422()])
  }
}
