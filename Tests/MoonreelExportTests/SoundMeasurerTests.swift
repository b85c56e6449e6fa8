// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender
import Testing

@testable import MoonreelExport

/// Sounds of files, and what is kept of them.
@Suite struct SoundMeasurerTests {
  private func track(_ workspace: Workspace, _ filter: String) throws -> AssetTrack {
    let path = workspace.path("sound.wav")
    try Tool.run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", filter, path])
    return try #require(try Asset.load(path: path, gate: .unrestricted).tracks(.audio).first)
  }

  @Test("levels and bands of a file at another rate") func file() throws {
    let workspace = try Workspace()
    let track = try track(workspace, "aevalsrc='0.5*sin(2*PI*1000*t)|0:s=44100:d=2'")
    let features = try SoundMeasurer(gate: .unrestricted).features(of: .asset(track))
    #expect(features.hopCount == 200 && features.channelCount == 2)
    #expect(abs(features.level(ofHop: 100, channel: 0) - 0.5 * 0.5.squareRoot()) < 1e-3)
    #expect(features.level(ofHop: 100, channel: 1) == 0)
    let band = try SoundQuantity(.band(low: 800, high: 1250))
    let found = features.value(of: band, at: Time(wholeSeconds: 1))
    // One of two channels has it.
    #expect(abs(found - 0.5 * 0.5.squareRoot()) < 0.005, "\(found)")
  }

  @Test("a file is measured once, and anew where it changed") func kept() throws {
    let workspace = try Workspace()
    let track = try track(workspace, "sine=440:d=1")
    let files = MeasuredFiles<Int>(limit: 100) { _ in 40 }
    var count = 0
    func value(_ seconds: Double = 1) throws -> Int {
      try files.value(of: track, try TimeRange(seconds: 0, seconds), gate: .unrestricted) {
        count += 1
        return count
      }
    }
    #expect(try (value(), value(), count) == (1, 1, 1))
    #expect(try (value(0.5), value(), count) == (2, 1, 2))
    // Only two have room: the one that was not used for the longest time goes.
    #expect(try (value(0.25), value(), value(0.5), count) == (3, 1, 4, 4))
    try Tool.run("touch", ["-d", "2001-01-01", track.path])
    #expect(try value() == 5)
    let closed = FileGate(folders: [])
    #expect(throws: MoonreelError.self) {
      try files.value(of: track, track.timeRange, gate: closed) { 0 }
    }
  }

  @Test("silence is what ffmpeg's silencedetect finds", arguments: [-50.0, -20]) func silence(
    _ threshold: Double
  ) throws {
    let workspace = try Workspace()
    let track = try track(
      workspace,
      "aevalsrc='0.05*sin(2*PI*440*t)*between(t,1,2)+0.9*sin(2*PI*440*t)*between(t,3.3,4)"
        + "+0.9*sin(2*PI*100*t)*between(t,4.3,5)':s=48000:d=7")
    let features = try SoundMeasurer(gate: .unrestricted).features(of: .asset(track))
    let found = features.silences(
      below: threshold, lasting: Time(flicks: Time.flicksPerSecond / 2))
    let numbers = try Tool.numbers(
      after: ["silence_start: ", "silence_end: "],
      "ffmpeg -nostdin -i '\(track.path)' -af silencedetect=n=\(threshold)dB:d=0.5 -f null -")
    let own = found.flatMap { [$0.start.seconds, $0.end.seconds] }
    #expect(own.count == numbers.count && !own.isEmpty, "\(own), \(numbers)")
    for (a, b) in zip(own, numbers) { #expect(abs(a - b) <= 0.011, "\(own), \(numbers)") }
    let padded = features.silences(
      below: threshold, lasting: .zero, pad: Time(flicks: Time.flicksPerSecond / 10))
    #expect(padded.first?.start == .zero && padded.last?.end == Time(wholeSeconds: 7))
    #expect(abs((padded.first?.end.seconds ?? 0) - (own[1] - 0.1)) < 1e-9)
  }

  @Test func refusals() throws {
    let measurer = SoundMeasurer(gate: .unrestricted)
    #expect(throws: MoonreelError.self) {
      try measurer.features(of: .custom(ToneSource()))
    }
    let gate = FileGate(folders: ["/"], cancellation: CancellationFlag())
    gate.cancellation.cancel()
    #expect {
      try SoundMeasurer(gate: gate).features(
        of: .custom(ToneSource()), range: try TimeRange(seconds: 0, 5))
    } throws: {
      ($0 as? MoonreelError)?.code == .cancelled
    }
  }
}

extension Tool {
  /// The numbers that stand after `labels` in what a command says.
  static func numbers(after labels: [String], _ command: String) throws -> [Double] {
    let text = String(decoding: try run("sh", ["-c", command + " 2>&1"]), as: UTF8.self)
    var found: [(String.Index, Double)] = []
    for label in labels {
      var rest = text.startIndex..<text.endIndex
      while let place = text.range(of: label, range: rest) {
        let number = text[place.upperBound...].prefix { "0123456789.-".contains($0) }
        if let number = Double(number) { found.append((place.lowerBound, number)) }
        rest = place.upperBound..<text.endIndex
      }
    }
    return found.sorted { $0.0 < $1.0 }.map(\.1)
  }
}
