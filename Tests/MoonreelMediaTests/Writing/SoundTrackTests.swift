// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Files with several tracks of sound.
@Suite("Tracks of sound") struct SoundTrackTests {
  private let folder = TestFolder()
  private static let size = PixelSize(64, 64)

  struct Case: CustomTestStringConvertible, Sendable {
    var container: Container
    var codecs: [AudioCodec]
    var testDescription: String {
      "\(container.rawValue) \(codecs.map(\.rawValue).joined(separator: "+"))"
    }
  }

  static let cases: [Case] = [
    Case(container: .mp4, codecs: [.aac, .ac3, .flac]),
    Case(container: .mov, codecs: [.pcm24, .aac, .pcm16]),
    Case(container: .mkv, codecs: [.opus, .aac, .flac, .mp3]),
    Case(container: .mkv, codecs: [.aac, .aac]),
    Case(container: .webm, codecs: [.opus, .opus]),
    Case(container: .ts, codecs: [.aac, .ac3]),
  ]

  private func settings(_ test: Case) throws -> OutputSettings {
    var settings = OutputSettings(container: test.container)
    settings.video = VideoEncoding(
      codec: EncoderCatalogue.videoCodecs(in: test.container)[0], size: Self.size,
      frameRate: try FrameRate(25))
    let languages = ["en", "de", nil, "ja"]
    let sounds = test.codecs.enumerated().map { index, codec in
      var encoding = AudioEncoding(codec: codec, layout: index == 1 ? .mono : .stereo)
      encoding.language = languages[index]
      encoding.title = "Track ä \(index)"
      encoding.isDefault = index == 1
      return encoding
    }
    (settings.audio, settings.moreAudio) = (sounds[0], Array(sounds.dropFirst()))
    return settings
  }

  /// Two seconds with a click in each track at a place of its own; the last track is appended first.
  private func write(_ settings: OutputSettings, to path: String) throws -> OutputSummary {
    let writer = try MediaWriter(path: path, settings: settings, gate: .unrestricted)
    for (index, encoding) in settings.sounds.enumerated().reversed() {
      var plane = [Float](repeating: 0, count: 96_000)
      plane[place(index)] = 0.9
      let channels = Array(repeating: plane, count: encoding.layout.count)
      try writer.append(SampleBuffer(sampleRate: 48_000, channels: channels), toSound: index)
    }
    for index in 0..<50 {
      let format = try #require(settings.video).format
      try writer.append(
        TestPictures.frame(index, format: format, size: Self.size), at: Int64(index))
    }
    return try writer.finish()
  }

  private func place(_ index: Int) -> Int { 30_000 + 7001 * index }

  @Test("have their names, and each its own sound in time", arguments: cases)
  func roundTrip(_ test: Case) throws {
    let path = folder.file("a\(test.container.ending)")
    let summary = try write(try settings(test), to: path)
    #expect(summary.samples == 96_000 && summary.duration == Time(wholeSeconds: 2))
    #expect(summary.peak == 0.9)
    let tracks = try Asset.load(path: path, gate: .unrestricted).tracks.filter { $0.audio != nil }
    #expect(tracks.count == test.codecs.count)
    // Transport streams have no place for names.
    let hasNames = test.container != .ts
    let codes = test.container == .mp4 ? ["eng", "deu"] : ["eng", "ger"]
    for (index, track) in tracks.enumerated() {
      let found = try TestShell.stream(path, "a", number: index)
      #expect(track.audio?.layout.count == (index == 1 ? 1 : 2))
      if index < 2, hasNames { #expect(found["TAG:language"] == codes[index]) }
      if hasNames {
        let name = found["TAG:title"] ?? found["TAG:handler_name"]
        #expect(name == "Track ä \(index)")
        #expect(found["DISPOSITION:default"] == (index == 1 ? "1" : "0"))
      }
      let reader = try AudioReader(
        track: track, sampleRate: 48_000, layout: .mono, gate: .unrestricted)
      let start = test.container == .ts ? track.timeRange.start.value(timescale: 48_000) : 0
      let sound = try reader.read(from: start, frameCount: 96_000).channels[0]
      let loudest = sound.indices.max { abs(sound[$0]) < abs(sound[$1]) } ?? -1
      if hasNames { #expect(abs(loudest - place(index)) <= 1, "\(loudest), track \(index)") }
      let isOwn = sound.indices.allSatisfy {
        abs(sound[$0]) < 0.4 || abs($0 - place(index)) < 2400
      }
      #expect(isOwn, "track \(index)")
    }
  }

  @Test("are refused where a file has no place for them, in a sentence")
  func refusals() throws {
    func message(_ change: (inout OutputSettings) -> Void) throws -> String {
      var settings = try settings(Case(container: .mp4, codecs: [.aac, .aac]))
      change(&settings)
      return try #require(throws: MoonreelError.self) {
        try EncoderCatalogue.validate(settings)
      }.message
    }
    #expect(
      try message {
        ($0.container, $0.video) = (.wav, nil)
        $0.audio?.codec = .pcm16
        $0.moreAudio[0].codec = .pcm16
      }
        == "A .wav file holds one track of sound, not 2: write .mp4, .mov, .mkv, .webm, .ts, .m3u8, or one file for each."
    )
    #expect(try message { $0.moreAudio[0].codec = .mp3 }.contains("cannot hold mp3"))
    #expect(try message { $0.fileLengthLimit = 100_000 }.contains("2 tracks of sound"))
    #expect(try message { $0.audio = nil }.contains("without a first one"))
    let path = folder.file("a.mp4")
    let writer = try MediaWriter(
      path: path, settings: try settings(Case(container: .mp4, codecs: [.aac, .aac])),
      gate: .unrestricted)
    let error = #expect(throws: MoonreelError.self) {
      try writer.append(TestPictures.tone(0, 10, rate: 48_000, channels: 2), toSound: 2)
    }
    #expect(error?.message == "Cannot append sound to track 2: the file has 2.")
  }
}
