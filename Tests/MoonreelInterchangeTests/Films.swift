// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelExport
import MoonreelInterchange
import MoonreelMedia
import MoonreelModel
import MoonreelScript
import Testing

/// Films of scripts, and what is compared of them.
enum Films {
  static func load(
    _ path: String, text: String? = nil, sets: [(String, String)] = [],
    allowing folders: [String] = []
  ) throws -> LoadedFilm {
    var options = ScriptOptions(path: path)
    options.text = text
    options.sets = sets.map { (name: $0.0, value: $0.1) }
    options.allowedFolders = folders
    return try FilmFile(options).load(gate: options.filmGate(), warnings: WarningLog())
  }

  static func run(_ text: String, allowing folders: [String] = []) throws -> LoadedFilm {
    try load("film.lua", text: text, allowing: folders)
  }

  static func cut(_ film: LoadedFilm, for format: CutFormat = .otio) throws -> FilmCut {
    var options = CutOptions(name: "cut", in: format)
    options.chapters = film.result.request.output.chapters
    return try FilmCut(film.result.request.film, options, gate: film.gate)
  }

  /// The film that `cut` describes, by way of a file of `format` and a script.
  static func back(
    _ cut: FilmCut, by format: CutFormat = .otio, allowing folders: [String] = []
  ) throws -> (film: LoadedFilm, script: CutScript) {
    let name = "cut.\(format.rawValue)"
    let timeline = try CutFile.timeline(format, Array(cut.text(format).text.utf8), named: name)
    let finder = MediaFinder(beside: "/", folders: [], gate: FileGate(folders: folders))
    let script = try CutScript(timeline, CutScript.Options(fileName: name), finder: finder)
    do { return (try run(script.text, allowing: folders), script) } catch {
      Issue.record("\(error)\n\(script.text)")
      throw error
    }
  }

  /// Expects that `film` comes back from its cut as it was, in what it shows of which file when, in what a second cut says,
  /// and in the plan of its frames and its sound, but for what the loss report names.
  static func expectReturn(
    _ film: LoadedFilm, of name: String, by format: CutFormat = .otio
  ) throws {
    let folders = [DemoMedia.folderPath]
    let cut = try cut(film, for: format)
    let (returned, script) = try back(cut, by: format, allowing: folders)
    let (before, after) = (segments(film), segments(returned))
    #expect(before == after, "\(name)\n\(script.text)")
    let faults = try compare(
      film.result.request.film, returned, besides: cut.text(format).losses, gate: film.gate
    ).faults
    #expect(faults.isEmpty, "\(name): \(faults)\n\(script.text)")
    let second = try Films.cut(returned, for: format)
    let (one, other) = (bare(cut.timeline).otioText, bare(second.timeline).otioText)
    if one != other {
      let lines = zip(one.split(separator: "\n"), other.split(separator: "\n"))
      let first = lines.first { $0 != $1 }
      Issue.record("\(name): \(first.map { "\($0.0)  ->  \($0.1)" } ?? "longer")\n\(script.text)")
    }
  }

  /// What is shown and heard of files and samples when, wherever it lies.
  static func segments(_ film: LoadedFilm) -> [String] {
    segments(film.result.request.film.timeline, "").sorted()
  }

  private static func segments(_ timeline: Timeline, _ inside: String) -> [String] {
    timeline.tracks.flatMap { track in
      track.segments.flatMap { segment -> [String] in
        guard let source = segment.source else { return [] }
        let range = segment.sourceRange
        let words =
          "\(inside)\(track.mediaType.rawValue) \(micro(segment.targetRange)) \(micro(range)) "
          + "\(segment.isReversed ? "reversed" : "")"
        switch source {
        case .asset(let asset): return ["\(words) \(FilePath.name(of: asset.path))"]
        case .custom(let custom as any AddressedSource): return ["\(words) \(custom.address)"]
        case .custom: return []
        case .timeline(let timeline):
          return segments(timeline, inside + "\(micro(segment.targetRange)) > ")
        case .composed(let composed):
          return segments(composed.timeline, inside + "\(micro(segment.targetRange)) > ")
        }
      }
    }
  }

  /// A range in millionths of a second.
  private static func micro(_ range: TimeRange) -> String {
    "\(range.start.value(timescale: 1_000_000))+\(range.duration.value(timescale: 1_000_000))"
  }

  /// The cut without what says where it came from, and without what only stands for something.
  static func bare(_ timeline: Editorial.Timeline) -> Editorial.Timeline {
    var bare = timeline
    bare.tracks = self.bare(timeline.tracks)
    return bare
  }

  private static func bare(_ stack: Editorial.Stack) -> Editorial.Stack {
    var bare = stack
    bare.properties = self.bare(stack.properties)
    bare.children = stack.children.map { (element: Editorial.Element) -> Editorial.Element in
      switch element {
      case .clip(var clip):
        clip.properties = self.bare(clip.properties)
        if case .generator(_, let parameters) = clip.media.kind, parameters.own?["reason"] != nil {
          // What is drawn comes back as a label of another size.
          clip.media = Editorial.MediaReference(.missing)
          clip.properties.effects = []
          clip.properties.metadata = Editorial.Metadata()
          clip.properties.name = ""
        }
        return .clip(clip)
      case .gap: return element
      case .transition(var transition):
        (transition.name, transition.isDissolve) = ("", true)
        return .transition(transition)
      case .track(let track):
        var copy = track
        copy.children = self.bare(Editorial.Stack(track.children)).children
        if track.kind == .audio { copy.children = Self.silent(copy.children) }
        return .track(copy)
      case .stack(let stack): return .stack(self.bare(stack))
      }
    }
    bare.children.removeAll { element in
      if case .track(let track) = element { track.children.isEmpty } else { false }
    }
    // Sounds are in order of time, not one above the other.
    let isSound: (Editorial.Element) -> Bool = {
      if case .track(let track) = $0 { track.kind == .audio } else { false }
    }
    let sounds = bare.children.filter(isSound).map {
      (element: Editorial.Element) -> Editorial.Element in
      guard case .track(var track) = element else { return element }
      track.properties.name = ""
      return .track(track)
    }
    bare.children = bare.children.filter { !isSound($0) } + sounds.sorted { "\($0)" < "\($1)" }
    // Sound alone comes back in a film with a size.
    if !bare.children.contains(where: {
      if case .track(let track) = $0 { track.kind == .video } else { true }
    }) {
      bare.properties.metadata = Editorial.Metadata()
    }
    return bare
  }

  /// A track of sound without what is made by Moonreel alone, of which nothing comes back.
  private static func silent(_ children: [Editorial.Element]) -> [Editorial.Element] {
    var kept: [Editorial.Element] = []
    for child in children {
      var child = child
      if case .clip(let clip) = child, clip.media.kind == .missing {
        child = .gap(
          Editorial.Properties(sourceRange: TimeRange(start: .zero, duration: child.duration)))
      }
      if case .gap(let next) = child, case .gap(let last)? = kept.last {
        let duration = (last.sourceRange?.duration ?? .zero) + (next.sourceRange?.duration ?? .zero)
        kept[kept.count - 1] = .gap(
          Editorial.Properties(sourceRange: TimeRange(start: .zero, duration: duration)))
      } else {
        kept.append(child)
      }
    }
    if case .gap? = kept.last { kept.removeLast() }
    return kept
  }

  private static func bare(_ properties: Editorial.Properties) -> Editorial.Properties {
    var bare = properties
    // Other programs' effects follow from the options, to the last digit but one.
    bare.effects.removeAll { $0.kind == .other }
    if case .object(let members)? = bare.metadata.own {
      bare.metadata.own = .object(members.filter { !["place", "layer"].contains($0.key) })
    }
    return bare
  }
}

extension JSONValue {
  fileprivate subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == name }?.value
  }
}
