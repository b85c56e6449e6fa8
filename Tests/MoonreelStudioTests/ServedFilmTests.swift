// SPDX-License-Identifier: MIT

import FaultyServer
import Foundation
import MediaTools
import Testing

@testable import MoonreelStudio

@Suite("A studio's film of a server")
struct ServedFilmTests {
  /// 75 pictures of 115200 bytes each: three blocks, with the index at the end.
  private static func movie() throws -> Data {
    let path = NSTemporaryDirectory() + "moonreel-served-\(UUID().uuidString).mov"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let line = "-f lavfi -i testsrc2=s=320x180:r=25:d=3 -pix_fmt uyvy422 -c:v rawvideo"
    try MediaTool.ffmpeg(line.split(separator: " ").map(String.init) + [path])
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  @Test("the page is told what of it is there, and what was asked for")
  func loaded() async throws {
    let movie = try Self.movie()
    let server = try FaultyServer { _ in .file(movie) }
    let script = """
      local mr = require "moonreel"
      local show = mr.composition { size = { 64, 36 }, fps = 25, duration = 3 }
      show:add { source = mr.asset "\(server.address("/a.mov"))" }
      return show
      """
    let workshop = try Workshop(script, options: { $0.allowedHosts = ["127.0.0.1"] })
    defer { workshop.stop() }
    let page = try await workshop.page()
    _ = try await page.picture()
    func state(atFrame frame: Int) async throws -> [String: Any] {
      try page.send(#"{"type":"seek","frame":\#(frame)}"#)
      _ = try await page.picture { $0.number == UInt32(frame) }
      var state: [String: Any] = [:]
      repeat {
        state = try await page.next("state")
      } while state["frame"] as? Int != frame || state["status"] as? String != "paused"
      return state
    }
    let early = try await state(atFrame: 10)
    let ranges = try #require(early["loaded"] as? [[Double]], "\(early)")
    #expect(ranges.first?.first == 0 && ranges.last?.last == 3, "\(ranges)")
    let buffer = try #require(early["buffer"] as? Double)
    #expect(buffer > 1.03, "up to the end of the first block: \(early)")
    #expect(
      early["stalls"] as? [String: Int] == ["drawing": 0, "network": 0, "nextItem": 0], "\(early)")
    // It lies in the second block.
    let late = try await state(atFrame: 50)
    #expect(late["loaded"] as? [[Double]] == [[0, 3]], "\(late)")
    #expect(late["buffer"] as? Double == 1, "\(late)")
    let network = try #require(late["network"] as? [String: Int])
    #expect(network["requests"] != nil && network["repetitions"] == 0, "\(network)")
    #expect(Int(server.sentBytes) == movie.count, "every block came once")
  }
}
