// SPDX-License-Identifier: MIT

import FaultyServer
import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// What an allowed host may do: serve media and redirect to itself, but not send a reader elsewhere.
struct RedirectTests {
  /// A movie of three blocks whose index lies at its end, so that reading it takes jumps.
  private func movie() throws -> Data {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make(
      "-f lavfi -i testsrc2=s=320x240:r=25:d=4 -pix_fmt uyvy422 -c:v rawvideo -f mov a.mp4",
      in: folder)
    return try Data(contentsOf: URL(fileURLWithPath: folder.file("a.mp4")))
  }

  /// Serves `movie`: at `/far` by a redirect to another host, at `/near` to its own.
  private func serve(_ movie: Data) throws -> FaultyServer {
    try FaultyServer { request in
      switch request.path {
      case "/far.mp4": .redirect("http://localhost:\(request.port)/a.mp4")
      case "/near.mp4": .redirect("/a.mp4")
      default: .file(movie)
      }
    }
  }

  private func load(_ name: String, from server: FaultyServer, hosts: [String]) throws -> Asset {
    try Asset.load(
      path: "http://127.0.0.1:\(server.port)/\(name)", gate: FileGate(folders: [], hosts: hosts))
  }

  @Test func allowedHostsServeAndRedirectToThemselves() throws {
    let server = try serve(try movie())
    for name in ["a.mp4", "near.mp4"] {
      let asset = try load(name, from: server, hosts: ["127.0.0.1"])
      #expect(asset.duration == Time(wholeSeconds: 4), "\(name)")
    }
    #expect(server.hosts.allSatisfy { $0.hasPrefix("127.0.0.1") })
  }

  @Test func aRedirectToAnotherHostIsRefused() throws {
    let server = try serve(try movie())
    let error = #expect(throws: MoonreelError.self) {
      try load("far.mp4", from: server, hosts: ["127.0.0.1"])
    }
    #expect(error?.code == .accessDenied, "\(String(describing: error))")
    #expect(error?.message.contains("redirects to 'http://localhost:") == true)
    #expect(server.hosts.allSatisfy { $0.hasPrefix("127.0.0.1") }, "the other was not asked")
    let asset = try load("far.mp4", from: server, hosts: ["127.0.0.1", "localhost"])
    #expect(asset.duration == Time(wholeSeconds: 4))
  }
}

extension RedirectTests {
  /// A server may answer the first request and redirect a later one for the same file.
  @Test func aRedirectOfALaterRequestIsNotFollowed() throws {
    let movie = try movie()
    let server = try FaultyServer { request in
      (request.range?.first ?? 0) > 0 && request.path == "/a.mp4"
        ? .redirect("http://localhost:\(request.port)/b.mp4") : .file(movie)
    }
    #expect(throws: MoonreelError.self) { try load("a.mp4", from: server, hosts: ["127.0.0.1"]) }
    #expect(server.hosts.allSatisfy { $0.hasPrefix("127.0.0.1") })
  }

  @Test func circlesEnd() throws {
    let server = try FaultyServer { request in .redirect(request.path + "x") }
    let error = #expect(throws: MoonreelError.self) {
      try load("a.mp4", from: server, hosts: ["127.0.0.1"])
    }
    #expect(error?.message.contains("redirects more than 8 times") == true)
    #expect(server.hosts.count == 9)
  }

  /// Addresses that one parser reads as an allowed host and another as this machine.
  @Test(arguments: [
    "http://good.example\\@127.0.0.1:PORT/a", "http:127.0.0.1:PORT/b://good.example/c",
    "http://good.example@127.0.0.1:PORT/", "http:///127.0.0.1:PORT/",
    "http://good.example#@127.0.0.1:PORT/", "http://127.0.0.1:PORT\\.good.example/",
  ])
  func theTwoReadingsOfAnAddressAreOne(form: String) throws {
    let server = try FaultyServer { _ in .file(Data("secret".utf8)) }
    let address = form.replacing("PORT", with: String(server.port))
    let gate = FileGate(folders: [], hosts: ["good.example"])
    #expect(throws: MoonreelError.self) { try Asset.load(path: address, gate: gate) }
    // The same from within a playlist, and as a redirect.
    let folder = try TemporaryFolder()
    let list = try folder.write(
      "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2.0,\n\(address)\n#EXT-X-ENDLIST\n", to: "a.m3u8")
    let open = FileGate(folders: [folder.path], hosts: ["good.example"])
    #expect(throws: MoonreelError.self) { try Asset.load(path: list, gate: open) }
    #expect(server.hosts == [], "'\(address)' was asked")
    let other = try FaultyServer { _ in .redirect(address) }
    let near = FileGate(folders: [], hosts: ["good.example", "127.0.0.1:\(other.port)"])
    #expect(throws: MoonreelError.self) {
      try Asset.load(path: "http://127.0.0.1:\(other.port)/a", gate: near)
    }
    #expect(server.hosts == [], "'\(address)' was asked")
  }

  /// What comes from the network may not reach for files of this machine, nor be drawn in this process.
  @Test func theNetworkNamesNoLocalFilesAndNoDrawings() throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make("-f lavfi -i testsrc2=s=64x48:r=25:d=1 -c:v libx264 a.ts", in: folder)
    let list =
      "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2.0,\nfile://\(folder.file("a.ts"))\n#EXT-X-ENDLIST\n"
    let square =
      "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'><rect width='8' height='8'/></svg>"
    let server = try FaultyServer { request in
      request.path.hasSuffix("svg") ? .file(Data(square.utf8)) : .file(Data(list.utf8))
    }
    let gate = FileGate(folders: [folder.path], hosts: ["127.0.0.1"])
    for name in ["a.m3u8", "a.svg", "a.png?svg"] {
      #expect(throws: MoonreelError.self, "\(name)") {
        let asset = try Asset.load(path: "http://127.0.0.1:\(server.port)/\(name)", gate: gate)
        _ = try VideoReader(track: try #require(asset.video), gate: gate)
      }
    }
  }
}
