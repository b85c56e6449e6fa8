// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

// Filters: blurs along lines, neighbourhoods, light, film.
extension ImageHandle {
  static func addFilters(_ type: inout TypeBuilder<ImageHandle>) {
    addMeans(&type)
    addLineBlurs(&type)
    addConvolutions(&type)
    addRanks(&type)
    addGlows(&type)
    addLens(&type)
  }

  /// Where shares of a point are measured: the extent, or the frame that is drawn.
  private static func frame(_ handle: ImageHandle, _ call: Call) -> Rect? {
    handle.image.extent ?? call.state.canvas
  }

  /// The point given as `center`, the middle by default.
  private static func center(_ handle: ImageHandle, _ call: Call, _ options: Options) throws
    -> Point
  {
    let frame = frame(handle, call)
    let given = try options["center"]
    if given.isNil, let frame {
      return Point(frame.minX + frame.size.width / 2, frame.minY + frame.size.height / 2)
    }
    guard !given.isNil else {
      throw MoonreelError(
        .invalidArgument, "\(call.name) needs 'center': the picture has no edges and no middle")
    }
    return try given.point(in: frame)
  }

  private static func addMeans(_ type: inout TypeBuilder<ImageHandle>) {
    type.method("box_blur", ["radius"]) { handle, call in
      try value(handle.image.boxBlurred(radius: try call[0].real(0...4000)))
    }
    type.method("pixelate", ["cell", "options?"]) { handle, call in
      let options = try call[1].options(["center"], owner: call.name)
      let frame = frame(handle, call)
      let cell: Size
      if case .table = call[0].value {
        cell = try call[0].size(in: frame)
      } else {
        let side = try call[0].real(1...100_000)
        cell = Size(side, side)
      }
      let corner = try options["center"].ifGiven { try $0.point(in: frame) } ?? Point(0, 0)
      return try value(handle.image.pixelated(cell: cell, center: corner))
    }
  }

  private static func addLineBlurs(_ type: inout TypeBuilder<ImageHandle>) {
    type.method("zoom_blur", ["options?"]) { handle, call in
      let options = try call[0].options(["size", "center", "amount", "taps"], owner: call.name)
      let center = try center(handle, call, options)
      guard let amount = try options["amount"].ifGiven({ try $0.real(-10...10) }) else {
        let size = try options["size"].ifGiven { try $0.real(-1000...1000) } ?? 1
        return try value(handle.image.zoomBlurred(size: size, center: center))
      }
      let taps = try options["taps"].ifGiven { try $0.integer(2...256) }
      return try value(handle.image.zoomBlurred(amount: amount, center: center, taps: taps))
    }
    type.method("motion_blur", ["length", "angle?"]) { handle, call in
      let angle = try call[1].ifGiven { try $0.real() } ?? 0
      return try value(
        handle.image.motionBlurred(length: try call[0].real(0...10_000), angleDegrees: angle))
    }
    type.method("spin_blur", ["angle", "options?"]) { handle, call in
      let options = try call[1].options(["center", "taps"], owner: call.name)
      let taps = try options["taps"].ifGiven { try $0.integer(2...256) }
      return try value(
        handle.image.spinBlurred(
          angleDegrees: try call[0].real(-360...360), center: try center(handle, call, options),
          taps: taps))
    }
    type.method("displace", ["map", "scale", "scale_y?"]) { handle, call in
      let across = try call[1].real(-10_000...10_000)
      let down = try call[2].ifGiven { try $0.real(-10_000...10_000) } ?? across
      return try value(
        handle.image.displaced(by: try call[0].image(), scaleX: across, scaleY: down))
    }
  }

  private static func addConvolutions(_ type: inout TypeBuilder<ImageHandle>) {
    type.method("convolve", ["weights", "options?"]) { handle, call in
      let options = try call[1].options(["bias", "keep_alpha"], owner: call.name)
      let rule = "9 or 25 numbers: the weights of 3 x 3 or 5 x 5 pixels, row by row"
      let weights = try call[0].items(rule).map { try $0.float() }
      guard weights.count == 9 || weights.count == 25 else { throw call[0].expected(rule) }
      return try value(
        handle.image.convolved(
          weights, bias: try options["bias"].ifGiven { try $0.float() } ?? 0,
          keepsAlpha: try options["keep_alpha"].ifGiven { try $0.boolean() } ?? false))
    }
    type.method("edges", ["amount?"]) { handle, call in
      let amount = try call[0].ifGiven { try $0.float(0...1000) } ?? 1
      return try value(handle.image.sobelEdges(amount: amount))
    }
    type.method("emboss", ["options?"]) { handle, call in
      let options = try call[0].options(["angle", "amount"], owner: call.name)
      return try value(
        handle.image.embossed(
          angleDegrees: try options["angle"].ifGiven { try $0.real() } ?? 45,
          amount: try options["amount"].ifGiven { try $0.float(-1000...1000) } ?? 1))
    }
    type.method("sharpen", ["options?"]) { handle, call in
      let options = try call[0].options(["sigma", "amount", "threshold"], owner: call.name)
      return try value(
        handle.image.sharpened(
          sigma: try options["sigma"].ifGiven { try $0.real(0...4096) } ?? 1,
          amount: try options["amount"].ifGiven { try $0.float(-10...100) } ?? 1,
          threshold: try options["threshold"].ifGiven { try $0.float(0...1) } ?? 0))
    }
  }

  private static func addRanks(_ type: inout TypeBuilder<ImageHandle>) {
    type.method("median", ["size?"]) { handle, call in
      let size = try call[0].ifGiven { try $0.integer(3...5) } ?? 3
      guard size != 4 else { throw call[0].expected("3 or 5") }
      return try value(handle.image.medianFiltered(size: size))
    }
    type.method("dilate", ["radius"]) { handle, call in
      try value(handle.image.dilated(radius: try call[0].integer(0...64)))
    }
    type.method("erode", ["radius"]) { handle, call in
      try value(handle.image.eroded(radius: try call[0].integer(0...64)))
    }
  }

  private static func addGlows(_ type: inout TypeBuilder<ImageHandle>) {
    type.method("bloom", ["options?"]) { handle, call in
      let options = try call[0].options(["threshold", "sigma", "intensity"], owner: call.name)
      return try value(
        handle.image.bloomed(
          threshold: try options["threshold"].ifGiven { try $0.float(0...1) } ?? 0.8,
          sigma: try options["sigma"].ifGiven { try $0.real(0...4096) } ?? 10,
          intensity: try options["intensity"].ifGiven { try $0.float(0...100) } ?? 1))
    }
    type.method("drop_shadow", ["options?"]) { handle, call in
      let options = try call[0].options(["offset", "blur", "color", "opacity"], owner: call.name)
      return try value(
        handle.image.dropShadow(
          offset: try options["offset"].ifGiven { try $0.point(in: frame(handle, call)) }
            ?? Point(8, 8),
          blur: try options["blur"].ifGiven { try $0.real(0...4096) } ?? 6,
          color: try options["color"].ifGiven { try $0.color() } ?? .black,
          opacity: try options["opacity"].ifGiven { try $0.float(0...1) } ?? 0.5))
    }
  }

  private static func addLens(_ type: inout TypeBuilder<ImageHandle>) {
    type.method("vignette", ["options?"]) { handle, call in
      let options = try call[0].options(
        ["amount", "radius", "softness", "roundness", "frame"], owner: call.name)
      let known = frame(handle, call)
      guard let frame = try options["frame"].ifGiven({ try $0.rect(in: known) }) ?? known else {
        throw MoonreelError(
          .invalidArgument, "\(call.name) needs 'frame': the picture has no edges to be fitted to")
      }
      return try value(
        handle.image.vignetted(
          amount: try options["amount"].ifGiven { try $0.float(-10...1) } ?? 0.5,
          radius: try options["radius"].ifGiven { try $0.real(0...100) } ?? 1,
          softness: try options["softness"].ifGiven { try $0.real(0...1) } ?? 0.5,
          roundness: try options["roundness"].ifGiven { try $0.real(0...1) } ?? 0, in: frame))
    }
    type.method("grain", ["options?"]) { handle, call in
      let options = try call[0].options(
        ["amount", "size", "luma_response", "seed", "frame"], owner: call.name)
      let seed = try options["seed"].ifGiven { try $0.integer(0...Int(UInt32.max)) } ?? 0
      return try value(
        handle.image.grained(
          amount: try options["amount"].ifGiven { try $0.float(0...10) } ?? 0.05,
          size: try options["size"].ifGiven { try $0.real(0...100) } ?? 1,
          lumaResponse: try options["luma_response"].ifGiven { try $0.float(0...1) } ?? 0.5,
          seed: UInt32(seed), frame: try options["frame"].ifGiven { try $0.integer() } ?? 0))
    }
  }
}
