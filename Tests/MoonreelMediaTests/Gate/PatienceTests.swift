// SPDX-License-Identifier: MIT

import FaultyServer
import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Opening never waits for long: servers have their time, and a flag ends any wait.
struct PatienceTests {
  /// Loads what `answer` serves, with `patience`, and tells how it failed and when.
  private func failure(
    _ name: String = "a.mp4", _ patience: NetworkPatience = NetworkPatience(),
    _ answer: @escaping @Sendable (CancellationFlag) -> FaultyServer.Answer
  ) throws -> (error: MoonreelError?, seconds: Double) {
    let flag = CancellationFlag()
    let server = try FaultyServer { _ in answer(flag) }
    var gate = FileGate(folders: [], hosts: ["127.0.0.1"], cancellation: flag)
    gate.patience = patience
    let began = ContinuousClock.now
    let error = #expect(throws: MoonreelError.self) {
      try Asset.load(path: "http://127.0.0.1:\(server.port)/\(name)", gate: gate)
    }
    return (error, (ContinuousClock.now - began) / .seconds(1))
  }

  /// A patience of so many seconds for everything.
  private static func patience(_ seconds: Double) -> NetworkPatience {
    var patience = NetworkPatience()
    (patience.connecting, patience.reading, patience.total) = (seconds, seconds, seconds)
    return patience
  }

  private static let short = patience(0.5)
  private static let long = patience(600)

  @Test func aServerThatNeverAnswersIsGivenUp() throws {
    let (error, seconds) = try failure("a.mp4", Self.short) { _ in .silence }
    #expect(error?.code == .fileAccess, "\(String(describing: error))")
    #expect(seconds < 300)
  }

  @Test func aByteNowAndThenIsNoAnswer() throws {
    let header =
      "HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n" + String(repeating: "x", count: 99)
    let (error, seconds) = try failure("a.mp4", Self.short) { _ in
      .drip(Data(header.utf8), every: 200_000)
    }
    #expect(error?.message.contains("takes too long") == true, "\(String(describing: error))")
    #expect(seconds < 300)
  }

  @Test func aWaitEndsWhenItIsCancelled() throws {
    let (error, seconds) = try failure("a.mp4", Self.long) { flag in
      flag.cancel()
      return .silence
    }
    #expect(error?.code == .cancelled, "\(String(describing: error))")
    #expect(seconds < 300)
  }

  @Test(arguments: ["", "#EXTINF:2.0,\na0.ts\n"])
  func liveStreamsAreRefused(entries: String) throws {
    let list = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:7\n\(entries)"
    let (error, seconds) = try failure("live.m3u8", Self.long) { _ in
      .text(list, kind: "application/vnd.apple.mpegurl")
    }
    #expect(error?.code == .unsupportedFormat)
    #expect(error?.message.contains("it is a live stream") == true, "\(String(describing: error))")
    #expect(seconds < 300)
  }

  @Test func liveStreamsBehindAListOfStreamsAreRefused() throws {
    let master = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000\nlive.m3u8\n"
    let live = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2.0,\na0.ts\n"
    let server = try FaultyServer { request in
      .text(request.path == "/a.m3u8" ? master : live, kind: "application/vnd.apple.mpegurl")
    }
    let error = #expect(throws: MoonreelError.self) {
      try Asset.load(
        path: "http://127.0.0.1:\(server.port)/a.m3u8",
        gate: FileGate(folders: [], hosts: ["127.0.0.1"]))
    }
    #expect(error?.message.contains("it is a live stream") == true, "\(String(describing: error))")
  }

  /// A file that is read stops between two packets, and nothing half read is kept.
  @Test func readingAFileThroughStopsToo() throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make("-f lavfi -i testsrc=s=16x16:d=1 -c:v libx264 a.mp4", in: folder)
    let flag = CancellationFlag()
    flag.cancel()
    let error = #expect(throws: MoonreelError.self) {
      try Asset.load(
        path: folder.file("a.mp4"), gate: FileGate(folders: ["/"], cancellation: flag))
    }
    #expect(error?.code == .cancelled, "\(String(describing: error))")
    let asset = try Asset.load(path: folder.file("a.mp4"), gate: .unrestricted)
    #expect(asset.duration == Time(wholeSeconds: 1))
  }
}
