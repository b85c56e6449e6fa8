// SPDX-License-Identifier: MIT

import FaultyServer
import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Live streams, recorded to a file.
struct LiveRecordingTests {
  /// A server whose playlist has three of the pieces, one further each time that it is asked, and ends with the `last`.
  private func serve(_ folder: TemporaryFolder, last: Int) throws -> FaultyServer {
    let root = folder.path
    return try FaultyServer { request in
      guard request.path == "/live.m3u8" else {
        return FileManager.default.contents(atPath: root + request.path).map { .file($0) }
          ?? .status(404)
      }
      let first = min(request.number, last - 2)
      let entries = (first..<first + 3).map { "#EXTINF:1,\np\($0).ts\n" }.joined()
      let end = first + 2 == last ? "#EXT-X-ENDLIST\n" : ""
      return .text(
        "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:\(first)\n\(entries)\(end)")
    }
  }

  private func record(_ seconds: Double, from server: FaultyServer, to path: String) throws
    -> Double
  {
    let gate = FileGate(
      folders: [FilePath.folder(of: path)], hosts: ["127.0.0.1"])
    return try LiveRecording(server.address("/live.m3u8"), gate: gate).run(seconds: seconds) {
      ending in
      try AtomicOutputFile(path: "\(path).\(ending)", gate: gate)
    } progress: { _ in
    }
  }

  @Test(arguments: [(4.0, 4), (100.0, 6)])
  func aStretchIsRecorded(wanted: Double, expected: Int) throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make(
      "-f lavfi -i testsrc2=s=64x48:r=25:d=6 -pix_fmt yuv420p -c:v libx264 -g 25 -f hls -hls_time 1 -hls_list_size 0 -hls_segment_filename p%d.ts all.m3u8",
      in: folder)
    let server = try serve(folder, last: 5)
    #expect(try record(wanted, from: server, to: folder.file("live")) == Double(expected))
    let asset = try Asset.load(path: folder.file("live.ts"), gate: .unrestricted)
    #expect(asset.duration == Time(wholeSeconds: Int64(expected)))
    #expect(server.requests.count { $0.path == "/p0.ts" } == 1, "every piece is asked for once")
  }

  @Test func whatIsNoStreamIsRefused() throws {
    let folder = try TemporaryFolder()
    let server = try FaultyServer { _ in .text("hello") }
    let error = #expect(throws: MoonreelError.self) {
      try record(1, from: server, to: folder.file("live"))
    }
    #expect(error?.message.contains("it is no playlist of HLS") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }
}
