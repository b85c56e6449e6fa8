// SPDX-License-Identifier: MIT

import MoonreelCore

/// The elements and attributes of storylines that are read, and those that say nothing of how a film looks or sounds.
enum FCPXMLVocabulary {
  private static let anchored: Set<String> = [
    "lane", "offset", "name", "start", "duration", "enabled", "format", "tcStart", "tcFormat",
    "modDate",
  ]

  /// The attributes of each element.
  private static let attributes: [String: Set<String>] = [
    "sequence": [
      "format", "duration", "tcStart", "tcFormat", "audioLayout", "audioRate", "renderFormat",
      "keywords",
    ],
    "spine": ["lane", "offset", "name", "format"],
    "asset-clip": anchored.union([
      "ref", "srcEnable", "audioStart", "audioDuration", "audioRole", "videoRole",
    ]),
    "clip": anchored.union(["audioStart", "audioDuration"]),
    "video": anchored.union(["ref", "role"]), "audio": anchored.union(["ref", "role"]),
    "ref-clip": anchored.union(["ref", "srcEnable", "useAudioSubroles"]),
    "mc-clip": anchored.union(["ref", "srcEnable"]), "mc-source": ["angleID", "srcEnable"],
    "sync-clip": anchored, "gap": anchored, "audition": anchored,
    "title": anchored.union(["ref", "role"]), "transition": ["name", "offset", "duration"],
    "timeMap": ["preservesPitch"], "timept": ["time", "value", "inTime", "outTime"],
    "adjust-transform": ["enabled", "position", "scale", "rotation"],
    "adjust-blend": ["amount", "mode"], "adjust-volume": ["amount"], "adjust-conform": ["type"],
    "param": ["name", "key", "value"], "fadeIn": ["duration"], "fadeOut": ["duration"],
    "keyframeAnimation": [], "keyframe": ["time", "value"],
    "marker": ["start", "duration", "value", "note", "completed"],
    "chapter-marker": ["start", "duration", "value", "note", "posterOffset"],
  ]

  /// Values of other attributes with which nothing changes.
  private static let usual: [String: Set<String>] = [
    "srcID": ["1"], "srcCh": ["1, 2", "1,2"], "outCh": ["L, R"], "anchor": ["0 0"],
    "interp": ["linear"], "curve": ["linear"], "type": ["linear"],
    "frameSampling": ["floor", "nearest-neighbor"],
  ]

  /// Remarks, and what is named where it is read.
  private static let passed: Set<String> = [
    "note", "metadata", "keyword", "rating", "analysis-marker", "text", "text-style-def",
    "caption", "filter-video", "filter-audio", "adjust-crop",
  ]

  /// What is not understood of `element` and of all that lies in it, with the lines; not of what Moonreel wrote itself.
  static func omissions(in element: XMLTree) -> [(line: Int, words: String)] {
    guard !passed.contains(element.name) else { return [] }
    guard let known = attributes[element.name] else {
      // Adjustments are named with their clip.
      if element.name.hasPrefix("adjust-") { return [] }
      return [(element.line, "'\(element.name.prefix(40))' is not understood, and left out")]
    }
    let isSpeed = element.name == "timept"
    let unknown = element.attributes.filter { name, value in
      !known.contains(name) && usual[name]?.contains(value) != true
        && !(isSpeed && name == "interp")
    }
    let isOwn = FCPXMLMetadata.text(of: element, FCPXMLMetadata.ownKey) != nil
    let children = element.children.filter { !isOwn || !isLook($0) }
    return unknown.map {
      (
        element.line,
        "'\($0.name.prefix(40))' of \(element.name) is not understood, and left out"
      )
    } + curves(of: element) + children.flatMap { omissions(in: $0) }
  }

  private static func isLook(_ element: XMLTree) -> Bool {
    element.name == "timeMap" || element.name.hasPrefix("adjust-")
  }

  /// Where a speed changes along a curve: two points alone are joined by a line.
  private static func curves(of element: XMLTree) -> [(line: Int, words: String)] {
    let points = element.name == "timeMap" ? element.all("timept") : []
    guard points.count > 2, !points.allSatisfy({ $0["interp"] ?? "linear" == "linear" }) else {
      return []
    }
    return [(element.line, "the speed goes in straight lines between the points of its timeMap")]
  }
}
