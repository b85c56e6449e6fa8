// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

extension FilmCut {
  /// Writes the cut to `path` as a file of `format`, whole or not at all.
  ///
  /// - Returns: all that is lost in it.
  /// - Throws: `MoonreelError`: `encodingFailed` where the format cannot hold it; `fileAccess`, `accessDenied` where the
  ///   file cannot be written, or a file that goes into it cannot be read.
  public func write(_ format: CutFormat, to path: String, gate: FileGate) throws -> [Loss] {
    var bundler = Bundler()
    let isBundle = format == .otioz
    let (text, losses) =
      isBundle ? (bundler.bundled(timeline).otioText, losses + bundler.losses) : try text(format)
    let file = try AtomicOutputFile(path: path, gate: gate)
    do {
      if isBundle {
        try bundler.write(text, into: file, gate)
      } else {
        try file.write(Array(text.utf8))
      }
      try file.commit()
    } catch {
      file.discard()
      throw error
    }
    return losses
  }
}

/// Gives the files of a cut names inside a bundle.
private struct Bundler {
  private(set) var losses: [Loss] = []
  private var media: [(name: String, path: String)] = []
  private var names: [String: String] = [:]
  private var taken: Set<String> = []

  func write(_ content: String, into file: AtomicOutputFile, _ gate: FileGate) throws {
    var writer = ZipWriter(file, gate: gate)
    try writer.add("version.txt", Array("1.0.0".utf8))
    try writer.add(CutBundle.contentName, Array(content.utf8))
    for entry in media { try writer.add(entry.name, contentsOf: entry.path) }
    try writer.finish()
  }

  mutating func bundled(_ timeline: Editorial.Timeline) -> Editorial.Timeline {
    var copy = timeline
    copy.tracks.children = bundled(timeline.tracks.children)
    return copy
  }

  private mutating func bundled(_ elements: [Editorial.Element]) -> [Editorial.Element] {
    elements.map { element in
      switch element {
      case .clip(let clip): return .clip(bundled(clip))
      case .gap, .transition: return element
      case .track(var track):
        track.children = bundled(track.children)
        return .track(track)
      case .stack(var stack):
        stack.children = bundled(stack.children)
        return .stack(stack)
      }
    }
  }

  private mutating func bundled(_ clip: Editorial.Clip) -> Editorial.Clip {
    var clip = clip
    switch clip.media.kind {
    case .external(let url):
      guard let path = FileURL.path(url) else { return clip }
      clip.media.kind = .external(url: FileURL.text(name(of: path)))
      // Where the file lies beside the film means nothing to whoever gets the bundle.
      if case .object(let members)? = clip.media.metadata.own {
        clip.media.metadata.own = .object(members.filter { $0.key != "path" })
      }
    case .imageSequence:
      losses.append(
        Loss(
          .lost, "clip '\(clip.properties.name)'",
          "numbered pictures do not go into a bundle; they are named where they lie",
          place: clip.properties.place))
    case .generator, .missing: break
    }
    return clip
  }

  /// The file's name in the folder of media, with a number where another file has it.
  private mutating func name(of path: String) -> String {
    if let known = names[path] { return known }
    let (stem, ending) = (FilePath.stem(of: path), FilePath.pathExtension(of: path))
    var (name, number) = (CutBundle.mediaFolder + FilePath.name(of: path), 1)
    while !taken.insert(name).inserted {
      number += 1
      name = CutBundle.mediaFolder + "\(stem)_\(number)" + (ending.isEmpty ? "" : ".\(ending)")
    }
    names[path] = name
    media.append((name, path))
    return name
  }
}
