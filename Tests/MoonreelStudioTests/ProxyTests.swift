// SPDX-License-Identifier: MIT

import Foundation
import MediaTools
import PageClient
import Testing

@testable import MoonreelMedia
@testable import MoonreelStudio

@Suite("Studio's proxies")
struct ProxyTests {
  private static let script = """
    local mr = require "moonreel"
    local show = mr.composition { size = { 384, 64 }, duration = 4, fps = 25 }
    show:add { source = "clip.mp4", duration = 4 }
    return show
    """

  /// Proxies of all that does not stand alone frame by frame, made as if somebody waited for them.
  private static func proxies(_ folder: String) -> MediaProxies? {
    var rule = ProxyRule()
    (rule.unit, rule.fewestFrames) = (1, 2)
    return MediaProxies(folder: folder, limit: 1 << 30, rule: rule, niceness: 0)
  }

  private static func workshop(_ script: String = Self.script) throws -> Workshop {
    try Workshop(script, proxies: Self.proxies) { folder in
      for name in ["clip", "other"] {
        try Bars.film("\(folder)/\(name).mp4", frames: 100, ["-g", "250", "-bf", "2"])
      }
    }
  }

  /// Waits until all that are wanted are there.
  private func made(_ page: WebSocketClient, _ count: Int) async throws {
    var last: [String: Any] = [:]
    while last["done"] as? Int != count || last["total"] as? Int != count {
      last = try await page.next("proxies")
      let (done, total) = (last["done"] as? Int ?? -1, last["total"] as? Int ?? -1)
      #expect((0...total).contains(done) && (0...100).contains(last["percent"] as? Int ?? -1))
      #expect(last["sentence"] is NSNull)
    }
  }

  /// Plays for ever: a busy machine may draw nothing of a film of four seconds until it is over. Two frames are left
  /// behind the loop, to step to.
  private func play(_ page: WebSocketClient) throws {
    try page.send(#"{"type":"loop","on":true,"in":0.4,"out":3.6}"#)
    try page.send(#"{"type":"play","rate":1}"#)
  }

  private func files(_ workshop: Workshop) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: workshop.path("cache"))
      .filter { $0.hasSuffix(".proxy.mov") }.map { workshop.path("cache/" + $0) }
  }

  @Test("they are made while the page is open, seen while the film plays, and nowhere else")
  func playing() async throws {
    let workshop = try Self.workshop()
    defer { workshop.stop() }
    let page = try await workshop.page()
    try await made(page, 1)
    let path = try #require(try files(workshop).first)
    // In their place: pictures that nobody could take for the film's.
    try Bars.film(
      workshop.path("planted.mov"), frames: 100, inverted: true, ["-g", "1", "-bf", "0"])
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: workshop.path("planted.mov"), toPath: path)

    try page.send(#"{"type":"seek","frame":30}"#)
    let first = try await page.picture { $0.number == 30 }
    #expect(try first.number == 30)
    try play(page)
    var isSeen = false
    while !isSeen {
      let picture = try await page.picture()
      let number = try #require(try picture.number)
      isSeen = number == 4095 - Int(picture.head.number)
      #expect(isSeen || number == Int(picture.head.number))
      #expect(isSeen == (picture.head.flags == WireHead.hasProxies))
    }
    try page.send(#"{"type":"pause"}"#)
    let still = try await page.picture { $0.flags & WireHead.isStill != 0 }
    #expect(try still.number == Int(still.head.number))
    try page.send(#"{"type":"step","count":2}"#)
    let next = try await page.picture { $0.number == still.head.number + 2 }
    #expect(try next.number == Int(next.head.number))

    try page.send(#"{"type":"snapshot","frame":21,"path":"frame.jpg"}"#)
    #expect((try await page.next("said")["sentence"] as? String)?.contains("frame.jpg") == true)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: workshop.path("frame.jpg")))
    #expect(try Bars.number(in: Array(bytes), isH264: false) == 21)
    try page.send(#"{"type":"export","path":"part.mp4","range":[1,2]}"#)
    var job: [String: Any] = [:]
    while job["state"] as? String != "done", job["state"] as? String != "failed" {
      job = (try await page.next("jobs")["list"] as? [[String: Any]])?.last ?? [:]
    }
    #expect(job["state"] as? String == "done", "\(job)")
    let exported = try MediaTool.ffmpeg([
      "-i", workshop.path("part.mp4"), "-vf", "select=eq(n\\,10)", "-frames:v", "1", "-f", "mjpeg",
      "-",
    ])
    #expect(try Bars.number(in: Array(exported), isH264: false) == 35)
  }

  @Test("a save brings those of its files; what is damaged is made again")
  func saving() async throws {
    let workshop = try Self.workshop(Workshop.numbers)
    defer { workshop.stop() }
    let page = try await workshop.page()
    #expect(try await page.next("proxies")["total"] as? Int == 0)
    _ = try await page.picture()
    try Self.script.write(toFile: workshop.path("film.lua"), atomically: true, encoding: .utf8)
    try await made(page, 1)
    let path = try #require(try files(workshop).first)
    try Data("no film".utf8).write(to: URL(fileURLWithPath: path))
    try play(page)
    // Found out by playing; the file's own pictures are seen meanwhile.
    try await made(page, 1)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count > 1000)
    // A copy of the clip has its proxy: nothing new is made.
    try FileManager.default.removeItem(atPath: workshop.path("other.mp4"))
    try FileManager.default.copyItem(
      atPath: workshop.path("clip.mp4"), toPath: workshop.path("other.mp4"))
    try Self.script.replacingOccurrences(of: "clip", with: "other")
      .write(toFile: workshop.path("film.lua"), atomically: true, encoding: .utf8)
    try await made(page, 1)
    #expect(try files(workshop) == [path])
  }
}
