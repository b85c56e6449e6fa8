// SPDX-License-Identifier: MIT

/// Small Lottie texts.
enum Lottie {
  /// A picture of a red pixel and a blue one.
  static let picture =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAADklEQVR42mP4z8AAQv8BD/kD/Zh51wAAAAAASUVORK5CYII="

  /// An animation of 64 × 64 pixels.
  static func film(_ layers: [String], rate: Double = 10, end: Int = 30, assets: String = "[]")
    -> String
  {
    "{\"v\":\"5.7.4\",\"fr\":\(rate),\"ip\":0,\"op\":\(end),\"w\":64,\"h\":64,\"nm\":\"x\",\"ddd\":0,"
      + "\"assets\":\(assets),\"layers\":[\(layers.joined(separator: ","))],\"markers\":[]}"
  }

  /// A layer with `content`, in the middle unless said.
  static func layer(
    _ content: String, scale: String = "{\"k\":[100,100]}", position: String? = nil
  ) -> String {
    let isShape = content.contains("\"ty\":4")
    let place = position ?? (isShape ? "{\"a\":0,\"k\":[32,32,0]}" : "{\"a\":0,\"k\":[0,0,0]}")
    return "{\(content),\"ip\":0,\"op\":300,\"st\":0,\"sr\":1,\"ks\":{\"o\":{\"a\":0,\"k\":100},"
      + "\"p\":\(place),\"a\":{\"a\":0,\"k\":[0,0,0]},\"s\":\(scale),\"r\":{\"a\":0,\"k\":0}}}"
  }

  /// A red square of 10 pixels about the origin.
  static let shapes =
    "\"ty\":4,\"shapes\":[{\"ty\":\"gr\",\"it\":[{\"ty\":\"rc\",\"d\":1,\"s\":{\"a\":0,\"k\":[10,10]},"
    + "\"p\":{\"a\":0,\"k\":[0,0]},\"r\":{\"a\":0,\"k\":0}},{\"ty\":\"fl\",\"c\":{\"a\":0,\"k\":[1,0,0,1]},"
    + "\"o\":{\"a\":0,\"k\":100},\"r\":1},{\"ty\":\"tr\",\"p\":{\"a\":0,\"k\":[0,0]},\"o\":{\"a\":0,\"k\":100}}]}]"

  /// The square as a layer.
  static func square(position: String? = nil) -> String { layer(shapes, position: position) }

  /// An animated property that goes straight from value to value.
  static func keys(_ keys: [(Int, String)]) -> String {
    let frames = keys.enumerated().map { index, key in
      "{\"t\":\(key.0),\"s\":\(key.1)"
        + (index + 1 == keys.count
          ? "}" : ",\"i\":{\"x\":[1],\"y\":[1]},\"o\":{\"x\":[0],\"y\":[0]}}")
    }
    return "{\"a\":1,\"k\":[\(frames.joined(separator: ","))]}"
  }

  private static let path =
    "{\"i\":[[0,0],[4,0],[0,0]],\"o\":[[0,0],[0,4],[0,0]],\"v\":[[0,0],[20,0],[20,20]],\"c\":true}"

  /// An animation that uses all there is.
  static let everything = film(
    [
      layer(shapes + ",\"td\":1,\"ind\":1,\"parent\":4"),
      layer("\"ty\":1,\"sc\":\"#12ab9f\",\"sw\":64,\"sh\":64,\"tt\":2,\"ind\":2"),
      layer(
        "\"ty\":4,\"ind\":4,\"shapes\":[{\"ty\":\"gr\",\"it\":[{\"ty\":\"sh\",\"ks\":\(path)},"
          .replacing("\"ks\":{", with: "\"ks\":{\"a\":0,\"k\":{").replacing(
            "\"c\":true}", with: "\"c\":true}}")
          + "{\"ty\":\"sr\",\"sy\":1,\"pt\":{\"k\":5},\"or\":{\"k\":20},\"ir\":{\"k\":8},\"os\":{\"k\":0},\"is\":{\"k\":0},\"p\":{\"k\":[0,0]},\"r\":{\"k\":3}},"
          + "{\"ty\":\"st\",\"c\":{\"k\":[0,1,0]},\"o\":{\"k\":90},\"w\":{\"k\":2},\"lc\":2,\"lj\":2,\"d\":[{\"n\":\"d\",\"v\":{\"k\":4}},{\"n\":\"g\",\"v\":{\"k\":3}},{\"n\":\"o\",\"v\":\(keys([(0, "[0]"), (20, "[9]")]))}]},"
          + "{\"ty\":\"gf\",\"t\":2,\"o\":{\"k\":100},\"s\":{\"k\":[0,0]},\"e\":{\"k\":[20,0]},\"h\":{\"k\":10},\"a\":{\"k\":0},\"g\":{\"p\":2,\"k\":{\"k\":[0,1,0,0,1,0,0,1,0,1,1,0.5]}}},"
          + "{\"ty\":\"tr\",\"r\":\(keys([(0, "[0]"), (30, "[360]")])),\"sk\":{\"k\":5},\"sa\":{\"k\":0}}]},"
          + "{\"ty\":\"tm\",\"s\":{\"k\":10},\"e\":{\"k\":80},\"o\":{\"k\":30},\"m\":2},"
          + "{\"ty\":\"rp\",\"c\":{\"k\":3},\"o\":{\"k\":0},\"m\":1,\"tr\":{\"p\":{\"k\":[9,0]},\"so\":{\"k\":100},\"eo\":{\"k\":20}}}]"
          + ",\"masksProperties\":[{\"mode\":\"s\",\"inv\":false,\"pt\":{\"k\":\(path)},\"o\":{\"k\":50}}]"
      ),
      layer("\"ty\":0,\"refId\":\"c\",\"w\":64,\"h\":64,\"tm\":\(keys([(0, "[0]"), (30, "[1]")]))"),
      layer("\"ty\":2,\"refId\":\"p\""), layer("\"ty\":3,\"ao\":1"),
    ],
    assets:
      "[{\"id\":\"c\",\"layers\":[\(square(position: keys([(0, "[8,32,0]"), (9, "[58,32,0]")])))]},"
      + "{\"id\":\"p\",\"w\":2,\"h\":1,\"u\":\"\",\"e\":1,\"p\":\"\(picture)\"}]")

  /// Texts that are wrong, and a part of what is said about each.
  static let mistakes: [(String, String)] = [
    ("", "expected a value"), ("[]", "expected an object"), ("{", "expected a name in quotes"),
    ("PK\u{3}\u{4}", "packed with zip"), ("{\"w\":64,\"h\":64}", "fr: expected a number"),
    (film([square()], rate: 0), "fr: expected a number from 0.01 to 1000"),
    (film([square()], end: 0), "op: expected an end behind the start"),
    (
      film([square()]).replacing("\"w\":64", with: "\"w\":99999"),
      "w: expected a number from 1 to 16384"
    ),
    (
      film([square()]).replacing("\"ty\":\"rc\"", with: "\"ty\":[]"),
      "layers[0].shapes[0].it[0].ty: expected a text"
    ),
    (
      film([square(position: keys([(5, "[1,1]"), (1, "[2,2]")]))]),
      "layers[0].ks.p.k: expected keyframes in order of time"
    ),
    (film([square(position: "{\"k\":[]}")]), "layers[0].ks.p.k: expected 2 numbers or more"),
    (film([square(position: "{\"k\":[1e30,0]}")]), "layers[0].ks.p.k: expected numbers from"),
    (
      film([layer(shapes + ",\"ind\":1,\"parent\":2"), layer(shapes + ",\"ind\":2,\"parent\":1")]),
      "layers: expected layers whose parents are at most 64 deep"
    ),
    (
      film(
        [layer("\"ty\":0,\"refId\":\"a\",\"w\":9,\"h\":9")],
        assets: "[{\"id\":\"a\",\"layers\":[\(layer("\"ty\":0,\"refId\":\"a\",\"w\":9,\"h\":9"))]}]"
      ),
      "compositions are nested more than 16 deep"
    ),
    (
      film(
        [layer("\"ty\":2,\"refId\":\"p\"")],
        assets: "[{\"id\":\"p\",\"p\":\"data:image/png;base64,AAAA\"}]"),
      "neither PNG nor JPEG"
    ),
    (
      film(
        [layer("\"ty\":2,\"refId\":\"p\"")],
        assets: "[{\"id\":\"p\",\"p\":\"http://example.org/a.png\"}]"),
      "a text without a file of its own has no folder"
    ),
    (
      film([layer("\"ty\":4,\"shapes\":[{\"ty\":\"rp\",\"c\":{\"k\":1e5},\"tr\":{}}]")]),
      "layers[0].shapes[0].c.k: expected a number from 0 to 200"
    ),
  ]
}
