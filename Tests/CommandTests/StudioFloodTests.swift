// SPDX-License-Identifier: MIT

import Foundation
import PageClient
import Testing

@testable import MoonreelStudio

/// A page that says the same thing again and again, faster than anything can be done.
@Suite("floods of the studio")
struct StudioFloodTests {
  private static let film = """
    local mr = require "moonreel"
    local p = mr.params { size = { "number", default = 4, min = 1, max = 9, doc = "how large" } }
    local show = mr.composition { size = { 64, 36 }, fps = 10, duration = 2 }
    show:add { source = mr.color("teal"):crop { 0, 0, p.size, p.size }, duration = 2 }
    show:add { source = mr.source.tone { frequency = 440 }, duration = 2 }
    return show
    """

  /// What a page may say besides `type`, the time of it being the `number`th.
  private static func body(_ kind: StudioSession.Kind, _ number: Int) -> String {
    switch kind {
    case .hello: #""token":"","width":64,"height":36"#
    case .view: #""width":\#(64 + number % 9),"height":36"#
    case .ping: #""client":-1"#
    case .seek: #""frame":\#(number % 20),"nearest":\#(number % 2 == 0)"#
    case .play: #""rate":\#(number % 2 == 0 ? 1 : -1)"#
    case .pause, .shown: #""frame":0"#
    case .step: #""count":\#(number % 2 == 0 ? 1 : -1)"#
    case .loop: #""on":\#(number % 2 == 0)"#
    case .sound: #""on":\#(number % 2 == 0),"scrub":true"#
    case .params: #""values":{"size":\#(1 + number % 9)}"#
    case .preset: #""action":"save","name":"a\#(number % 3)""#
    case .inspect: #""frame":\#(number % 20)"#
    case .ribbon: #""on":\#(number % 2 == 0)"#
    case .export: #""path":"out\#(number % 3).mp4""#
    case .cancel: #""job":1"#
    case .snapshot: #""frame":\#(number % 20),"path":"still.png""#
    case .gallery: #""kind":"transitions","frame":0"#
    case .thumbnails: #""clip":\#(number % 2),"count":8,"height":54"#
    case .waveform: #""clip":\#(number % 2),"count":1200"#
    case .audio: #""context":\#(number),"host":\#(number)"#
    }
  }

  @Test(
    "of whatever a page asks for, only so much is done and waits that threads and memory stay few")
  func floods() async throws {
    let place = try TemporaryFolder()
    try place.write("film.lua", Self.film)
    let studio = try await RunningStudio(["film.lua", "--port", "0"], in: place.url)
    // One takes what it gets, the other asks as well and takes nothing.
    let page = try await studio.page()
    var silent: WebSocketClient? = try await studio.page()
    try await Self.settle(page, "first")
    let start = try studio.size()
    // An export has a few, and its encoder some for each core.
    let few = 16 + 6 * ProcessInfo.processInfo.activeProcessorCount
    for kind in StudioSession.Kind.allCases {
      var most = start
      for round in 0..<10 {
        for number in 0..<100 {
          let message =
            #"{"type":"\#(kind.rawValue)",\#(Self.body(kind, round * 100 + number))}"#
          try page.send(message)
          // It is left when others have waited for it.
          if number % 10 == 0 { do { try silent?.send(message) } catch { silent = nil } }
        }
        let size = try studio.size()
        most = (max(most.threads, size.threads), max(most.memory, size.memory))
        try await Self.settle(page, "\(kind)-\(round)")
      }
      #expect(most.threads <= start.threads + few, "\(kind) from \(start.threads) threads")
      #expect(most.memory <= start.memory + 160, "\(kind) from \(start.memory) MB")
    }
    let end = await studio.end(SIGINT)
    #expect(end.status == 0, "\(end.words)")
  }

  /// Waits until the server has read all that was sent, and takes what comes meanwhile.
  private static func settle(_ page: WebSocketClient, _ name: String) async throws {
    let number = Int.random(in: 1..<1 << 40)
    try page.send(#"{"type":"ping","client":\#(number)}"#)
    while true {
      switch try await page.receive() {
      case .text(let text): if text.contains("\"client\":\(number)") { return }
      case .binary(let bytes): if bytes[0] <= 2 { try page.send(#"{"type":"shown","frame":0}"#) }
      case .closed(let code):
        throw Connection.Failure(description: "\(name): closed with \(code)")
      }
    }
  }
}
