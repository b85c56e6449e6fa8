// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelVector

/// SVG texts, cleaned and drawn small.
enum SVGTarget: FuzzTarget {
  static let name = "svg"
  static let shortRunCount = 1500

  static func seeds() -> [[UInt8]] {
    let head =
      #"<svg xmlns="http://www.w3.org/2000/svg" width="24" height="16" viewBox="0 0 24 16">"#
    return [
      ##"<rect x="1" y="2" width="9" height="8" rx="2" fill="#f80" stroke="navy" stroke-width="1.5"/>"##,
      """
      <defs><linearGradient id="g"><stop offset="0" stop-color="red"/><stop offset="1"/></linearGradient>
      <clipPath id="c"><circle cx="8" cy="8" r="6"/></clipPath><mask id="m"><rect width="9" height="9" fill="white"/></mask>
      </defs><g clip-path="url(#c)" mask="url(#m)"><path d="M0 0 L9 9 C1 2 3 4 5 6 A3 2 0 1 0 8 8 Z" fill="url(#g)"/></g>
      """,
      """
      <filter id="f"><feGaussianBlur stdDeviation="2"/><feColorMatrix type="hueRotate" values="90"/>
      <feConvolveMatrix order="3" kernelMatrix="1 0 0 0 1 0 0 0 1"/><feTurbulence baseFrequency="0.1" numOctaves="2"/>
      <feDisplacementMap in2="SourceGraphic" scale="4"/></filter><text x="2" y="12" filter="url(#f)">Aé</text>
      """,
      "<style>g > rect { fill: green } .a, #b { opacity: .5 }</style><g class='a'><rect id='b' width='9' height='9'/></g>",
      "<symbol id='s'><path d='M1 1h5v5z'/></symbol><use href='#s' x='2'/><pattern id='p' width='2' height='2'/>",
      "<!-- c --><![CDATA[x]]><switch><g transform='rotate(20) skewX(5) scale(2 -1)'/></switch>&lt;&#65;",
    ].map { Array("<?xml version='1.0'?>\(head)\($0)</svg>".utf8) }
  }

  static func take(_ input: [UInt8]) throws {
    let content = try SVGContent(text: String(decoding: input, as: UTF8.self), name: "drawing.svg")
    let drawing = try SVGDrawing.of(SVGDescription(content))
    let longest = max(drawing.box.size.width, drawing.box.size.height)
    _ = try drawing.raster(scale: min(1, 64 / max(1, longest)))
  }
}

/// Lottie animations, cleaned and drawn small.
enum LottieTarget: FuzzTarget {
  static let name = "lottie"
  static let shortRunCount = 1500

  static func seeds() -> [[UInt8]] {
    let place = """
      "ks": {"o": {"a": 0, "k": 80}, "r": {"a": 1, "k": [{"t": 0, "s": [0], "i": {"x": [0.5], "y": [1]}, \
      "o": {"x": [0.5], "y": [0]}}, {"t": 10, "s": [90]}]}, "p": {"k": [16, 9]}, "a": {"k": [0, 0]}, \
      "s": {"k": [100, 50]}}
      """
    let shapes = """
      {"ty": "gr", "it": [{"ty": "rc", "p": {"k": [0, 0]}, "s": {"k": [12, 8]}, "r": {"k": 2}}, \
      {"ty": "el", "p": {"k": [2, 2]}, "s": {"k": [6, 6]}}, {"ty": "st", "c": {"k": [0, 0, 1, 1]}, "o": {"k": 100}, \
      "w": {"k": 2}}, {"ty": "fl", "c": {"k": [1, 0.5, 0, 1]}, "o": {"k": 100}}, {"ty": "tr", "p": {"k": [0, 0]}}]}, \
      {"ty": "sr", "sy": 1, "pt": {"k": 5}, "p": {"k": [0, 0]}, "r": {"k": 0}, "or": {"k": 6}, "ir": {"k": 3}, \
      "os": {"k": 0}, "is": {"k": 0}}, {"ty": "rp", "c": {"k": 3}, "o": {"k": 0}, "tr": {"p": {"k": [4, 0]}}}, \
      {"ty": "tm", "s": {"k": 0}, "e": {"k": 50}, "o": {"k": 0}}
      """
    let layers = [
      #"{"ty": 4, "ind": 1, "ip": 0, "op": 20, "st": 0, \#(place), "shapes": [\#(shapes)]}"#,
      ##"{"ty": 1, "ind": 1, "ip": 0, "op": 20, "sw": 8, "sh": 8, "sc": "#ff0000", \##(place)}"##,
      #"{"ty": 0, "ind": 2, "parent": 1, "refId": "c", "w": 32, "h": 18, "ip": 0, "op": 20, \#(place)}, "#
        + #"{"ty": 3, "ind": 1, "ip": 0, "op": 20, \#(place)}"#,
    ]
    return layers.map { layer in
      let asset = #"{"id": "c", "layers": [\#(layers[0])]}"#
      let text =
        #"{"v": "5.7.0", "fr": 25, "ip": 0, "op": 20, "w": 32, "h": 18, "assets": [\#(asset)], "layers": [\#(layer)]}"#
      return Array(text.utf8)
    }
  }

  static func take(_ input: [UInt8]) throws {
    let content = try LottieContent(text: String(decoding: input, as: UTF8.self), name: "film.json")
    let source = try LottieSource(content)
    for seconds in [0, 0.4] {
      let time = try Time(seconds: seconds)
      let context = FrameContext(time: time, frameIndex: 0, size: content.size.size)
      let longest = Double(max(content.size.width, content.size.height))
      try Drawn.pixels(
        of: try source.image(at: time, in: context), scale: min(1, 32 / max(1, longest)))
    }
  }
}
