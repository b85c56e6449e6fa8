// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCapture
import MoonreelCore
import MoonreelMedia
import PageClient
import Testing

@testable import MoonreelStudio

@Suite("Live pictures in the studio")
struct LiveTests {
  /// A film of the test camera, of which `more` is done.
  private static func film(_ more: String = "", options: String = "") -> String {
    """
    local mr = require "moonreel"
    local size = { 320, 180 }
    local camera = mr.capture { camera = "synthetic:camera", size = size, fps = 20, \(options) }
    local show = mr.composition { size = size, fps = 20, duration = 3600 }
    show:add { source = camera }
    \(more)
    return show
    """
  }

  private static let microphone = "microphone = \"synthetic:microphone\""

  /// Whether `frame` shows the test camera, and not the test card that stands there before its first picture: there is a
  /// band whose left is red and whose right is blue.
  private func isOfCamera(_ frame: FrameBuffer) -> Bool {
    func chroma(_ plane: Int, _ eighths: Int) -> UInt8 {
      let plane = frame.planes[plane]
      let (x, y) = (plane.size.width * eighths / 8, plane.size.height * 3 / 16)
      return (plane.base + y * plane.strideBytes + x).load(as: UInt8.self)
    }
    return chroma(2, 2) > 200 && chroma(1, 6) > 200
  }

  /// The number in the next picture of the camera that stands: those that are played may be smaller.
  private func number(_ page: WebSocketClient) async throws -> Int {
    while true {
      let picture = try await page.picture { $0.flags & WireHead.isStill != 0 }
      #expect(picture.head.kind == .jpeg)
      let decoder = try LivePictureDecoder(.mjpeg, size: PixelSize(320, 180))
      let frame = try picture.bytes.withUnsafeBytes { try decoder.decode($0) }
      if let frame, isOfCamera(frame), let test = TestPicture(reading: frame) {
        return test.number
      }
    }
  }

  @Test("pictures come while nothing plays, and go on from one save to the next")
  func pictures() async throws {
    let workshop = try Workshop(Self.film())
    defer { workshop.stop() }
    let page = try await workshop.page()
    let first = try await number(page)
    var later = first
    // So many that a camera that was started anew would show fewer.
    while later < first + 40 { later = try await number(page) }
    try workshop.save(Self.film("-- saved"))
    let film = try await page.next("film")
    #expect(film["generation"] as? Int == 2)
    #expect(try await number(page) >= later, "the camera was not started anew")
    #expect(page.status == "paused")
  }

  @Test("what was played stands with what the camera gives then")
  func plays() async throws {
    let workshop = try Workshop(Self.film())
    defer { workshop.stop() }
    let page = try await workshop.page()
    let first = try await number(page)
    try page.send(#"{"type":"play","rate":1}"#)
    _ = try await page.picture { $0.number >= 5 }
    try page.send(#"{"type":"pause"}"#)
    var later = first
    while later <= first { later = try await number(page) }
  }

  @Test("the microphone's levels are told")
  func levels() async throws {
    let workshop = try Workshop(Self.film(options: Self.microphone))
    defer { workshop.stop() }
    let page = try await workshop.page()
    var loudest = 0.0
    // It beeps once a second.
    while loudest < 0.4 {
      let levels = try await page.next("levels")
      let peaks = try #require(levels["peaks"] as? [Double])
      #expect(peaks.count == 2 && (levels["loud"] as? [Double])?.count == 2)
      loudest = max(loudest, peaks.max() ?? 0)
    }
    #expect(loudest < 0.75, "half of full scale, and what resampling adds")
  }

  @Test("a device that no version shows any more is closed")
  func closes() async throws {
    let workshop = try Workshop(Self.film(options: Self.microphone))
    defer { workshop.stop() }
    let page = try await workshop.page()
    _ = try await number(page)
    #expect(workshop.program.openDevices == ["Test pictures", "Test tones"])
    try workshop.save(Workshop.numbers)
    _ = try await page.picture { $0.generation == 2 }
    for count in 0..<100_000 where !workshop.program.openDevices.isEmpty {
      try page.send(#"{"type":"ping","client":\#(count)}"#)
      _ = try await page.next("pong")
    }
    #expect(workshop.program.openDevices == [])
  }

  @Test("a device that is not allowed, or not there, is a problem with its line")
  func refused() async throws {
    let workshop = try Workshop(Self.film())
    defer { workshop.stop() }
    let page = try await workshop.page()
    _ = try await number(page)
    let cases = [
      ("\"default\"", "--allow-device camera"), ("\"synthetic:other\"", "synthetic:camera"),
    ]
    for (name, words) in cases {
      try workshop.save(
        Self.film().replacingOccurrences(of: "\"synthetic:camera\"", with: name))
      var problem: [String: Any] = [:]
      while (problem["sentence"] as? String)?.contains(words) != true {
        problem = try await page.next("problem")
      }
      // The film that was there is still shown.
      let before = try await number(page)
      var after = before
      while after == before { after = try await number(page) }
    }
  }

  @Test("an export is refused with the command that records")
  func export() async throws {
    let workshop = try Workshop(Self.film())
    defer { workshop.stop() }
    let page = try await workshop.page()
    _ = try await number(page)
    try page.send(#"{"type":"export"}"#)
    let said = try await page.next("said")
    #expect((said["sentence"] as? String)?.contains("moonreel capture film.lua") == true)
  }
}
