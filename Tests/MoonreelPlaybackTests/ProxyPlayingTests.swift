// SPDX-License-Identifier: MIT

import Foundation
import MediaTools
import MoonreelCore
import MoonreelExport
import MoonreelModel
import Testing

@testable import MoonreelMedia
@testable import MoonreelPlayback

/// Proxies whose pictures are not those of their source, so that whoever shows them is found out.
@Suite("Proxies while playing") struct ProxyPlayingTests {
  private let stage: Stage
  private let proxies: MediaProxies
  private let gate: FileGate
  /// The luma of all planted pictures; those of the source are 20 + n, below 100.
  private static let planted = 200

  init() throws {
    stage = try Stage()
    var rule = ProxyRule()
    (rule.unit, rule.fewestFrames) = (1, 2)
    proxies = try #require(
      MediaProxies(folder: stage.path("cache"), limit: 1 << 30, areEnlarged: true, rule: rule))
    var gate = stage.gate
    gate.proxies = proxies
    self.gate = gate
  }

  /// A clip of gray frames in one group, its track, and a planted proxy of it.
  private func clip(frames: Int = 50) async throws -> PlayerItem {
    let made = try await stage.item(
      frames: frames, codec: ["-c:v", "libx264", "-qp", "0", "-g", "250", "-bf", "0"])
    let item = PlayerItem(made.request, gate: gate)
    try item.prepare()
    let track = try #require(item.tracks.first)
    try proxies.make(track, gate: gate, cancellation: CancellationFlag())
    let path = try #require(proxies.proxy(of: track)?.path)
    try MediaTool.ffmpeg(
      ["-f", "lavfi", "-i", "color=black:s=32x16:r=25,format=yuv420p", "-vf"]
        + ["geq=lum=\(Self.planted):cb=128:cr=128", "-frames:v", "\(frames)"]
        + ["-c:v", "libx264", "-g", "1", "-f", "mov", path])
    #expect(try proxies.find(track, gate: gate, cancellation: CancellationFlag()) == .ready)
    return item
  }

  private func luma(_ buffer: FrameBuffer) -> Int {
    let plane = buffer.planes[0]
    return Int(plane.base.load(fromByteOffset: plane.strideBytes * 8 + 16, as: UInt8.self))
  }

  private func isPlanted(_ frame: PlayedFrame) -> Bool {
    #expect(frame.buffer.size == PixelSize(32, 16))
    let isPlanted = luma(frame.buffer) > 150
    #expect(isPlanted == frame.hasProxies)
    #expect(isPlanted || luma(frame.buffer) == 20 + Int(frame.index))
    return isPlanted
  }

  /// A player whose frames are taken down.
  private func player(_ item: PlayerItem) throws -> (Player, Locked<[PlayedFrame]>) {
    let player = try Player(items: [item], clock: VirtualClock())
    let shown = Locked<[PlayedFrame]>([])
    player.core.watcher.withLock { $0.call = { _, frame in shown.withLock { $0.append(frame) } } }
    return (player, shown)
  }

  @Test("they are seen while the film plays, at every rate, and never while it stands")
  func playing() async throws {
    let item = try await clip()
    let (player, shown) = try player(item)
    func taken() -> [PlayedFrame] {
      shown.withLock { shown in
        defer { shown = [] }
        return shown
      }
    }
    player.run(until: .zero)
    #expect(taken().map { isPlanted($0) } == [false], "the first frame stands")
    player.play()
    player.run(until: seconds(0.5))
    var frames = taken()
    #expect(frames.count > 10 && frames.allSatisfy { isPlanted($0) })
    player.pause()
    player.run(until: seconds(0.6))
    frames = taken()
    #expect(frames.last.map { isPlanted($0) } == false)
    #expect(frames.last?.index == 12 && frames.last?.divisor == 1)
    for index in [40, 3] {
      player.seek(to: seconds(0.04 * Double(index))) { _ in }
      player.run(until: player.core.clock.now + seconds(0.1))
      #expect(taken().map { isPlanted($0) } == [false], "a seek to \(index)")
    }
    player.seek(to: seconds(2)) { _ in }
    player.run(until: player.core.clock.now + seconds(0.1))
    _ = taken()
    for rate in [-1.0, -2, 0.5, 2] {
      player.rate = rate
      player.run(until: player.core.clock.now + seconds(0.3))
      frames = taken()
      #expect(!frames.isEmpty)
      #expect(frames.map(\.index) == frames.filter { isPlanted($0) }.map(\.index), "rate \(rate)")
      player.step(byCount: 1)
      player.run(until: player.core.clock.now + seconds(0.1))
      #expect(taken().last.map { isPlanted($0) } == false, "a step after rate \(rate)")
    }
  }

  @Test("at the end the last frame is the file's own") func end() async throws {
    let item = try await clip(frames: 20)
    let (player, shown) = try player(item)
    player.play()
    player.run(until: seconds(2))
    let frames = shown.withLock { $0 }
    #expect(frames.contains { isPlanted($0) } && player.rate == 0)
    #expect(frames.last?.index == 19 && frames.last.map { isPlanted($0) } == false)
  }

  @Test("exports, stills, digests and single frames do not know them") func others() async throws {
    let item = try await clip()
    let (player, shown) = try player(item)
    player.play()
    player.run(until: seconds(0.2))
    #expect(shown.withLock { $0.last }.map { isPlanted($0) } == true)
    // Between two frames of the play.
    #expect(luma(try item.frame(at: seconds(0.4))) == 30)
    #expect(try !isPlanted(item.frame(11)))

    var request = item.request
    request.output.videoCodec = .ffv1
    let path = stage.path("film.mkv")
    let session = try ExportSession(request, outputPath: path, gate: gate)
    _ = try session.run()
    let bytes = try MediaTool.ffmpeg(["-i", path, "-f", "rawvideo", "-pix_fmt", "yuv420p", "-"])
    #expect(bytes.count == 50 * 768)
    for frame in 0..<50 { #expect(Int(bytes[frame * 768 + 8 * 32 + 16]) == 20 + frame) }
    var plain = gate
    plain.proxies = nil
    let stills = try [gate, plain].map {
      luma(try StillGenerator(timeline: request.timeline, gate: $0).still(at: seconds(0.8)).frame)
    }
    #expect(stills[0] == stills[1] && stills[0] < 60)
    let digests = try [gate, plain].map { try FilmDigests(request, gate: $0).frames }
    #expect(digests[0] == digests[1])
  }

  @Test("a proxy that cannot be read is left out, removed, and made known") func damage()
    async throws
  {
    let item = try await clip()
    let track = try #require(item.tracks.first)
    let path = try #require(proxies.proxy(of: track)?.path)
    try Data(repeating: 7, count: 5000).write(to: URL(fileURLWithPath: path))
    let rejected = Locked(0)
    proxies.onRejection { rejected.withLock { $0 += 1 } }
    let (player, shown) = try player(item)
    player.play()
    player.run(until: seconds(1))
    #expect(shown.withLock { $0 }.allSatisfy { !isPlanted($0) && !$0.hasProxies })
    #expect(shown.withLock { $0.count } > 20 && item.errorLog.isEmpty)
    #expect(rejected.withLock { $0 } == 1 && !FileManager.default.fileExists(atPath: path))
  }

  @Test("who wants no enlarged pictures gets none of a proxy that is too small")
  func sharpness() async throws {
    let item = try await clip()
    let track = try #require(item.tracks.first)
    for (scale, expected) in [(1.0, true), (2, false), (0.5, true)] {
      var gate = gate
      let sharp = try #require(
        MediaProxies(
          folder: stage.path("cache"), limit: 1 << 30, areEnlarged: false,
          rule: {
            var rule = ProxyRule()
            (rule.unit, rule.fewestFrames) = (1, 2)
            return rule
          }()))
      gate.proxies = sharp
      #expect(try sharp.find(track, gate: gate, cancellation: CancellationFlag()) == .ready)
      var request = item.request
      request.scale = scale
      let (player, shown) = try player(PlayerItem(request, gate: gate))
      player.play()
      player.run(until: seconds(0.3))
      #expect(shown.withLock { $0.last?.hasProxies } == expected, "at \(scale)")
    }
  }

  @Test("a picture of a proxy lies where the source's does") func layout() async throws {
    let path = stage.path("wide.mp4")
    // Bars of 16 pixels; four times smaller they still are whole.
    try MediaTool.ffmpeg(
      ["-f", "lavfi", "-i", "color=black:s=2560x160:r=25,format=yuv420p", "-vf"]
        + ["geq=lum='if(mod(floor(X/320),2),200,40)':cb=128:cr=128,setsar=1/2,setdar=8"]
        + ["-frames:v", "20", "-c:v", "libx264", "-qp", "0", "-g", "250", path])
    let made = try await PlayerItem(Asset.load(path: path, gate: gate), gate: gate)
    try made.prepare()
    let track = try #require(made.tracks.first)
    try proxies.make(track, gate: gate, cancellation: CancellationFlag())
    #expect(proxies.proxy(of: track)?.size == PixelSize(1280, 80))
    let film = try FilmReader(made.request, gate: gate)
    for divisor in [1, 2] {
      let whole = try film.frame(5, divisor: divisor)
      let small = try film.frame(5, divisor: divisor, isPlayed: true)
      #expect(film.lastHasProxies && whole.size == small.size && whole.color == small.color)
      var far = 0
      for x in 0..<whole.size.width {
        let values = [whole, small].map {
          Int(
            $0.planes[0].base.load(
              fromByteOffset: $0.planes[0].strideBytes * 20 + x, as: UInt8.self))
        }
        if abs(values[0] - values[1]) > 12 { far += 1 }
      }
      // Only at the edges of the bars.
      #expect(far <= 7 * 4, "\(far) of \(whole.size.width) columns differ")
    }
  }
}
