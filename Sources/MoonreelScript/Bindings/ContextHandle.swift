// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// What a callback may know about its frame.
final class ContextHandle: Handle {
  override class var typeName: String { "context" }
  override var cost: Int { 128 }
  let context: FrameContext

  init(_ context: FrameContext) { self.context = context }

  static var binding: TypeBinding {
    TypeBinding(ContextHandle.self) { type in
      for (name, get) in properties { type.property(name) { get($0.context) } }
      type.property("duration") { .some($0.context.duration, LuaValue.seconds) }
      type.method("parameter", ["name"]) { _, call in
        guard let host = call.state.owner as? ScriptHost else { return .nil }
        return try host.parameterValue(call[0])
      }
      type.method("at", ["time"]) { handle, call in
        let time = try call[0].time(nil)
        guard let history = handle.context.history else {
          throw call[0].refused(
            MoonreelError(
              .invalidArgument,
              "only filters and effects of layers can ask for pictures of other times")
          )
        }
        let size = handle.context.size
        return .object(
          ImageHandle(
            try history.composedImage(at: time),
            framePixels: Int(limiting: size.width * size.height)))
      }
    }
  }

  /// Shared with the request.
  static let properties: [(String, @Sendable (FrameContext) -> LuaValue)] = [
    ("time", { .seconds($0.time) }),
    ("frame_index", { .integer($0.frameIndex) }),
    ("frame_duration", { .seconds($0.frameDuration) }),
    ("size", { .list([.number($0.size.width), .number($0.size.height)]) }),
    ("render_scale", { .number($0.renderScale) }),
    ("progress", { .some($0.progress) { .number($0) } }),
    ("seed", { .integer(Int64(bitPattern: $0.seed)) }),
  ]
}
