// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelRender

/// The moments that the cuts of a new sequence are moved to: `cut_on` of `composition:sequence`.
struct SequenceCuts {
  /// On the composition's clock, at frames, in order.
  private let moments: [Time]
  private let frame: Time

  /// Reads `cut_on`: `"beats"`, or `{ "beats", of = music, every = 2 }`.
  init(_ argument: Argument, in owner: CompositionHandle) throws {
    let rate = owner.composition.frameRate
    frame = rate.frameDuration
    var (kind, sound, step) = (argument, argument.nothing, 1)
    if case .table = argument.value {
      let options = try argument.options(["of", "every"], owner: argument.label, items: 1)
      (kind, sound) = (try options.item(1, "the first item"), try options["of"])
      step = try options["every"].ifGiven { try $0.integer(1...1000) } ?? 1
    }
    let moment = try kind.choice(SoundMoments.self)
    let measuring = MeasuringFunctions(host: owner.host)
    if sound.isNil {
      sound = Argument(
        state: argument.state, value: .object(try Self.music(of: owner, argument)),
        label: argument.label)
    }
    let features = try measuring.features(of: sound)
    var times = moment.times(of: features.rhythm, every: step)
    if case .object(is LayerHandle) = sound.value {
      let layer = owner.composition[try owner.layer(sound)]
      times = times.map { layer.compositionTime($0) }
    }
    guard !times.isEmpty else {
      throw MoonreelError(
        .invalidArgument,
        "bad \(argument.label): no \(moment.rawValue) were found in the sound; name another with { \"\(moment.rawValue)\", of = … }"
      )
    }
    let half = Time(flicks: frame.flicks / 2)
    moments = times.map { rate.time(ofFrame: rate.frame(at: $0 + half)) }
  }

  /// The one layer that sounds and shows nothing.
  private static func music(of owner: CompositionHandle, _ argument: Argument) throws -> LayerHandle
  {
    let music = owner.composition.layers.filter { layer in
      guard layer.isEnabled, case .media(nil, .some) = layer.source else { return false }
      return true
    }
    guard music.count <= 1, let layer = music.first else {
      let found =
        music.isEmpty
        ? "the composition has no layer of sound alone yet"
        : "the composition has \(music.count) layers of sound alone"
      throw MoonreelError(
        .invalidArgument,
        "bad \(argument.label): \(found); say which sound with { \"beats\", of = music }, a layer or an asset"
      )
    }
    return LayerHandle(owner, layer.id)
  }

  /// Moves the end of `layer`, so that the middle of what it shares with the next lies on the nearest moment that its source
  /// and its beginning allow; where there is none it stays.
  func moveEnd(of layer: inout Layer, overlap: Time) {
    let shared = max(.zero, overlap)
    let half = Time(flicks: shared.flicks / 2)
    let cut = layer.timeRange.end - half
    let least = layer.timeRange.start + shared + frame - half
    let first = moments.partitioningIndex { $0 >= least }
    let end = layer.latestEnd.map { latest in
      moments.partitioningIndex { $0 + half > latest }
    }
    guard first < end ?? moments.count else { return }
    let possible = moments[first..<(end ?? moments.count)]
    let next = possible.partitioningIndex { $0 >= cut }
    let around = possible[max(first, next - 1)..<min(possible.endIndex, next + 1)]
    guard let nearest = around.min(by: { abs(($0 - cut).flicks) < abs(($1 - cut).flicks) }) else {
      return
    }
    layer.moveEnd(to: nearest + half)
  }
}
