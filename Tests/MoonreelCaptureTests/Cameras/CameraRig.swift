// SPDX-License-Identifier: MIT

import CCaptureHost
import FakeCamera
import Glibc
import MoonreelCore
import Testing

@testable import MoonreelCapture

/// One camera that is not there, in folders of its own; more can be added.
///
/// `@unchecked Sendable`: the fake has a lock of its own, and the pointers never change.
final class CameraRig: @unchecked Sendable {
  /// A world that lives as long as something is open of it.
  private final class World: @unchecked Sendable {
    let pointer: OpaquePointer = fake_make_world()
    deinit { fake_free_world(pointer) }
  }

  let folder: String
  private let owner = World()
  var world: OpaquePointer { owner.pointer }
  let camera: OpaquePointer
  let warnings = WarningLog()
  /// Is called in place of waiting for events of folders, for so many milliseconds; `nil`: they are waited for. To be set
  /// before a camera is opened.
  var onWait: (@Sendable (Int32) -> Void)?

  /// A camera with 320x240 and 640x480 in `codes`, at 15 and 30 pictures a second.
  init(_ codes: [String] = ["YUYV"], isBare: Bool = false) {
    var template = Array("/tmp/moonreel-camera-XXXXXX".utf8CString)
    folder = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp"
    mkdir("\(folder)/nodes", 0o700)
    mkdir("\(folder)/classes", 0o700)
    camera = fake_add_camera(owner.pointer, "\(folder)/nodes/video0", "Fake Camera", "usb-1.2")
    plug(0)
    for code in codes { fake_add_format(camera, Self.code(code)) }
    guard !isBare else { return }
    fake_add_size(camera, 320, 240)
    fake_add_size(camera, 640, 480)
    fake_add_duration(camera, 1, 30)
    fake_add_duration(camera, 1, 15)
  }

  deinit { Folder.remove(folder) }

  /// Nothing is open, once what was let go is gone.
  func expectClosed() {
    CameraLog().wait("all is closed") { _ in
      fake_open_count(world) == 0 && fake_mapped_count(world) == 0
    }
  }

  static func code(_ letters: String) -> UInt32 {
    letters.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  var system: CameraSystem {
    let onWait = onWait
    return CameraSystem(
      kernel: fake_kernel(world), nodes: "\(folder)/nodes", classes: "\(folder)/classes",
      owner: owner
    ) { events, milliseconds in
      if let onWait { onWait(milliseconds) } else { events.wait(milliseconds: milliseconds) }
    }
  }

  var discovery: CameraDiscovery { CameraDiscovery(system, warnings: warnings) }

  func set(_ knob: fake_knob, _ value: Int64) { fake_set(camera, knob, value) }

  /// Puts a node there, as the kernel does.
  func plug(_ number: Int) {
    close(Glibc.open("\(folder)/nodes/video\(number)", O_CREAT | O_RDWR, 0o600))
  }

  /// Takes the node away.
  func unplug(_ number: Int) { unlink("\(folder)/nodes/video\(number)") }

  /// Writes what the kernel says of a node.
  func describe(_ number: Int, _ attributes: [String: String]) {
    mkdir("\(folder)/classes/video\(number)", 0o700)
    mkdir("\(folder)/classes/video\(number)/device", 0o700)
    for (name, value) in attributes {
      guard let file = fopen("\(folder)/classes/video\(number)/\(name)", "w") else { continue }
      fputs(value + "\n", file)
      fclose(file)
    }
  }

  /// The camera, opened.
  func open() throws -> Camera { try discovery.camera(for: #require(discovery.devices().first)) }

  /// Gives `count` pictures of 320x240 at 30 a second, and then nothing.
  func run(_ count: Int64, _ receive: @escaping @Sendable (CaptureEvent) -> Void = { _ in })
    throws -> CameraLog
  {
    set(FAKE_PICTURES, count)
    let (camera, log) = (try open(), CameraLog())
    let format = try #require(
      camera.device.formats.first { $0.picture?.size == PixelSize(320, 240) })
    try camera.start(format) { event in
      receive(event)
      log.note(event)
    }
    log.wait("the camera has given what it has") { log in log.count >= count }
    camera.stop()
    return log
  }
}

/// What a camera gave, in short.
final class CameraLog: @unchecked Sendable {
  /// Something that it gave.
  enum Entry: Hashable {
    case picture(Time, PixelSize)
    case dropped(Int, CaptureDropReason)
    case interrupted(CaptureInterruption.Reason)
    case resumed
    case sound
  }

  private let state = Locked<[Entry]>([])

  var entries: [Entry] { state.withLock { $0 } }

  func note(_ event: CaptureEvent) {
    let entry: Entry =
      switch event {
      case .picture(let picture): .picture(picture.time, picture.size)
      case .dropped(let count, let reason): .dropped(count, reason)
      case .interrupted(let why): .interrupted(why.reason)
      case .resumed: .resumed
      case .sound: .sound
      }
    state.withLock { $0.append(entry) }
  }

  var times: [Time] {
    entries.compactMap { if case .picture(let time, _) = $0 { time } else { nil } }
  }

  func dropped(_ reason: CaptureDropReason) -> Int {
    entries.reduce(0) { sum, entry in
      if case .dropped(let count, reason) = entry { sum + count } else { sum }
    }
  }

  /// Pictures that came or were dropped as damaged; those that the driver lost are no buffers.
  var count: Int { times.count + dropped(.damaged) }

  /// Waits, minutes if need be, until `condition` holds.
  func wait(_ what: Comment, _ condition: (CameraLog) -> Bool) {
    for _ in 0..<200_000 {
      if condition(self) { return }
      usleep(1000)
    }
    Issue.record("it did not come true in minutes: \(what)")
  }
}
