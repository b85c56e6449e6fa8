// SPDX-License-Identifier: MIT

import MoonreelCore

/// Writes a Lottie text anew: what is drawn, each value of the kind and within the range that the library which
/// draws it takes for granted, and pictures as data.
///
/// The library checks next to nothing, so nothing reaches it that was not understood here.
struct LottieCleaner {
  private static let mostLayers = 2_000
  /// How many layers are drawn in a frame, those of compositions within compositions counted where they are.
  private static let mostDrawn = 20_000
  private static let deepest = 16

  let files: ReferencedFiles
  private let shapes: LottieShapes
  private let properties: LottieProperties

  init(_ files: ReferencedFiles) {
    self.files = files
    properties = LottieProperties(budget: .init())
    shapes = LottieShapes(properties: properties, budget: .init())
  }

  /// What a text says about itself, and what was made of it.
  struct Result {
    var text: String
    var size: PixelSize
    var frameRate: FrameRate
    var frameCount: Int64
    /// What the file has that is not drawn, in words.
    var ignored: [String]
  }

  /// `bytes` cleaned.
  ///
  /// - Throws: `MoonreelError` with a sentence that names the file.
  func cleaned(_ bytes: [UInt8]) throws -> Result {
    do {
      guard !bytes.starts(with: "PK".utf8) else {
        throw MoonreelError(.unsupportedFormat, "it is packed with zip; unpack it first")
      }
      let text = String(decoding: bytes, as: UTF8.self)
      return try film(try LottieObject(try JSONValue(parsing: text), at: ""))
    } catch let fault as NamedFault {
      throw fault.error
    } catch let error as MoonreelError {
      throw MoonreelError(
        .unsupportedFormat, "Cannot use '\(files.name)' as a Lottie animation: \(error.message).",
        cause: error.cause)
    }
  }

  private func film(_ film: LottieObject) throws -> Result {
    let size = PixelSize(try film.integer("w", 1...16_384), try film.integer("h", 1...16_384))
    let rate = try FrameRate(try film.number("fr", 0.01...1000))
    let start = Int64(
      limiting: try film.number("ip", LottieProperties.frames, usual: 0).rounded(.down))
    let end = Int64(limiting: try film.number("op", LottieProperties.frames).rounded(.up))
    guard end > start else { throw film.mistake("op", "an end behind the start, 'ip'") }
    let assets = try self.assets(film)
    let layers = try self.layers(film, assets)
    try checkNesting(layers.references, assets)
    let members: [JSONValue.Member] = [
      .init("v", .string("5.5.0")), .init("fr", .number(rate.framesPerSecond.doubleValue)),
      .init("ip", .integer(start)), .init("op", .integer(end)),
      .init("w", .integer(Int64(size.width))), .init("h", .integer(Int64(size.height))),
      .init("assets", .array(assets.map(\.value.json))), .init("layers", layers.json),
    ]
    return Result(
      text: JSONValue.object(members).compactText, size: size, frameRate: rate,
      frameCount: end - start, ignored: shapes.budget.ignored.sorted())
  }

  // MARK: Assets

  /// A picture, or a composition with what it refers to.
  private struct Asset {
    var json: JSONValue
    var isPicture: Bool
    /// The compositions that its layers show.
    var references: [String] = []
    var layerCount = 0
  }

  private func assets(_ film: LottieObject) throws -> [(key: String, value: Asset)] {
    let objects = try film.objects("assets", atMost: 1000)
    let kinds = try objects.map { (id: try $0.string("id") ?? "", isPicture: !$0.has("layers")) }
    guard Set(kinds.map(\.id)).count == kinds.count else {
      throw film.mistake("assets", "an identifier of its own for each")
    }
    let known = Dictionary(uniqueKeysWithValues: kinds.map { ($0.id, $0.isPicture) })
    return try zip(objects, kinds).compactMap { object, kind in
      if kind.isPicture {
        guard object.has("p") else { return nil }
        return (kind.id, Asset(json: try picture(object, kind.id), isPicture: true))
      }
      let layers = try self.layers(object, known)
      return (
        kind.id,
        Asset(
          json: .object([.init("id", .string(kind.id)), .init("layers", layers.json)]),
          isPicture: false, references: layers.references, layerCount: layers.count)
      )
    }
  }

  private func layers(_ film: LottieObject, _ assets: [(key: String, value: Asset)]) throws
    -> Layers
  {
    try layers(
      film, Dictionary(uniqueKeysWithValues: assets.map { ($0.key, $0.value.isPicture) }))
  }

  private func picture(_ object: LottieObject, _ id: String) throws -> JSONValue {
    let address = try object.string("p") ?? ""
    let bytes: [UInt8]
    if DataAddress.matches(address) {
      guard let found = DataAddress.bytes(of: address) else {
        throw object.mistake("p", "data that is well formed")
      }
      bytes = found
    } else {
      bytes = try files.open((try object.string("u") ?? "") + address).bytes
    }
    guard let header = PictureHeader(bytes), header.kind != .gif else {
      throw files.refusal(of: address, "that is neither PNG nor JPEG")
    }
    guard header.isDrawable(limit: files.pixelLimit) else { throw files.refusal(of: header) }
    return .object([
      .init("id", .string(id)), .init("w", .integer(Int64(header.size.width))),
      .init("h", .integer(Int64(header.size.height))), .init("u", .string("")),
      .init("e", .integer(1)),
      .init("p", .string(DataAddress.make(type: header.mediaType, bytes))),
    ])
  }

  /// Refuses compositions that show themselves, and those that show each other too often.
  private func checkNesting(_ references: [String], _ assets: [(key: String, value: Asset)]) throws
  {
    let known = Dictionary(uniqueKeysWithValues: assets.map { ($0.key, $0.value) })
    var counts: [String: Int] = [:]
    func count(_ id: String, depth: Int) throws -> Int {
      guard depth < Self.deepest else {
        throw MoonreelError(
          .limitExceeded, "compositions are nested more than \(Self.deepest) deep")
      }
      if let count = counts[id] { return count }
      guard let asset = known[id] else { return 0 }
      var sum = asset.layerCount
      for reference in asset.references {
        sum = min(1 << 40, sum + (try count(reference, depth: depth + 1)))
      }
      counts[id] = sum
      return sum
    }
    // Depths are found anew from every composition, as what is known is not followed again.
    for (id, _) in assets {
      counts.removeAll()
      _ = try count(id, depth: 0)
    }
    let drawn = try references.reduce(0) { $0 + (try count($1, depth: 0)) }
    guard drawn <= Self.mostDrawn else {
      throw MoonreelError(
        .limitExceeded, "it draws more than \(Self.mostDrawn) layers at once; simplify it")
    }
  }

  // MARK: Layers

  /// The layers of a composition.
  private struct Layers {
    var json: JSONValue
    /// The compositions that they show.
    var references: [String]
    var count: Int
  }

  private func layers(_ owner: LottieObject, _ assets: [String: Bool]) throws -> Layers {
    let objects = try owner.objects("layers", atMost: Self.mostLayers)
    let parents = try parents(objects, owner)
    var (result, references): ([JSONValue], [String]) = ([], [])
    for (position, object) in objects.enumerated() {
      let kind = try object.integer("ty", 0...100)
      let reference = try object.string("refId")
      var members = try self.members(object, position: position, parents: parents)
      // Kinds that are not drawn, and what refers to nothing, stay as layers without a picture: others may
      // move with them.
      switch (kind, reference.flatMap { assets[$0] }) {
      case (0, false?):
        members += try composition(object, reference ?? "")
        references.append(reference ?? "")
      case (2, true?):
        members += [.init("ty", .integer(2)), .init("refId", .string(reference ?? ""))]
      case (1, _): members += try solid(object)
      case (4, _):
        members += [
          .init("ty", .integer(4)), .init("shapes", try shapes.shapes("shapes", of: object)),
        ]
      default:
        members.append(.init("ty", .integer(3)))
        if kind != 3 { shapes.budget.ignored.insert(Self.words(kind)) }
      }
      result.append(.object(members))
    }
    return Layers(json: .array(result), references: references, count: objects.count)
  }

  private static func words(_ kind: Int) -> String {
    switch kind {
    case 0, 2: "layers whose asset is missing"
    case 5: "layers of text (turn them into outlines)"
    case 6: "layers of sound"
    case 13: "cameras"
    default: "layers of the kind \(kind)"
    }
  }

  /// Which layer each moves with, by position; refuses circles.
  private func parents(_ layers: [LottieObject], _ owner: LottieObject) throws -> [Int?] {
    let numbers = try layers.map { $0.has("ind") ? try $0.integer("ind", -1...1_000_000) : nil }
    let positions = Dictionary(
      numbers.enumerated().compactMap { position, number in number.map { ($0, position) } },
      uniquingKeysWith: { first, _ in first })
    let parents = try layers.map { layer -> Int? in
      guard layer.has("parent") else { return nil }
      return positions[try layer.integer("parent", -1...1_000_000)]
    }
    for start in parents.indices {
      var (next, steps) = (parents[start], 0)
      while let parent = next {
        steps += 1
        guard steps <= 64 else {
          throw owner.mistake(
            "layers", "layers whose parents are at most 64 deep and form no circle")
        }
        next = parents[parent]
      }
    }
    return parents
  }

  /// What layers of all kinds have.
  private func members(_ layer: LottieObject, position: Int, parents: [Int?]) throws
    -> [JSONValue.Member]
  {
    var members: [JSONValue.Member] = [
      // First, as rlottie takes layers that do not say so for ones that turn in space, and their turns in the
      // plane for nothing.
      .init("ddd", .integer(0)),
      .init("ind", .integer(Int64(position + 1))),
      .init("ip", .number(try layer.number("ip", LottieProperties.frames))),
      .init("op", .number(try layer.number("op", LottieProperties.frames))),
      .init("st", .number(try layer.number("st", LottieProperties.frames, usual: 0))),
      .init("sr", .number(try layer.number("sr", 0.001...1000, usual: 1))),
      .init("bm", .integer(Int64(try layer.integer("bm", 0...18, usual: 0)))),
      .init("ao", .integer(try layer.flag("ao") ? 1 : 0)),
      .init("ks", .object(try transform(layer))),
    ]
    if let parent = parents[position] {
      members.append(.init("parent", .integer(Int64(parent + 1))))
    }
    if try layer.flag("td") { members.append(.init("td", .integer(1))) }
    // The layer before is the matte of this one.
    let matte = try layer.integer("tt", 0...4, usual: 0)
    if matte > 0, position > 0 { members.append(.init("tt", .integer(Int64(matte)))) }
    if try layer.flag("hd") { members.append(.init("hd", .bool(true))) }
    let masks = try layer.objects("masksProperties", atMost: 256)
    if !masks.isEmpty {
      members += [
        .init("hasMask", .bool(true)), .init("masksProperties", .array(try masks.map(mask))),
      ]
    }
    return members
  }

  private func transform(_ layer: LottieObject) throws -> [JSONValue.Member] {
    guard let map = try layer.object("ks") else {
      return try shapes.transform(LottieObject(.object([]), at: layer.place))
    }
    return try shapes.transform(map)
  }

  private func mask(_ mask: LottieObject) throws -> JSONValue {
    let mode = try mask.string("mode") ?? "a"
    guard ["a", "s", "i", "n", "l", "d", "f"].contains(mode) else {
      throw mask.mistake("mode", "one of a, s, i, n, l, d and f")
    }
    return .object([
      .init("mode", .string(mode)), .init("inv", .bool(try mask.flag("inv"))),
      try properties.property("pt", of: mask, .path),
      try properties.property("o", of: mask, LottieProperties.opacity, usual: [100]),
    ])
  }

  private func solid(_ layer: LottieObject) throws -> [JSONValue.Member] {
    let color = try layer.string("sc") ?? "#000000"
    guard color.utf8.count == 7, color.hasPrefix("#"), color.dropFirst().allSatisfy(\.isHexDigit)
    else { throw layer.mistake("sc", "a colour, '#rrggbb'") }
    return try [
      .init("ty", .integer(1)), .init("sc", .string(color)),
      .init("sw", .integer(Int64(layer.integer("sw", 0...32_768)))),
      .init("sh", .integer(Int64(layer.integer("sh", 0...32_768)))),
    ]
  }

  private func composition(_ layer: LottieObject, _ reference: String) throws -> [JSONValue.Member]
  {
    var members: [JSONValue.Member] = try [
      .init("ty", .integer(0)), .init("refId", .string(reference)),
      .init("w", .integer(Int64(layer.integer("w", 0...32_768)))),
      .init("h", .integer(Int64(layer.integer("h", 0...32_768)))),
    ]
    if layer.has("tm") {
      members.append(
        try properties.property("tm", of: layer, .scalar(-1e5...1e5)))
    }
    return members
  }
}
