// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelModel

// A finished picture among layers: `mr.overlay`, and films as sources of layers.
extension ScriptHost {
  /// What `argument` would be exported as, with its pictures and sound in one; `nil` where it is nothing
  /// finished.
  func film(_ argument: Argument) throws -> ComposedTimeline? {
    switch argument.value {
    case .object(let handle as ExportHandle): handle.request.film
    case .object(is VideoCompositionHandle): try request(argument).film
    default: nil
    }
  }

  /// `mr.overlay(film, layers)`: the layers of a composition over a finished picture, for as long as it lasts.
  func overlay(_ call: Call) throws -> CompositionHandle {
    let film = try film(call[0]) ?? request(call[0]).film
    let layers: CompositionHandle = try call[1].object()
    let (picture, whole) = (
      film.videoComposition, TimeRange(start: .zero, duration: film.duration)
    )
    guard !whole.isEmpty else { throw call[0].expected("something with a duration") }
    var composition = Composition(size: picture.renderSize, frameRate: picture.frameRate)
    (composition.color, composition.seed) = (picture.color, picture.seed)
    composition.chosenDuration = film.duration
    let handle = CompositionHandle(composition, host: self)
    var below = Layer(.composition(film), over: whole)
    (below.name, below.place) = ("film", call.place)
    _ = try handle.add(below, nested: nil)
    let above = layers.composition.outline
    let shown = whole.intersection(TimeRange(start: .zero, duration: above.duration))
    guard !shown.isEmpty else { return handle }
    var over = Layer(.composition(above), over: shown)
    (over.name, over.place) = ("overlay", call.place)
    _ = try handle.add(over, nested: layers)
    return handle
  }
}
