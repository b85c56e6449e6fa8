// SPDX-License-Identifier: MIT

import Foundation
import PageClient
import Testing

@testable import MoonreelStudio

@Suite("Studio's pages")
struct SessionTests {
  @Test(
    "a seek shows exactly the frame that was asked for",
    arguments: ["\"jpeg\"", "\"h264\", \"jpeg\""])
  func seeks(_ codecs: String) async throws {
    let page = try await Workshop.shared.page(codecs: codecs)
    #expect(try await page.picture().number == 0)
    for frame in [99, 1, 50, 51, 49, 0, 98] {
      try page.send(#"{"type":"seek","frame":\#(frame)}"#)
      let picture = try await page.picture { $0.number == UInt32(frame) }
      #expect(picture.head.kind == (codecs.contains("h264") ? .h264 : .jpeg))
      #expect(try picture.number == frame)
      #expect(picture.head.time == Double(frame) / 25)
      #expect(picture.head.flags & WireHead.isStill != 0 && picture.head.part == 1)
    }
    try page.send(#"{"type":"seek","time":2.03}"#)
    #expect(try await page.picture { $0.number == 50 }.number == 50)
    try page.send(#"{"type":"seek","time":3,"nearest":true}"#)
    #expect(try await page.picture { $0.number == 75 }.number == 75)
    try page.send(#"{"type":"step","count":-3}"#)
    #expect(try await page.picture { $0.number == 72 }.number == 72)
  }

  @Test("playing shows frames in order, each what it says, and stops at the end")
  func plays() async throws {
    let workshop = try Workshop()
    defer { workshop.stop() }
    let page = try await workshop.page()
    _ = try await page.picture()
    try page.send(#"{"type":"seek","frame":80}"#)
    _ = try await page.picture { $0.number == 80 }
    try page.send(#"{"type":"play","rate":1}"#)
    var shown: [UInt32] = []
    repeat {
      let picture = try await page.picture()
      #expect(try picture.number.map { UInt32($0) } == picture.head.number)
      shown.append(picture.head.number)
    } while shown.last != 99
    #expect(shown == shown.sorted())
    while page.status != "paused" { _ = try await page.next("state") }
  }

  @Test("only three pictures are under way; of those that wait, the newest is sent")
  func credit() async throws {
    let workshop = try Workshop()
    defer { workshop.stop() }
    let page = try await workshop.page()
    // Acknowledges nothing.
    func next() async throws -> Received? {
      switch try await page.receive() {
      case .binary(let bytes): return Received(bytes)
      case .text: return nil
      case .closed(let code): throw Connection.Failure(description: "closed with \(code)")
      }
    }
    var pictures: [Received] = []
    while pictures.isEmpty { if let picture = try await next() { pictures.append(picture) } }
    for frame in 1...20 {
      try page.send(#"{"type":"seek","frame":\#(frame)}"#)
      // It is drawn before the next is asked for.
      while try await page.nextState()["frame"] as? Int != frame {}
      try page.send(#"{"type":"ping","client":\#(frame)}"#)
    }
    var text = ""
    while !text.contains("\"client\":20") {
      switch try await page.receive() {
      case .text(let message): text = message
      case .binary(let bytes): if let picture = Received(bytes) { pictures.append(picture) }
      case .closed(let code): throw Connection.Failure(description: "closed with \(code)")
      }
    }
    #expect(pictures.count <= PictureSender.credit)
    try page.send(#"{"type":"shown","frame":0}"#)
    #expect(try await page.picture { $0.number == 20 }.head.number == 20)
  }

  @Test(
    "a saved script is shown at the same frame; a mistake leaves the picture and goes when it is mended"
  )
  func reloads() async throws {
    let workshop = try Workshop()
    defer { workshop.stop() }
    let page = try await workshop.page()
    _ = try await page.picture()
    try page.send(#"{"type":"seek","frame":37}"#)
    _ = try await page.picture { $0.number == 37 }
    func save(_ text: String) throws {
      try text.write(toFile: workshop.path("film.lua"), atomically: true, encoding: .utf8)
    }
    try save(Workshop.numbers.replacingOccurrences(of: "t * 25", with: "t * 25 + 7"))
    let changed = try await page.picture { $0.generation > 1 }
    #expect(try changed.number == 44)
    #expect(changed.head.number == 37)

    try save("local mr = require \"moonreel\"\nlocal x = nil + 1\nreturn x\n")
    let problem = try await page.waitForProblem(true)
    #expect((problem["place"] as? String)?.hasSuffix("film.lua:2") == true)
    #expect((problem["sentence"] as? String)?.contains("nil") == true)
    // The film that was there is still there.
    try page.send(#"{"type":"seek","frame":5}"#)
    #expect(try await page.picture { $0.number == 5 }.number == 12)

    try save(Workshop.numbers)
    #expect(try await page.picture { $0.generation > changed.head.generation }.number == 5)
    _ = try await page.waitForProblem(false)
  }

  @Test("new values of parameters change the picture, null takes them away")
  func parameters() async throws {
    let script = Workshop.numbers.replacingOccurrences(
      of: "local show",
      with:
        "local p = mr.params { plus = { \"integer\", default = 0, min = 0, max = 9, doc = \"More\" } }\nlocal show"
    )
    .replacingOccurrences(of: "t * 25 + 0.5)", with: "t * 25 + 0.5) + p.plus")
    let workshop = try Workshop(
      script.replacingOccurrences(of: "(math.floor", with: "((math.floor").replacingOccurrences(
        of: "p.plus >>", with: "p.plus) >>"))
    defer { workshop.stop() }
    let page = try await workshop.page()
    let film = try await page.next("film")
    let form = try #require((film["params"] as? [[String: Any]])?.first)
    #expect(form["name"] as? String == "plus" && form["kind"] as? String == "integer")
    #expect(form["min"] as? Double == 0 && form["max"] as? Double == 9)
    #expect(form["default"] as? Int == 0 && form["doc"] as? String == "More")
    var last = try await page.picture()
    #expect(try last.number == 0)
    for (value, number) in [("5", 5), ("9", 9), ("null", 0)] {
      try page.send(#"{"type":"params","values":{"plus":\#(value)}}"#)
      last = try await page.picture { $0.generation > last.head.generation }
      #expect(try last.number == number, "\(value)")
    }
    try page.send(#"{"type":"params","values":{"plus":10}}"#)
    let problem = try await page.waitForProblem(true)
    #expect((problem["sentence"] as? String)?.contains("plus") == true)
  }

  @Test("the film before is shown and the newest again")
  func flips() async throws {
    let workshop = try Workshop()
    defer { workshop.stop() }
    let page = try await workshop.page()
    let first = try await page.picture()
    try Workshop.numbers.replacingOccurrences(of: "t * 25", with: "t * 25 + 3")
      .write(toFile: workshop.path("film.lua"), atomically: true, encoding: .utf8)
    #expect(try await page.picture { $0.generation > first.head.generation }.number == 3)
    try page.send(#"{"type":"ribbon","on":true}"#)
    #expect(try await page.picture { $0.flags & WireHead.isBefore != 0 }.number == 0)
    try page.send(#"{"type":"ribbon","on":false}"#)
    #expect(try await page.picture { $0.flags & WireHead.isBefore == 0 }.number == 3)
  }

  @Test("two pages look at different frames of one film, and both see what is saved")
  func twoPages() async throws {
    let workshop = try Workshop()
    defer { workshop.stop() }
    let pages = [try await workshop.page(), try await workshop.page()]
    for (page, frame) in zip(pages, [11, 70]) {
      _ = try await page.picture()
      try page.send(#"{"type":"seek","frame":\#(frame)}"#)
      #expect(try await page.picture { $0.number == UInt32(frame) }.number == frame)
    }
    try Workshop.numbers.replacingOccurrences(of: "t * 25", with: "t * 25 + 1")
      .write(toFile: workshop.path("film.lua"), atomically: true, encoding: .utf8)
    for (page, frame) in zip(pages, [12, 71]) {
      #expect(try await page.picture { $0.generation > 1 }.number == frame)
    }
  }

  @Test("a callback that does not end is a mistake, and the page goes on")
  func hangs() async throws {
    let workshop = try Workshop()
    defer { workshop.stop() }
    let page = try await workshop.page()
    _ = try await page.picture()
    try Workshop.numbers.replacingOccurrences(
      of: "opacity = function(t)", with: "opacity = function(t) while true do end"
    )
    .write(toFile: workshop.path("film.lua"), atomically: true, encoding: .utf8)
    try page.send(#"{"type":"ping","client":3}"#)
    #expect(try await page.next("pong")["client"] as? Double == 3)
    let problem = try await page.waitForProblem(true)
    #expect((problem["sentence"] as? String)?.contains("instructions") == true)
    try page.send(#"{"type":"seek","frame":9}"#)
    #expect(try await page.picture { $0.number == 9 }.number == 9)
  }

  @Test("a range of frames is exported, and one frame is written")
  func exports() async throws {
    let workshop = try Workshop()
    defer { workshop.stop() }
    let page = try await workshop.page()
    _ = try await page.picture()
    try page.send(#"{"type":"export","path":"part.mkv","range":[1,2]}"#)
    var job: [String: Any] = [:]
    while job["state"] as? String != "done" {
      job = (try await page.next("jobs")["list"] as? [[String: Any]])?.last ?? [:]
      #expect(job["state"] as? String != "failed", "\(job)")
      if job["state"] as? String == "failed" { break }
    }
    #expect(job["done"] as? Double == 1)
    #expect((job["sentence"] as? String)?.hasPrefix("25 frames") == true)
    #expect(FileManager.default.fileExists(atPath: workshop.path("part.mkv")))
    try page.send(#"{"type":"snapshot","frame":21,"path":"frame.jpg"}"#)
    #expect((try await page.next("said")["sentence"] as? String)?.contains("frame.jpg") == true)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: workshop.path("frame.jpg")))
    #expect(try Bars.number(in: Array(bytes), isH264: false) == 21)
    for path in ["/etc/frame.png", "../frame.png"] {
      try page.send(#"{"type":"snapshot","frame":2,"path":"\#(path)"}"#)
      #expect((try await page.next("said")["sentence"] as? String)?.contains("frame.png") == true)
    }
    #expect(!FileManager.default.fileExists(atPath: "/etc/frame.png"))
  }

  @Test("a seek is heard, and what plays goes out without gaps and before it is due")
  func sounds() async throws {
    let workshop = try Workshop(
      Workshop.numbers.replacingOccurrences(
        of: "return show",
        with: "show:add { source = mr.source.tone { frequency = 440 }, duration = 4 }\nreturn show")
    )
    defer { workshop.stop() }
    let page = try await workshop.page()
    _ = try await page.picture()
    func next() async throws -> WireHead {
      while true {
        switch try await page.receive() {
        case .text: continue
        case .closed(let code): throw Connection.Failure(description: "closed with \(code)")
        case .binary(let bytes):
          if bytes[0] <= 2 { try page.send(#"{"type":"shown","frame":0}"#) }
          guard let sound = Received(bytes), sound.head.kind == .sound else { continue }
          #expect(sound.head.number == 48_000 && sound.head.part == 2)
          #expect(sound.bytes.count == Int(sound.head.extent) * 8)
          #expect(sound.bytes.contains { $0 != 0 })
          return sound.head
        }
      }
    }
    try page.send(#"{"type":"sound","on":true,"volume":1,"scrub":true}"#)
    try page.send(#"{"type":"seek","frame":50}"#)
    #expect(try await next().extent == 3840)
    try page.send(#"{"type":"play","rate":1}"#)
    var last = try await next()
    for _ in 0..<40 {
      let head = try await next()
      #expect(abs(head.host - last.host - Double(last.extent) / 48) < 0.01)
      last = head
    }
    try page.send(#"{"type":"sound","on":false}"#)
    try page.send(#"{"type":"pause"}"#)
  }

  @Test("the layers of a frame are told from top to bottom with their values and lines")
  func layers() async throws {
    let page = try await Workshop.shared.page()
    let film = try await page.next("film")
    #expect(film["frames"] as? Int == 100 && film["size"] as? [Int] == [384, 64])
    let tracks = try #require((film["timeline"] as? [String: Any])?["tracks"] as? [[String: Any]])
    #expect(tracks.count == 13)
    try page.send(#"{"type":"inspect","frame":5}"#)
    let layers = try #require(try await page.next("layers")["layers"] as? [[String: Any]])
    #expect(layers.count == 13)
    let values = layers.prefix(12).map { ($0["values"] as? [String: String])?["opacity"] }
    #expect(Array(values.reversed().prefix(4)) == [nil, "0.0", nil, "0.0"])
    #expect(layers.allSatisfy { ($0["line"] as? String)?.contains("film.lua:") == true })
  }
}

extension WebSocketClient {
  /// The next state, without acknowledging pictures.
  func nextState() async throws -> [String: Any] {
    while true {
      let message = try await receive()
      if case .closed(let code) = message {
        throw Connection.Failure(description: "closed with \(code)")
      }
      guard case .text(let text) = message else { continue }
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      if let object, object["type"] as? String == "state" { return object }
    }
  }
}
