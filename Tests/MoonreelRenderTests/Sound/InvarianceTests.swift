// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Chunks equal the whole, bit for bit.
@Suite struct InvarianceTests {
  /// Two tracks with direct, retimed, reversed and empty stretches, and ramps across all of them.
  private func scene() throws -> (Timeline, AudioMix) {
    var timeline = try soundTimeline(
      [ToneSource(frequency: 331), NoiseSource(.pink, seed: 5)],
      [
        (seconds(0.1, 0.6), seconds(0, 0.5)), (seconds(1, 1.7), seconds(0.5, 0.9)),
        (seconds(0.2, 0.3), seconds(0.9, 1.1)),
      ])
    let id = timeline.addTrack(.audio)
    try timeline.updateTrack(id) { track in
      try track.insert(seconds(0, 0.5), of: .custom(ToneSource(waveform: .saw)), at: nil)
      try track.insertEmpty(seconds(0.1, 0.25))
      try track.reverse(seconds(0.3, 0.6))
    }
    var parameters = AudioMixParameters(trackID: id)
    parameters.addVolumeRamp(from: 0, to: 0.7, in: try seconds(0.05, 0.4003))
    var master = AudioMixParameters(trackID: nil)
    master.addVolumeRamp(from: 1, to: 0.3, in: try seconds(1.0 / 7, 1))
    return (timeline, AudioMix(parameters: [parameters, master]))
  }

  @Test(arguments: TimePitchAlgorithm.allCases)
  func blockSizeChangesNothing(_ algorithm: TimePitchAlgorithm) throws {
    let (timeline, mix) = try scene()
    let whole = try mixed(timeline, mix, algorithm: algorithm, blockSize: 1 << 20)
    for size in [1024, 333, 48000] {
      let chunked = try mixed(timeline, mix, algorithm: algorithm, blockSize: size)
      #expect(chunked == whole, "blocks of \(size)")
    }
  }

  @Test(arguments: TimePitchAlgorithm.allCases)
  func rangeStartChangesNothing(_ algorithm: TimePitchAlgorithm) throws {
    let (timeline, mix) = try scene()
    let whole = try mixed(timeline, mix, algorithm: algorithm)
    for first in [1, 30001, 24000, 43199, 47000] {
      let range = TimeRange(start: try sampleTime(Int64(first)), end: timeline.duration)
      let part = try mixed(timeline, mix, range: range, algorithm: algorithm, blockSize: 997)
      #expect(part[0] == Array(whole[0][first...]), "from sample \(first)")
      #expect(part[1] == Array(whole[1][first...]), "from sample \(first)")
    }
  }

  @Test func aSplitChangesNothingInDirectAndTapeSpeed() throws {
    for duration in [1.0, 0.7] {
      var timeline = try soundTimeline(
        [NoiseSource(seed: 1)], [(seconds(0, 1), seconds(0, duration))])
      let whole = try mixed(timeline)
      let id = timeline.tracks[0].id
      try timeline.updateTrack(id) { track in
        let pieces = track.segments
        try track.insertEmpty(seconds(0.3, 0.4))
        try track.remove(seconds(0.3, 0.4))
        #expect(pieces.count == 1)
      }
      let split = try mixed(timeline)
      let worst = zip(whole[0], split[0]).map { abs($0 - $1) }.max() ?? 1
      #expect(split[0].count == whole[0].count)
      #expect(worst < 1e-4)
    }
  }
}
