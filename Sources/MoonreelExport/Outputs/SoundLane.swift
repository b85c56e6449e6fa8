// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender

/// A mix on its way to all outputs that have it at the same rate, for the same loudspeakers: it is made once.
struct SoundLane: Sendable {
  /// A track of sound of an output.
  struct Taker: Sendable {
    /// The place of the output among all.
    var output: Int
    /// The track of the output.
    var track: Int
  }

  /// A job that wants it.
  let job: ExportJob
  /// The track of the job.
  let track: Int
  private(set) var takers: [Taker]

  private var encoding: AudioEncoding { job.settings.sounds[track] }

  /// The lanes of all sound that is encoded for the outputs of `jobs`.
  static func lanes(of jobs: [ExportJob]) -> [SoundLane] {
    var lanes: [SoundLane] = []
    for (index, job) in jobs.enumerated() {
      for (track, encoding) in job.settings.sounds.enumerated() {
        let taker = Taker(output: index, track: track)
        let same = lanes.firstIndex {
          $0.track == track && $0.encoding.sampleRate == encoding.sampleRate
            && $0.encoding.layout == encoding.layout
        }
        if let same {
          lanes[same].takers.append(taker)
        } else {
          lanes.append(SoundLane(job: job, track: track, takers: [taker]))
        }
      }
    }
    return lanes
  }

  /// Mixes it anew, from the start.
  ///
  /// - Throws: `MoonreelError` naming the time at which it begins.
  func mixer(_ reader: CompositionReader) throws -> AudioMixer {
    try RenderPipeline.mixer(job, track, reader)
  }

  /// Hands `block` to those of `outputs` that take it; whether any takes more.
  ///
  /// - Throws: `MoonreelError`.
  func append(_ block: SampleBuffer, to outputs: [ExportOutput]) throws -> Bool {
    for taker in takers {
      try outputs[taker.output].writer.append(block, toSound: taker.track)
    }
    return !takers.allSatisfy { outputs[$0.output].writer.isFull }
  }
}

/// A mix that is being made.
struct RunningMix: Sendable {
  let lane: SoundLane
  let mix: MasteredMix
  /// Whether there is no more of it.
  private(set) var isOver = false
  private var position: Int64 = 0

  init(_ lane: SoundLane, _ mix: MasteredMix) { (self.lane, self.mix) = (lane, mix) }

  /// How much of it is made.
  var time: Time { Time(flicks: position * Time.flicksPerSecond / Int64(mix.sampleRate)) }

  /// Makes the next block and hands it to `outputs`.
  ///
  /// - Parameters:
  ///   - mixing: how a block is made.
  ///   - encoding: how it is handed over.
  /// - Throws: `MoonreelError`.
  mutating func advance(
    to outputs: [ExportOutput], mixing: (() throws -> SampleBuffer?) throws -> SampleBuffer?,
    encoding: (() throws -> Bool) throws -> Bool
  ) throws {
    let mix = mix
    guard let block = try mixing({ try mix.next(frameCount: 4096) }) else {
      isOver = true
      return
    }
    let lane = lane
    isOver = try !encoding { try lane.append(block, to: outputs) }
    position += Int64(block.frameCount)
  }
}

extension [RunningMix] {
  /// The one that is furthest behind; `nil` once all are over.
  var next: Int? {
    indices.filter { !self[$0].isOver }.min { self[$0].time < self[$1].time }
  }
}
