// SPDX-License-Identifier: MIT

/// A playlist of HTTP Live Streaming taken apart, and what is wrong with it by RFC 8216.
struct PlaylistReader {
  /// The attributes of a tag, with the URI that follows where one does.
  struct Entry {
    var attributes: [String: String]
    var uri = ""

    subscript(name: String) -> String? { attributes[name] }
  }

  struct Failure: Error, CustomStringConvertible { let description: String }

  private(set) var variants: [Entry] = []
  private(set) var media: [Entry] = []
  private(set) var durations: [Double] = []
  private(set) var uris: [String] = []
  private var target: Int?
  private var hasMap = false
  private var isEnded = false
  private var isMain: Bool { !variants.isEmpty }

  init(_ text: String) throws {
    let lines = text.split(separator: "\n").map(String.init)
    guard lines.first == "#EXTM3U" else { throw Failure(description: "no #EXTM3U at the front") }
    var awaitsVariant = false
    for line in lines.dropFirst() {
      if let list = Self.value("#EXT-X-STREAM-INF:", line) {
        variants.append(Entry(attributes: Self.attributes(list)))
        awaitsVariant = true
      } else if let list = Self.value("#EXT-X-MEDIA:", line) {
        media.append(Entry(attributes: Self.attributes(list)))
      } else if let number = Self.value("#EXT-X-TARGETDURATION:", line) {
        target = Int(number)
      } else if let duration = Self.value("#EXTINF:", line) {
        durations.append(Double(duration.split(separator: ",")[0]) ?? -1)
      } else if line.hasPrefix("#EXT-X-MAP:") {
        hasMap = true
      } else if line == "#EXT-X-ENDLIST" {
        isEnded = true
      } else if !line.hasPrefix("#") {
        if awaitsVariant {
          variants[variants.count - 1].uri = line
          awaitsVariant = false
        } else {
          uris.append(line)
        }
      }
    }
  }

  private static func value(_ tag: String, _ line: String) -> String? {
    line.hasPrefix(tag) ? String(line.dropFirst(tag.count)) : nil
  }

  private static func attributes(_ list: String) -> [String: String] {
    var attributes: [String: String] = [:]
    for match in list.matches(of: /([A-Z-]+)=("([^"]*)"|[^,]*)/) {
      attributes[String(match.1)] = String(match.3 ?? match.2)
    }
    return attributes
  }

  /// What breaks a rule of a media playlist, in words.
  var faults: [String] {
    var faults: [String] = []
    if isMain { faults.append("it is no media playlist") }
    guard let target else { return faults + ["no target duration"] }
    // RFC 8216, 4.3.3.1: each duration, rounded, is at most the target.
    if let longest = durations.max(), Int(longest.rounded()) > target {
      faults.append("a segment of \(longest) s is longer than the target of \(target) s")
    }
    if durations.contains(where: { $0 <= 0 }) { faults.append("a segment without length") }
    if durations.count != uris.count {
      faults.append("\(durations.count) lengths, \(uris.count) files")
    }
    if !isEnded { faults.append("no end") }
    if uris.contains(where: { $0.hasSuffix(".m4s") }), !hasMap { faults.append("no EXT-X-MAP") }
    return faults
  }
}
