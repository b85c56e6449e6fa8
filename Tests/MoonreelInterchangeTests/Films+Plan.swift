// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelInterchange
import MoonreelMedia
import MoonreelScript
import Testing

@testable import MoonreelModel

extension Films {
  /// In what the plans of `film` and of what came `back` differ: in the digests of all frames (files, times, transforms,
  /// opacities and all else that a picture is made of) and of the mixed sound, but for when `losses` say that something is
  /// lost on the way.
  ///
  /// - Returns: how many frames were compared, and the differences, a sentence each.
  static func compare(
    _ film: ComposedTimeline, _ back: LoadedFilm, besides losses: [Loss], gate: FileGate
  ) throws -> (frameCount: Int, faults: [String]) {
    let before = try digests(film, gate)
    let difference = FilmDifference(
      from: before, to: try digests(back.result.request.film, back.gate))
    let lost = losses.filter { !isKept($0) }
    func isLost(_ range: TimeRange) -> Bool {
      lost.contains { $0.timeRange.map { $0.overlaps(range) } ?? true }
    }
    func isLost(_ frame: Int64) -> Bool {
      isLost(TimeRange(start: before.time(ofFrame: frame), end: before.time(ofFrame: frame + 1)))
    }
    let changed = difference.changed.flatMap { $0 }.filter { !isLost($0) }
    let heard = difference.sound.filter { !isLost($0) }
    let isAnyLost = isLost(TimeRange(start: .zero, duration: before.duration))
    let faults: [(String, Bool)] = [
      ("frames \(changed.prefix(20)) are drawn otherwise", !changed.isEmpty),
      ("another length", difference.hasOtherDuration), ("another rate", difference.hasOtherRate),
      ("another size or other colours", difference.hasOtherLook && !isAnyLost),
      ("the sound of \(heard) is another", !heard.isEmpty),
      ("other tracks of sound", difference.hasOtherSound && !isAnyLost),
    ]
    let compared = (0..<Int64(before.frames.count)).filter { !isLost($0) }
    return (compared.count, faults.filter(\.1).map(\.0))
  }

  /// Whether what other programs do not get comes back to Moonreel, which keeps it in the cut for itself.
  private static func isKept(_ loss: Loss) -> Bool {
    let words = [
      "not told to other programs", "is not written for", "its background '",
      "the sample '", "becomes a gap",
    ]
    return words.contains { loss.reason.contains($0) }
  }

  private static func digests(_ film: ComposedTimeline, _ gate: FileGate) throws -> FilmDigests {
    var request = ExportRequest(film)
    if film.videoComposition.renderSize.width == 0 { request.videoComposition = nil }
    return try FilmDigests(request, gate: gate)
  }

  /// What a cut can say of `film`: its layers with their times, looks and sounds, those that are drawn as plain colours;
  /// `nil` where it was made of tracks.
  static func sayable(_ film: ComposedTimeline) throws -> ComposedTimeline? {
    guard let layered = film.layered else { return nil }
    let video = film.videoComposition
    var composition = Composition(size: video.renderSize, frameRate: video.frameRate)
    (composition.background, composition.chosenDuration) = (layered.background, film.duration)
    (composition.seed, composition.owner) = (video.seed, video.owner)
    for layer in layered.layers { composition.add(try sayable(layer)) }
    composition.transitions = layered.changes.map(\.transition).filter { $0.name == "dissolve" }
    return try composition.lowered(isNested: true)
  }

  private static func sayable(_ layer: Layer) throws -> Layer {
    var layer = layer
    (layer.effects, layer.mask, layer.matte, layer.parent) = ([], nil, nil, nil)
    (layer.compositor, layer.blending) = (nil, nil)
    (layer.audio.effects, layer.audio.duck, layer.audio.tap) = ([], nil, nil)
    (layer.audio.output, layer.audio.sends) = (nil, [])
    (layer.audio.channelMatrix, layer.audio.loudness) = (nil, nil)
    switch layer.source {
    case .media(let picture, let sound):
      if !isAddressed(picture ?? sound) { layer.source = .image(Image(color: .white)) }
    case .composition(let composed):
      layer.source = try sayable(composed).map { .composition($0) } ?? .image(Image(color: .white))
    case .image, .adjustment: layer.source = .image(Image(color: .white))
    }
    return layer
  }

  /// Whether a cut can say where `source` lies.
  private static func isAddressed(_ source: SegmentSource?) -> Bool {
    switch source {
    case .asset: true
    case .custom(let source): source is any AddressedSource
    case .timeline, .composed, nil: false
    }
  }
}
