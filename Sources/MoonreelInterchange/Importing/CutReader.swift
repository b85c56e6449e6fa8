// SPDX-License-Identifier: MIT

import MoonreelCore

/// A layer of a script that is made of a cut.
struct ScriptLayer {
  /// What it shows, as Lua.
  var source: String
  /// What messages call it.
  var name: String
  /// What the script calls it; `nil`: nothing.
  var givenName: String?
  /// When it is there.
  var range: TimeRange
  /// What of its source is shown; `nil`: from the beginning.
  var trim: TimeRange?
  var speed = 1.0
  var isReversed = false
  var frozenTime: Time?
  /// What else is said of it, under the names of `composition:add`.
  var options: [JSONValue.Member] = []
  /// How it sounds; `nil`: as it is.
  var audio: JSONValue?
  var hasPicture: Bool
  /// The file that it shows or plays, for putting pictures and sounds together.
  var file: String?
  /// Said in a line before it.
  var remark: String?
}

/// Two layers, one of which gives way to the other.
struct ScriptTransition {
  var from: Int
  var to: Int
  var name: String
  var audio: String?
}

/// Lays out the tracks of a stack as layers of a composition.
struct CutReader {
  private let finder: MediaFinder
  /// A path as the script is to write it.
  private let spelling: (String) -> String
  private(set) var layers: [ScriptLayer] = []
  private(set) var transitions: [ScriptTransition] = []
  private(set) var warnings: [String] = []
  private var duration = Time.zero
  /// Makes the composition of a stack inside, which is to last so long at least, and gives its name in the script.
  private let nest: (Editorial.Stack, Time) throws -> String

  init(
    _ finder: MediaFinder, spelling: @escaping (String) -> String,
    nest: @escaping (Editorial.Stack, Time) throws -> String
  ) {
    (self.finder, self.spelling, self.nest) = (finder, spelling, nest)
  }

  /// Reads all tracks from the bottom up, and puts sounds to the pictures that they belong to.
  ///
  /// - Parameter duration: how long the composition lasts.
  mutating func read(_ stack: Editorial.Stack, lasting duration: Time) throws {
    self.duration = duration
    for child in stack.children {
      switch child {
      case .track(let track): try read(track)
      case .clip, .gap, .stack, .transition: try read(Editorial.Track("", kind: .video, [child]))
      }
    }
  }

  private mutating func read(_ track: Editorial.Track) throws {
    var cursor = Time.zero
    var last: (layer: Int, transition: Editorial.Transition)?
    for (index, child) in track.children.enumerated() {
      guard let item = Item(child) else {
        if case .gap = child { cursor = cursor + child.duration }
        continue
      }
      let before = index > 0 ? track.children[index - 1].transition : nil
      let after = index + 1 < track.children.count ? track.children[index + 1].transition : nil
      let part = Part(
        item: item, start: cursor, end: cursor + child.duration,
        early: before?.inOffset ?? .zero, late: after?.outOffset ?? .zero, of: duration)
      cursor = part.end
      guard part.end > part.start else {
        last = nil
        continue
      }
      var made = try layer(part, track)
      let goesOn = index + 2 < track.children.count && Item(track.children[index + 2]) != nil
      let isJoined = last != nil && before != nil
      let rise = isJoined ? nil : before?.range(at: part.start)
      let fall = goesOn ? nil : after?.range(at: part.end)
      if rise != nil || fall != nil {
        for transition in [isJoined ? nil : before, goesOn ? nil : after] {
          noteKind(of: transition, made)
        }
        if !made.fade(over: rise, fall) {
          warnings.append(
            "'\(made.name)': it is not faded by the cut's transition, since its opacity moves already"
          )
        }
      }
      let position = put(made, isSound: track.kind == .audio)
      if let last, before != nil { join(last.layer, position, last.transition) }
      last = after.flatMap { goesOn ? (position, $0) : nil }
    }
  }

  /// Names a transition that looks otherwise in the cut's own program.
  private mutating func noteKind(of transition: Editorial.Transition?, _ layer: ScriptLayer) {
    guard let transition, !transition.isDissolve, layer.hasPicture else { return }
    warnings.append(
      "'\(layer.name)': the transition '\(transition.name)' is shown as a dissolve")
  }

  /// What takes up time in a track and shows something.
  private enum Item {
    case clip(Editorial.Clip)
    case stack(Editorial.Stack)

    init?(_ element: Editorial.Element) {
      switch element {
      case .clip(let clip): self = .clip(clip)
      case .stack(let stack): self = .stack(stack)
      case .track(let track):
        var stack = Editorial.Stack([element])
        stack.properties = track.properties
        self = .stack(stack)
      case .gap, .transition: return nil
      }
    }

    var properties: Editorial.Properties {
      switch self {
      case .clip(let clip): clip.properties
      case .stack(let stack): stack.properties
      }
    }
  }

  /// An item and where it lies.
  private struct Part {
    var item: Item
    var start: Time
    var end: Time
    /// How much earlier it begins, and how much later it ends, for transitions.
    let early: Time
    let late: Time

    /// - Parameter duration: how long the composition lasts. What Moonreel cut off at its ends comes back.
    init(item: Item, start: Time, end: Time, early: Time, late: Time, of duration: Time) {
      func outside(_ name: String) -> Time {
        let seconds = item.properties.metadata.own?[name]?.double
        let time = seconds.flatMap { try? Time(seconds: $0) } ?? .zero
        // holds: both ends are constants.
        return time.clamped(to: .zero...Editorial.Timeline.longest)
      }
      (self.item, self.start, self.end) = (item, start, end)
      self.early = start == .zero ? outside("before") : min(early, start)
      self.late = end >= duration ? max(late, outside("after")) : late
    }

    var range: TimeRange { TimeRange(start: start - early, end: end + late) }
  }

  // MARK: Layers

  private mutating func layer(_ part: Part, _ track: Editorial.Track) throws -> ScriptLayer {
    let properties = part.item.properties
    var layer = ScriptLayer(
      source: "", name: properties.name, range: part.range, hasPicture: track.kind == .video)
    switch part.item {
    case .stack(let stack):
      layer.trim = trim(part, properties.sourceRange?.start ?? .zero, &layer)
      // What is shown after all that lies in it is nothing, but it is shown.
      var end = layer.trim?.end ?? (layer.frozenTime ?? .zero) + Time(flicks: 1)
      if !clamp(&layer, to: end), let trim = layer.trim {
        (layer.trim, end) = (TimeRange(start: .zero, duration: trim.duration), trim.duration)
      }
      layer.source = try nest(stack, end)
      layer.audio = properties.metadata.own?["audio"]
    case .clip(let clip): try show(clip, part, track.kind, &layer)
    }
    // Moonreel names clips after their files where the script gives no name.
    let own = properties.metadata.own?["options"]
    layer.givenName =
      own == nil && properties.metadata.own == nil ? properties.name : own?["name"]?.text
    let isEnabled = properties.isEnabled && track.properties.isEnabled
    let options = ImportedOptions(properties.metadata, layer)
    layer.options = options.members
    if !isEnabled, !layer.options.contains(where: { $0.key == "enabled" }) {
      layer.options.append(JSONValue.Member("enabled", .bool(false)))
    }
    if layer.options.contains(where: { $0.key == "time_remap" }) {
      (layer.trim, layer.frozenTime, layer.speed) = (nil, nil, 1)
    }
    return layer
  }

  private mutating func show(
    _ clip: Editorial.Clip, _ part: Part, _ kind: Editorial.Track.Kind, _ layer: inout ScriptLayer
  ) throws {
    if kind == .audio { layer.audio = clip.properties.metadata.own?["audio"] }
    let wanted = clip.properties.sourceRange ?? clip.media.availableRange ?? .zero
    switch finder.find(clip.media) {
    case nil: generator(clip, part, &layer)
    case .offline(let reason)?: offline(clip, reason, &layer)
    case .file(let path, let facts)?:
      let first =
        clip.media.availableRange?.start
        ?? (wanted.start >= facts.startTime ? facts.startTime : .zero)
      layer.file = path
      layer.source = LuaText.quoted(spelling(path))
      let hasMedia = kind == .video ? facts.asset.video != nil : facts.asset.audio != nil
      guard hasMedia else {
        let what = kind == .video ? "pictures" : "sound"
        return offline(clip, "'\(path)' has no \(what)", &layer)
      }
      if kind == .audio { layer.source = "mr.asset(\(layer.source)).audio" }
      let track = kind == .video ? facts.asset.video : facts.asset.audio
      guard !facts.asset.isStillImage else { return }
      layer.trim = trim(part, wanted.start - first, &layer)
      if let end = track?.timeRange.end, !clamp(&layer, to: end) {
        offline(clip, "'\(path)' ends at \(end), before what the cut shows of it", &layer)
      }
    }
  }

  /// What of the media is shown, of which the clip's own range begins at `start`; sets how.
  private func trim(_ part: Part, _ start: Time, _ layer: inout ScriptLayer) -> TimeRange? {
    var scalar = 1.0
    for effect in part.item.properties.effects where effect.isEnabled {
      switch effect.kind {
      case .linearTimeWarp(let factor): scalar *= factor
      case .freezeFrame: scalar = 0
      case .timeEffect, .other: break
      }
    }
    guard scalar != 0, scalar.isFinite else {
      layer.frozenTime = max(.zero, start)
      return nil
    }
    layer.speed = min(1000, max(0.001, abs(scalar)))
    layer.isReversed = scalar < 0
    let speed = Rational(Int64(limiting: (layer.speed * 1_000_000).rounded()), 1_000_000)
    let early = layer.isReversed ? part.late : part.start - part.range.start
    let from = start - early.scaled(by: speed)
    return TimeRange(start: from, duration: part.range.duration.scaled(by: speed))
  }

  /// Leaves out what lies before the beginning and after the end of the media; `false` where nothing is left.
  private mutating func clamp(_ layer: inout ScriptLayer, to end: Time) -> Bool {
    guard let trim = layer.trim else { return layer.frozenTime.map { $0 < end } ?? true }
    let kept = trim.intersection(TimeRange(start: .zero, end: end))
    guard kept != trim else { return true }
    guard kept.duration > .zero else { return false }
    let speed = Rational(1_000_000, Int64(limiting: (layer.speed * 1_000_000).rounded()))
    let (head, tail) = (
      (kept.start - trim.start).scaled(by: speed), (trim.end - kept.end).scaled(by: speed)
    )
    let (first, last) = layer.isReversed ? (tail, head) : (head, tail)
    guard layer.range.start + first < layer.range.end - last else { return false }
    layer.range = TimeRange(start: layer.range.start + first, end: layer.range.end - last)
    layer.trim = kept
    if first + last > Time(flicks: Time.flicksPerSecond / 20) {
      layer.remark = "the file is \(first + last) shorter than the cut wants"
      warnings.append("'\(layer.name)': \(layer.remark ?? "")")
    }
    return true
  }

  /// A slate in place of a file.
  private mutating func offline(
    _ clip: Editorial.Clip, _ reason: String, _ layer: inout ScriptLayer
  ) {
    let name = clip.properties.name.isEmpty ? "clip" : clip.properties.name
    warnings.append("clip '\(name)' is offline: \(reason)")
    (layer.file, layer.trim, layer.frozenTime, layer.speed, layer.isReversed) = (
      nil, nil, nil, 1, false
    )
    layer.remark = "OFFLINE: \(reason)"
    layer.source = layer.hasPicture ? "slate(\(LuaText.quoted(name)))" : ""
  }

  /// What Moonreel made and can make again, or a label.
  private mutating func generator(
    _ clip: Editorial.Clip, _ part: Part, _ layer: inout ScriptLayer
  ) {
    guard case .generator(let kind, let parameters) = clip.media.kind else { return }
    if let source = parameters.own?["source"]?.text {
      layer.source = LuaText.quoted(source)
      guard kind == "moonreel" else {
        layer.source = "mr.color(\(layer.source))"
        return
      }
      layer.file = source
      if let start = clip.properties.sourceRange?.start { layer.trim = trim(part, start, &layer) }
      if !layer.hasPicture { layer.source = "mr.asset(\(layer.source)).audio" }
      return
    }
    let reason = parameters.own?["reason"]?.text ?? "'\(kind)' is drawn by another program"
    layer.remark = "PLACEHOLDER: \(reason)"
    layer.source = layer.hasPicture ? "label(\(LuaText.quoted(clip.properties.name)))" : ""
    warnings.append("clip '\(clip.properties.name)' is a placeholder: \(reason)")
  }

  // MARK: Together

  /// Adds a layer, or gives its sound to the layer that shows the same of the same file.
  private mutating func put(_ layer: ScriptLayer, isSound: Bool) -> Int {
    guard isSound, let file = layer.file else {
      layers.append(layer)
      return layers.count - 1
    }
    let picture = layers.firstIndex {
      $0.hasPicture && $0.audio == nil && $0.file == file && $0.range == layer.range
        && $0.trim == layer.trim
        && $0.speed == layer.speed && $0.isReversed == layer.isReversed && $0.frozenTime == nil
        && $0.remap == layer.remap
    }
    guard let picture else {
      layers.append(layer)
      return layers.count - 1
    }
    layers[picture].audio = layer.audio ?? .bool(true)
    return picture
  }

  private mutating func join(_ from: Int, _ to: Int, _ transition: Editorial.Transition) {
    guard !transitions.contains(where: { $0.from == from && $0.to == to }), from != to else {
      return
    }
    guard layers[from].range.overlaps(layers[to].range),
      layers[from].range.start <= layers[to].range.start,
      layers[from].range.end <= layers[to].range.end
    else {
      warnings.append(
        "'\(layers[to].name)': its transition is left out, since the files do not reach over it")
      return
    }
    noteKind(of: transition, layers[to])
    transitions.append(
      ScriptTransition(
        from: from, to: to, name: transition.name,
        audio: transition.metadata.own?["audio"]?.text))
  }
}

extension Editorial.Element {
  fileprivate var transition: Editorial.Transition? {
    if case .transition(let transition) = self { transition } else { nil }
  }
}

extension ScriptLayer {
  /// The keys that say which moment of the source is shown when.
  fileprivate var remap: JSONValue? { options.first { $0.key == "time_remap" }?.value }
}

extension Editorial.Transition {
  /// When it goes on, over a cut at `cut`.
  fileprivate func range(at cut: Time) -> TimeRange {
    TimeRange(start: cut - inOffset, end: cut + outOffset)
  }
}
