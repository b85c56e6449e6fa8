// SPDX-License-Identifier: MIT

/// The parts of a path, as text.
enum FilePath {
  /// Everything before the last component: `"."` where there is none, `"/"` at the root.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last component.
  static func name(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return path }
    return String(path[path.index(after: slash)...])
  }

  /// `name` inside `folder`.
  static func join(_ folder: String, _ name: String) -> String {
    folder == "." ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// `path` with a place for a number in its name: in place of another program's (`####`, `%s`, `{frame}`), or
  /// before the ending.
  static func numbered(_ path: String) -> String {
    let name = name(of: path)
    let head = path.dropLast(name.count)
    if let other = name.firstMatch(of: /#+|%[a-z]|\{[^}]*\}/) {
      return head + name.replacing(other.0, with: "%04d", maxReplacements: 1)
    }
    let ending = pathExtension(of: path)
    return head + (ending.isEmpty ? name : String(name.dropLast(ending.count + 1))) + "_%04d"
      + (ending.isEmpty ? "" : "." + ending)
  }

  /// The last component's ending without the dot; empty where there is none.
  static func pathExtension(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return String(name[name.index(after: dot)...])
  }
}
