// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

// Pictures on pictures: blend modes, Porter-Duff operators, mattes.
extension ImageHandle {
  static func addBlending(_ type: inout TypeBuilder<ImageHandle>) {
    type.method("blend", ["bottom", "mode", "options?"]) { handle, call in
      let options = try call[2].options(["opacity", "seed"], owner: call.name)
      let opacity = try options["opacity"].ifGiven { try $0.float(0...1) } ?? 1
      let seed = try options["seed"].ifGiven { try $0.integer(0...Int(UInt32.max)) } ?? 0
      return try value(
        handle.image.blended(
          onto: try call[0].image(), mode: try call[1].choice(), opacity: opacity,
          seed: UInt32(seed)))
    }
    type.method("composite", ["bottom", "operator"]) { handle, call in
      try value(handle.image.composited(onto: try call[0].image(), try call[1].choice()))
    }
    type.method("matte", ["matte", "options?"]) { handle, call in
      let options = try call[1].options(["channel", "inverted"], owner: call.name)
      let channel: Image.MatteChannel = try options["channel"].ifGiven { try $0.choice() } ?? .alpha
      let inverted = try options["inverted"].ifGiven { try $0.boolean() } ?? false
      return try value(
        handle.image.matted(by: try call[0].image(), channel: channel, inverted: inverted))
    }
    type.method("combine", ["mask", "combination"]) { handle, call in
      try value(handle.image.combined(with: try call[0].image(), try call[1].choice()))
    }
  }
}
