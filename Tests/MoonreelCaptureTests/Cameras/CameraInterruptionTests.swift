// SPDX-License-Identifier: MIT

import CCaptureHost
import FakeCamera
import Glibc
import MoonreelCore
import Testing

@testable import MoonreelCapture

@Suite("Interruptions of cameras")
struct CameraInterruptionTests {
  private static func small(_ camera: Camera) throws -> CaptureFormat {
    try #require(camera.device.formats.first { $0.picture?.size == PixelSize(320, 240) })
  }

  @Test("Unplugged: told within 200 ms of the last picture; plugged in elsewhere: it goes on")
  func unplugged() throws {
    let rig = CameraRig(["GREY"])
    rig.set(FAKE_UNPLUG_AT, 46)
    let (camera, log) = (try rig.open(), CameraLog())
    let told = Locked<Time?>(nil)
    try camera.start(try Self.small(camera)) { event in
      log.note(event)
      if case .interrupted = event { told.withLock { $0 = rig.system.now } }
    }
    log.wait("it is told") { $0.entries.last == .interrupted(.unplugged) }
    #expect(log.times.count == 45)
    let late = try #require(told.withLock { $0 }) - log.times[44]
    #expect(late <= Time(flicks: Time.flicksPerSecond / 5))
    rig.unplug(0)
    rig.set(FAKE_PICTURES, 60)
    fake_plug(rig.camera, "\(rig.folder)/nodes/video3")
    rig.plug(3)
    log.wait("it goes on") { $0.times.count == 60 }
    camera.stop()
    let again = try #require(log.entries.firstIndex(of: .resumed))
    #expect(log.entries[again - 1] == .interrupted(.unplugged))
    #expect(log.entries.count == 62, "nothing else was told")
    rig.expectClosed()
  }

  @Test("Plugged in again it goes on within a second, also where no event tells of it")
  func resumed() throws {
    let rig = CameraRig(["GREY"])
    let times = Locked((waits: 0, plugged: Time?.none, resumed: Time?.none))
    let path = "\(rig.folder)/nodes/video0"
    rig.onWait = { [unowned rig] milliseconds in
      times.withLock { times in
        times.waits += 1
        // As soon as it has looked, so that it has to wait for as long as it ever does.
        if times.waits == 7 {
          fake_plug(rig.camera, path)
          times.plugged = rig.system.now
        }
      }
      fake_pass(rig.world, Int64(milliseconds) * 1_000_000)
    }
    rig.set(FAKE_UNPLUG_AT, 3)
    let (camera, log) = (try rig.open(), CameraLog())
    try camera.start(try Self.small(camera)) { event in
      log.note(event)
      if case .resumed = event { times.withLock { $0.resumed = rig.system.now } }
    }
    log.wait("it goes on") { $0.entries.contains(.resumed) }
    camera.stop()
    let (waits, plugged, resumed) = times.withLock { $0 }
    #expect(waits == 7, "it is found when it is looked for the first time")
    let late = try #require(resumed) - (try #require(plugged))
    #expect(late <= Time(wholeSeconds: 1), "\(late)")
    rig.expectClosed()
  }

  @Test("Another camera in the same socket is not taken for it, with serial numbers")
  func another() throws {
    let rig = CameraRig(["GREY"])
    rig.describe(0, ["serial": "A1", "idVendor": "046d", "idProduct": "0825", "index": "0"])
    let camera = try rig.open()
    #expect(camera.device.id == "camera:046d:0825:A1:0")
    let log = CameraLog()
    rig.set(FAKE_UNPLUG_AT, 3)
    try camera.start(try Self.small(camera), log.note)
    log.wait("it is told") { $0.entries.last == .interrupted(.unplugged) }
    rig.describe(0, ["serial": "B2"])
    fake_plug(rig.camera, "\(rig.folder)/nodes/video0")
    rig.unplug(0)
    rig.plug(0)
    let other = CameraRig.code("GREY")
    let same = fake_add_camera(rig.world, "\(rig.folder)/nodes/video1", "Fake Camera", "usb-9")
    fake_add_format(same, other)
    fake_add_size(same, 320, 240)
    fake_set(same, FAKE_PICTURES, 4)
    rig.describe(1, ["serial": "A1", "idVendor": "046d", "idProduct": "0825", "index": "0"])
    rig.plug(1)
    log.wait("it goes on") { $0.times.count == 6 }
    camera.stop()
    #expect(log.entries.contains(.resumed))
  }

  @Test("A camera that gives nothing for long is started anew, and told once")
  func silent() throws {
    let rig = CameraRig(["GREY"])
    rig.set(FAKE_SILENT_AT, 11)
    rig.set(FAKE_SILENCE, 8_000_000_000)
    rig.set(FAKE_PICTURES, 20)
    let (camera, log) = (try rig.open(), CameraLog())
    try camera.start(try Self.small(camera), log.note)
    log.wait("it goes on") { $0.times.count == 20 }
    camera.stop()
    #expect(log.entries[10] == .interrupted(.failed))
    #expect(log.entries[11] == .resumed)
    #expect(log.entries.count == 22)
    #expect(log.times[10] - log.times[9] > Time(wholeSeconds: 7))
  }

  @Test("A pause that is shorter is none")
  func pause() throws {
    let rig = CameraRig(["GREY"])
    rig.set(FAKE_SILENT_AT, 11)
    rig.set(FAKE_SILENCE, 4_000_000_000)
    let log = try rig.run(20)
    #expect(log.entries.count == 20)
  }

  @Test("Stopped while it waits for the plug; and from the function that receives")
  func stopped() throws {
    let rig = CameraRig(["GREY"])
    rig.set(FAKE_UNPLUG_AT, 3)
    let (camera, log) = (try rig.open(), CameraLog())
    try camera.start(try Self.small(camera), log.note)
    log.wait("it is told") { $0.entries.last == .interrupted(.unplugged) }
    camera.stop()
    camera.stop()
    fake_plug(rig.camera, "\(rig.folder)/nodes/video0")
    let second = CameraLog()
    try camera.start(try Self.small(camera)) { event in
      second.note(event)
      camera.stop()
    }
    second.wait("one has come") { !$0.entries.isEmpty }
    second.wait("the node is closed") { _ in fake_open_count(rig.world) == 0 }
    #expect(second.entries.count == 1)
  }

  /// What stands in the way of a start, and the sentence.
  static let refusals: [(fake_knob, Int64, String)] = [
    (
      FAKE_BUSY, 1,
      "Cannot start the camera 'Fake Camera': another program uses it. End that program, or choose another "
        + "camera."
    ),
    (
      FAKE_GIVEN_CODE, Int64(CameraRig.code("BA81")),
      "Cannot start the camera 'Fake Camera': it does not give pictures in this format, though it lists it. "
        + "Choose another."
    ),
  ]

  @Test("What cannot be started says why", arguments: refusals)
  func refused(_ knob: fake_knob, _ value: Int64, _ sentence: String) throws {
    let rig = CameraRig(["GREY"])
    rig.set(knob, value)
    let camera = try rig.open()
    let error = #expect(throws: MoonreelError.self) {
      try camera.start(try Self.small(camera)) { _ in }
    }
    #expect(error?.message == sentence)
  }

  @Test("A format that it does not have, and a camera that is gone")
  func gone() throws {
    let rig = CameraRig(["GREY"])
    let camera = try rig.open()
    var format = try #require(try Self.small(camera).picture)
    format.size = PixelSize(100, 100)
    #expect(throws: MoonreelError.self) { try camera.start(.picture(format)) { _ in } }
    fake_unplug(rig.camera)
    rig.unplug(0)
    let error = #expect(throws: MoonreelError.self) {
      try camera.start(try Self.small(camera)) { _ in }
    }
    #expect(error?.code == .fileAccess)
    #expect(throws: MoonreelError.self) { try rig.discovery.camera(for: camera.device) }
  }

  @Test("Another rate while it runs, within the bounds")
  func rate() throws {
    let rig = CameraRig(["GREY"])
    let (camera, log) = (try rig.open(), CameraLog())
    #expect(throws: MoonreelError.self) { try camera.setFrameRate(try FrameRate(15)) }
    try camera.start(try Self.small(camera), log.note)
    log.wait("some have come") { $0.times.count > 10 }
    #expect(throws: MoonreelError.self) { try camera.setFrameRate(try FrameRate(60)) }
    try camera.setFrameRate(try FrameRate(15))
    log.wait("the pace is the new one") { log in
      let times = log.times.suffix(2)
      guard let first = times.first, let last = times.last else { return false }
      return last - first > Time(flicks: Time.flicksPerSecond / 20)
    }
    camera.stop()
    #expect(!log.entries.contains(.resumed))
  }
}
