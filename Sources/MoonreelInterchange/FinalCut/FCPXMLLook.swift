// SPDX-License-Identifier: MIT

import MoonreelCore

/// What a clip's time map and adjustments say, in Moonreel's words.
struct FCPXMLLook {
  private let element: XMLTree
  private let start: Time
  private let kept: JSONValue?
  private let size: (width: Double, height: Double)?
  private let map: TimeMap?
  private static let known: Set<String> = [
    "adjust-transform", "adjust-blend", "adjust-volume", "adjust-crop", "adjust-conform",
  ]

  /// The look of `element` in a timeline of `format`, whose own time is `start` at its beginning.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) where its time map cannot be true.
  init(_ element: XMLTree, _ format: XMLTree?, start: Time, _ reader: FCPXMLReader) throws {
    (self.element, self.start) = (element, start)
    kept = FCPXMLMetadata.json(of: element, FCPXMLMetadata.ownKey)
    size = reader.size(ofFormat: format).map { (Double($0.width), Double($0.height)) }
    map = try element.first("timeMap").flatMap { try Self.map($0, reader) }
  }

  // MARK: Times

  private static func map(_ element: XMLTree, _ reader: FCPXMLReader) throws -> TimeMap? {
    let points = try element.all("timept").map { point in
      guard let time = try reader.time(point, "time"), let value = try reader.time(point, "value")
      else { throw reader.mistake("a timept needs a time and a value", point) }
      return TimeMap.Point(time: time, value: value)
    }
    guard points.count > 1 else { return nil }
    guard zip(points, points.dropFirst()).allSatisfy({ $0.time < $1.time }) else {
      throw reader.mistake("the times of its timeMap do not rise", element)
    }
    return TimeMap(points: points)
  }

  /// What is shown of the media, how fast, and for a speed that changes the keys of it in seconds.
  ///
  /// - Parameters:
  ///   - begin: the clip's own time at its beginning.
  ///   - media: what there is of the media.
  func timing(from begin: Time, lasting duration: Time, _ media: TimeRange?) throws -> (
    range: TimeRange, effects: [Editorial.Effect], remap: JSONValue?
  ) {
    guard let map else { return (TimeRange(start: begin, duration: duration), [], nil) }
    let (first, last) = (map.value(at: begin), map.value(at: begin + duration))
    let earliest = TimeRange(start: min(first, last), duration: duration)
    guard let speed = map.constantSpeed else {
      let inner = map.points.filter { $0.time > begin && $0.time < begin + duration }
      let keys = ([(begin, first)] + inner.map { ($0.time, $0.value) } + [(begin + duration, last)])
        .map { time, value in
          JSONValue.array([
            .number((time - begin).seconds),
            .number(max(0, (value - (media?.start ?? .zero)).seconds)),
          ])
        }
      return (
        TimeRange(start: first, duration: duration), [Editorial.Effect(.timeEffect, "TimeEffect")],
        .array(keys)
      )
    }
    if speed == 0 {
      return (
        TimeRange(start: first, duration: duration),
        [Editorial.Effect(.freezeFrame, "FreezeFrame")], nil
      )
    }
    let tidy = (speed * 1_000_000).rounded() / 1_000_000
    let effects =
      tidy == 1 ? [] : [Editorial.Effect(.linearTimeWarp(tidy), "LinearTimeWarp")]
    return (earliest, effects, nil)
  }

  // MARK: Looks

  /// What Moonreel keeps of a clip: what it wrote itself, else what follows from the adjustments.
  func own(of kind: Editorial.Track.Kind, _ remap: JSONValue?) -> JSONValue? {
    if let kept { return kept }
    var members: [JSONValue.Member] = []
    switch kind {
    case .video:
      members.append(JSONValue.Member("options", .object(picture(remap))))
    case .audio:
      members.append(
        JSONValue.Member(
          "options", .fields(["name": .optional(element["name"]), "time_remap": remap ?? .null])))
      if let sound { members.append(JSONValue.Member("audio", sound)) }
    }
    return .object(members)
  }

  /// The same for a timeline inside, of which `settings` are kept.
  func own(ofTimeline settings: JSONValue?, _ remap: JSONValue?) -> JSONValue? {
    if let kept { return kept }
    var members: [JSONValue.Member] = []
    if case .object(let known)? = settings { members = known }
    members.append(JSONValue.Member("options", .object(picture(remap))))
    if element["srcEnable"] == "video" {
      members.append(JSONValue.Member("audio", .bool(false)))
    } else if let sound {
      members.append(JSONValue.Member("audio", sound))
    }
    return .object(members)
  }

  /// What is not read of the clip.
  func omissions(of kind: Editorial.Track.Kind) -> [String] {
    let name = element["name"].map { " of '\($0)'" } ?? ""
    let filter = kind == .video ? "filter-video" : "filter-audio"
    var words = element.all(filter).map { "the effect '\($0["name"] ?? "")'\(name) is left out" }
    guard kept == nil else { return words }
    for child in element.children
    where child.name.hasPrefix("adjust-") && !Self.known.contains(child.name) {
      words.append("\(child.name)\(name) is left out")
    }
    if element.first("adjust-crop") != nil { words.append("adjust-crop\(name) is left out") }
    if element.first("adjust-conform")?["type"] == "none" {
      words.append("adjust-conform\(name) is left out")
    }
    if let mode = element.first("adjust-blend")?["mode"], blendMode == nil, mode != "0 (Normal)" {
      words.append("the blend mode '\(mode)'\(name) is left out")
    }
    return words
  }

  private func picture(_ remap: JSONValue?) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    func add(_ name: String, _ value: JSONValue?, usual: Double) {
      if let value, value != .number(usual) { members.append(JSONValue.Member(name, value)) }
    }
    if let name = element["name"], !name.isEmpty {
      members.append(JSONValue.Member("name", .string(name)))
    }
    if let remap { members.append(JSONValue.Member("time_remap", remap)) }
    if let mode = blendMode { members.append(JSONValue.Member("blend", .string(mode))) }
    if element.first("adjust-conform")?["type"] == "fill" {
      members.append(JSONValue.Member("fit", .string("cover")))
    }
    if let transform = element.first("adjust-transform"), transform["enabled"] != "0", let size {
      let share = size.height / 100
      add(
        "x", pair(transform, "position", 0) { size.width / 2 + $0 * share }, usual: size.width / 2)
      add(
        "y", pair(transform, "position", 1) { size.height / 2 - $0 * share },
        usual: size.height / 2)
      add("scale_x", pair(transform, "scale", 0) { $0 }, usual: 1)
      add("scale_y", pair(transform, "scale", 1) { $0 }, usual: 1)
      add("rotation", value(transform, "rotation") { -$0 }, usual: 0)
    }
    if let blend = element.first("adjust-blend") {
      add("opacity", value(blend, "amount") { min(1, max(0, $0)) }, usual: 1)
    }
    return members
  }

  private var blendMode: String? {
    guard let mode = element.first("adjust-blend")?["mode"] else { return nil }
    let found = FinalCutEffects.modes.first { $0.value == mode }
    return found.map { SnakeCase.text($0.key.rawValue) }
  }

  private var sound: JSONValue? {
    guard let volume = element.first("adjust-volume") else { return nil }
    var members: [JSONValue.Member] = []
    if let value = value(volume, "amount", { $0 }), value != .number(0) {
      members.append(JSONValue.Member("volume_db", value))
    }
    let parameter = volume.all("param").first { $0["name"] == "amount" }
    for (fade, name) in [("fadeIn", "fade_in"), ("fadeOut", "fade_out")] {
      guard let text = parameter?.first(fade)?["duration"], let time = FCPXMLTime.time(text),
        time > .zero
      else { continue }
      members.append(JSONValue.Member(name, .number(time.seconds)))
    }
    return members.isEmpty ? nil : .object(members)
  }

  // MARK: Values

  /// One of two numbers: `change` of what stands in the attribute, or of the keys, whether both have keys of their own or
  /// one key is for both.
  private func pair(
    _ adjustment: XMLTree, _ name: String, _ index: Int, _ change: (Double) -> Double
  ) -> JSONValue? {
    let parameter = adjustment.all("param").first { $0["name"] == name }
    let part = parameter?.all("param").first { $0["name"] == ["X", "Y"][index] }
    if let keys = keys(part, { Self.number($0) }, change) { return keys }
    let own = part?["value"].flatMap { Self.number($0) }
    if let own { return .number(change(own)) }
    if let keys = keys(parameter, { Self.number($0, index) }, change) { return keys }
    return adjustment[name].flatMap { Self.number($0, index) }.map { .number(change($0)) }
  }

  private func value(
    _ adjustment: XMLTree, _ name: String, _ change: (Double) -> Double
  ) -> JSONValue? {
    let parameter = adjustment.all("param").first { $0["name"] == name }
    if let keys = keys(parameter, { Self.number($0) }, change) { return keys }
    return adjustment[name].flatMap { Self.number($0) }.map { .number(change($0)) }
  }

  /// The keys of `parameter` in seconds from the clip's beginning; `nil` where it has none.
  private func keys(
    _ parameter: XMLTree?, _ read: (String) -> Double?, _ change: (Double) -> Double
  ) -> JSONValue? {
    let keys = (parameter?.first("keyframeAnimation")?.all("keyframe") ?? []).compactMap { key in
      guard let time = key["time"].flatMap({ FCPXMLTime.time($0) }),
        let value = key["value"].flatMap(read)
      else { return nil as (Time, Double)? }
      return (time - start, change(value))
    }
    // Keys have to rise; of two at one time the later is what stays.
    var rising: [(Time, Double)] = []
    for key in keys.sorted(by: { $0.0 < $1.0 }) {
      if rising.last?.0 == key.0 { rising.removeLast() }
      rising.append(key)
    }
    if rising.count == 1 { return .number(rising[0].1) }
    return rising.isEmpty
      ? nil : .array(rising.map { .array([.number($0.0.seconds), .number($0.1)]) })
  }

  /// The number at `index` in a text such as `"10 -25"` or `"-6dB"`; `nil` where it is none, or not finite.
  private static func number(_ text: String, _ index: Int = 0) -> Double? {
    let words = text.split(separator: " ")
    guard index < words.count else { return nil }
    let word = words[index].hasSuffix("dB") ? words[index].dropLast(2) : words[index]
    return Double(word).flatMap { $0.isFinite && $0.magnitude < 1e9 ? $0 : nil }
  }
}
