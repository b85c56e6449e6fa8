// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelText

/// `mr.shape` and `mr.source.shape`: outlines, filled and lined, still or moving.
enum ShapeFunction {
  static let sourceNames = ["duration", "fps", "repeats", "box"]

  /// A shape as a picture.
  static func make(_ call: Call) throws -> LuaValue {
    let options = try call[0].options(ShapeReader.names, owner: call.name)
    let reader = ShapeReader(clock: nil)
    let shape = try reader.shape(options).start
    return try naming(call) {
      try ImageHandle.value(
        try ShapeDrawing.image(of: shape, filledWith: reader.pictures.all.first))
    }
  }

  /// A shape that moves.
  static func source(_ call: Call) throws -> LuaValue {
    let options = try call[0].options(ShapeReader.names + sourceNames, owner: call.name)
    let rate = try options["fps"].ifGiven { try $0.frameRate() }
    let duration = try options["duration"].ifGiven { argument in
      let time = try argument.duration(rate)
      guard time > .zero else { throw argument.expected("a duration above 0") }
      return time
    }
    let clock = KeyframeClock(
      length: duration, rate: rate,
      repeats: try options["repeats"].ifGiven { try $0.choice() } ?? .none)
    let reader = ShapeReader(clock: clock)
    let shape = try reader.shape(options)
    let box = try options["box"].ifGiven { try $0.rect() }
    return try naming(call) {
      .object(
        SourceHandle(
          try MovingShape(
            shape, filledWith: reader.pictures.all.first, duration: duration, box: box)))
    }
  }

  private static func naming(_ call: Call, _ make: () throws -> LuaValue) throws -> LuaValue {
    do { return try make() } catch let error as MoonreelError {
      throw MoonreelError(error.code, "bad shape of \(call.name): \(error.description)")
    }
  }
}
