// SPDX-License-Identifier: MIT

import CCaptureHost
import FakeCamera
import Glibc
import MoonreelCore
import Testing

@testable import MoonreelCapture

@Suite("Discovery of cameras")
struct CameraDiscoveryTests {
  @Test("Only nodes from which pictures come, in the order of their numbers")
  func nodes() {
    let rig = CameraRig()
    for (number, name) in [(10, "Tenth"), (2, "Second"), (1, "Data")] {
      let camera = fake_add_camera(
        rig.world, "\(rig.folder)/nodes/video\(number)", name, "usb-\(number)")
      if name == "Data" { fake_set(camera, FAKE_NO_CAPTURE, 1) }
      rig.plug(number)
    }
    rig.plug(7)
    close(open("\(rig.folder)/nodes/video-x", O_CREAT | O_RDWR, 0o600))
    let devices = rig.discovery.devices()
    #expect(devices.map(\.name) == ["Fake Camera", "Second", "Tenth"])
    #expect(devices.map(\.id)[1] == "camera:usb-2:Second:0")
    #expect(devices.allSatisfy { $0.kind == .camera })
  }

  @Test("One serial number for all of a maker's cameras: the socket tells them apart")
  func serials() {
    let rig = CameraRig()
    fake_add_camera(rig.world, "\(rig.folder)/nodes/video1", "Fake Camera", "usb-2")
    rig.plug(1)
    for number in 0...1 { rig.describe(number, ["serial": "SN0001", "index": "0"]) }
    let ids = rig.discovery.devices().map(\.id)
    #expect(ids == ["camera:usb-1.2:Fake Camera:0", "camera:usb-2:Fake Camera:0"])
  }

  @Test("Plugging in and unplugging is told")
  func changes() async throws {
    let rig = CameraRig()
    fake_add_camera(rig.world, "\(rig.folder)/nodes/video1", "Second", "usb-2")
    var changes = rig.discovery.changes().makeAsyncIterator()
    rig.plug(1)
    let first = await changes.next()
    guard case .connected(let device) = first else {
      Issue.record("\(String(describing: first))")
      return
    }
    #expect(device.name == "Second")
    rig.unplug(1)
    #expect(await changes.next() == .disconnected(id: device.id))
  }

  @Test(
    "The machine's own kernel is asked: what is no camera is none, and says so where it is opened")
  func machine() throws {
    let rig = CameraRig()
    symlink("/dev/null", "\(rig.folder)/nodes/video5")
    let system = CameraSystem(
      kernel: mr_machine_kernel(), nodes: "\(rig.folder)/nodes", classes: "\(rig.folder)/classes")
    #expect(CameraDiscovery(system).devices().isEmpty)
    let node = try CameraNode("\(rig.folder)/nodes/video5", system, name: "null")
    #expect(node.card == nil)
    var filled = mr_camera_filled()
    #expect(mr_camera_dequeue(node.handle, &filled) == -ENOTTY)
    #expect(mr_camera_stream(node.handle, true) == -ENOTTY)
    #expect(CameraControls(node).all.isEmpty)
    let bell = try #require(Bell())
    bell.ring()
    #expect(node.wait(bell: bell.descriptor, milliseconds: -1).contains(.bell))
    bell.silence()
    #expect(!node.wait(bell: bell.descriptor, forEvents: true, milliseconds: 0).contains(.bell))
    let error = #expect(throws: MoonreelError.self) {
      try CameraNode("\(rig.folder)/nodes/video99", system, name: "A")
    }
    #expect(error?.message.hasSuffix("it is no longer there. Plug it in again.") == true)
    let before = system.now
    #expect(system.now >= before && before > .zero)
  }

  @Test("A node that this user may not open is listed, and opening it says what to do")
  func denied() throws {
    let rig = CameraRig()
    rig.describe(0, ["name": "Locked Camera", "index": "0"])
    chmod("\(rig.folder)/nodes/video0", 0)
    let system = CameraSystem(
      kernel: mr_machine_kernel(), nodes: "\(rig.folder)/nodes", classes: "\(rig.folder)/classes")
    guard access("\(rig.folder)/nodes/video0", R_OK) != 0 else {
      print("The superuser may open all files: what others may not is not tested.")
      return
    }
    let device = try #require(CameraDiscovery(system).devices().first)
    #expect(device.name == "Locked Camera" && device.formats.isEmpty)
    let error = #expect(throws: MoonreelError.self) {
      try CameraDiscovery(system).camera(for: device)
    }
    #expect(error?.code == .accessDenied)
    #expect(error?.message.contains("group 'video'") == true)
  }
}
