// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

@Suite("Media cache") struct MediaCacheTests {
  private let folder: TemporaryFolder
  private let cache: MediaCache
  private let gate: FileGate

  init() throws {
    folder = try TemporaryFolder()
    cache = try #require(MediaCache(folder: folder.file("a/b/cache")))
    var gate = FileGate.unrestricted
    gate.cache = cache
    self.gate = gate
  }

  /// A film of the folder that is large enough to be kept.
  private func film(_ options: String = "-c:v libx264 -bf 2 -c:a aac", _ name: String = "a.mp4")
    throws
    -> String
  {
    try FFmpegCommand.make(
      "-f lavfi -i testsrc2=s=320x180:r=25:d=4 -f lavfi -i sine=f=440:r=48000:d=4 \(options) \(name)",
      in: folder)
    return folder.file(name)
  }

  private func entries() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: cache.folder).map {
      cache.folder + "/" + $0
    }
  }

  /// Puts a description into the cache that no look at the file at `path` would give.
  private func plant(_ path: String) throws {
    let file = try #require(try FileBytes(path, named: path))
    let format = try FormatContext(path: path, gate: .unrestricted)
    var found = try FileDescription.find(path, .init(), .unrestricted)
    found.asset.formatName = "planted"
    cache.keep(found, try PacketScan.run(format), of: file, gaps: .close)
  }

  private func isPlanted(_ path: String, _ options: AssetOptions = .init()) throws -> Bool {
    try Asset.load(path: path, options: options, gate: gate).formatName == "planted"
  }

  private static let forms: [(options: String, name: String)] = [
    ("-c:v libx264 -bf 2 -c:a aac", "a.mp4"), ("-c:v libx264 -bf 2 -c:a aac", "a.mkv"),
    ("-c:v libx264 -bf 2 -c:a mp2", "a.ts"), ("-c:v mpeg4 -bf 2 -c:a mp2", "a.avi"),
    ("-c:v libvpx -c:a libvorbis", "a.webm"), ("-vn -c:a pcm_s24le", "a.wav"),
    ("-vn -c:a wmav2 -b:a 256k", "a.wma"), ("-c:v libx264 -f h264 -an", "a.h264"),
    ("-c:v prores_ks -c:a pcm_s16le -metadata title=t -metadata:s:a language=ger", "a.mov"),
  ]

  @Test("what is kept of a file is what was found", arguments: forms.indices)
  func roundTrip(number: Int) throws {
    let form = Self.forms[number]
    let path = try film(form.options, form.name)
    let fresh = try Asset.load(path: path, gate: .unrestricted)
    #expect(try Asset.load(path: path, gate: gate) == fresh)
    let file = try #require(try FileBytes(path, named: path))
    let entry = try #require(cache.entry(of: file, gaps: .close), "nothing was kept")
    #expect(entry.fileDescription?.asset(at: path, .init()) == fresh)
    let found = try PacketScan.run(try FormatContext(path: path, gate: .unrestricted))
    let kept = try #require(entry.mediaIndex)
    #expect(kept.streams.keys.sorted() == found.streams.keys.sorted())
    for (number, stream) in found.streams {
      let other = try #require(kept.streams[number])
      #expect(other.entries == stream.entries)
      #expect(other.slots == stream.slots)
      #expect(other.slotOfOrdinal == stream.slotOfOrdinal)
      #expect(other.syncPoints == stream.syncPoints)
      #expect(other.timeBase == stream.timeBase)
      #expect(other.presentationZero == stream.presentationZero)
      #expect(other.brokenAt == stream.brokenAt)
      #expect(other.sound?.starts == stream.sound?.starts)
      #expect(other.sound?.trims == stream.sound?.trims)
      #expect(other.sound?.end == stream.sound?.end)
      #expect(other.sound?.sampleRate == stream.sound?.sampleRate)
    }
  }

  @Test("a second run believes the cache, under any name and with any options") func hits() throws {
    let path = try film()
    try plant(path)
    #expect(try isPlanted(path))
    symlink(path, folder.file("other.mp4"))
    let linked = try Asset.load(
      path: folder.file("other.mp4"),
      options: AssetOptions(
        damagePolicy: .conceal, color: .srgb, deinterlacing: .always, gapPolicy: .close),
      gate: gate)
    #expect(linked.formatName == "planted")
    #expect(linked.path == folder.file("other.mp4"))
    #expect(linked.tracks.allSatisfy { $0.path == linked.path && $0.damagePolicy == .conceal })
    #expect(linked.video?.video?.color == .srgb)
    #expect(linked.video?.video?.isColorOverridden == true)
    #expect(linked.video?.video?.deinterlacing == .always)
    #expect(try !isPlanted(path, AssetOptions(gapPolicy: .keep)), "another policy is another entry")
  }

  @Test("a file that was touched, replaced or copied is looked at anew") func changes() throws {
    let path = try film()
    try plant(path)
    var times = [
      timeval(tv_sec: 1_000_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000_000, tv_usec: 0),
    ]
    utimes(path, &times)
    #expect(try !isPlanted(path))
    try plant(path)
    // The same size and the same time: only the time that nobody can set differs.
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    try bytes.write(to: URL(fileURLWithPath: path))
    utimes(path, &times)
    #expect(try !isPlanted(path))
    try plant(path)
    try FileManager.default.copyItem(atPath: path, toPath: folder.file("copy.mp4"))
    #expect(try !isPlanted(folder.file("copy.mp4")))
    #expect(try isPlanted(path))
  }

  @Test("where times may lie, the first and last bytes are compared") func youngFiles() throws {
    let path = try film()
    let file = try #require(try FileBytes(path, named: path))
    let identity = FileIdentity(file.status)
    #expect(identity.isYoung)
    var old = identity
    (old.modified, old.changed) = (1_000_000_000, 1_000_000_000)
    #expect(!old.isYoung)
    let found = try FileDescription.find(path, .init(), .unrestricted)
    let index = try PacketScan.run(try FormatContext(path: path, gate: .unrestricted))
    let mark = try #require(FileIdentity.contentMark(of: file))
    for (number, isKnown) in [(mark, true), (mark ^ 1, false), (mark ^ 1 << 40, false)] {
      let bytes = try #require(CacheEntry.encode(found, index, identity, contentMark: number))
      _ = try Asset.load(path: path, gate: gate)
      try Data(bytes).write(to: URL(fileURLWithPath: try #require(try entries().first)))
      #expect((cache.entry(of: file, gaps: .close) != nil) == isKnown)
    }
  }

  @Test("a damaged entry is none") func damage() throws {
    let path = try film()
    _ = try Asset.load(path: path, gate: gate)
    let place = URL(fileURLWithPath: try #require(try entries().first))
    let whole = try Data(contentsOf: place)
    let file = try #require(try FileBytes(path, named: path))
    func holds() -> Bool {
      let entry = cache.entry(of: file, gaps: .close)
      return entry?.fileDescription != nil && entry?.mediaIndex != nil
    }
    #expect(holds())
    for length in [0, 1, 17, 100, 511, 512, 513, whole.count / 2, whole.count - 1] {
      try whole.prefix(length).write(to: place)
      #expect(!holds(), "the first \(length) bytes")
    }
    for byte in Array(0..<600) + Array(stride(from: 600, to: whole.count, by: 97)) {
      var bytes = whole
      bytes[byte] ^= 0x10
      try bytes.write(to: place)
      #expect(!holds(), "byte \(byte)")
    }
    try Data(repeating: 0, count: 4096).write(to: place)
    #expect(try Asset.load(path: path, gate: gate) == Asset.load(path: path, gate: .unrestricted))
    #expect(holds(), "it was written anew")
  }

  @Test("a lower limit of pixels is not passed by") func pixelLimit() throws {
    let path = try film()
    try plant(path)
    var narrow = gate
    narrow.pixelLimit = 100
    #expect(throws: MoonreelError.self) { try Asset.load(path: path, gate: narrow) }
  }

  @Test("small files and several files in one are not kept") func whatIsNotKept() throws {
    _ = try Asset.load(path: try film("-c:v libx264 -t 0.2 -an", "small.mp4"), gate: gate)
    try FFmpegCommand.make(
      "-f lavfi -i testsrc2=s=640x360:r=25:d=8 -c:v libx264 -hls_time 2 -hls_list_size 0 a.m3u8",
      in: folder)
    _ = try Asset.load(path: folder.file("a.m3u8"), gate: gate)
    try FFmpegCommand.make("-f lavfi -i testsrc2=s=640x360:r=5:d=1 p%d.bmp", in: folder)
    _ = try Asset.load(path: folder.file("p%d.bmp"), gate: gate)
    #expect(try entries().isEmpty)
    _ = try Asset.load(path: folder.file("p1.bmp"), gate: gate)
    #expect(try entries().count == 1)
  }

  @Test("what was not used for the longest time goes first") func room() throws {
    var small = cache
    let first = try film("-c:v libx264 -c:a aac", "1.mp4")
    let second = try film("-c:v libx264 -c:a aac", "2.mp4")
    _ = try Asset.load(path: first, gate: gate)
    let entry = try #require(try entries().first)
    let size = try Data(contentsOf: URL(fileURLWithPath: entry)).count
    try Data().write(to: URL(fileURLWithPath: entry + ".1-2"))
    var times = [
      timeval(tv_sec: 1_000_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000_000, tv_usec: 0),
    ]
    for path in try entries() { utimes(path, &times) }
    _ = try Asset.load(path: first, gate: gate)
    let used = try FileManager.default.attributesOfItem(atPath: entry)[.modificationDate] as? Date
    #expect(try #require(used).timeIntervalSinceNow > -600, "using it is noted")
    for path in try entries() { utimes(path, &times) }
    small.limit = size * 4
    var smallGate = gate
    smallGate.cache = small
    _ = try Asset.load(path: second, gate: smallGate)
    #expect(try entries().count == 2, "both fit, and what a killed process left is gone")
    try Data(count: size * 2).write(to: URL(fileURLWithPath: cache.folder + "/0-1-close.index"))
    _ = try Asset.load(path: try film("-c:v libx264 -c:a aac", "3.mp4"), gate: smallGate)
    #expect(!FileManager.default.fileExists(atPath: entry), "the oldest had to go")
    #expect(FileManager.default.fileExists(atPath: cache.folder + "/0-1-close.index"))
  }

  @Test("a folder of others, or none, is not used") func folders() throws {
    #expect(MediaCache(folder: "relative") == nil)
    #expect(!FileManager.default.fileExists(atPath: "relative"))
    #expect(MediaCache(folder: "/proc/nothing/here") == nil)
    let open = folder.file("open")
    mkdir(open, 0o777)
    chmod(open, 0o777)
    #expect(MediaCache(folder: open) == nil)
    _ = try folder.write("x", to: "file")
    #expect(MediaCache(folder: folder.file("file")) == nil)
  }
}

@Suite("Numbers in few bytes") struct CacheWriterTests {
  @Test("series come back, whatever they are") func series() throws {
    var state: UInt64 = 7
    func next() -> UInt64 {
      state &+= 1
      return SplitMix64.mixed(state)
    }
    var lists: [[Int64]] = [
      [], [0], [.min], [.max, .min, .max], Array(repeating: 5, count: 1000),
      (0..<1000).map { $0 * 512 }, [.min, .min, 0, 1, .max], [Int64](repeating: .min, count: 40),
    ]
    for bits in 1...64 {
      lists.append((0..<200).map { _ in Int64(bitPattern: next() >> UInt64(64 - bits)) })
    }
    for list in lists {
      var writer = CacheWriter()
      writer.put(series: list)
      var reader = CacheReader(writer.bytes, limit: list.count)
      #expect(try reader.series() == list)
      #expect(reader.isAtEnd)
      var tight = CacheReader(writer.bytes, limit: list.count - 1)
      #expect(throws: CacheReader.Damage.self) { try tight.series() }
    }
    var even = CacheWriter()
    even.put(series: (0..<1_000_000).map { $0 * 1001 })
    #expect(even.bytes.count < 20)
  }

  @Test("no bytes make the reader trap") func damage() throws {
    for round: UInt64 in 0..<20_000 {
      let bytes = (0..<SplitMix64.mixed(round) % 40).map { place in
        UInt8(truncatingIfNeeded: SplitMix64.mixed(round << 8 | place))
      }
      _ = try? MediaIndex(bytes)
      var reader = CacheReader(bytes, limit: 1000)
      _ = try? reader.series()
    }
  }
}
