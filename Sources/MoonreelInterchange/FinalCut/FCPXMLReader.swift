// SPDX-License-Identifier: MIT

import MoonreelCore

extension Editorial.Timeline {
  /// Reads the first project of what Final Cut Pro, or a program in its format, wrote (versions 1.5 to 1.13).
  ///
  /// What is not known of it is passed over, and named in ``omissions``.
  ///
  /// - Parameters:
  ///   - bytes: the XML.
  ///   - name: the file, for messages.
  /// - Throws: `MoonreelError` (`unsupportedFormat`) with one sentence that says what is wrong and in which line.
  init(fcpxml bytes: [UInt8], named name: String) throws {
    var reader = try FCPXMLReader(XMLTree.read(bytes, named: name), file: name)
    self = try reader.timeline().checked(named: name)
  }
}

/// Reads storylines, and lays them out in tracks.
struct FCPXMLReader {
  let file: String
  private let root: XMLTree
  let resources: [String: XMLTree]
  private var omissions = Omissions()
  /// The timelines inside that are being read.
  private var open: [String] = []
  /// The timelines inside that were looked through for what is not understood.
  private var known: Set<String> = []
  private var count = 0
  private var storylines = 0
  private var markers: [Editorial.Marker] = []
  /// The most timelines in one another.
  private static let mostLevels = 64

  init(_ root: XMLTree, file: String) throws {
    (self.root, self.file) = (root, file)
    var resources: [String: XMLTree] = [:]
    for element in root.first("resources")?.children ?? [] {
      if let id = element["id"] { resources[id] = element }
    }
    self.resources = resources
    guard root.name == "fcpxml" else {
      throw mistake("expected an fcpxml document, got '\(root.name)'", root)
    }
  }

  mutating func timeline() throws -> Editorial.Timeline {
    guard let (project, sequence) = Self.project(in: root) else {
      throw mistake("it holds no project", root)
    }
    let projects = Self.projectCount(in: root)
    if projects > 1 { omit("the first project is read; the file has \(projects)") }
    omitUnknown(in: sequence)
    let rate = try rate(of: sequence)
    let start = try time(sequence, "tcStart") ?? .zero
    markers = []
    var stack = try stack(of: sequence)
    stack.properties.name = "tracks"
    stack.properties.markers = markers
    var timeline = Editorial.Timeline(
      name: project["name"] ?? "", rate: rate, startTime: start, tracks: stack)
    timeline.omissions = omissions.all
    return timeline
  }

  /// The first project, and its timeline.
  private static func project(in element: XMLTree) -> (XMLTree, XMLTree)? {
    for child in element.children {
      switch child.name {
      case "project":
        if let sequence = child.first("sequence") { return (child, sequence) }
      case "library", "event":
        if let found = project(in: child) { return found }
      default: break
      }
    }
    return nil
  }

  // MARK: Mistakes

  func mistake(_ words: String, _ element: XMLTree) -> MoonreelError {
    MoonreelError(.unsupportedFormat, "Cannot read '\(file)': line \(element.line): \(words).")
  }

  /// Notes what is left out, once.
  mutating func omit(_ words: String) { omissions.note(words) }

  /// Notes what is not understood in `element`.
  private mutating func omitUnknown(in element: XMLTree) {
    for found in FCPXMLVocabulary.omissions(in: element) {
      omissions.note(line: found.line, found.words)
    }
  }

  private static func projectCount(in element: XMLTree) -> Int {
    element.children.reduce(0) { count, child in
      switch child.name {
      case "project": count + 1
      case "library", "event": count + projectCount(in: child)
      default: count
      }
    }
  }

  // MARK: Times and resources

  func time(_ element: XMLTree, _ name: String) throws -> Time? {
    guard let text = element[name] else { return nil }
    guard let time = FCPXMLTime.time(text) else {
      throw mistake("\(name) of \(element.name) is '\(text.prefix(40))', which is no time", element)
    }
    return time
  }

  /// The length of `element`.
  func duration(of element: XMLTree, usual: Time? = nil) throws -> Time {
    guard let duration = try time(element, "duration") ?? usual else {
      throw mistake("\(element.name) has no duration", element)
    }
    guard duration >= .zero else {
      throw mistake("duration of \(element.name) is negative", element)
    }
    return duration
  }

  /// The resource that `element` refers to.
  func resource(of element: XMLTree, _ attribute: String = "ref") throws -> XMLTree {
    guard let id = element[attribute] else {
      throw mistake("\(element.name) has no \(attribute)", element)
    }
    guard let resource = resources[id] else {
      throw mistake("\(element.name) refers to '\(id.prefix(40))', which is no resource", element)
    }
    return resource
  }

  private func rate(of sequence: XMLTree) throws -> FrameRate {
    let format = try resource(of: sequence, "format")
    guard let rate = try rate(ofFormat: format) else {
      throw mistake("the format of the sequence has no frameDuration", format)
    }
    return rate
  }

  /// The rate of a format; `nil` where it has none.
  func rate(ofFormat format: XMLTree) throws -> FrameRate? {
    guard let text = format["frameDuration"], let frame = FCPXMLTime.time(text) else { return nil }
    let ratio = Rational(Time.flicksPerSecond, max(1, frame.flicks))
    guard frame > .zero, let rate = try? FrameRate(ratio.numerator, ratio.denominator) else {
      throw mistake("frameDuration '\(text.prefix(40))' makes no number of frames a second", format)
    }
    return rate
  }

  /// The size of a format; `nil` where it does not say it.
  func size(ofFormat format: XMLTree?) -> (width: Int, height: Int)? {
    guard let width = format?["width"].flatMap({ Int($0) }),
      let height = format?["height"].flatMap({ Int($0) }), (1...16_384).contains(width),
      (1...16_384).contains(height)
    else { return nil }
    return (width, height)
  }

  // MARK: Timelines

  /// The tracks of `sequence`.
  private mutating func stack(of sequence: XMLTree) throws -> Editorial.Stack {
    let format = try resource(of: sequence, "format")
    var rows = CutRows()
    let start = try time(sequence, "tcStart") ?? .zero
    if let spine = sequence.first("spine") {
      try lay(spine.children, at: .zero, from: start, lane: 0, format, in: &rows)
    }
    var stack = Editorial.Stack(tracks(of: rows))
    let settings = JSONValue.fields([
      "size": size(ofFormat: format).map { .array([.int($0.width), .int($0.height)]) } ?? .null,
      "fps": try rate(ofFormat: format).map { .string("\($0)") } ?? .null,
    ])
    stack.properties.metadata.own =
      FCPXMLMetadata.json(of: sequence, FCPXMLMetadata.ownKey) ?? settings
    return stack
  }

  private mutating func tracks(of rows: CutRows) -> [Editorial.Element] {
    let (tracks, faults) = rows.laidOut
    for words in faults { omit(words) }
    return tracks
  }

  /// The timeline inside that `clip` refers to, and its length.
  mutating func inside(_ clip: XMLTree) throws -> Editorial.Stack {
    let media = try resource(of: clip)
    let id = clip["ref"] ?? ""
    guard !open.contains(id) else {
      throw mistake("the timeline '\((media["name"] ?? id).prefix(40))' lies in itself", clip)
    }
    return try nested(id, clip) { reader in
      if let sequence = media.first("sequence") {
        if reader.known.insert(id).inserted { reader.omitUnknown(in: sequence) }
        return try reader.stack(of: sequence)
      }
      guard let multicam = media.first("multicam") else {
        throw reader.mistake("'\(id.prefix(40))' is no timeline", clip)
      }
      let wanted = clip.all("mc-source").first { $0["srcEnable"] != "none" }?["angleID"]
      let angles = multicam.all("mc-angle")
      let angle = angles.first { $0["angleID"] == wanted } ?? angles.first
      reader.omit("the multicam clip '\(clip["name"] ?? id)' keeps the angle in use alone")
      return try reader.stack(ofItems: angle?.children ?? [], nil)
    }
  }

  /// What lies in a clip that is made of others.
  mutating func contents(of clip: XMLTree, _ format: XMLTree?) throws -> Editorial.Stack {
    try nested("line \(clip.line)", clip) { try $0.stack(ofItems: clip.children, format) }
  }

  /// The stack that `body` reads inside of another; its markers stay inside.
  private mutating func nested(
    _ id: String, _ clip: XMLTree, _ body: (inout FCPXMLReader) throws -> Editorial.Stack
  ) throws -> Editorial.Stack {
    guard open.count < Self.mostLevels else {
      throw mistake("more than \(Self.mostLevels) timelines lie in one another", clip)
    }
    open.append(id)
    let outer = markers
    markers = []
    defer {
      open.removeLast()
      markers = outer
    }
    var stack = try body(&self)
    stack.properties.markers = markers
    return stack
  }

  private mutating func stack(ofItems items: [XMLTree], _ format: XMLTree?) throws
    -> Editorial.Stack
  {
    var rows = CutRows()
    let contents = items.filter { $0["lane"] == nil || $0["lane"] == "0" }
    let origin = try contents.compactMap { try time($0, "offset") }.min() ?? .zero
    for item in contents where item.name == "spine" {
      let begin = (try time(item, "offset") ?? origin) - origin
      try lay(item.children, at: begin, from: .zero, lane: 0, format, in: &rows)
    }
    let clips = contents.filter { $0.name != "spine" }
    try lay(clips, at: .zero, from: origin, lane: 0, format, in: &rows)
    return Editorial.Stack(tracks(of: rows))
  }

  // MARK: Storylines

  /// Lays out the elements of a storyline that begins at `begin`, where its own clock shows `origin`.
  private mutating func lay(
    _ children: [XMLTree], at begin: Time, from origin: Time, lane: Int, name: String = "",
    _ format: XMLTree?, in rows: inout CutRows
  ) throws {
    storylines += 1
    let place = CutRows.Place(lane: lane, storyline: storylines, name: name)
    var cursor = begin
    for child in children {
      let offset = try time(child, "offset")
      let position = max(.zero, offset.map { begin + ($0 - origin) } ?? cursor)
      guard position <= Editorial.Timeline.longest else {
        throw mistake("\(child.name) begins after more than 10 years", child)
      }
      if child.name == "transition" {
        try add(child, at: position, in: place, &rows)
      } else if let end = try lay(child, at: position, in: place, format, &rows) {
        cursor = end
      }
    }
  }

  private mutating func add(
    _ element: XMLTree, at position: Time, in place: CutRows.Place, _ rows: inout CutRows
  ) throws {
    let range = TimeRange(start: position, duration: try duration(of: element))
    let own = FCPXMLMetadata.json(of: element, FCPXMLMetadata.ownKey)
    let name = element["name"] ?? ""
    for (filter, kind) in [
      ("filter-video", Editorial.Track.Kind.video), ("filter-audio", .audio),
    ] {
      // One that says nothing of either changes the pictures.
      guard element.first(filter) != nil || kind == .video && element.first("filter-audio") == nil
      else { continue }
      var transition = Editorial.Transition(
        name: name == "Cross Dissolve" ? "dissolve" : name, inOffset: .zero, outOffset: .zero,
        isDissolve: kind == .audio || ["Cross Dissolve", "dissolve"].contains(name))
      transition.metadata.own = own
      rows.add(transition, over: range, kind, in: place)
    }
  }

  /// Lays out one element and all that is connected to it.
  ///
  /// - Returns: where it ends; `nil` for what is no element of a storyline.
  private mutating func lay(
    _ element: XMLTree, at position: Time, in place: CutRows.Place, _ format: XMLTree?,
    _ rows: inout CutRows
  ) throws -> Time? {
    var clip = FCPXMLClip(element, format)
    guard let parts = try clip.parts(&self) else { return nil }
    let range = TimeRange(start: position, duration: clip.duration)
    for part in parts {
      count += 1
      guard count <= Editorial.mostElements else {
        throw mistake("it has more than \(Editorial.mostElements) elements", element)
      }
      rows.add(part.element, over: part.range.shifted(by: position), part.kind, in: place)
    }
    for marker in element.children where ["marker", "chapter-marker"].contains(marker.name) {
      let start = try time(marker, "start") ?? clip.start
      guard markers.count < Editorial.mostElements else { break }
      var made = Editorial.Marker(
        name: marker["value"] ?? "",
        range: TimeRange(
          start: max(.zero, position + (start - clip.start)),
          duration: try duration(of: marker, usual: .zero)))
      made.comment = marker["note"] ?? ""
      markers.append(made)
    }
    for child in clip.connected {
      let lane = place.lane + min(1000, max(-1000, child["lane"].flatMap { Int($0) } ?? 0))
      let offset = try time(child, "offset") ?? clip.start
      let begin = max(.zero, position + (offset - clip.start))
      guard begin <= Editorial.Timeline.longest else {
        throw mistake("\(child.name) begins after more than 10 years", child)
      }
      if child.name == "spine" {
        try lay(
          child.children, at: begin, from: .zero, lane: lane, name: child["name"] ?? "", format,
          in: &rows)
      } else {
        _ = try lay(child, at: begin, in: CutRows.Place(lane: lane), format, &rows)
      }
    }
    return range.end
  }
}
