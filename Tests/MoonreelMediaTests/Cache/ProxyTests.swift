// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import MoonreelCore
import Testing

@testable import MoonreelMedia

@Suite("Proxies") struct ProxyTests {
  private let folder: TemporaryFolder
  private let gate = FileGate.unrestricted
  private let flag = CancellationFlag()

  init() throws { folder = try TemporaryFolder() }

  /// Proxies in the folder `cache`, of all that does not stand alone frame by frame.
  private func proxies(limit: Int = 1 << 30) throws -> MediaProxies {
    var rule = ProxyRule()
    (rule.unit, rule.fewestFrames) = (1, 2)
    return try #require(
      MediaProxies(folder: folder.file("cache"), limit: limit, areEnlarged: true, rule: rule))
  }

  /// The pictures of a film made by ffmpeg: frame n has luma 20 + 4n about.
  private func film(
    _ name: String = "a.mp4", frames: Int = 24, size: String = "64x48", filter: String = "null",
    options: String = "-c:v libx264 -qp 4 -g 250 -bf 2"
  ) throws -> AssetTrack {
    try FFmpegCommand.run(
      ["-f", "lavfi", "-i", "color=black:s=\(size):r=25,format=yuv420p", "-vf"]
        + ["geq=lum='20+4*N':cb=110:cr=140,\(filter)", "-frames:v", "\(frames)"]
        + options.split(separator: " ").map(String.init) + [folder.file(name)])
    return try #require(try Asset.load(path: folder.file(name), gate: gate).video)
  }

  private func made() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.file("cache"))) ?? []
    return names.filter { $0.contains(".proxy.") }.map { folder.file("cache/" + $0) }
  }

  private func luma(_ frame: VideoFrame) -> Int {
    let plane = frame.buffer.planes[0]
    let middle = plane.base + plane.size.height / 2 * plane.strideBytes
    return Int(middle.load(fromByteOffset: plane.size.width / 2, as: UInt8.self))
  }

  // MARK: What is heavy

  struct Case: Sendable {
    var name: String
    var size: PixelSize
    var codec = "h264"
    var bits = 8
    var group: Int
    var frames = 500
    var change: @Sendable (inout AssetTrack) -> Void = { _ in }
    var isHeavy: Bool
  }

  static let hd = PixelSize(1920, 1080)
  static let cases: [Case] = [
    Case(name: "long groups", size: hd, group: 250, isHeavy: true),
    Case(name: "groups of 60", size: hd, group: 60, isHeavy: false),
    Case(name: "groups of 62", size: hd, group: 62, isHeavy: true),
    Case(name: "720p", size: PixelSize(1280, 720), group: 120, isHeavy: false),
    Case(name: "720p, long groups", size: PixelSize(1280, 720), group: 250, isHeavy: true),
    Case(name: "small, long groups", size: PixelSize(480, 270), group: 500, isHeavy: false),
    Case(name: "UHD", size: PixelSize(3840, 2160), group: 12, isHeavy: true),
    Case(name: "UHD, all intra", size: PixelSize(3840, 2160), group: 1, isHeavy: false),
    Case(name: "HEVC", size: hd, codec: "hevc", group: 12, isHeavy: true),
    Case(name: "VP9, 540p", size: PixelSize(960, 540), codec: "vp9", group: 30, isHeavy: false),
    Case(name: "AV1", size: hd, codec: "av1", group: 30, isHeavy: true),
    Case(name: "10 bits", size: hd, bits: 10, group: 25, isHeavy: true),
    Case(name: "a few frames", size: hd, codec: "hevc", group: 12, frames: 49, isHeavy: false),
    Case(
      name: "alpha", size: hd, codec: "vp9", group: 250, change: { $0.video?.hasAlpha = true },
      isHeavy: false),
    Case(
      name: "a still", size: hd, codec: "hevc", group: 250,
      change: { $0.video?.isStillImage = true }, isHeavy: false),
    Case(
      name: "strict", size: hd, group: 250, change: { $0.damagePolicy = .fail }, isHeavy: false),
  ]

  @Test("what costs much to decode or to reach is heavy", arguments: cases.indices)
  func heaviness(number: Int) throws {
    let row = Self.cases[number]
    var track = try film(frames: 2)
    track.codecName = row.codec
    track.video?.codedSize = row.size
    track.video?.format = .yuv420(row.bits)
    row.change(&track)
    let entries = (0..<row.frames).map {
      PacketEntry(
        presentation: Int64($0), decoding: Int64($0), duration: 1, position: -1, size: 1,
        isKeyFrame: $0 % row.group == 0, isDiscarded: false)
    }
    let index = StreamIndex(
      entries: entries, timeBase: Rational(1, 25), presentationZero: .zero,
      slots: entries.indices.map {
        StreamIndex.Slot(time: Time(wholeSeconds: Int64($0)), ordinal: $0)
      },
      syncPoints: entries.indices.filter { entries[$0].isKeyFrame }, brokenAt: nil)
    #expect(ProxyRule().isHeavy(track, index) == row.isHeavy, "\(row.name)")
  }

  @Test(
    "a proxy is a whole number of times smaller",
    arguments: [
      (hd, PixelSize(960, 540)), (PixelSize(3840, 2160), PixelSize(1280, 720)),
      (PixelSize(1280, 720), PixelSize(1280, 720)), (PixelSize(1080, 1920), PixelSize(540, 960)),
      (PixelSize(2048, 858), PixelSize(1024, 430)), (PixelSize(2561, 3), PixelSize(854, 2)),
    ])
  func sizes(_ size: PixelSize, _ expected: PixelSize) {
    #expect(ProxyRule.size(of: size) == expected)
  }

  // MARK: What it shows

  static let forms: [(name: String, filter: String, options: String)] = [
    ("a.mp4", "null", "-c:v libx264 -qp 4 -g 250 -bf 2"),
    ("a.mkv", "setpts='(N+0.1*mod(N\\,3))/25/TB'", "-fps_mode vfr -c:v libx264 -qp 4 -g 250 -bf 3"),
    (
      "a.mov", "setpts='(N*N*0.3+3)/25/TB'",
      "-fps_mode vfr -c:v mpeg4 -q:v 2 -g 250 -sc_threshold 1000000000 -video_track_timescale 90000"
    ),
    ("a.ts", "null", "-c:v mpeg2video -q:v 2 -g 30 -bf 2"),
    ("a.webm", "setpts='(N+0.3*mod(N\\,2))/24/TB'", "-fps_mode vfr -c:v libvpx-vp9 -b:v 2M -g 200"),
  ]

  @Test("a proxy has every frame of its source at its very time", arguments: forms.indices)
  func times(number: Int) throws {
    let form = Self.forms[number]
    let track = try film(form.name, filter: form.filter, options: form.options)
    let proxies = try proxies()
    #expect(try proxies.find(track, gate: gate, cancellation: flag) == .missing)
    #expect(proxies.proxy(of: track) == nil)
    var steps: [Double] = []
    try proxies.make(track, gate: gate, cancellation: flag) { steps.append($0) }
    #expect(steps.count == 24 && steps == steps.sorted() && steps.last == 1)
    let proxy = try #require(proxies.proxy(of: track))
    let (own, small) = (
      try VideoReader(track: track, gate: gate), try ProxyReader(proxy, of: track, gate: gate)
    )
    let table = try FrameTable(track, gate: gate)
    #expect(table.count == 24)
    for slot in [0, 5, 4, 3] + Array(0..<24) + Array((0..<24).reversed()) {
      for early in [Time.zero, Time(flicks: 1000)] {
        let time = table.time(ofSlot: slot) + early
        let (one, other) = (
          try own.frame(at: time), try small.frame(at: time, next: nil, shrink: 1)
        )
        #expect(one.time == other.time && one.duration == other.duration)
        #expect(abs(luma(one) - luma(other)) <= 1, "frame \(slot)")
        let before = (try own.frame(before: time), try small.frame(before: time, shrink: 1))
        #expect(before.0.time == before.1.time && abs(luma(before.0) - luma(before.1)) <= 1)
      }
    }
    // Seen by itself it has the same times, counted from its first frame, as far as ffprobe writes them.
    let text = try FFmpegCommand.run(
      ["-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time,flags"]
        + ["-of", "csv=p=0", proxy.path], tool: "ffprobe")
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 24 && lines.allSatisfy { $0.contains("K") }, "all-intra")
    let seconds = lines.compactMap { Double($0.split(separator: ",")[0]) }
    for (slot, found) in seconds.enumerated() {
      let expected = (table.time(ofSlot: slot) - table.time(ofSlot: 0)).seconds
      #expect(abs(found - expected) < 2e-6)
    }
  }

  static let signals = [
    "-c:v libx264 -colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv",
    "-c:v libx264 -pix_fmt yuvj420p -colorspace bt470bg -color_primaries bt470bg -color_trc gamma28",
    "-c:v libx265 -x265-params log-level=none -pix_fmt yuv420p10le -colorspace bt2020nc -color_primaries bt2020 -color_trc smpte2084 -color_range tv",
    "-c:v libx264 -pix_fmt yuv422p -aspect 2:1", "-c:v libx264",
  ]

  @Test("colours keep their meaning and pixels their shape", arguments: signals.indices)
  func signal(number: Int) throws {
    let track = try film(size: "128x64", options: Self.signals[number] + " -g 250")
    let proxies = try proxies()
    try proxies.make(track, gate: gate, cancellation: flag)
    let proxy = try #require(proxies.proxy(of: track))
    let one = try VideoReader(track: track, gate: gate).frame(at: .zero).buffer
    let other = try ProxyReader(proxy, of: track, gate: gate).frame(at: .zero, next: nil, shrink: 1)
      .buffer
    var color = one.color
    color.siting = other.color.siting
    #expect(other.color == color)
    #expect(other.hdr == one.hdr)
    #expect(other.format == .yuv420() && other.size == PixelSize(128, 64))
    let found = try #require(try Asset.load(path: proxy.path, gate: gate).video?.video)
    #expect(found.naturalSize == track.video?.naturalSize)
  }

  // MARK: Where it is kept

  @Test("a copy has the proxy, a changed file and other options have another")
  func contents() throws {
    let track = try film()
    let proxies = try proxies()
    try proxies.make(track, gate: gate, cancellation: flag)
    try FileManager.default.copyItem(atPath: track.path, toPath: folder.file("copy.mp4"))
    let copy = try #require(try Asset.load(path: folder.file("copy.mp4"), gate: gate).video)
    #expect(try proxies.find(copy, gate: gate, cancellation: flag) == .ready)
    #expect(proxies.proxy(of: copy)?.path == proxies.proxy(of: track)?.path)
    // By another process, too.
    #expect(try self.proxies().find(track, gate: gate, cancellation: flag) == .ready)
    var other = track
    other.video?.deinterlacing = .always
    #expect(try proxies.find(other, gate: gate, cancellation: flag) == .missing)
    other = track
    other.video?.isColorOverridden = true
    #expect(try proxies.find(other, gate: gate, cancellation: flag) == .missing)
    let changed = try film(frames: 23)
    #expect(proxies.proxy(of: track) == nil, "the file is another one now")
    #expect(try proxies.find(changed, gate: gate, cancellation: flag) == .missing)
  }

  @Test("what is damaged is none, goes, and is made again")
  func damage() throws {
    let track = try film()
    try proxies().make(track, gate: gate, cancellation: flag)
    let path = try #require(made().first)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for bad in [
      Data(), Data("no film".utf8), whole.prefix(whole.count / 2), Data(whole.reversed()),
    ] {
      try bad.write(to: URL(fileURLWithPath: path))
      let proxies = try proxies()
      #expect(try proxies.find(track, gate: gate, cancellation: flag) == .missing)
      #expect(proxies.proxy(of: track) == nil)
      #expect(made().isEmpty)
      try proxies.make(track, gate: gate, cancellation: flag)
      #expect(try proxies.find(track, gate: gate, cancellation: flag) == .ready)
    }
    // One with other frames than the source.
    try FFmpegCommand.run(
      ["-i", path, "-frames:v", "20", "-c", "copy", "-f", "mov", folder.file("short")])
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: folder.file("short"), toPath: path)
    #expect(try proxies().find(track, gate: gate, cancellation: flag) == .missing)
  }

  @Test("those that were not used for the longest time make room, but not those of the film")
  func cap() throws {
    let tracks = try (0..<4).map { try film("\($0).mp4", frames: 24 + $0) }
    try proxies().make(tracks[0], gate: gate, cancellation: flag)
    var status = stat()
    stat(try #require(made().first), &status)
    let limit = Int(status.st_size) * 5 / 2
    let proxies = try proxies(limit: limit)
    try proxies.make(tracks[1], gate: gate, cancellation: flag)
    #expect(made().count == 2)
    // The second was used longer ago than the first.
    let second = try #require(proxies.proxy(of: tracks[1])?.path)
    var times = [timeval(tv_sec: 1_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000, tv_usec: 0)]
    utimes(second, &times)
    #expect(try proxies.find(tracks[0], gate: gate, cancellation: flag) == .ready)
    try proxies.make(
      tracks[2], sparing: [tracks[0], tracks[2]], gate: gate, cancellation: flag)
    #expect(made().count == 2 && !made().contains(second))
    #expect(throws: MoonreelError.self) {
      try proxies.make(
        tracks[3], sparing: [tracks[0], tracks[2], tracks[3]], gate: gate, cancellation: flag)
    }
    #expect(made().count == 2, "nothing half made, and nothing of the film gone")
    // One that is larger than all that there may be.
    let tiny = try self.proxies(limit: 500)
    #expect(throws: MoonreelError.self) {
      try tiny.make(tracks[1], gate: gate, cancellation: flag)
    }
    #expect(made().count == 2)
  }

  @Test("two may make one at once; who is cancelled leaves nothing")
  func makers() throws {
    let track = try film(frames: 60)
    let (one, other) = (try proxies(), try proxies())
    try one.make(track, gate: gate, cancellation: flag) { done in
      guard done == 0.5 else { return }
      #expect(throws: Never.self) {
        #expect(try other.find(track, gate: gate, cancellation: flag) == .beingMade)
        try other.make(track, gate: gate, cancellation: flag)
        #expect(try other.find(track, gate: gate, cancellation: flag) == .ready)
      }
    }
    #expect(try one.find(track, gate: gate, cancellation: flag) == .ready)
    #expect(made().count == 1)
    let second = try film("b.mp4", frames: 61)
    #expect {
      try one.make(second, gate: gate, cancellation: flag) { if $0 > 0.5 { flag.cancel() } }
    } throws: {
      ($0 as? MoonreelError)?.code == .cancelled
    }
    #expect(made().count == 1, "\(made())")
  }

  @Test("a file is read through once, not in every process")
  func digests() throws {
    let track = try film()
    var times = [timeval(tv_sec: 1_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000, tv_usec: 0)]
    utimes(track.path, &times)
    let digests = try #require(ContentDigests(folder.file("cache")))
    let found = try #require(digests.digest(of: track.path, cancellation: flag))
    #expect(found == Digest(of: Array(try Data(contentsOf: URL(fileURLWithPath: track.path)))))
    // Its place on the disk changed this moment: such a file is read each time.
    #expect(digests.digest(of: track.path, cancellation: flag) == found)
  }
}
