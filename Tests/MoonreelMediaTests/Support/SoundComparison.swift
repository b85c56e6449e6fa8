// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Compares an audio reader with a linear decode by the ffmpeg command line.
enum SoundComparison {
  /// Expects the sound of `path` at its own rate and layout to be the reference's, sample by sample,
  /// read forwards in uneven blocks, and again at places out of order.
  ///
  /// - Parameter tolerance: how far samples read after a jump may be off (codecs whose decoders keep
  ///   memory for ever).
  static func expectEqual(_ path: String, jumpTolerance: Float = 0) throws {
    let expected = try Reference.samples(path)
    let asset = try Asset.load(path: path, gate: .unrestricted)
    let track = try #require(asset.audio)
    let audio = try #require(track.audio)
    let reader = try AudioReader(
      track: track, sampleRate: audio.sampleRate, layout: audio.layout, gate: .unrestricted)
    let channels = audio.layout.count
    let start = track.timeRange.start.value(timescale: Int64(audio.sampleRate))
    let decoded = expected.count / channels
    let total = Int(track.timeRange.end.value(timescale: Int64(audio.sampleRate)) - start)
    // MP4's tables say how much of the last packet is filling, which ffmpeg 5.1 plays.
    let filling = asset.formatName.hasPrefix("mov") ? 1024 : 0
    #expect(total <= decoded && decoded - total <= filling, "samples in '\(path)'")
    let found = try readAll(reader, from: start, total: total)
    let played = Array(expected.prefix(total * channels))
    expect(found, played, channels, tolerance: 0, "'\(path)' forwards")
    for share in [0.9, 0.1, 0.53, 0.5, 0.0, 0.77] {
      let at = Int(Double(total) * share)
      let count = min(3000, total - at)
      let part = interleaved(try reader.read(from: start + Int64(at), frameCount: count))
      let slice = Array(expected[(at * channels)..<((at + count) * channels)])
      expect(part, slice, channels, tolerance: jumpTolerance, "'\(path)' from sample \(at)")
    }
  }

  static func readAll(_ reader: AudioReader, from start: Int64, total: Int) throws -> [Float] {
    var found: [Float] = []
    var at = 0
    var block = 1000
    while at < total {
      let count = min(block, total - at)
      found += interleaved(try reader.read(from: start + Int64(at), frameCount: count))
      at += count
      block = 500 + (block * 7) % 9001
    }
    return found
  }

  static func interleaved(_ block: SampleBuffer) -> [Float] {
    let count = block.channels.count
    var result = [Float](repeating: 0, count: block.frameCount * count)
    result.withUnsafeMutableBufferPointer { target in
      for (index, channel) in block.channels.enumerated() {
        channel.withUnsafeBufferPointer { source in
          for sample in 0..<source.count { target[sample * count + index] = source[sample] }
        }
      }
    }
    return result
  }

  static func expect(
    _ found: [Float], _ expected: [Float], _ channels: Int, tolerance: Float, _ what: String
  ) {
    guard found.count == expected.count else {
      Issue.record("\(what): \(found.count) values instead of \(expected.count)")
      return
    }
    if tolerance == 0, found == expected { return }
    guard let wrong = found.indices.first(where: { abs(found[$0] - expected[$0]) > tolerance })
    else { return }
    Issue.record("\(what): sample \(wrong / channels) is \(found[wrong]), not \(expected[wrong])")
  }
}
