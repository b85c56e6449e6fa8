// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender

/// A look from a file, in a script: `mr.lut "warm.cube"`.
final class LUTHandle: Handle {
  override class var typeName: String { "lut" }
  override var description: String { "lut '\(lut.title)'" }
  let lut: ColorLUT

  init(_ lut: ColorLUT) { self.lut = lut }

  static var binding: TypeBinding {
    TypeBinding(LUTHandle.self) { type in
      type.property("title") { .string($0.lut.title) }
      type.property("sizes") { handle in
        .list(handle.lut.tables.map { .integer(Int64($0.size)) })
      }
    }
  }
}

extension ScriptHost {
  /// The longest `.cube` file: the largest cube with numbers of 12 places each.
  private static let cubeLimit = 96 << 20

  /// `mr.lut(path)`: a `.cube` file, or a picture of 512 × 512 pixels.
  func lut(_ call: Call) throws -> LUTHandle {
    let path = try call[0].string()
    guard !path.isEmpty else { throw call[0].expected("the path of a file") }
    let located = try locate(path)
    guard !path.lowercased().hasSuffix(".cube") else {
      return LUTHandle(try cubeLUT(located))
    }
    return LUTHandle(try pictureLUT(located))
  }

  private func cubeLUT(_ path: String) throws -> ColorLUT {
    guard let text = try TextFile.read(try gate.resolve(path), limit: Self.cubeLimit) else {
      throw MoonreelError(.fileAccess, "Cannot open '\(path)': there is no such file.")
    }
    return try CubeFile.parse(text, name: path, warnings: warnings)
  }

  private func pictureLUT(_ path: String) throws -> ColorLUT {
    let asset = try Asset.load(path: path, gate: gate, warnings: warnings)
    guard let track = asset.tracks(.video).first else {
      throw MoonreelError(.invalidArgument, "Cannot read '\(path)' as a look: it has no picture.")
    }
    let reader = try VideoReader(track: track, gate: gate, warnings: warnings)
    let frame = try reader.frame(at: track.timeRange.start).buffer
    return try PictureRenderer().lut(from: frame, name: path)
  }
}
