// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelExport

/// Several files from one pass over the pictures and the sound.
@Suite struct AdditionalOutputTests {
  /// A ramp whose brightness says the frame's number, half transparent on its right; counts what it is asked for.
  final class Counting: Source, Sendable {
    let counts = Locked<(images: Int, samples: Int)>((0, 0))
    let mediaType: MediaType
    let duration: Time? = nil
    let naturalSize = PixelSize(64, 32)
    let failing: Time?

    init(_ mediaType: MediaType, failing: Time? = nil) {
      (self.mediaType, self.failing) = (mediaType, failing)
    }

    func image(at time: Time, in context: FrameContext) throws -> Image {
      if let failing, time >= failing { throw SessionTests.Numbering.Refusal() }
      counts.withLock { $0.images += 1 }
      let level = (time.seconds * 25).rounded() / 60
      let half = Rect(origin: .zero, size: Size(32, 32))
      let left = Image(color: Color(level, 0.2, 0.9, 1)).cropped(to: half)
      let right = Image(color: Color(0.3, 0.3, level, 0.5)).cropped(to: half)
      return left.over(right.transformed(by: AffineTransform(translationX: 32, y: 0)))
    }

    func samples(from start: Int64, frameCount: Int, sampleRate: Int) throws -> SampleBuffer {
      counts.withLock { $0.samples += frameCount }
      let values = (0..<frameCount).map { index in
        0.4 * Float(sin(Double(start + Int64(index)) * 440 * 2 * .pi / Double(sampleRate)))
      }
      return SampleBuffer(sampleRate: sampleRate, channels: [values, values])
    }
  }

  private func request(
    _ pictures: Counting = Counting(.video), _ sound: Counting? = Counting(.audio),
    seconds: Double = 1
  ) throws -> ExportRequest {
    var request = ExportRequest(timeline: try .of(pictures, seconds: seconds, audio: sound))
    request.output.container = .mkv
    request.output.videoCodec = .ffv1
    request.output.audioCodec = .pcm16
    return request
  }

  private func run(_ request: ExportRequest, in workspace: Workspace) throws -> OutputSummary {
    try ExportSession(
      request, outputPath: workspace.path("film.mkv"), gate: workspace.gate
    ).run()
  }

  private func addition(
    _ path: String, _ size: OutputSize? = nil, _ change: (inout OutputOptions) -> Void = { _ in }
  ) -> AdditionalOutput {
    var output = AdditionalOutput(path: "{folder}/" + path, size: size)
    change(&output.output)
    return output
  }

  @Test func picturesAreDrawnAndSoundIsMixedOnce() throws {
    let workspace = try Workspace()
    let (pictures, sound) = (Counting(.video), Counting(.audio))
    var request = try request(pictures, sound)
    request.additionalOutputs = [
      addition("{name}-small.mp4", .height(16)), addition("sound.wav"),
      addition("large.mkv", .scale(2)),
    ]
    let summary = try run(request, in: workspace)
    #expect(pictures.counts.withLock(\.images) == 30)
    #expect(sound.counts.withLock(\.samples) < 2 * 48_000)
    let names = ["film-small.mp4", "film.mkv", "large.mkv", "sound.wav"]
    #expect(workspace.files == names)
    #expect(
      summary.additional.map { FilePath.name(of: $0.path) } == [
        "film-small.mp4", "sound.wav", "large.mkv",
      ])
    #expect(summary.additional.map(\.frames) == [30, 0, 30])
    let small = try Measured(workspace.path("film-small.mp4"))
    #expect(small.video.map { [$0.width, $0.height, $0.frames] } == [32, 16, 30])
    #expect(small.audio?.codec == "aac")
    let large = try Measured(workspace.path("large.mkv"))
    #expect(large.video.map { [$0.width, $0.height, $0.frames] } == [128, 64, 30])
    #expect(try Measured(workspace.path("sound.wav")).samples().count == 48_000)
  }

  /// Each file holds the pictures and the sound that it holds when it is exported by itself.
  @Test func everyFileIsAsIfItWereTheOnlyOne() throws {
    let (together, alone) = (try Workspace(), try Workspace())
    let additions = [
      addition("same.mkv") { $0.videoCodec = .ffv1 },
      addition("pictures-%02d.png") { $0.hasAlpha = true },
      addition("half.mov", .scale(0.5)) { $0.videoCodec = .prores422 },
      addition("low.wav") { $0.sampleRate = 8000 },
    ]
    var request = try request()
    request.additionalOutputs = additions
    _ = try run(request, in: together)
    request.additionalOutputs = []
    _ = try run(request, in: alone)
    for addition in additions {
      let path = try addition.path(beside: alone.path("film.mkv"))
      _ = try ExportSession(request.request(for: addition), outputPath: path, gate: alone.gate)
        .run()
    }
    #expect(together.files == alone.files)
    for name in ["film.mkv", "same.mkv"] {
      let (found, expected) = (
        try Measured(together.path(name)).pictures("gray"),
        try Measured(alone.path(name)).pictures("gray")
      )
      #expect(found.count == 30 && expected.count == 30)
      let most = zip(found, expected).map { zip($0, $1).map { abs(Int($0) - Int($1)) }.max() ?? 0 }
      #expect(most.max() ?? 9 <= 2, "\(name): \(most)")
    }
    for name in together.files where name.hasSuffix(".png") || name.hasSuffix(".wav") {
      #expect(
        try Data(contentsOf: URL(fileURLWithPath: together.path(name)))
          == Data(contentsOf: URL(fileURLWithPath: alone.path(name))), "\(name)")
    }
    // What is scaled from drawn pictures differs from what is drawn small at edges alone.
    let scaled = try Measured(together.path("half.mov")).pictures()
    let drawn = try Measured(alone.path("half.mov")).pictures()
    let differences = zip(scaled, drawn).map { zip($0, $1).map { abs(Int($0) - Int($1)) } }
    #expect(scaled.count == 30 && differences.count == 30)
    #expect(differences.allSatisfy { Double($0.reduce(0, +)) / Double($0.count) < 1.5 })
  }

  @Test func nothingAppearsWhereOneFails() throws {
    let workspace = try Workspace()
    try Data("old".utf8).write(to: URL(fileURLWithPath: workspace.path("sound.wav")))
    var request = try request(Counting(.video, failing: try Time(seconds: 0.8)))
    request.additionalOutputs = [addition("sound.wav"), addition("b.mp4"), addition("%03d.png")]
    #expect(throws: MoonreelError.self) { try run(request, in: workspace) }
    #expect(workspace.files == ["sound.wav"])
    #expect(try String(contentsOfFile: workspace.path("sound.wav"), encoding: .utf8) == "old")
  }

  @Test func aPlaceThatIsLostInTheMeantimeStopsAll() throws {
    let workspace = try Workspace()
    let place = workspace.path("sound.wav")
    var request = try request()
    request.additionalOutputs = [addition("sound.wav")]
    let session = try ExportSession(
      request, outputPath: workspace.path("film.mkv"), gate: workspace.gate)
    #expect(throws: MoonreelError.self) {
      try session.run { _ in
        try? FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
      }
    }
    #expect(workspace.files.filter { $0.hasPrefix(".") }.isEmpty)
  }

  @Test func loudnessIsReachedInEach() throws {
    let workspace = try Workspace()
    var request = try request(seconds: 2)
    request.loudness = try LoudnessTarget(integrated: -20)
    request.additionalOutputs = [
      addition("mono.wav") { $0.channelLayout = .mono }, addition("same.wav"),
    ]
    let summary = try run(request, in: workspace)
    for loudness in ([summary] + summary.additional).flatMap(\.loudnesses) {
      #expect(abs(loudness.integrated - -20) < 0.2)
    }
    #expect(summary.additional.map(\.loudnesses.count) == [1, 1])
  }

  @Test func progressIsOfTheSlowest() throws {
    let workspace = try Workspace()
    var request = try request(seconds: 3)
    request.additionalOutputs = [addition("b.mp4", .scale(4)), addition("c.m4a")]
    let seen = Locked<[ExportProgress]>([])
    _ = try ExportSession(
      request, outputPath: workspace.path("film.mkv"), gate: workspace.gate
    ).run { progress in seen.withLock { $0.append(progress) } }
    let all = seen.withLock { $0 }
    #expect(all.last?.framesDone == 90 && all.last?.fraction == 1)
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.framesDone <= $1.framesDone })
    let bytes = try ["film.mkv", "b.mp4", "c.m4a"].reduce(Int64(0)) { sum, name in
      sum + Int64(try Data(contentsOf: URL(fileURLWithPath: workspace.path(name))).count)
    }
    #expect(all.last?.bytesWritten == bytes)
  }

  struct Refusal: CustomTestStringConvertible, Sendable {
    var change: @Sendable (inout ExportRequest, Workspace) -> Void
    var words: String
    var testDescription: String { words }
  }

  static let refusals: [Refusal] = [
    Refusal(
      change: { request, _ in
        request.additionalOutputs = [AdditionalOutput(path: "{folder}/film.mkv")]
      },
      words: "Cannot write two files to"),
    Refusal(
      change: { request, space in
        request.additionalOutputs = [
          AdditionalOutput(path: space.path("a.mp4")), AdditionalOutput(path: "{folder}/./a.mp4"),
        ]
      }, words: "give each a name of its own"),
    Refusal(
      change: { request, space in
        request.output.fileLengthLimit = 100_000
        request.additionalOutputs = [AdditionalOutput(path: space.path("a.mp4"))]
      }, words: "because its length is limited"),
    Refusal(
      change: { request, space in
        var two = AdditionalOutput(path: space.path("a.mp4"))
        (two.output.passes, two.output.videoBitRate) = (2, 500_000)
        request.additionalOutputs = [two]
      }, words: "because it is encoded in two passes"),
    Refusal(
      change: { request, space in
        (request.output, request.passthrough) = (OutputOptions(), .required)
        request.additionalOutputs = [AdditionalOutput(path: space.path("a.mp4"))]
      }, words: "because packets are copied"),
    Refusal(
      change: { request, space in
        request.additionalOutputs = (0..<17).map { AdditionalOutput(path: space.path("\($0).mp4")) }
      }, words: "16 are the most"),
    Refusal(
      change: { request, space in
        request.additionalOutputs = [AdditionalOutput(path: space.path("a.txt"))]
      },
      words: "Cannot tell the kind of file"),
  ]

  @Test(arguments: refusals) func whatCannotGoTogetherIsRefused(_ refusal: Refusal) throws {
    let workspace = try Workspace()
    var request = try request()
    refusal.change(&request, workspace)
    let error = #expect(throws: MoonreelError.self) { try run(request, in: workspace) }
    #expect(error?.message.contains(refusal.words) == true, "\(error?.message ?? "")")
    #expect(workspace.files.isEmpty)
  }

  /// Pictures are drawn as the largest output takes them, unless another stores what that would lose.
  @Test func picturesAreDrawnForTheMostDemanding() throws {
    let composition = VideoComposition(renderSize: PixelSize(64, 32), frameRate: try FrameRate(25))
    func encoding(_ codec: VideoCodec, _ size: PixelSize, _ format: PixelFormat) throws
      -> VideoEncoding
    {
      VideoEncoding(codec: codec, size: size, frameRate: try FrameRate(25), format: format)
    }
    let large = try encoding(.h264, PixelSize(64, 32), .yuv420())
    let small = try encoding(.h264, PixelSize(32, 16), .yuv420())
    let fine = try encoding(.prores422, PixelSize(32, 16), .yuv422(10))
    let chroma = try encoding(.ffv1, PixelSize(64, 32), .yuv444())
    let alpha = try encoding(.vp9, PixelSize(32, 16), .yuv420(alpha: true))
    let cases: [([VideoEncoding], PixelFormat)] = [
      ([large], .yuv420()), ([small, large], .yuv420()), ([large, fine], .floatGBRA),
      ([large, chroma], .yuv444()), ([large, alpha], .floatGBRA),
      ([fine, small], .yuv422(10)),
    ]
    for (encodings, format) in cases {
      let look = try #require(DrawnLook(of: encodings, composition))
      #expect(look.format == format, "\(encodings.map(\.format))")
      #expect(look.size == encodings.map(\.size).max { $0.width < $1.width })
    }
    #expect(DrawnLook(of: [], composition) == nil)
  }
}
