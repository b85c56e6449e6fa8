// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Sound with priming in Matroska: in time to the sample, and as long as what went in.
@Suite("Priming in Matroska") struct MatroskaPrimingTests {
  let folder = TestFolder()

  struct Case: CustomTestStringConvertible, Sendable {
    var codec: AudioCodec
    var rate: Int
    var count: Int
    var testDescription: String { "\(codec.rawValue) \(rate) Hz, \(count) samples" }
  }

  static let cases: [Case] = [AudioCodec.aac, .mp3, .ac3, .mp2].flatMap { codec in
    [48_000, 44_100].flatMap { rate in
      [2000, 12_345, 57_600, rate * 11 + 137].map { Case(codec: codec, rate: rate, count: $0) }
    }
  }

  /// Writes `count` samples, silent but for clicks at `places`, with pictures beside them where `video`.
  private func write(_ test: Case, to path: String, clicks places: [Int], video: Bool = false)
    throws
  {
    var settings = OutputSettings(container: .mkv)
    settings.audio = AudioEncoding(codec: test.codec, sampleRate: test.rate, bitRate: 192_000)
    if video {
      settings.video = VideoEncoding(
        codec: .h264, size: PixelSize(64, 64), frameRate: try FrameRate(25))
    }
    let writer = try MediaWriter(path: path, settings: settings, gate: .unrestricted)
    for index in 0..<(video ? (test.count * 25 / test.rate + 1) : 0) {
      try writer.append(
        TestPictures.frame(index, format: .yuv420(), size: PixelSize(64, 64)), at: Int64(index))
    }
    var plane = [Float](repeating: 0, count: test.count)
    for place in places { plane[place] = 0.9 }
    for start in stride(from: 0, to: test.count, by: 4001) {
      let part = Array(plane[start..<min(start + 4001, test.count)])
      try writer.append(SampleBuffer(sampleRate: test.rate, channels: [part, part]))
    }
    _ = try writer.finish()
  }

  private func loudest(_ samples: [Float], near place: Int) -> Int {
    let window = max(0, place - 400)..<min(samples.count, place + 400)
    return window.max { abs(samples[$0]) < abs(samples[$1]) } ?? -1
  }

  @Test("sounds when it should, and no longer, here and in ffmpeg", arguments: cases)
  func inTime(_ test: Case) throws {
    let path = folder.file("a.mkv")
    let places = [60, test.count / 2, test.count - 300]
    try write(test, to: path, clicks: places)
    let decoded = try TestShell.samples(path)
    var left = stride(from: 0, to: decoded.count, by: 2).map { decoded[$0] }
    let track = try #require(try Asset.load(path: path, gate: .unrestricted).audio)
    let length = Int(track.timeRange.end.value(timescale: Int64(test.rate)))
    #expect(track.timeRange.start == .zero)
    if test.codec == .ac3 {
      // libav goes by the stamps alone here, and has the last packet whole.
      left.removeFirst(256)
      #expect((test.count..<test.count + 1536).contains(length))
    } else {
      #expect(length == test.count)
    }
    #expect(left.count == length)
    let reader = try AudioReader(
      track: track, sampleRate: test.rate, layout: .stereo, gate: .unrestricted)
    let own = try reader.read(from: 0, frameCount: test.count).channels[0]
    for place in places {
      #expect(abs(loudest(left, near: place) - place) <= 1, "ffmpeg's click of \(place)")
      #expect(abs(loudest(own, near: place) - place) <= 1, "our click of \(place)")
    }
    // AC-3's dither depends on a flag of the decoder.
    let isSame = own.elementsEqual(left)
    #expect(isSame || test.codec == .ac3)
  }

  @Test(
    "the file says its priming as the format has it", arguments: cases.filter { $0.count == 2000 })
  func elements(_ test: Case) throws {
    let path = folder.file("a.mkv")
    try write(test, to: path, clicks: [], video: true)
    let bytes = try #require(try FileBytes(path, named: path))
    let file = MatroskaElement(bytes, at: 0, end: bytes.count)
    let segment = MatroskaElement(
      bytes, at: try #require(file).payload.upperBound, end: bytes.count)
    let parts = try #require(segment?.children(bytes))
    let tracks = try #require(parts.first { $0.name == .tracks }?.children(bytes))
    let track = try #require(tracks.last?.children(bytes))
    // 0x56AA: CodecDelay, 0x56BB: SeekPreRoll, 0x536E: Name.
    func numbers(_ identifier: [UInt8]) -> [UInt64] {
      track.compactMap { element in
        let head = bytes.bytes(at: element.payload.lowerBound - 3, count: 2)
        return head == identifier ? element.number : nil
      }
    }
    let priming: [AudioCodec: Int] = [.aac: 1024, .mp3: 1105, .ac3: 256, .mp2: 481]
    let samples = try #require(priming[test.codec])
    let nanoseconds = UInt64((Double(samples) * 1e9 / Double(test.rate)).rounded())
    #expect(numbers([0x56, 0xAA]) == [nanoseconds])
    #expect(numbers([0x56, 0xBB]) == [nanoseconds])
    #expect(numbers([0x53, 0x6E]).isEmpty)
    #expect(try TestShell.stream(path, "a")["TAG:title"] == nil)
  }

  @Test("a pipe gets the same sound")
  func pipe() throws {
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let cat = Process()
    cat.executableURL = URL(fileURLWithPath: "/bin/sh")
    cat.arguments = ["-c", "cat '\(pipe)' > '\(folder.file("got.mkv"))'"]
    try cat.run()
    let test = Case(codec: .aac, rate: 48_000, count: 57_600)
    let settings = OutputSettings(container: .mkv, audio: AudioEncoding(codec: .aac))
    let writer = try MediaWriter(path: pipe, settings: settings, gate: .unrestricted)
    var plane = [Float](repeating: 0, count: test.count)
    plane[24_000] = 0.9
    try writer.append(SampleBuffer(sampleRate: 48_000, channels: [plane, plane]))
    _ = try writer.finish()
    cat.waitUntilExit()
    let decoded = try TestShell.samples(folder.file("got.mkv"))
    #expect(decoded.count == 2 * test.count)
    let left = stride(from: 0, to: decoded.count, by: 2).map { decoded[$0] }
    #expect(abs(loudest(left, near: 24_000) - 24_000) <= 1)
  }

  @Test("a length limit cuts pictures and sound at one time")
  func limit() throws {
    let path = folder.file("a.mkv")
    var settings = OutputSettings(container: .mkv)
    settings.video = VideoEncoding(
      codec: .h264, size: PixelSize(64, 64), frameRate: try FrameRate(25))
    settings.audio = AudioEncoding(codec: .aac)
    settings.fileLengthLimit = 60_000
    let writer = try MediaWriter(path: path, settings: settings, gate: .unrestricted)
    for index in 0..<200 {
      try writer.append(
        TestPictures.frame(index, format: .yuv420(), size: PixelSize(64, 64)), at: Int64(index))
      try writer.append(TestPictures.tone(index * 1920, 1920, rate: 48_000, channels: 2))
    }
    let summary = try writer.finish()
    #expect(summary.reachedLengthLimit)
    #expect(try TestShell.samples(path).count == Int(summary.samples) * 2)
  }

  /// What is too short for two packets has no place for what is left out at both ends.
  @Test("sound of one packet has its length and its place", arguments: [1, 500])
  func onePacket(_ count: Int) throws {
    let path = folder.file("a.mkv")
    let test = Case(codec: .mp2, rate: 48_000, count: count)
    try write(test, to: path, clicks: [count / 2])
    let track = try #require(try Asset.load(path: path, gate: .unrestricted).audio)
    #expect(track.timeRange.start == .zero)
    #expect(track.timeRange.end.value(timescale: 48_000) == Int64(count))
    let reader = try AudioReader(
      track: track, sampleRate: 48_000, layout: .stereo, gate: .unrestricted)
    let own = try reader.read(from: 0, frameCount: count).channels[0]
    #expect(abs(loudest(own, near: count / 2) - count / 2) <= 1)
  }

  @Test("bytes are replaced wherever the pieces end", arguments: 1...9)
  func replacement(_ step: Int) {
    let text = Array("abab-abac-aabac-abacabac-aba".utf8)
    var replacement = ByteReplacement()
    replacement.rules = [.init(Array("abac".utf8), by: Array("WXYZ".utf8))]
    var found: [UInt8] = []
    for start in stride(from: 0, to: text.count, by: step) {
      let piece = Array(text[start..<min(start + step, text.count)])
      found += piece.withUnsafeBytes { replacement.pass($0) }
    }
    found += replacement.finish()
    #expect(String(decoding: found, as: UTF8.self) == "abab-WXYZ-aWXYZ-WXYZWXYZ-aba")
    #expect(replacement.counts.values.first == 4)
  }
}

extension MatroskaPrimingTests {
  /// Stamps count from the delay: what a reader takes off is what was added.
  @Test("Opus is in time by the stamps, too", arguments: [Container.mkv, .webm], [48_000, 24_000])
  func opus(_ container: Container, _ rate: Int) throws {
    let path = folder.file("a\(container.ending)")
    let settings = OutputSettings(
      container: container, audio: AudioEncoding(codec: .opus, sampleRate: rate))
    let writer = try MediaWriter(path: path, settings: settings, gate: .unrestricted)
    var plane = [Float](repeating: 0, count: rate)
    plane[rate / 2] = 0.9
    try writer.append(SampleBuffer(sampleRate: rate, channels: [plane, plane]))
    _ = try writer.finish()
    let track = try #require(try Asset.load(path: path, gate: .unrestricted).audio)
    #expect(track.timeRange == (try TimeRange(seconds: 0, 1)))
    let reader = try AudioReader(
      track: track, sampleRate: 48_000, layout: .stereo, gate: .unrestricted)
    let sound = try reader.read(from: 0, frameCount: 48_000).channels[0]
    let loudest = sound.indices.max { abs(sound[$0]) < abs(sound[$1]) } ?? -1
    #expect(abs(loudest - 24_000) <= 1, "\(loudest)")
    #expect(try TestShell.samples(path).count == 96_000)
    let start = try TestShell.stream(path, "a")["start_time"] ?? ""
    #expect(start == "-0.007000" || start == "-0.006000", "\(start)")
  }

  @Test("copies of Opus and of AAC stay in time", arguments: [AudioCodec.opus, .aac])
  func copies(_ codec: AudioCodec) throws {
    let (path, copy) = (folder.file("a.mkv"), folder.file("b.mkv"))
    let writer = try MediaWriter(
      path: path, settings: OutputSettings(container: .mkv, audio: AudioEncoding(codec: codec)),
      gate: .unrestricted)
    var plane = [Float](repeating: 0, count: 96_000)
    plane[30_000] = 0.9
    try writer.append(SampleBuffer(sampleRate: 48_000, channels: [plane, plane]))
    _ = try writer.finish()
    let track = try #require(try Asset.load(path: path, gate: .unrestricted).audio)
    let packets = try PacketReader(track: track, gate: .unrestricted)
    let copier = try PassthroughWriter(
      path: copy, container: .mkv, tracks: [(track, packets.parameters)], gate: .unrestricted)
    try copier.append(track.timeRange, of: packets, to: 0, at: .zero)
    _ = try copier.finish()
    let copied = try #require(try Asset.load(path: copy, gate: .unrestricted).audio)
    let reader = try AudioReader(
      track: copied, sampleRate: 48_000, layout: .stereo, gate: .unrestricted)
    let sound = try reader.read(from: 0, frameCount: 96_000).channels[0]
    let loudest = sound.indices.max { abs(sound[$0]) < abs(sound[$1]) } ?? -1
    #expect(abs(loudest - 30_000) <= 1, "\(loudest)")
    #expect(copied.timeRange.start == .zero)
  }
}
