// SPDX-License-Identifier: MIT

import MoonreelCore

/// The pieces of one stream of a manifest in one period, as their addresses.
struct ManifestPieces {
  /// A file, or a part of it.
  struct Piece: Hashable {
    /// Where it lies, and where the same lies, too.
    var addresses: [NetworkAddress]
    /// `nil`: all of it, from ``start`` on.
    var range: Range<Int64>?
    /// The first byte.
    var start: Int64 = 0
    /// How many bytes the file has at least, as the manifest says.
    var least: Int64 = 0
    /// Whether the stream may end before it: it was counted by the length of the film, which is rounded.
    var mayBeMissing = false
  }

  /// Addresses under which the same may lie, at most.
  static let mostBases = 8

  /// What stands before the pieces; `nil` where they say all themselves.
  private(set) var head: Piece?
  private(set) var pieces: [Piece] = []
  /// Seconds between the times that the pieces state and the film's.
  private(set) var shift = 0.0

  private let representation: DASHManifest.Representation
  private let period: DASHManifest.Period
  private let bases: [NetworkAddress]

  /// Whether its files have a head that stands for all of them.
  var isInContainer: Bool {
    ["/mp4", "/webm"].contains { representation.mimeType.hasSuffix($0) }
  }

  /// The pieces of `representation` in `period`, of a manifest that lies at `manifest`.
  ///
  /// - Throws: `ManifestFault`, or `MoonreelError` for an address that cannot be used.
  init(
    _ representation: DASHManifest.Representation, in period: DASHManifest.Period,
    of manifest: NetworkAddress
  ) throws {
    (self.representation, self.period) = (representation, period)
    bases = try representation.bases.reduce([manifest], Self.addresses(from:to:))
    guard let form = representation.pieces else {
      guard !representation.bases.isEmpty else {
        throw ManifestFault("its stream '\(representation.id)' names no pieces")
      }
      pieces = [Piece(addresses: bases)]
      return
    }
    let numbers = ManifestNumbers(form)
    let offset = try numbers.natural("presentationTimeOffset") ?? 0
    shift = period.start - Double(offset) / Double(try numbers.timescale)
    switch form.name {
    case "SegmentTemplate": try takeTemplate(form, numbers, offset)
    case "SegmentList": try takeList(form)
    default: try takeFile(form)
    }
  }

  /// What each of `texts` means from each of `bases`, in this order. Those that cannot be used are left out where others can.
  private static func addresses(
    from bases: [NetworkAddress], to texts: [String]
  ) throws -> [NetworkAddress] {
    var (found, fault): ([NetworkAddress], (any Error)?) = ([], nil)
    for base in bases {
      for text in texts {
        do {
          let address = try base.redirected(to: text)
          if !found.contains(address) { found.append(address) }
        } catch {
          fault = fault ?? error
        }
      }
    }
    if found.isEmpty, let fault { throw fault }
    return Array(found.prefix(mostBases))
  }

  private func addresses(of text: String) throws -> [NetworkAddress] {
    try Self.addresses(from: bases, to: [text])
  }

  // MARK: A file with an index

  private mutating func takeFile(_ form: ManifestElement) throws {
    let index = try form.attributes["indexRange"].map(Self.range)
    var piece = Piece(addresses: bases, least: index?.upperBound ?? 0)
    head = try initialization(of: form)
    if let head, head.addresses == bases {
      guard let range = head.range, range.lowerBound == 0 else {
        throw ManifestFault(
          "the head of its stream '\(representation.id)' is not the beginning of the file")
      }
      piece.start = range.upperBound
    }
    pieces = [piece]
  }

  /// What `<Initialization>` names.
  private func initialization(of form: ManifestElement) throws -> Piece? {
    guard let element = form.first("Initialization") else { return nil }
    return Piece(
      addresses: try element.attributes["sourceURL"].map(addresses(of:)) ?? bases,
      range: try element.attributes["range"].map(Self.range))
  }

  /// `first-last`, both within.
  private static func range(_ text: String) throws -> Range<Int64> {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
    guard ends.count == 2, let first = ends[0], let last = ends[1], first >= 0, last >= first,
      last < 1 << 50
    else { throw ManifestFault("'\(text.prefix(60))' is no range of bytes") }
    // holds: both ends were compared.
    return first..<last + 1
  }

  // MARK: A list

  private mutating func takeList(_ form: ManifestElement) throws {
    let list = form.all("SegmentURL")
    try Self.admit(list.count)
    guard !list.isEmpty else {
      throw ManifestFault("the list of pieces of its stream '\(representation.id)' is empty")
    }
    head = try initialization(of: form)
    pieces = try list.map { element in
      Piece(
        addresses: try element.attributes["media"].map(addresses(of:)) ?? bases,
        range: try element.attributes["mediaRange"].map(Self.range))
    }
  }

  private static func admit(_ count: Int) throws {
    guard count <= PlaylistRules.mostEntries else {
      throw ManifestFault(
        "one of its streams has more than \(PlaylistRules.mostEntries) pieces", .limitExceeded)
    }
  }

  // MARK: A template

  private mutating func takeTemplate(
    _ form: ManifestElement, _ numbers: ManifestNumbers, _ offset: Int64
  ) throws {
    guard let media = form.attributes["media"] else {
      throw ManifestFault(
        "the template of its stream '\(representation.id)' says not how pieces are named (media)")
    }
    head = try initialization(of: form)
    if let text = form.attributes["initialization"] {
      head = Piece(addresses: try addresses(PieceTemplate(text), number: nil, time: nil))
    }
    let first = try numbers.natural("startNumber") ?? 1
    let times = try times(form, numbers, offset, first)
    let template = try PieceTemplate(media)
    pieces = try times.enumerated().map { index, time in
      Piece(addresses: try addresses(template, number: first + Int64(index), time: time))
    }
    let isCounted = form.first("SegmentTimeline") == nil && form.attributes["endNumber"] == nil
    if isCounted, pieces.count > 1 { pieces[pieces.count - 1].mayBeMissing = true }
  }

  private func addresses(
    _ template: PieceTemplate, number: Int64?, time: Int64?
  ) throws -> [NetworkAddress] {
    try addresses(
      of: try template.text(
        id: representation.id, bandwidth: representation.bandwidth, number: number, time: time))
  }

  /// When each piece begins, in units of the template.
  private func times(
    _ form: ManifestElement, _ numbers: ManifestNumbers, _ offset: Int64, _ first: Int64
  ) throws -> [Int64] {
    // holds: a period lasts less than 10⁹ s of 2³² units at most.
    let end = try period.duration.map { offset + Int64($0 * Double(try numbers.timescale)) }
    if let timeline = form.first("SegmentTimeline") { return try times(of: timeline, end) }
    guard let duration = try numbers.length("duration") else { return [offset] }
    let count: Int64
    if let last = try numbers.natural("endNumber") {
      count = max(0, last - first + 1)
    } else {
      guard let length = period.duration else {
        throw ManifestFault(
          "nothing says how many pieces its stream '\(representation.id)' has, for the length of the film is missing"
        )
      }
      // Lengths of films are rounded: what is left over may be less than anything that was filmed.
      let pieces = length * Double(try numbers.timescale) / Double(duration)
      count = Int64(min(pieces - 0.001, 1e9).rounded(.up))
    }
    try Self.admit(Int(clamping: count))
    guard count > 0 else { throw Self.empty(representation) }
    return (0..<count).map { offset + $0 * duration }
  }

  private static func empty(_ representation: DASHManifest.Representation) -> ManifestFault {
    ManifestFault("its stream '\(representation.id)' has no pieces")
  }

  /// `end`: where the period ends.
  private func times(of timeline: ManifestElement, _ end: Int64?) throws -> [Int64] {
    var (times, next): ([Int64], Int64) = ([], 0)
    let runs = timeline.all("S")
    for (index, run) in runs.enumerated() {
      let numbers = ManifestNumbers(run)
      next = try numbers.natural("t") ?? next
      guard let duration = try numbers.length("d") else {
        throw ManifestFault("a piece in its timeline has no length (<S> without d)")
      }
      var repeats = try numbers.integer("r") ?? 0
      if repeats < 0 {
        let following = index + 1 < runs.count ? runs[index + 1] : nil
        guard let limit = try following.map({ try ManifestNumbers($0).natural("t") }) ?? end else {
          throw ManifestFault(
            "a piece in its timeline repeats to an end that nothing names (<S r='\(repeats)'>)")
        }
        repeats = max(0, (limit - next + duration - 1) / duration - 1)
      }
      try Self.admit(Int(clamping: repeats))
      try Self.admit(times.count + Int(repeats) + 1)
      // holds: it was brought to 0 and more.
      for _ in 0...repeats {
        times.append(next)
        next += duration
      }
    }
    guard !times.isEmpty else { throw Self.empty(representation) }
    return times
  }
}

/// The numbers in the attributes of an element.
struct ManifestNumbers {
  private let element: ManifestElement

  init(_ element: ManifestElement) { self.element = element }

  /// Units a second.
  var timescale: Int64 {
    get throws {
      let value = try natural("timescale", atMost: 1 << 32) ?? 1
      guard value > 0 else { throw ManifestFault("its units last no time (timescale='0')") }
      return value
    }
  }

  /// The number called `name`, from 0 on; `nil` where there is none.
  ///
  /// - Throws: `ManifestFault`.
  func natural(_ name: String, atMost most: Int64 = 1 << 56) throws -> Int64? {
    let value = try integer(name)
    guard let value else { return nil }
    guard (0...most).contains(value) else { throw wrong(name) }
    return value
  }

  /// How long a piece lasts: the sum of as many as there may be is a number, too.
  ///
  /// - Throws: `ManifestFault`.
  func length(_ name: String) throws -> Int64? {
    let value = try natural(name, atMost: 1 << 46)
    guard value != 0 else { throw ManifestFault("a piece of it lasts no time (\(name)='0')") }
    return value
  }

  /// The number called `name`; `nil` where there is none.
  ///
  /// - Throws: `ManifestFault`.
  func integer(_ name: String) throws -> Int64? {
    guard let text = element.attributes[name] else { return nil }
    guard let value = Int64(text) else { throw wrong(name) }
    return value
  }

  private func wrong(_ name: String) -> ManifestFault {
    let text = element.attributes[name] ?? ""
    return ManifestFault("'\(text.prefix(40))' is no number for '\(name)' of <\(element.name)>")
  }
}
