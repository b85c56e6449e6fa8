// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelModel

extension ScriptHost {
  private static let rule =
    "what is to be rendered: mr.export { … }, a composition, a timeline, an asset, a video composition "
    + "made from a timeline, or an image"

  /// What the script returned, as values of the model.
  func read(_ results: Results) throws -> ScriptResult {
    let result = results.value(label: "result of the script")
    do {
      var request: ExportRequest
      if case .object(let handle as ExportHandle) = result.value {
        request = handle.request
      } else {
        let line = state.lastLine(of: chunkName)
        request = try self.request(result, at: line.map { "\(chunkName):\($0)" })
      }
      request.timeline.owner = self
      request.videoComposition?.owner = self
      return ScriptResult(request: request)
    } catch let error as MoonreelError {
      let place = state.isPlaced(error.message) ? "" : "\(chunkName): "
      var placed = error
      placed.message = place + error.message
      throw placed
    }
  }

  /// What `argument`, which the script gives at `place` (`nil`: unknown), asks for when nothing else is said about it.
  func request(_ argument: Argument, at place: String? = nil) throws -> ExportRequest {
    switch argument.value {
    case .object(let handle as TimelineHandle): return ExportRequest(timeline: handle.timeline)
    case .object(let handle as CompositionHandle):
      guard !handle.composition.layers.isEmpty || handle.composition.chosenDuration != nil else {
        throw MoonreelError(
          .invalidTimeline,
          "bad \(argument.label): the composition has no layers; add what it shows: composition:add { source = … }"
        )
      }
      return ExportRequest(try handle.lowered())
    case .object(let handle as VideoCompositionHandle):
      guard let timeline = handle.timeline else { throw argument.expected(Self.rule) }
      return ExportRequest(timeline: timeline.timeline, videoComposition: handle.composition)
    case .object(let handle as AssetHandle):
      return ExportRequest(timeline: try timeline(handle).placed(place))
    case .object(let handle as ImageHandle): return try still(handle, argument, at: place)
    case .nil: throw argument.expected(Self.rule, hint: "say it with return: return show")
    default: throw argument.expected(Self.rule, hint: argument.openingHint("mr.asset"))
    }
  }

  private func timeline(_ handle: AssetHandle) throws -> Timeline {
    switch handle.content {
    case .sample(let clip): return try clip.timeline
    case .drawing(let file):
      return try file.source.timeline(lasting: file.source.duration ?? Self.stillDuration)
    case .file(let asset):
      var timeline = Timeline()
      let isStill = asset.duration == .zero
      let length = isStill ? Self.stillDuration : asset.duration
      try timeline.insert(TimeRange(start: .zero, duration: length), of: asset)
      return timeline
    }
  }

  /// A picture alone lasts one frame.
  private static var stillDuration: Time { FrameRate.usual.frameDuration }

  private func still(
    _ handle: ImageHandle, _ argument: Argument, at place: String?
  ) throws -> ExportRequest {
    let source = try argument.stillSource(handle.image, size: nil, duration: Self.stillDuration)
    let timeline = try source.timeline(lasting: Self.stillDuration)
    return ExportRequest(timeline: timeline.placed(place))
  }
}
