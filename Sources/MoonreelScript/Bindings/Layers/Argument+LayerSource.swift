// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// What a layer shows, as a script gives it.
enum GivenSource {
  case known(LayerSource)
  /// Another composition, lowered when everything has been added to it.
  case nested(CompositionHandle)

  /// What is known of it now.
  var source: LayerSource {
    switch self {
    case .known(let source): source
    case .nested(let handle): .composition(handle.composition.outline)
    }
  }

  /// The other composition.
  var nested: CompositionHandle? {
    if case .nested(let handle) = self { handle } else { nil }
  }
}

extension ScriptHost {
  /// The source of a layer: a path, an asset or one of its tracks, an image or colour, a source, a
  /// timeline, a video composition made from one or an export, a composition, or a function (time, context)
  /// that draws.
  func layerSource(_ argument: Argument, in owner: CompositionHandle) throws -> GivenSource {
    if let film = try film(argument) { return .known(.composition(film)) }
    switch argument.value {
    case .nil, .object(is AdjustmentHandle): return .known(.adjustment)
    case .string(let path):
      return .known(Self.media(try argument.naming { try asset(at: path) }))
    case .object(let handle as CompositionHandle): return .nested(handle)
    case .object(let handle as ImageHandle): return .known(.image(handle.image))
    case .object(let handle as AssetHandle): return .known(Self.media(handle))
    case .object(let handle as TimelineHandle):
      let timeline = handle.kept(&argument.state.notes)
      return .known(
        .media(
          video: timeline.tracks(.video).isEmpty ? nil : .timeline(timeline),
          audio: timeline.tracks(.audio).isEmpty ? nil : .timeline(timeline)))
    case .object(let handle as AssetTrackHandle):
      return .known(Self.media(.asset(handle.track)))
    case .object(let handle as SourceHandle):
      argument.note(handle.holding)
      let filling = handle.source as? any FrameFillingSource
      let source = filling?.filling(owner.composition.size) ?? handle.source
      return .known(Self.media(.custom(source)))
    case .object(let handle as KernelHandle):
      let source = try handle.use(argument, reading: [])
        .source(size: nil, in: owner.composition.size)
      return .known(Self.media(.custom(source)))
    case .function:
      let rule = "a function (time, context) that returns an image"
      let source = LuaSource(
        callback: LuaFunction(try argument.callback(rule), "the source"), duration: nil,
        naturalSize: owner.composition.size)
      return .known(.media(video: .custom(source), audio: nil))
    default:
      throw argument.expected(
        "what a layer can show: a path, an asset, an image or colour, a source, a timeline, a "
          + "composition, an export, a kernel without pictures, or a function (time, context)")
    }
  }

  private static func media(_ asset: AssetHandle) -> LayerSource {
    if case .drawing(let file) = asset.content, let still = file.still { return .image(still) }
    return .media(video: asset.source(.video), audio: asset.source(.audio))
  }

  private static func media(_ source: SegmentSource) -> LayerSource {
    source.carries(.audio)
      ? .media(video: nil, audio: source) : .media(video: source, audio: nil)
  }
}
