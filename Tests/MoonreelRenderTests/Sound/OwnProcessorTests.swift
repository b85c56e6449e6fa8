// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Effects that whoever uses the library writes in Swift.
@Suite struct OwnProcessorTests {
  /// Does what it is told to with each block.
  private final class Own: SoundProcessor {
    let body: (inout SoundBlock) throws -> Void
    init(_ body: @escaping (inout SoundBlock) throws -> Void) { self.body = body }
    func process(_ block: inout SoundBlock) throws { try body(&block) }
  }

  /// A second of its own index, and what comes of it where `body` works on a track or on the whole.
  private func heard(
    isMaster: Bool = false, latency: Time = .zero,
    _ body: @escaping @Sendable (inout SoundBlock) throws -> Void
  ) throws -> [[Float]] {
    let second = TimeRange(start: .zero, duration: Time(wholeSeconds: 1))
    let timeline = try soundTimeline([FunctionSource.index], [(second, second)])
    var parameters = AudioMixParameters(trackID: isMaster ? nil : timeline.tracks(.audio)[0].id)
    parameters.effects = [
      SoundEffect("own", .processor { _ in Own(body) }, latency: latency)
    ]
    return try mixed(timeline, AudioMix(parameters: [parameters]), blockSize: 1000)
  }

  @Test("a class is an effect of a track and of the whole", arguments: [false, true])
  func effect(isMaster: Bool) throws {
    let samples = try heard(isMaster: isMaster) { block in
      for channel in block.channels.indices {
        for index in block.channels[channel].indices { block.channels[channel][index] *= 0.5 }
      }
    }
    #expect(samples[0] == (0..<48_000).map { Float($0) * 0.5 })
    #expect(samples[1] == (0..<48_000).map { -Float($0) * 0.5 })
  }

  @Test("a block knows where it lies, also behind what looks ahead") func places() throws {
    let places = Locked<[(Int64, Int64, Time)]>([])
    _ = try heard(latency: try Time(seconds: 0.01)) { block in
      places.withLock { $0.append((block.position, block.mixPosition, block.localTime)) }
    }
    for (index, place) in places.withLock({ $0 }).enumerated() {
      let position = Int64(index * SoundEffect.blockLength)
      #expect(place.0 == position && place.1 == position)
      #expect(place.2 == (try Time(value: position, timescale: 48_000)))
    }
    #expect(places.withLock { $0.count } == 95)
  }

  @Test("blocks of another shape are refused, in words")
  func shapes() throws {
    let bodies: [@Sendable (inout SoundBlock) throws -> Void] = [
      { $0.channels.removeLast() }, { $0.channels[1].removeLast() }, { $0.channels = [] },
      { $0.channels[0].append(1) },
    ]
    for body in bodies {
      do {
        _ = try heard(body)
        Issue.record("nothing was said")
      } catch let error as MoonreelError {
        #expect(error.code == .renderingFailed)
        #expect(error.message.hasPrefix("The sound effect 'own' gave "), "\(error.message)")
        #expect(error.message.hasSuffix("where 2 of 512 were asked for."), "\(error.message)")
      }
    }
  }
}
