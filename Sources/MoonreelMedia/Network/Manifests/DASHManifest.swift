// SPDX-License-Identifier: MIT

import MoonreelCore

/// A manifest of MPEG-DASH (ISO/IEC 23009-1) of a film that is there from its beginning to its end: periods, one after the
/// other, each with sets of pictures, sounds and texts, each set with the same in several sizes and rates.
struct DASHManifest {
  /// A stretch of the film.
  struct Period {
    /// Seconds from the film's beginning.
    var start: Double
    /// Seconds; `nil` where the manifest does not say.
    var duration: Double?
    var sets: [AdaptationSet]
  }

  /// The same content in several sizes and rates.
  struct AdaptationSet {
    var kind: Kind
    var language: String?
    var label: String?
    var representations: [Representation]
  }

  /// What a set holds.
  enum Kind: String {
    case video, audio, text
    /// Pictures for a scroll bar, or what is not known.
    case other
  }

  /// One size and rate.
  struct Representation {
    var id: String
    /// Bits a second.
    var bandwidth: Int
    var width: Int?
    /// Lines of a picture.
    var height: Int?
    var codecs: String?
    var mimeType: String
    var isEncrypted: Bool
    /// What addresses of pieces are looked for from: one after the other, each from the one before; of each there may be
    /// several, under which the same lies.
    var bases: [[String]]
    /// What says how its pieces are named, the outermost first; none where it is one file.
    var forms: [ManifestElement]

    /// How its pieces are named; `nil`: it is one file.
    var pieces: ManifestElement? {
      forms.reduce(nil as ManifestElement?) { outer, form in form.inheriting(outer) }
    }

    /// Whether it is captions as they stand in a file of their own.
    var isText: Bool { mimeType == "text/vtt" }

    /// What it is, in words.
    var summary: String {
      [codecs ?? mimeType, width.flatMap { width in height.map { "\(width)x\($0)" } }].compactMap {
        $0
      }
      .joined(separator: ", ")
    }

    /// Whether it can go on where `other`, of the period before, ends.
    func continues(_ other: Self) -> Bool {
      (mimeType, codecs, width, height) == (other.mimeType, other.codecs, other.width, other.height)
    }
  }

  let periods: [Period]

  private static let mostPeriods = 200

  /// Bytes in which the outermost element begins.
  static let headBytes = 64 << 10

  /// Whether a file that begins with `head` is one.
  static func begins(_ head: [UInt8]) -> Bool { ManifestElement.rootName(of: head) == "MPD" }

  /// The error for one that lies on this machine, in the file `name`.
  static func refusal(ofFile name: String) -> MoonreelError {
    MoonreelError(
      .unsupportedFormat,
      "Cannot open '\(name)': it is a manifest of MPEG-DASH, whose pieces are read from a server only. Let one give its "
        + "folder out, such as 'python3 -m http.server --bind 127.0.0.1 8000', and open it as "
        + "http://127.0.0.1:8000/\(FilePath.name(of: name)) with --allow-net 127.0.0.1:8000.")
  }

  /// Whether a file that begins with `head` may be one: then more of it has to be looked at.
  static func mayBegin(_ head: [UInt8]) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = head.starts(with: mark) ? head.dropFirst(3) : head[...]
    return text.first { ![9, 10, 13, 32].contains($0) } == UInt8(ascii: "<")
  }

  /// Reads the manifest `bytes` of the file that messages call `name`.
  ///
  /// - Throws: `MoonreelError`, a sentence that names the file.
  init(_ bytes: [UInt8], name: String) throws {
    do {
      try self.init(try ManifestElement.root(of: bytes))
    } catch let fault as ManifestFault {
      throw fault.error(name)
    }
  }

  private init(_ root: ManifestElement) throws {
    guard root.attributes["type"] ?? "static" == "static" else {
      throw ManifestFault(
        "it is a live stream (type='\(root.attributes["type"] ?? "")'), of which only those of HLS can be recorded. "
          + "Ask for its HLS playlist (.m3u8), or for the manifest of the finished film")
    }
    let elements = root.all("Period")
    guard !elements.isEmpty else { throw ManifestFault("it has no period") }
    guard elements.count <= Self.mostPeriods else {
      throw ManifestFault("it has more than \(Self.mostPeriods) periods", .limitExceeded)
    }
    let total = try root.attributes["mediaPresentationDuration"].map(ISODuration.seconds)
    let given = try elements.map { element in
      (
        start: try element.attributes["start"].map(ISODuration.seconds),
        duration: try element.attributes["duration"].map(ISODuration.seconds)
      )
    }
    var (periods, next): ([Period], Double?) = ([], 0)
    for (index, element) in elements.enumerated() {
      guard let start = given[index].start ?? next else {
        throw ManifestFault("nothing says where its period \(index + 1) begins")
      }
      let end = index + 1 < given.count ? given[index + 1].start : total
      let duration = given[index].duration ?? end.map { max(0, $0 - start) }
      next = duration.map { start + $0 }
      let bases = Self.bases(of: root) + Self.bases(of: element)
      periods.append(
        Period(start: start, duration: duration, sets: try Self.sets(of: element, bases)))
    }
    self.periods = periods
  }

  /// The addresses under which what `element` names lies; none where it does not say, else as one level of several.
  private static func bases(of element: ManifestElement) -> [[String]] {
    let texts = element.all("BaseURL").prefix(ManifestPieces.mostBases).map { base in
      String(
        base.text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }.filter { !$0.isEmpty }
    return texts.isEmpty ? [] : [texts]
  }

  private static func sets(
    of period: ManifestElement, _ bases: [[String]]
  ) throws -> [AdaptationSet] {
    let sets = period.all("AdaptationSet")
    let count = sets.reduce(0) { $0 + $1.all("Representation").count }
    guard count <= PlaylistRules.mostStreams else {
      throw ManifestFault(
        "it names more than \(PlaylistRules.mostStreams) streams of one period", .limitExceeded)
    }
    return sets.map { set in
      let representations = set.all("Representation").map { element in
        representation(element, of: set, in: period, bases)
      }
      return AdaptationSet(
        kind: kind(of: set, representations), language: set.attributes["lang"],
        label: set.attributes["label"] ?? set.first("Label")?.text,
        representations: representations)
    }
  }

  /// What a set holds. What only special players understand is none of it.
  private static func kind(of set: ManifestElement, _ representations: [Representation]) -> Kind {
    guard set.first("EssentialProperty") == nil else { return .other }
    let type = representations.first?.mimeType ?? ""
    let content =
      set.attributes["contentType"] ?? set.first("ContentComponent")?.attributes["contentType"]
    return Kind(rawValue: content ?? String(type.prefix { $0 != "/" })) ?? .other
  }

  private static func representation(
    _ element: ManifestElement, of set: ManifestElement, in period: ManifestElement,
    _ bases: [[String]]
  ) -> Representation {
    let attribute = { element.attributes[$0] ?? set.attributes[$0] }
    let levels = [element, set, period]
    let forms = ["SegmentTemplate", "SegmentList", "SegmentBase"]
    let form = levels.lazy.compactMap { level in forms.first { level.first($0) != nil } }.first
    return Representation(
      id: element.attributes["id"] ?? "",
      bandwidth: attribute("bandwidth").flatMap { Int($0) } ?? 0,
      width: attribute("width").flatMap { Int($0) },
      height: attribute("height").flatMap { Int($0) },
      codecs: attribute("codecs"), mimeType: attribute("mimeType") ?? "",
      isEncrypted: [element, set].contains { $0.first("ContentProtection") != nil },
      bases: bases + Self.bases(of: set) + Self.bases(of: element),
      forms: form.map { form in levels.reversed().compactMap { $0.first(form) } } ?? [])
  }
}
