// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// What a compositor is asked for: one frame.
final class RequestHandle: Handle {
  override class var typeName: String { "request" }
  override var cost: Int {
    let pixels = request.frames.values.reduce(0) {
      $0 + $1.naturalSize.width * $1.naturalSize.height
    }
    return 1024 + FrameCost.bytes(ofPixels: pixels)
  }
  let request: FrameRequest
  private let shown: ShownTimeline
  private lazy var background = Image(color: request.instruction.backgroundColor)

  init(_ request: FrameRequest, of shown: ShownTimeline) {
    (self.request, self.shown) = (request, shown)
  }

  static var binding: TypeBinding {
    TypeBinding(RequestHandle.self) { type in
      for (name, get) in ContextHandle.properties {
        type.property(name) { get($0.request.context) }
      }
      type.property("data") { ($0.request.instruction.data as? ScriptData)?.value ?? .nil }
      type.property("range") { .range($0.request.instruction.timeRange) }
      type.property("background") { .object(ImageHandle($0.background)) }
      type.property("progress") { handle in
        let range = handle.request.instruction.timeRange
        let passed = (handle.request.context.time - range.start).flicks
        return .number(range.isEmpty ? 0 : Double(passed) / Double(range.duration.flicks))
      }
      addFrames(&type)
    }
  }

  private static func addFrames(_ type: inout TypeBuilder<RequestHandle>) {
    type.method("frame", ["track", "options?"]) { handle, call in
      try .some(handle.frame(call[0], call[1])) {
        .object(ImageHandle($0.image, framePixels: call[1].isNil ? 0 : $0.pixelCount))
      }
    }
    type.method("upright_frame", ["track", "options?"]) { handle, call in
      try .some(handle.frame(call[0], call[1])) {
        .object(ImageHandle($0.uprightImage, framePixels: call[1].isNil ? 0 : $0.pixelCount))
      }
    }
    type.method("fitted_frame", ["track", "mode?", "options?"]) { handle, call in
      let mode = try call[1].ifGiven { try $0.choice(FitMode.self) } ?? .contain
      let size = handle.request.context.size
      return try .some(handle.frame(call[0], call[2])) { frame in
        if mode == .containBlur {
          return .object(ImageHandle(frame.uprightImage.fitted(into: size, mode)))
        }
        let box = frame.preferredTransform.boundingBox(
          of: Rect(origin: .zero, size: frame.naturalSize.size))
        let map = frame.preferredTransform.followed(by: mode.transform(from: box, into: size))
        return .object(ImageHandle(frame.image.transformed(by: map)))
      }
    }
    type.method("natural_size", ["track"]) { handle, call in
      try .some(handle.frame(call[0])) { .size($0.naturalSize) }
    }
    type.method("preferred_transform", ["track"]) { handle, call in
      try .some(handle.frame(call[0])) { .object(TransformHandle($0.preferredTransform)) }
    }
    type.method("source_time", ["track", "options?"]) { handle, call in
      try .some(handle.frame(call[0], call[1])) { .seconds($0.sourceTime) }
    }
    type.method("metadata", ["track"]) { handle, call in
      .some(handle.request.metadata[try handle.track(call[0]).id], LuaValue.texts)
    }
  }

  /// A track of the timeline that is drawn.
  private func track(_ argument: Argument) throws -> TrackHandle {
    let track: TrackHandle = try argument.object()
    try shown.check(track, argument.label)
    return track
  }

  private func frame(_ argument: Argument) throws -> FrameRequest.SourceFrame? {
    let id = try track(argument).id
    return note(request.frame(id), id, at: request.context.time, argument.state)
  }

  /// `frame`; where there is none, the reason for whoever uses the nil.
  private func note(
    _ frame: FrameRequest.SourceFrame?, _ id: TrackID, at time: Time, _ state: LuaState
  ) -> FrameRequest.SourceFrame? {
    if frame == nil {
      state.absence = Absence(
        reason: "there is no picture of track \(id.rawValue) at \(time)", place: nil)
    }
    return frame
  }

  /// The track's frame, or that of `{ at = time }`.
  private func frame(_ track: Argument, _ options: Argument) throws -> FrameRequest.SourceFrame? {
    let id = try self.track(track).id
    guard !options.isNil else { return try self.frame(track) }
    let frame = request.context.frameDuration
    let time = try options.options(["at"], owner: options.label)["at"].ifGiven { at in
      switch try at.timeValue() {
      case .frames(let count): frame.multiplied(by: count, dividedBy: 1)
      case let value: try at.naming { try value.time(rate: nil) }
      }
    }
    guard let time else { return try self.frame(track) }
    return note(try request.frame(id, at: time), id, at: time, track.state)
  }
}

extension FrameRequest.SourceFrame {
  /// Of a frame of another time, which the request does not hold.
  fileprivate var pixelCount: Int { naturalSize.width * naturalSize.height }
}

/// `data` of an instruction: whatever the script put there.
enum ScriptData: Sendable {
  case kept(LuaReference)
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)

  var value: LuaValue {
    switch self {
    case .kept(let reference): .kept(reference)
    case .boolean(let flag): .boolean(flag)
    case .integer(let number): .integer(number)
    case .number(let number): .number(number)
    case .string(let text): .string(text)
    }
  }
}

extension Argument {
  /// The value as it is, kept for the script itself.
  func data() throws -> ScriptData? {
    switch value {
    case .boolean(let flag): return .boolean(flag)
    case .integer(let number): return .integer(number)
    case .number(let number): return .number(number)
    case .string(let text): return .string(text)
    case .nil: return nil
    default:
      guard let reference = try kept() else {
        throw expected("a table, a number, a string or a function")
      }
      return .kept(reference)
    }
  }
}
