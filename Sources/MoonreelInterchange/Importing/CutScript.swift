// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A script that makes the film which a cut describes, written as a person would go on with it.
///
/// `moonreel import` writes it into a file, and `mr.otio` runs it: a cut means the same in both.
public struct CutScript {
  /// The script.
  public let text: String
  /// What was not found, and what only a label stands for; a sentence each.
  public let warnings: [String]

  /// How a script is written.
  public struct Options {
    /// The cut's file, for the head of the script.
    public var fileName: String
    /// A path as the script is to write it.
    public var spelling: (String) -> String = { $0 }
    /// Whether chapters are exported with the film; else the script returns the composition alone.
    public var returnsExport = false

    /// Options for the cut in `fileName`.
    public init(fileName: String) { self.fileName = fileName }
  }

  /// The script of `timeline`, whose files `finder` finds.
  ///
  /// - Throws: `MoonreelError` where the cut has nothing that lasts, or stacks lie too deep in each other.
  public init(_ timeline: Editorial.Timeline, _ options: Options, finder: MediaFinder) throws {
    let writer = ScriptWriter(timeline, options, finder)
    text = try writer.script()
    warnings = timeline.omissions + CutOmissions(timeline).all + writer.warnings
  }
}

/// Puts a script together.
private final class ScriptWriter {
  private let timeline: Editorial.Timeline
  private let options: CutScript.Options
  private let finder: MediaFinder
  private(set) var warnings: [String] = []
  private var nested: [String] = []
  private var needsSlates = false
  private var needsLabels = false
  private var needsTransitions = false
  private var depth = 0
  /// The size of compositions that do not say theirs.
  private var size = PixelSize(1920, 1080)

  init(_ timeline: Editorial.Timeline, _ options: CutScript.Options, _ finder: MediaFinder) {
    (self.timeline, self.options, self.finder) = (timeline, options, finder)
  }

  func script() throws -> String {
    guard timeline.tracks.wholeDuration > .zero else {
      throw MoonreelError(
        .invalidTimeline,
        "Cannot make a film of '\(options.fileName)': its tracks hold nothing that lasts.")
    }
    size = Self.size(of: timeline.tracks) ?? firstSize(timeline.tracks) ?? size
    let body = try composition(timeline.tracks)
    var lines = ["-- Made of \(LuaText.comment(options.fileName)) by moonreel import.", ""]
    lines.append("local mr = require \"moonreel\"")
    if needsTransitions { lines.append("local tr = require \"moonreel.transitions\"") }
    if needsSlates || needsLabels { lines += ["", "local size = \(Self.table(size))"] }
    if needsSlates { lines += ["", Self.slateText] }
    if needsLabels { lines += ["", Self.labelText] }
    if !nested.isEmpty { lines += ["", "-- What lies inside", "local inside = {}"] + nested }
    lines += [""] + body + [""] + markerLines()
    lines.append(ending())
    return lines.joined(separator: "\n") + "\n"
  }

  private static let slateText = """
    -- Stands in for a file that is not there.
    local function slate(name)
      local card = mr.composition { size = size, fps = 1, background = "#5c1a1b" }
      card:add {
        source = mr.text { text = "OFFLINE\\n" .. name, size = size[2] / 12, width = size[1] * 0.8, align = "center" },
        duration = 86400,
      }
      return card
    end
    """

  private static let labelText = """
    -- Stands in for what another program draws.
    local function label(name)
      return mr.text { text = "[" .. name .. "]", size = size[2] / 24 }
    end
    """

  private static func table(_ size: PixelSize) -> String { "{ \(size.width), \(size.height) }" }

  // MARK: Compositions

  private static func size(of stack: Editorial.Stack) -> PixelSize? {
    let own = stack.properties.metadata.own?["size"]?.items.compactMap(\.double) ?? []
    let premiere = stack.properties.metadata[Dialect.premiere.metadataName]?["VideoResolution"]
    let other = [premiere?["width"]?.double, premiere?["height"]?.double].compactMap { $0 }
    let sides = own.count == 2 ? own : other
    guard sides.count == 2, sides.allSatisfy({ $0 >= 1 && $0 <= 16_384 }) else { return nil }
    return PixelSize(Int(limiting: sides[0]), Int(limiting: sides[1]))
  }

  /// The size of the first file with pictures.
  private func firstSize(_ stack: Editorial.Stack) -> PixelSize? {
    for case .track(let track) in stack.children where track.kind == .video {
      for case .clip(let clip) in track.children {
        guard case .file(_, let facts)? = finder.find(clip.media),
          let size = facts.asset.video?.video?.displaySize
        else { continue }
        return size
      }
    }
    return nil
  }

  /// The lines that make a composition of `stack` called `show`.
  ///
  /// - Parameter length: how long it has to last at least.
  private func composition(_ stack: Editorial.Stack, lasting length: Time = .zero) throws
    -> [String]
  {
    depth += 1
    defer { depth -= 1 }
    guard depth <= 16 else {
      throw MoonreelError(
        .limitExceeded,
        "Cannot make a film of '\(options.fileName)': more than 16 timelines lie in one another.")
    }
    var reader = CutReader(finder, spelling: options.spelling) {
      try self.nest($0, $1)
    }
    let own = stack.properties.metadata.own
    let duration =
      own?["duration"]?.double.flatMap { try? Time(seconds: $0) } ?? stack.wholeDuration
    try reader.read(stack, lasting: duration)
    warnings += reader.warnings
    let layers = reader.layers
    // What was not found, or is drawn by nobody, makes no sound: nothing gives way to it.
    let transitions = reader.transitions.filter {
      !layers[$0.from].source.isEmpty && !layers[$0.to].source.isEmpty
    }
    let rate = (own?["fps"]?.text).flatMap { try? FrameRate(text: $0) } ?? timeline.rate
    var settings = [
      "size = \(Self.table(Self.size(of: stack) ?? size))", "fps = \(LuaText.rate(rate))",
    ]
    if let background = own?["background"]?.text {
      settings.append("background = \(LuaText.quoted(background))")
    }
    settings.append("duration = \(LuaText.seconds(max(duration, length, Time(flicks: 1))))")
    let linked = Set(transitions.flatMap { [$0.from, $0.to] })
    let moving = layers.indices.filter { index in
      layers[index].options.contains { ImportedOptions.repeating($0.value) != nil }
    }
    let kept = linked.union(moving)
    var lines = ["local show = mr.composition { \(settings.joined(separator: ", ")) }"]
    if !kept.isEmpty { lines.append("local clip = {}") }
    lines.append("")
    for (index, layer) in layers.enumerated() where !layer.source.isEmpty {
      lines += self.lines(layer, name: kept.contains(index) ? "clip[\(index + 1)]" : nil)
    }
    lines += transitions.map(line)
    return lines
  }

  private func nest(_ stack: Editorial.Stack, _ length: Time) throws -> String {
    let body = try composition(stack, lasting: length)
    let name = "inside[\(nested.count + 1)]"
    nested.append(
      (["\(name) = (function()"] + body.map { $0.isEmpty ? "" : "  " + $0 } + [
        "  return show", "end)()",
      ])
      .joined(separator: "\n"))
    return name
  }

  // MARK: Layers

  private func lines(_ layer: ScriptLayer, name: String?) -> [String] {
    if layer.source.hasPrefix("slate(") { needsSlates = true }
    if layer.source.hasPrefix("label(") { needsLabels = true }
    var head = layer.givenName.map { $0.isEmpty ? [] : ["name = \(LuaText.quoted($0))"] } ?? []
    head += ["source = \(layer.source)", "at = \(LuaText.seconds(layer.range.start))"]
    if let trim = layer.trim { head.append("trim = \(LuaText.range(trim))") }
    if layer.speed != 1 { head.append("speed = \(JSONValue.number(layer.speed).compactText)") }
    if layer.isReversed { head.append("reverse = true") }
    if let frozen = layer.frozenTime { head.append("freeze = \(LuaText.seconds(frozen))") }
    if layer.trim == nil || layer.speed != 1 {
      head.append("duration = \(LuaText.seconds(layer.range.duration))")
    }
    var more: [String] = []
    for option in layer.options where ImportedOptions.repeating(option.value) == nil {
      more.append("\(option.key) = \(LuaText.value(option.value))")
    }
    if let sound = sound(layer) { more.append("audio = \(sound)") }
    var lines = layer.remark.map { ["-- " + LuaText.comment($0)] } ?? []
    let call = (name.map { $0 + " = " } ?? "") + "show:add {"
    let all = call + " " + (head + more).joined(separator: ", ") + " }"
    if all.utf8.count <= 100 {
      lines.append(all)
    } else {
      lines +=
        [call, "  " + head.joined(separator: ", ") + ","] + more.map { "  " + $0 + "," } + ["}"]
    }
    for option in layer.options {
      guard let name, let (keys, mode) = ImportedOptions.repeating(option.value) else { continue }
      lines.append(
        "\(name):animate(\(LuaText.quoted(option.key)), \(LuaText.value(keys)), { repeats = \(LuaText.value(mode)) })"
      )
    }
    return lines
  }

  /// How the layer sounds: pictures of a file whose sound the cut does not use are silent.
  private func sound(_ layer: ScriptLayer) -> String? {
    switch layer.audio {
    case .bool(let flag)?: return flag ? nil : "false"
    case .object(let members)?:
      let plain = members.filter {
        ImportedOptions.soundNames.contains($0.key) && ImportedOptions.isPlain($0.value)
      }
      return plain.isEmpty ? nil : LuaText.value(.object(plain))
    case nil: return layer.hasPicture && layer.file != nil ? "false" : nil
    case .null?, .integer?, .number?, .string?, .array?: return nil
    }
  }

  private func line(_ transition: ScriptTransition) -> String {
    needsTransitions = true
    let plain = transition.name == "dissolve" || transition.name.isEmpty
    let remark = plain ? "" : " -- was '\(LuaText.comment(transition.name))'"
    let fade = CrossFade.allCases.first { SnakeCase.text($0.rawValue) == transition.audio }
    let audio =
      fade.map {
        $0 == .equalPower ? "" : ", { audio = \(LuaText.quoted(SnakeCase.text($0.rawValue))) }"
      } ?? ""
    return
      "show:transition(clip[\(transition.from + 1)], clip[\(transition.to + 1)], tr.dissolve()\(audio))\(remark)"
  }

  // MARK: The end

  private var chapters: [Editorial.Marker] {
    timeline.tracks.properties.markers.filter { $0.range.duration > .zero }
  }

  private func markerLines() -> [String] {
    let moments = timeline.tracks.properties.markers.filter { $0.range.duration == .zero }
    guard !moments.isEmpty else { return [] }
    return ["-- Markers:"]
      + moments.map {
        "--   \(LuaText.seconds($0.range.start)) \(LuaText.comment($0.name)) \(LuaText.comment($0.comment))"
      }
      + [""]
  }

  private func ending() -> String {
    guard options.returnsExport, !chapters.isEmpty else { return "return show" }
    let rows = chapters.map {
      "  { range = \(LuaText.range($0.range)), title = \(LuaText.quoted($0.name)) },"
    }
    return (["return mr.export { show, chapters = {"] + rows + ["} }"]).joined(separator: "\n")
  }
}
