// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelRender

/// The sound of one run, block by block: as it is mixed, and from the moment on in which the film's loudness is known brought
/// to it, the two faded into each other over one block.
final class RunSound {
  private let run: Run
  private let output: any SoundOutput
  private var mastering: Mastering?
  private var sound: FilmSound

  /// - Throws: `MoonreelError` naming the file that cannot be opened.
  init(_ run: Run, _ output: any SoundOutput) throws {
    (self.run, self.output, mastering) = (run, output, run.item.mastering)
    sound = try Self.open(run, from: run.base.time, output, mastering)
  }

  /// What `order` asks for; `nil` at the end.
  ///
  /// - Throws: what a source's provider throws.
  func next(_ order: SoundOrder) throws -> SampleBuffer? {
    let block = try sound.next(frameCount: order.count)
    guard let block, let found = run.item.mastering, found != mastering else { return block }
    mastering = found
    sound = try Self.open(run, from: run.time(at: order.host), output, found)
    return try sound.next(frameCount: order.count).map { Self.faded(block, into: $0) } ?? block
  }

  private static func open(
    _ run: Run, from time: Time, _ output: any SoundOutput, _ mastering: Mastering?
  ) throws -> FilmSound {
    let range = TimeRange(start: min(time, run.end), end: max(time, run.end))
    let mixer = try run.item.withFilm { film in
      try film.sound(
        range, rate: run.base.rate, sampleRate: output.sampleRate, layout: output.layout,
        algorithm: run.item.audioTimePitchAlgorithm)
    }
    return try FilmSound(mixer, mastering)
  }

  private static func faded(_ block: SampleBuffer, into next: SampleBuffer) -> SampleBuffer {
    var faded = next
    let step = 1 / Float(max(1, next.frameCount))
    for channel in faded.channels.indices {
      for index in 0..<min(block.frameCount, next.frameCount) {
        let old = block.channels[channel][index]
        faded.channels[channel][index] =
          old + (next.channels[channel][index] - old) * Float(index) * step
      }
    }
    return faded
  }
}
