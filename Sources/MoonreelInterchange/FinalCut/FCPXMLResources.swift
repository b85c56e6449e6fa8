// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// The resources of a file for Final Cut Pro: formats, files, effects and timelines inside, each written once and
/// referred to by its identifier.
struct FCPXMLResources {
  /// The elements in the order in which they were asked for.
  private(set) var elements: [XMLTree] = []
  private var known: [String: String] = [:]
  private var count = 0

  /// Final Cut's own dissolve of pictures, and its cross fade of sounds.
  private static let dissolve = "FxPlug:4731E73A-8DAC-4113-9A30-AE85B1761265"
  private static let crossFade = "FFAudioTransition"

  private mutating func identifier(
    of key: String, _ make: (String, inout FCPXMLResources) -> XMLTree
  ) -> String {
    if let identifier = known[key] { return identifier }
    count += 1
    let identifier = "r\(count)"
    known[key] = identifier
    let element = make(identifier, &self)
    elements.append(element)
    return identifier
  }

  /// Pictures of `size`, so many a second; without a rate for stills.
  mutating func format(_ size: PixelSize, _ rate: FrameRate?) -> String {
    identifier(of: "format \(size.width)x\(size.height) \(rate.map { "\($0)" } ?? "")") { id, _ in
      XMLTree(
        "format",
        [
          ("id", id), ("frameDuration", rate.map { FCPXMLTime.text($0.frameDuration) }),
          ("width", "\(size.width)"), ("height", "\(size.height)"),
        ])
    }
  }

  /// The file at `url`.
  mutating func asset(_ url: String, _ media: Editorial.MediaReference, _ facts: MediaFacts?)
    -> String
  {
    identifier(of: "asset \(url)") { id, resources in
      let (video, audio) = (facts?.asset.video?.video, facts?.asset.audio?.audio)
      let format = video.map { resources.format($0.displaySize, media.rate ?? facts?.rate) }
      let range = media.availableRange
      let element = XMLTree(
        "asset",
        [
          ("id", id), ("name", media.name), ("start", FCPXMLTime.text(range?.start ?? .zero)),
          // Stills last as long as anybody wants.
          ("duration", FCPXMLTime.text(range?.duration ?? .zero)),
          ("hasVideo", video == nil && facts != nil ? nil : "1"), ("format", format),
          ("hasAudio", audio == nil ? nil : "1"), ("audioSources", audio == nil ? nil : "1"),
          ("audioChannels", audio.map { "\($0.layout.channels.count)" }),
          ("audioRate", audio.map { "\($0.sampleRate)" }),
        ])
      element.add(XMLTree("media-rep", [("kind", "original-media"), ("src", url)]))
      let reel = media.metadata.own?["reel"]?.text
      let more = FCPXMLMetadata.element(
        media.metadata.own, [("com.apple.proapps.studio.reel", reel)])
      if let more { element.add(more) }
      return element
    }
  }

  /// A timeline inside, `number` of its kind.
  mutating func media(_ number: Int, name: String, _ sequence: XMLTree) -> String {
    identifier(of: "media \(number)") { id, _ in
      XMLTree("media", [("id", id), ("name", name)], [sequence])
    }
  }

  /// What a transition does to pictures, or to sounds.
  mutating func effect(_ kind: Editorial.Track.Kind) -> String {
    let (name, uid) =
      switch kind {
      case .video: ("Cross Dissolve", Self.dissolve)
      case .audio: ("Audio Crossfade", Self.crossFade)
      }
    return identifier(of: "effect \(uid)") { id, _ in
      XMLTree("effect", [("id", id), ("name", name), ("uid", uid)])
    }
  }
}

/// What Moonreel keeps with an element of Final Cut's, which hands it on.
enum FCPXMLMetadata {
  /// What Moonreel keeps of the element, as JSON.
  static let ownKey = "moonreel"
  /// A whole clip that Final Cut has nothing for, as OpenTimelineIO's JSON.
  static let clipKey = "moonreel.clip"
  /// Whether that clip is one of pictures or of sound.
  static let kindKey = "moonreel.kind"

  /// The element; `nil` where there is nothing to keep.
  static func element(_ own: JSONValue?, _ more: [(key: String, value: String?)] = []) -> XMLTree? {
    var rows = more.compactMap { row in row.value.map { (row.key, $0) } }
    if let own, own != .object([]) { rows.append((ownKey, own.compactText)) }
    guard !rows.isEmpty else { return nil }
    return XMLTree("metadata", [], rows.map { XMLTree("md", [("key", $0.0), ("value", $0.1)]) })
  }

  /// The text that `element` keeps under `key`; `nil` where there is none.
  static func text(of element: XMLTree, _ key: String) -> String? {
    let rows = element.first("metadata")?.all("md") ?? []
    return rows.first { $0["key"] == key }?["value"]
  }

  /// The JSON that `element` keeps under `key`; `nil` where there is none, or it is none.
  static func json(of element: XMLTree, _ key: String) -> JSONValue? {
    text(of: element, key).flatMap { try? JSONValue(parsing: $0, takesNonFinite: true) }
  }
}
