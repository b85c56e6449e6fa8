// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// What an allowed host may do: serve media and redirect to itself, but not send a reader elsewhere when it opens a file.
struct RedirectTests {
  /// A movie whose index lies at its end, so that reading it takes jumps.
  private func movie() throws -> Data {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make(
      "-f lavfi -i testsrc2=s=320x240:r=25:d=4 -c:v libx264 -g 10 -b:v 4M a.mp4", in: folder)
    return try Data(contentsOf: URL(fileURLWithPath: folder.file("a.mp4")))
  }

  /// Serves `movie`: at `/far` by a redirect to another host, at `/near` to its own.
  private func serve(_ movie: Data) throws -> TinyServer {
    try TinyServer { path, port, _ in
      switch path {
      case "/far.mp4": .redirect("http://localhost:\(port)/a.mp4")
      case "/near.mp4": .redirect("/a.mp4")
      default: .bytes(movie)
      }
    }
  }

  private func load(_ name: String, from server: TinyServer, hosts: [String]) throws -> Asset {
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
    let asset = try load("far.mp4", from: server, hosts: ["127.0.0.1", "localhost"])
    #expect(asset.duration == Time(wholeSeconds: 4))
  }
}
