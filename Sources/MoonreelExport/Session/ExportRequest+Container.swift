// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

extension ExportRequest {
  /// The kind of file that `path` will be: said, or by its ending, or the preset's usual one. Standard output
  /// (`-`) takes Matroska, which can be written without going back.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where none of these says, where they contradict each
  ///   other, and for a numbered name of what is one file.
  public func container(forPath path: String) throws -> Container {
    let named = Self.container(namedBy: path)
    guard
      let container = output.container ?? named ?? presetContainer(forPath: path)
        ?? Self.container(ofStream: path)
    else { throw Self.unknownKind(path) }
    if let named, named != container {
      throw MoonreelError(
        .invalidArgument,
        "Cannot write a \(container.ending) file, as the film's 'container' says, to '\(path)': end the "
          + "name in \(container.ending), or leave 'container' out.")
    }
    if let preset, !preset.containers.contains(container) {
      throw preset.refusal(of: container, path)
    }
    try Self.checkNumbers(in: path, container)
    return container
  }

  /// The preset's usual kind, for names that do not end in another: `x.avi` is none of ours.
  private func presetContainer(forPath path: String) -> Container? {
    guard let usual = preset?.containers.first else { return nil }
    let name = path.split(separator: "/").last ?? ""
    return usual.holdsOnePicture || !name.contains(".") ? usual : nil
  }

  /// The kind that the ending of `path` says; a folder is one of pictures.
  private static func container(namedBy path: String) -> Container? {
    let name = path.split(separator: "/").last ?? ""
    guard !path.hasSuffix("/"), let dot = name.lastIndex(of: ".") else { return nil }
    return Container(pathExtension: String(name[name.index(after: dot)...]))
  }

  private static func container(ofStream path: String) -> Container? {
    if path.hasSuffix("/") { return .png }
    return path == "-" ? .mkv : path.hasPrefix("/dev/") ? .mp4 : nil
  }

  private static func unknownKind(_ path: String) -> MoonreelError {
    let known = Container.allCases.map(\.ending)
    return MoonreelError(
      .invalidArgument,
      "Cannot tell the kind of file from the name '\(path)': end it in one of "
        + known.joined(separator: ", ") + ".")
  }

  private static func checkNumbers(in path: String, _ container: Container) throws {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    guard let pattern = FramePattern(name) else { return }
    if !container.holdsOnePicture {
      throw MoonreelError(
        .invalidArgument,
        "Cannot number '\(path)': a \(container.ending) file holds the whole film. Leave the % out, or end "
          + "the name in \(Container.endings(of: \.holdsOnePicture)) for a file a picture.")
    }
    try pattern.check(path)
  }
}

extension ExportPreset {
  /// The error for a `container` that the preset is not for.
  fileprivate func refusal(of container: Container, _ path: String) -> MoonreelError {
    let endings = containers.map(\.ending)
    let own =
      endings.count > 1
      ? endings.dropLast().joined(separator: ", ") + " and " + endings[endings.count - 1]
      : endings[0]
    let others = Self.all.filter { $0.containers.first == container }.map { "'\($0.name)'" }
    let instead =
      (1...3).contains(others.count)
      ? "use the preset \(others.joined(separator: " or "))" : "leave the preset out"
    return MoonreelError(
      .invalidArgument,
      "The preset '\(name)' is for \(own) files, not for \(container.ending) files such as '\(path)': end "
        + "the name in \(endings[0]), or \(instead).")
  }
}
