// SPDX-License-Identifier: MIT

import MoonreelCore

@testable import MoonreelInterchange

/// What Final Cut Pro takes of the elements that are written: which attributes they have to have and may have, and which
/// elements may stand in them in which order. It refuses a whole document that breaks one of these rules.
enum FCPXMLSchema {
  private struct Rule {
    var required: Set<String> = []
    var optional: Set<String> = []
    /// Groups of children in order; of a group any number, in any order among themselves.
    var content: [Set<String>] = []
    /// The positions of groups that stand once at most.
    var single: Set<Int> = []
    var hasText = false
  }

  private static let anchored: Set<String> = ["spine", "asset-clip", "ref-clip", "clip", "video"]
  private static let clip: Set<String> = ["offset", "name", "start", "enabled", "lane"]
  /// A note, a time map, adjustments in their order, what is connected, markers, metadata.
  private static let clipContent: [Set<String>] = [
    ["note"], ["timeMap"], ["adjust-crop"], ["adjust-transform"], ["adjust-blend"],
    ["adjust-volume"], anchored, ["chapter-marker"], ["metadata"],
  ]
  private static let clipSingle: Set<Int> = [0, 1, 2, 3, 4, 5, 8]

  private static let rules: [String: Rule] = [
    "fcpxml": Rule(required: ["version"], content: [["resources"], ["library"]], single: [0, 1]),
    "resources": Rule(content: [["asset", "effect", "format", "media"]]),
    "library": Rule(content: [["event"]]),
    "event": Rule(optional: ["name"], content: [["project"]]),
    "project": Rule(optional: ["name"], content: [["sequence"]], single: [0]),
    "format": Rule(required: ["id"], optional: ["frameDuration", "width", "height"]),
    "asset": Rule(
      required: ["id"],
      optional: [
        "name", "start", "duration", "hasVideo", "format", "hasAudio", "audioSources",
        "audioChannels", "audioRate",
      ], content: [["media-rep"], ["metadata"]], single: [1]),
    "media-rep": Rule(required: ["src"], optional: ["kind"]),
    "media": Rule(required: ["id"], optional: ["name"], content: [["sequence"]], single: [0]),
    "effect": Rule(required: ["id", "uid"], optional: ["name"]),
    "sequence": Rule(
      required: ["format"],
      optional: ["duration", "tcStart", "tcFormat", "audioLayout", "audioRate"],
      content: [["spine"], ["metadata"]], single: [0, 1]),
    "spine": Rule(
      optional: ["lane", "offset", "name"],
      content: [["asset-clip", "ref-clip", "clip", "gap", "transition"]]),
    "asset-clip": Rule(
      required: ["ref", "duration"], optional: clip.union(["srcEnable"]), content: clipContent,
      single: clipSingle),
    "ref-clip": Rule(
      required: ["ref", "duration"], optional: clip.union(["srcEnable"]), content: clipContent,
      single: clipSingle),
    "clip": Rule(
      required: ["duration"], optional: clip, content: clipContent, single: clipSingle),
    "video": Rule(required: ["ref", "duration"], optional: clip),
    "gap": Rule(
      required: ["duration"], optional: ["name", "offset", "start"],
      content: [["note"], anchored, ["chapter-marker"], ["metadata"]], single: [0, 3]),
    "transition": Rule(
      required: ["duration"], optional: ["name", "offset"],
      content: [["filter-video"], ["filter-audio"], ["metadata"]], single: [0, 1, 2]),
    "filter-video": Rule(required: ["ref"]), "filter-audio": Rule(required: ["ref"]),
    "timeMap": Rule(content: [["timept"]]),
    "timept": Rule(required: ["time", "value"], optional: ["interp"]),
    "adjust-crop": Rule(required: ["mode"], content: [["trim-rect"]], single: [0]),
    "trim-rect": Rule(optional: ["left", "top", "right", "bottom"], content: [["param"]]),
    "adjust-transform": Rule(
      optional: ["position", "scale", "rotation"], content: [["param"]]),
    "adjust-blend": Rule(optional: ["amount", "mode"], content: [["param"]]),
    "adjust-volume": Rule(optional: ["amount"], content: [["param"]]),
    "param": Rule(
      required: ["name"], optional: ["key", "value"],
      content: [["fadeIn"], ["fadeOut"], ["keyframeAnimation"], ["param"]], single: [0, 1, 2]),
    "fadeIn": Rule(required: ["duration"], optional: ["type"]),
    "fadeOut": Rule(required: ["duration"], optional: ["type"]),
    "keyframeAnimation": Rule(content: [["keyframe"]]),
    "keyframe": Rule(required: ["time", "value"], optional: ["curve"]),
    "chapter-marker": Rule(required: ["start", "value"], optional: ["duration", "note"]),
    "note": Rule(hasText: true), "metadata": Rule(content: [["md"]]),
    "md": Rule(required: ["key"], optional: ["value"]),
  ]

  private static let times: Set<String> = [
    "offset", "start", "duration", "tcStart", "frameDuration", "time",
  ]

  /// What of `root` breaks a rule; nothing where it is as it should be.
  static func violations(in root: XMLTree) -> [String] {
    let resources = root.first("resources")?.children ?? []
    let identifiers = resources.compactMap { $0["id"] }
    var found = Set(identifiers).count == identifiers.count ? [] : ["two resources of one name"]
    check(root, Set(identifiers), &found)
    return found
  }

  private static func check(_ element: XMLTree, _ identifiers: Set<String>, _ found: inout [String])
  {
    guard let rule = rules[element.name] else {
      return found.append("\(element.name) is not known")
    }
    let names = Set(element.attributes.map(\.name))
    for name in rule.required.subtracting(names) { found.append("\(element.name) without \(name)") }
    for name in names.subtracting(rule.required).subtracting(rule.optional) {
      found.append("\(element.name) with \(name)")
    }
    for (name, value) in element.attributes {
      if times.contains(name), FCPXMLTime.time(value) == nil {
        found.append("\(name) of \(element.name) is \(value)")
      }
      if ["ref", "format"].contains(name), !identifiers.contains(value) {
        found.append("\(element.name) refers to \(value)")
      }
    }
    var group = 0
    var counts: [Int: Int] = [:]
    for child in element.children {
      while group < rule.content.count, !rule.content[group].contains(child.name) { group += 1 }
      guard group < rule.content.count else {
        found.append("\(child.name) in \(element.name) where it may not stand")
        break
      }
      counts[group, default: 0] += 1
    }
    for (group, count) in counts where rule.single.contains(group) && count > 1 {
      found.append("\(count) of \(rule.content[group].sorted()) in \(element.name)")
    }
    let isBlank = element.text.allSatisfy(\.isWhitespace)
    if !rule.hasText, !isBlank { found.append("text in \(element.name)") }
    for child in element.children { check(child, identifiers, &found) }
  }
}
