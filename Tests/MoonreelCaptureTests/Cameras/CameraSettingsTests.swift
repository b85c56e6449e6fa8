// SPDX-License-Identifier: MIT

import CCaptureHost
import FakeCamera
import MoonreelCore
import Testing

@testable import MoonreelCapture

@Suite("Settings of cameras")
struct CameraSettingsTests {
  /// A camera with everything.
  static func rig(holds: Bool = false) -> CameraRig {
    let rig = CameraRig(["GREY"])
    func add(
      _ code: Int, _ kind: mr_camera_control_kind, _ least: Int64, _ most: Int64, _ step: Int64,
      _ usual: Int64
    ) {
      fake_add_control(rig.camera, UInt32(code), kind, least, most, step, usual)
    }
    add(MR_CAMERA_BRIGHTNESS, MR_CAMERA_NUMBER, -64, 64, 1, 0)
    add(MR_CAMERA_GAIN, MR_CAMERA_NUMBER, 0, 100, 5, 10)
    add(MR_CAMERA_EXPOSURE_AUTO, MR_CAMERA_MENU, 0, 3, 0, 3)
    fake_add_choice(rig.camera, 1, "Manual", 0)
    fake_add_choice(rig.camera, 3, "Aperture Priority", 0)
    add(MR_CAMERA_EXPOSURE_ABSOLUTE, MR_CAMERA_NUMBER, 3, 2047, 1, 250)
    add(MR_CAMERA_EXPOSURE_BIAS, MR_CAMERA_NUMBER_MENU, 0, 4, 0, 2)
    for (index, number) in [-2000, -1000, 0, 1000, 2000].enumerated() {
      fake_add_choice(rig.camera, UInt32(index), "", Int64(number))
    }
    add(MR_CAMERA_ISO_AUTO, MR_CAMERA_MENU, 0, 1, 0, 1)
    for index in 0...1 { fake_add_choice(rig.camera, UInt32(index), "", 0) }
    add(MR_CAMERA_ISO, MR_CAMERA_NUMBER_MENU, 0, 2, 0, 0)
    for (index, number) in [100_000, 200_000, 400_000].enumerated() {
      fake_add_choice(rig.camera, UInt32(index), "", Int64(number))
    }
    add(MR_CAMERA_AUTO_WHITE_BALANCE, MR_CAMERA_SWITCH, 0, 1, 1, 1)
    add(MR_CAMERA_WHITE_BALANCE_TEMPERATURE, MR_CAMERA_NUMBER, 2800, 6500, 10, 4600)
    add(MR_CAMERA_FOCUS_AUTO, MR_CAMERA_SWITCH, 0, 1, 1, 1)
    add(MR_CAMERA_FOCUS_ABSOLUTE, MR_CAMERA_NUMBER, 0, 250, 5, 0)
    add(MR_CAMERA_ZOOM_ABSOLUTE, MR_CAMERA_NUMBER, 100, 500, 1, 100)
    add(MR_CAMERA_POWER_LINE_FREQUENCY, MR_CAMERA_MENU, 0, 2, 0, 2)
    for index in 0...2 { fake_add_choice(rig.camera, UInt32(index), "", 0) }
    add(MR_CAMERA_LIGHT_MODE, MR_CAMERA_MENU, 0, 2, 0, 0)
    for index in 0...2 { fake_add_choice(rig.camera, UInt32(index), "", 0) }
    add(MR_CAMERA_TORCH_INTENSITY, MR_CAMERA_NUMBER, 1, 8, 1, 4)
    if holds { add(MR_CAMERA_LOCK, MR_CAMERA_BITS, 0, 7, 0, 0) }
    return rig
  }

  private static func value(_ rig: CameraRig, _ code: Int) -> Int64 {
    fake_value(rig.camera, UInt32(code))
  }

  /// A setting and what it may be.
  static let ranges: [(CameraSetting, CameraSettingRange)] = [
    (.brightness, CameraSettingRange(minimum: -64, maximum: 64, step: 1, usual: 0)),
    (.gain, CameraSettingRange(minimum: 0, maximum: 100, step: 5, usual: 10)),
    (
      .exposureDuration,
      CameraSettingRange(minimum: 0.0003, maximum: 0.2047, step: 0.0001, usual: 0.025)
    ),
    (
      .exposureBias,
      CameraSettingRange(minimum: -2, maximum: 2, step: 0, usual: 0, choices: [-2, -1, 0, 1, 2])
    ),
    (
      .sensitivity,
      CameraSettingRange(minimum: 100, maximum: 400, step: 0, usual: 100, choices: [100, 200, 400])
    ),
    (
      .whiteBalanceTemperature,
      CameraSettingRange(minimum: 2800, maximum: 6500, step: 10, usual: 4600)
    ),
    (.focusPosition, CameraSettingRange(minimum: 0, maximum: 250, step: 5, usual: 0)),
    (.zoom, CameraSettingRange(minimum: 100, maximum: 500, step: 1, usual: 100)),
    (.torchLevel, CameraSettingRange(minimum: 1, maximum: 8, step: 1, usual: 4)),
  ]

  @Test("Each tells its range, step and usual value, and what it is", arguments: [false, true])
  func supported(_ isOld: Bool) throws {
    let rig = Self.rig()
    rig.set(FAKE_OLD, isOld ? 1 : 0)
    let settings = try rig.open().settings()
    #expect(
      settings.supported
        == CameraSetting.allCases.filter { setting in
          Self.ranges.contains { $0.0 == setting }
        })
    for (setting, range) in Self.ranges {
      #expect(settings.range(of: setting) == range, "\(setting)")
      #expect(try settings.value(of: setting) == range.usual, "\(setting)")
    }
    #expect(settings.range(of: .sharpness) == nil)
    #expect(throws: MoonreelError.self) { try settings.value(of: .sharpness) }
    for adjustment in CameraAdjustment.allCases {
      #expect(settings.modes(of: adjustment) == [.automatic, .once, .locked])
      #expect(try settings.mode(of: adjustment) == .automatic)
    }
    #expect(settings.powerLineFrequencies == [.off, .hertz50, .hertz60])
    #expect(try settings.powerLineFrequency() == .hertz60)
    #expect(try settings.hasTorch && !settings.isTorchLit())
  }

  /// A configuration, and what the controls are afterwards.
  struct Change: Sendable, CustomTestStringConvertible {
    var name: String
    var make: @Sendable (inout CameraConfiguration) -> Void
    var values: [(Int, Int64)]
    var testDescription: String { name }
  }

  static let changes = [
    Change(
      name: "numbers, to the nearest step",
      make: {
        $0[.brightness] = 12
        $0[.gain] = 33
        $0[.zoom] = 250
        $0[.exposureBias] = 0.9
      },
      values: [
        (MR_CAMERA_BRIGHTNESS, 12), (MR_CAMERA_GAIN, 35), (MR_CAMERA_ZOOM_ABSOLUTE, 250),
        (MR_CAMERA_EXPOSURE_BIAS, 3), (MR_CAMERA_EXPOSURE_AUTO, 3),
      ]),
    Change(
      name: "a duration locks exposure", make: { $0[.exposureDuration] = 0.01 },
      values: [(MR_CAMERA_EXPOSURE_AUTO, 1), (MR_CAMERA_EXPOSURE_ABSOLUTE, 100)]),
    Change(
      name: "locked where it is", make: { $0.exposure = .locked },
      values: [(MR_CAMERA_EXPOSURE_AUTO, 1), (MR_CAMERA_EXPOSURE_ABSOLUTE, 250)]),
    Change(
      name: "a sensitivity locks exposure, the duration stays", make: { $0[.sensitivity] = 200 },
      values: [
        (MR_CAMERA_EXPOSURE_AUTO, 1), (MR_CAMERA_EXPOSURE_ABSOLUTE, 250), (MR_CAMERA_ISO_AUTO, 0),
        (MR_CAMERA_ISO, 1),
      ]),
    Change(
      name: "a temperature and a position",
      make: {
        $0[.whiteBalanceTemperature] = 5004
        $0.focus = .locked
        $0[.focusPosition] = 101
      },
      values: [
        (MR_CAMERA_AUTO_WHITE_BALANCE, 0), (MR_CAMERA_WHITE_BALANCE_TEMPERATURE, 5000),
        (MR_CAMERA_FOCUS_AUTO, 0), (MR_CAMERA_FOCUS_ABSOLUTE, 100),
      ]),
    Change(
      name: "lamp and mains",
      make: {
        $0.torch = true
        $0[.torchLevel] = 8
        $0.powerLineFrequency = .hertz50
      },
      values: [
        (MR_CAMERA_LIGHT_MODE, 2), (MR_CAMERA_TORCH_INTENSITY, 8),
        (MR_CAMERA_POWER_LINE_FREQUENCY, 1),
      ]),
    Change(name: "nothing", make: { _ in }, values: [(MR_CAMERA_EXPOSURE_AUTO, 3)]),
  ]

  @Test("Changes, and back to automatic", arguments: changes, [false, true])
  func configure(_ change: Change, _ isOld: Bool) throws {
    let rig = Self.rig()
    rig.set(FAKE_OLD, isOld ? 1 : 0)
    let settings = try rig.open().settings()
    try settings.configure(change.make)
    for (code, value) in change.values {
      #expect(Self.value(rig, code) == value, "control \(String(code, radix: 16))")
    }
    try settings.configure { for all in CameraAdjustment.allCases { $0[all] = .automatic } }
    for adjustment in CameraAdjustment.allCases {
      #expect(try settings.mode(of: adjustment) == .automatic)
    }
  }

  @Test("Where the camera can hold, holding it is locked, and the mode stays what it was")
  func holds() throws {
    let rig = Self.rig(holds: true)
    let settings = try rig.open().settings()
    try settings.configure {
      $0.exposure = .locked
      $0.focus = .locked
    }
    #expect(Self.value(rig, MR_CAMERA_LOCK) == 5)
    #expect(Self.value(rig, MR_CAMERA_EXPOSURE_AUTO) == 3)
    #expect(try settings.mode(of: .exposure) == .locked)
    try settings.configure {
      $0.exposure = .automatic
      $0[.focusPosition] = 50
    }
    #expect(Self.value(rig, MR_CAMERA_LOCK) == 0)
    #expect(try settings.mode(of: .exposure) == .automatic)
    #expect(try settings.mode(of: .focus) == .locked)
  }

  /// A configuration that is refused, and the sentence.
  static let refusals: [(@Sendable (inout CameraConfiguration) -> Void, String)] = [
    (
      { $0[.zoom] = 700 },
      "Cannot set the zoom to 700.0 of 'Fake Camera': it goes from 100.0 to 500.0 in steps of 1.0."
    ),
    (
      { $0[.exposureBias] = 5 },
      "Cannot set the exposure bias to 5.0 EV of 'Fake Camera': it is one of -2.0, -1.0, 0.0, 1.0, 2.0."
    ),
    ({ $0[.zoom] = .nan }, "it goes from 100.0 to 500.0 in steps of 1.0."),
    (
      { $0[.sharpness] = 1 },
      "Cannot set the sharpness of 'Fake Camera': the camera does not have it."
    ),
    (
      {
        $0.exposure = .automatic
        $0[.exposureDuration] = 0.01
      },
      "Cannot set the exposure duration of 'Fake Camera': exposure would go by itself. Lock it."
    ),
    (
      { $0.powerLineFrequency = .automatic },
      "Cannot set the power line frequency of 'Fake Camera': the camera does not have it."
    ),
  ]

  @Test("What a camera does not have, and what lies beyond it", arguments: 0..<refusals.count)
  func refused(_ row: Int) throws {
    let rig = Self.rig()
    let settings = try rig.open().settings()
    let error = #expect(throws: MoonreelError.self) {
      try settings.configure { camera in
        camera[.brightness] = 7
        Self.refusals[row].0(&camera)
      }
    }
    #expect(error?.code == .invalidArgument)
    #expect(error?.message.hasSuffix(Self.refusals[row].1) == true, "\(String(describing: error))")
    #expect(Self.value(rig, MR_CAMERA_BRIGHTNESS) == 0)
  }

  @Test("Where one thing fails all is as it was", arguments: [false, true])
  func rollback(_ isOld: Bool) throws {
    let rig = Self.rig()
    rig.set(FAKE_OLD, isOld ? 1 : 0)
    let settings = try rig.open().settings()
    rig.set(FAKE_REFUSED, Int64(MR_CAMERA_ZOOM_ABSOLUTE))
    let error = #expect(throws: MoonreelError.self) {
      try settings.configure {
        $0[.exposureDuration] = 0.1
        $0[.brightness] = 9
        $0[.zoom] = 200
      }
    }
    #expect(
      error?.message
        == "Cannot set the zoom of 'Fake Camera' to 200.0: the camera refuses it. All settings are as they were."
    )
    #expect(Self.value(rig, MR_CAMERA_BRIGHTNESS) == 0)
    #expect(Self.value(rig, MR_CAMERA_EXPOSURE_AUTO) == 3)
    #expect(Self.value(rig, MR_CAMERA_EXPOSURE_ABSOLUTE) == 250)
    rig.set(FAKE_REFUSED, 0)
    try settings.configure { $0[.zoom] = 200 }
    #expect(Self.value(rig, MR_CAMERA_ZOOM_ABSOLUTE) == 200)
  }

  @Test("One at a time; an error of the caller's changes nothing")
  func owner() throws {
    struct Own: Error {}
    let rig = Self.rig()
    let settings = try rig.open().settings()
    let second = Locked<(any Error)?>(nil)
    #expect(throws: Own.self) {
      try settings.configure { camera in
        camera[.zoom] = 200
        do { try settings.configure { _ in } } catch { second.withLock { $0 = error } }
        throw Own()
      }
    }
    let error = second.withLock { $0 } as? MoonreelError
    #expect(error?.message.contains("it is being configured") == true)
    #expect(Self.value(rig, MR_CAMERA_ZOOM_ABSOLUTE) == 100)
    try settings.configure { $0[.zoom] = 300 }
    #expect(Self.value(rig, MR_CAMERA_ZOOM_ABSOLUTE) == 300)
  }

  @Test("Once, then locked when settled", arguments: [false, true])
  func once(_ holds: Bool) throws {
    let rig = Self.rig(holds: holds)
    rig.set(FAKE_EXPOSURE_TARGET, 800)
    rig.set(FAKE_PICTURES, 60)
    let (camera, log) = (try rig.open(), CameraLog())
    let settings = try camera.settings()
    try settings.configure { $0.exposure = .once }
    #expect(try settings.mode(of: .exposure) == .once)
    try camera.start(camera.device.formats[1], log.note)
    log.wait("the pictures have come") { $0.times.count == 60 }
    camera.stop()
    #expect(try settings.mode(of: .exposure) == .locked)
    #expect(Self.value(rig, MR_CAMERA_EXPOSURE_ABSOLUTE) == 800)
    #expect(Self.value(rig, MR_CAMERA_EXPOSURE_AUTO) == (holds ? 3 : 1))
  }

  /// What an adjustment sets, picture by picture, and after how many it has come to rest.
  static let rests: [(@Sendable (Int) -> Int64?, Int)] = [
    ({ Int64($0) }, 150), ({ _ in 5 }, 13), ({ _ in nil }, 150), ({ Int64(min($0, 20)) }, 32),
  ]

  @Test("What has come to rest, and what never does", arguments: rests)
  func settling(_ value: @Sendable (Int) -> Int64?, _ count: Int) {
    var settling = CameraSettling()
    var pictures = 1
    while !settling.note(value(pictures)) { pictures += 1 }
    #expect(pictures == count)
  }

  @Test("Settings come back with the camera")
  func replugged() throws {
    let rig = Self.rig()
    let (camera, log) = (try rig.open(), CameraLog())
    let settings = try camera.settings()
    try settings.configure {
      $0[.exposureDuration] = 0.05
      $0[.whiteBalanceTemperature] = 5000
      $0[.zoom] = 150
    }
    try settings.configure { $0.whiteBalance = .automatic }
    rig.set(FAKE_UNPLUG_AT, 3)
    try camera.start(camera.device.formats[1], log.note)
    log.wait("it is told") { $0.entries.last == .interrupted(.unplugged) }
    rig.unplug(0)
    rig.set(FAKE_PICTURES, 6)
    fake_plug(rig.camera, "\(rig.folder)/nodes/video2")
    rig.plug(2)
    log.wait("it goes on") { $0.times.count == 6 }
    camera.stop()
    #expect(Self.value(rig, MR_CAMERA_EXPOSURE_AUTO) == 1)
    #expect(Self.value(rig, MR_CAMERA_EXPOSURE_ABSOLUTE) == 500)
    #expect(Self.value(rig, MR_CAMERA_ZOOM_ABSOLUTE) == 150)
    #expect(Self.value(rig, MR_CAMERA_AUTO_WHITE_BALANCE) == 1)
    #expect(try settings.value(of: .zoom) == 150, "it is that of the new node")
  }

  @Test("Changes by others are told, and the stream ends with the camera")
  func observed() async throws {
    let rig = Self.rig()
    let settings = try rig.open().settings()
    var changes = settings.changes().makeAsyncIterator()
    fake_change(rig.camera, UInt32(MR_CAMERA_BRIGHTNESS), 33)
    #expect(await changes.next() == .value(.brightness, 33))
    fake_change(rig.camera, UInt32(MR_CAMERA_EXPOSURE_AUTO), 1)
    #expect(await changes.next() == .mode(.exposure, .locked))
    fake_change(rig.camera, UInt32(MR_CAMERA_POWER_LINE_FREQUENCY), 0)
    #expect(await changes.next() == .powerLineFrequency(.off))
    fake_change(rig.camera, UInt32(MR_CAMERA_LIGHT_MODE), 2)
    #expect(await changes.next() == .torch(true))
    try settings.configure { $0[.exposureDuration] = 0.02 }
    #expect(await changes.next() == .mode(.exposure, .locked))
    #expect(await changes.next() == .value(.exposureDuration, 0.02))
    fake_unplug(rig.camera)
    #expect(await changes.next() == nil)
  }

  @Test("A driver that tells of no changes ends the stream at once")
  func unobserved() async throws {
    let rig = Self.rig()
    rig.set(FAKE_OLD, 1)
    var changes = try rig.open().settings().changes().makeAsyncIterator()
    #expect(await changes.next() == nil)
  }
}
