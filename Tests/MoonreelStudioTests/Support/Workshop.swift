// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import MoonreelScript
import PageClient

@testable import MoonreelStudio

/// A script in a folder of its own and a studio that serves it.
final class Workshop {
  let folder: String
  let program: StudioProgram
  var port: Int { program.port }
  var token: String { program.token }
  var origin: String { "http://127.0.0.1:\(port)" }

  /// - Parameters:
  ///   - proxies: in which folder of the workshop's small copies of its files are made; `nil`: nowhere.
  ///   - prepare: puts files into the folder before the script is read.
  ///   - change: of the options with which the script is read, each time that it is.
  init(
    _ script: String = Workshop.numbers, proxies: ((String) -> MediaProxies?)? = nil,
    prepare: (String) throws -> Void = { _ in },
    options change: @escaping @Sendable (inout ScriptOptions) -> Void = { _ in }
  ) throws {
    folder = NSTemporaryDirectory() + "moonreel-studio-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try prepare(folder)
    let path = folder + "/film.lua"
    try script.write(toFile: path, atomically: true, encoding: .utf8)
    program = try StudioProgram(
      ListeningSocket(port: 0), path: path, proxies: proxies?(folder + "/cache"),
      patienceSeconds: 600
    ) { path in
      var options = ScriptOptions(path: path)
      options.print = { _ in }
      change(&options)
      return FilmFile(options)
    }
  }

  /// Ends the server.
  func stop() { program.stop() }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Saves another script in place of the one that is there.
  func save(_ script: String) throws {
    try script.write(toFile: path("film.lua"), atomically: true, encoding: .utf8)
  }

  func path(_ name: String) -> String { folder + "/" + name }

  /// A socket as the page opens it.
  func socket() async throws -> WebSocketClient {
    try await WebSocketClient(port: port, origin: origin)
  }

  /// A page that has said who it is.
  func page(codecs: String = "\"jpeg\"") async throws -> WebSocketClient {
    let socket = try await socket()
    try socket.send(
      "{\"type\":\"hello\",\"token\":\"\(token)\",\"codecs\":[\(codecs)],\"width\":320,\"height\":180}"
    )
    return socket
  }

  /// 100 frames, 25 a second, of 12 bars; bar n is white where bit n of the frame's number is set.
  static let numbers = """
    local mr = require "moonreel"
    local show = mr.composition { size = { 384, 64 }, duration = 4, fps = 25 }
    show:add { source = mr.color "black", duration = 4 }
    for bit = 0, 11 do
      show:add {
        source = mr.shape { rect = { 0, 0, 32, 64 }, fill = "white" }, duration = 4,
        fit = "none", anchor = { 0, 0 }, position = { bit * 32, 0 },
        opacity = function(t) return (math.floor(t * 25 + 0.5) >> bit) & 1 end,
      }
    end
    return show
    """

  /// 500 frames, 25 a second, of 15 bars: bits of the frame's number, then six of `version`, which also is a layer's name.
  static func marked(_ version: Int) -> String {
    """
    local mr = require "moonreel"
    local show = mr.composition { size = { 480, 64 }, duration = 20, fps = 25 }
    show:add { source = mr.color "black", duration = 20, name = "version \(version)" }
    for bit = 0, 14 do
      show:add {
        source = mr.shape { rect = { 0, 0, 32, 64 }, fill = "white" }, duration = 20,
        fit = "none", anchor = { 0, 0 }, position = { bit * 32, 0 },
        opacity = bit < 9 and function(t) return (math.floor(t * 25 + 0.5) >> bit) & 1 end
          or (\(version) >> (bit - 9)) & 1,
      }
    end
    return show
    """
  }
}

/// A binary message, taken apart.
struct Received {
  var head: WireHead
  var bytes: [UInt8]

  /// - Precondition: it has a head.
  init?(_ message: [UInt8]) {
    guard message.count >= WireHead.length, let kind = WireHead.Kind(rawValue: message[0]) else {
      return nil
    }
    func integer(_ place: Int, _ count: Int) -> UInt64 {
      (0..<count).reduce(0) { $0 | UInt64(message[place + $1]) << (8 * $1) }
    }
    head = WireHead(
      kind: kind, flags: message[1], part: message[2], generation: UInt32(integer(4, 4)),
      number: UInt32(integer(8, 4)), extent: UInt32(integer(12, 4)),
      time: Double(bitPattern: integer(16, 8)), host: Double(bitPattern: integer(24, 8)))
    bytes = Array(message[WireHead.length...])
  }
}

extension WebSocketClient {
  /// The next text message of `type`, whatever comes before; pictures are acknowledged.
  func next(_ type: String) async throws -> [String: Any] {
    while true {
      switch try await receive() {
      case .closed(let code):
        throw Connection.Failure(description: "closed with \(code), no '\(type)'")
      case .binary(let bytes): try acknowledge(bytes)
      case .text(let text):
        if let object = try keep(text), object["type"] as? String == type { return object }
      }
    }
  }

  /// The next picture for which `isWanted`; all are acknowledged.
  func picture(_ isWanted: (WireHead) -> Bool = { _ in true }) async throws -> Received {
    while true {
      switch try await receive() {
      case .closed(let code):
        throw Connection.Failure(description: "closed with \(code), no picture")
      case .text(let text): _ = try keep(text)
      case .binary(let bytes):
        try acknowledge(bytes)
        if let picture = Received(bytes), [.h264, .jpeg].contains(picture.head.kind),
          isWanted(picture.head)
        {
          return picture
        }
      }
    }
  }

  private func keep(_ text: String) throws -> [String: Any]? {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    if let object, object["type"] as? String == "problem" {
      problem = object["sentence"] as? String
    }
    if let object, let status = object["status"] as? String { self.status = status }
    return object
  }

  /// Waits until the page is told of a mistake, or of none.
  func waitForProblem(_ isThere: Bool) async throws -> [String: Any] {
    var message: [String: Any] = [:]
    while (problem != nil) != isThere { message = try await next("problem") }
    return message
  }

  private func acknowledge(_ bytes: [UInt8]) throws {
    if bytes[0] == 1 || bytes[0] == 2 { try send("{\"type\":\"shown\",\"frame\":0}") }
  }
}
