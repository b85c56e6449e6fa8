// SPDX-License-Identifier: MIT

import FaultyServer
import Foundation
import MediaTools
import MoonreelCore
import MoonreelMedia

@testable import MoonreelCapture

/// A server of a live stream that is as far as a clock is: pieces of a second, four at a time, of a film of six seconds that
/// begins again and again. Pictures are numbered, flashes and beeps come at each second.
final class LiveServer {
  /// What pieces are.
  enum Kind: String, CaseIterable, Sendable {
    case transport = "MPEG-TS"
    case fragments = "MPEG-4"
    case encrypted = "AES-128"
  }

  /// What is wrong with it.
  struct Faults: Sendable {
    /// Since when nothing new is made, counted from the server's start, and how long that went on before.
    var pausedSince: Time?
    var paused = Time.zero
    /// How many pieces there are at least at a second.
    var speed: Int64 = 1
    /// The number of the last piece, behind which the stream ends.
    var last: Int64?
    /// Pieces that are not there, and those that are no media.
    var missing: Set<Int64> = []
    var damaged: Set<Int64> = []
    /// Whether it answers nothing but an error.
    var isDown = false
    /// The playlist that is sent in place of the stream's.
    var playlist: String?
  }

  let folder: ScratchFolder
  let faults = Locked(Faults())
  private let server: FaultyServer
  private let clock: any CaptureClock
  private let start: Time

  /// Pieces of the film, and the pictures of each.
  static let (pieces, rate): (Int64, Int64) = (6, 25)

  init(_ clock: any CaptureClock, _ kind: Kind = .transport) throws {
    let folder = try ScratchFolder()
    try Self.makePieces(in: folder, kind)
    let (faults, start, path) = (faults, clock.now, folder.path)
    server = try FaultyServer { request in
      let faults = faults.withLock { $0 }
      if faults.isDown { return .status(503) }
      let name = String(request.path.prefix { $0 != "?" })
      if name == "/live.m3u8" {
        return .text(faults.playlist ?? Self.playlist(faults, clock.now - start, kind))
      }
      return Self.piece(name, in: path, faults)
    }
    (self.folder, self.clock, self.start) = (folder, clock, start)
  }

  var address: String { server.address("/live.m3u8") }

  /// Asks once, so that nobody waits.
  var gate: FileGate {
    var gate = FileGate(folders: [folder.path], hosts: ["127.0.0.1"])
    gate.patience.attempts = 1
    return gate
  }

  /// Makes nothing new from now on, or goes on.
  func pause(_ isPaused: Bool) {
    let time = clock.now - start
    faults.withLock { faults in
      if let since = faults.pausedSince { faults.paused += time - since }
      faults.pausedSince = isPaused ? time : nil
    }
  }

  // MARK: Answers

  private static func playlist(_ faults: Faults, _ elapsed: Time, _ kind: Kind) -> String {
    let going = faults.pausedSince ?? elapsed
    let made = 3 + (going - faults.paused).value(timescale: faults.speed, rounding: .down)
    let newest = min(made, faults.last ?? made)
    let first = max(0, newest - 3)
    var lines = [
      "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:1", "#EXT-X-MEDIA-SEQUENCE:\(first)",
      "#EXT-X-DISCONTINUITY-SEQUENCE:\(max(0, first - 1) / pieces)",
    ]
    switch kind {
    case .transport: break
    case .fragments: lines.append("#EXT-X-MAP:URI=\"init.mp4\"")
    case .encrypted:
      lines.append(
        "#EXT-X-KEY:METHOD=AES-128,URI=\"key\",IV=0x" + String(repeating: "0", count: 32))
    }
    for number in first...max(first, newest) {
      if number > 0, number % pieces == 0 { lines.append("#EXT-X-DISCONTINUITY") }
      lines += ["#EXTINF:1.0,", "piece\(number)"]
    }
    if newest == faults.last { lines.append("#EXT-X-ENDLIST") }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func piece(_ path: String, in folder: String, _ faults: Faults)
    -> FaultyServer.Answer
  {
    var name = path
    if path.hasPrefix("/piece"), let number = Int64(path.dropFirst(6)) {
      if faults.missing.contains(number) { return .status(404) }
      if faults.damaged.contains(number) { return .file(Data(repeating: 7, count: 5000)) }
      name = "/p\(number % pieces)"
    }
    return FileManager.default.contents(atPath: folder + name).map { .file($0) } ?? .status(404)
  }

  // MARK: Pieces

  /// Records six seconds of the devices that are made here, and has them cut.
  private static func makePieces(in folder: ScratchFolder, _ kind: Kind) throws {
    let rig = try Rig(size: PixelSize(160, 90))
    let movie = try rig.movie()
    let film = folder.file("film.mkv")
    try movie.start(film)
    try rig.run(6.2)
    movie.stop()
    var options: [String] = []
    switch kind {
    case .transport: break
    case .fragments: options = ["-hls_segment_type", "fmp4", "-hls_fmp4_init_filename", "init.mp4"]
    case .encrypted:
      let key = folder.file("key")
      try Data(0..<16).write(to: URL(fileURLWithPath: key))
      let zeros = String(repeating: "0", count: 32)
      try Data("key\n\(key)\n\(zeros)\n".utf8)
        .write(to: URL(fileURLWithPath: folder.file("key.info")))
      options = ["-hls_key_info_file", folder.file("key.info")]
    }
    try MediaTool.ffmpeg(
      ["-i", film, "-t", "6", "-c:v", "libx264", "-preset", "veryfast", "-bf", "2", "-g", "25"]
        + ["-keyint_min", "25", "-sc_threshold", "0", "-r", "25", "-c:a", "aac", "-f", "hls"]
        + ["-hls_time", "1", "-hls_list_size", "0"] + options
        + ["-hls_segment_filename", folder.file("p%d"), folder.file("all.m3u8")])
  }
}
