// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A sound that passes through effects one after the other.
///
/// Effects remember, so that the sound is always worked on from its start, in blocks of one length; a request that does
/// not follow the last one begins there again. What effects look ahead is made up for.
final class SoundChain {
  /// Delivers `frameCount` samples of the mix from a sample on, one plane a channel.
  typealias Read = (_ start: Int64, _ frameCount: Int) throws -> [[Float]]

  /// An effect with what it needs to begin.
  struct Link {
    var effect: SoundEffect
    /// Its side chains.
    var keys: [Read]
  }

  private struct Stage {
    let processor: any SoundProcessor
    let keys: [Read]
    /// Samples by which its input, and its own result beyond that, come late.
    let lag: Int64
    let latency: Int64
    let gate: Gate?
    /// The end of the sound before it, where its gate needs that.
    var dry: [[Float]]
  }

  private let links: [Link]
  private let format: SoundFormat
  private let samples: Range<Int64>
  private let input: Read
  private var stages: [Stage] = []
  /// Samples of the mix that the next block begins at, counted from the start.
  private var position: Int64 = 0
  /// What is ready, and the sample of the mix that it begins at.
  private var ready: [[Float]] = []
  private var readyStart: Int64 = 0

  /// Leads `input`, which sounds during `samples` of the mix, through `links`.
  init(_ links: [Link], format: SoundFormat, samples: Range<Int64>, input: @escaping Read) {
    (self.links, self.format, self.samples, self.input) = (links, format, samples, input)
  }

  /// The end of the last tail.
  private(set) lazy var end: Int64 = links.reduce(samples.upperBound) { end, link in
    let (sum, overflow) = end.addingReportingOverflow(self.count(link.effect.tail))
    return overflow ? .max : sum
  }

  /// `frameCount` samples from sample `start` of the mix on; silence before the start and after the last tail.
  ///
  /// - Throws: what the input and the effects throw.
  func read(from start: Int64, frameCount: Int) throws -> [[Float]] {
    var result = [[Float]](
      repeating: [Float](repeating: 0, count: frameCount), count: format.layout.count)
    let stop = min(start + Int64(frameCount), end)
    var sample = max(start, samples.lowerBound)
    guard sample < stop else { return result }
    if stages.isEmpty || sample < readyStart { try begin() }
    while sample < stop {
      let readyEnd = readyStart + Int64(ready.first?.count ?? 0)
      guard sample < readyEnd else {
        try advance()
        continue
      }
      let count = Int(min(stop, readyEnd) - sample)
      let (from, to) = (Int(sample - readyStart), Int(sample - start))
      for channel in result.indices {
        result[channel].replaceSubrange(to..<to + count, with: ready[channel][from..<from + count])
      }
      sample += Int64(count)
    }
    return result
  }

  private func count(_ time: Time) -> Int64 {
    max(0, time.value(timescale: Int64(format.sampleRate)))
  }

  private func begin() throws {
    var lag: Int64 = 0
    stages = try links.map { link in
      let processor = try processor(of: link.effect, lag: lag)
      let latency = processor.latency.map { Int64($0) } ?? count(link.effect.latency)
      defer { lag += latency }
      return Stage(
        processor: processor, keys: link.keys, lag: lag,
        latency: latency, gate: link.effect.timeRange.map { Gate($0, format.sampleRate) },
        dry: [[Float]](
          repeating: [Float](repeating: 0, count: Int(latency)), count: format.layout.count))
    }
    position = 0
    // The first samples come of what the effects have not looked at yet.
    readyStart = samples.lowerBound - lag
    ready = [[Float]](repeating: [], count: format.layout.count)
  }

  private func processor(of effect: SoundEffect, lag: Int64) throws -> any SoundProcessor {
    let (first, rate) = (samples.lowerBound - lag, Int64(format.sampleRate))
    func time(_ position: Int64) throws -> Time {
      try Time(value: first + position, timescale: rate)
    }
    switch effect.method {
    case .processor(let make): return try make(format)
    case .steered(let numbers, let make):
      return try make(format) { try numbers[$0].value(at: time($1)) }
    case .kernel(let kernel, let numbers):
      return try KernelProcessor(kernel, numbers: numbers, format: format, time: time)
    }
  }

  /// Works on the next block.
  private func advance() throws {
    let length = SoundEffect.blockLength
    let first = samples.lowerBound + position
    var channels = try input(first, length)
    for index in stages.indices {
      let stage = stages[index]
      let place = first - stage.lag
      var block = SoundBlock(
        channels: channels, sideChains: try stage.keys.map { try $0(place, length) },
        position: position, mixPosition: place,
        localTime: try Time(value: place, timescale: Int64(format.sampleRate))
          - links[index].effect.clockStart)
      try stage.processor.process(&block)
      try check(block, links[index].effect)
      if let gate = stage.gate {
        // What goes past the effect is as late as what goes through it.
        for channel in channels.indices {
          stages[index].dry[channel] += channels[channel]
          let passed = stages[index].dry[channel].prefix(length)
          gate.mix(Array(passed), into: &block.channels[channel], from: place - stage.latency)
          stages[index].dry[channel].removeFirst(length)
        }
      }
      channels = block.channels
    }
    readyStart += Int64(ready.first?.count ?? 0)
    ready = channels
    position += Int64(length)
  }

  /// Refuses blocks of another shape.
  private func check(_ block: SoundBlock, _ effect: SoundEffect) throws {
    guard block.channels.count == format.layout.count,
      block.channels.allSatisfy({ $0.count == SoundEffect.blockLength })
    else {
      let lengths = Set(block.channels.map(\.count)).sorted().map(String.init)
      throw MoonreelError(
        .renderingFailed,
        "The sound effect '\(effect.name)' gave \(block.channels.count) channels of "
          + "\(lengths.isEmpty ? "0" : lengths.joined(separator: " and ")) samples "
          + "where \(format.layout.count) of \(SoundEffect.blockLength) were asked for.")
    }
  }
}

/// When an effect is applied: it goes in and out in straight lines of 5 ms, inside its range.
private struct Gate {
  private let start: Double
  private let end: Double
  private let slope: Double

  init(_ range: TimeRange, _ sampleRate: Int) {
    let rate = Int64(sampleRate)
    start = Double(range.start.value(timescale: rate))
    end = Double(range.end.value(timescale: rate))
    slope = 1 / max(1, 0.005 * Double(sampleRate))
  }

  /// Mixes `dry`, the sound without the effect, into `wet`, which begins at sample `first` of the mix.
  func mix(_ dry: [Float], into wet: inout [Float], from first: Int64) {
    for index in wet.indices {
      let sample = Double(first + Int64(index))
      let share = min(1, max(0, min(sample - start, end - sample) * slope))
      wet[index] = Float(Double(dry[index]) + (Double(wet[index]) - Double(dry[index])) * share)
    }
  }
}
