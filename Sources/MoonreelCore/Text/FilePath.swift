// SPDX-License-Identifier: MIT

/// The parts of a path, as text. Paths are bytes to the system: two spellings of `é` are two names, and a slash ends
/// a part whatever mark follows it, so nothing here compares characters.
public enum FilePath {
  private static let slash = UInt8(ascii: "/")

  /// Everything before the last component: `"."` where there is none, `"/"` at the root.
  public static func folder(of path: String) -> String {
    guard let end = path.utf8.lastIndex(of: slash) else { return "." }
    return end == path.utf8.startIndex ? "/" : String(Substring(path.utf8[..<end]))
  }

  /// The last component.
  public static func name(of path: String) -> String {
    guard let end = path.utf8.lastIndex(of: slash) else { return path }
    return String(Substring(path.utf8[path.utf8.index(after: end)...]))
  }

  /// `name` inside `folder`.
  public static func join(_ folder: String, _ name: String) -> String {
    folder == "." ? name : folder.utf8.last == slash ? folder + name : "\(folder)/\(name)"
  }

  /// `path` with a place for a number in its name: in place of another program's (`####`, `%s`, `{frame}`), or
  /// before the ending.
  public static func numbered(_ path: String) -> String {
    let name = name(of: path)
    let head = path.dropLast(name.count)
    if let other = name.firstMatch(of: /#+|%[a-z]|\{[^}]*\}/) {
      return head + name.replacing(other.0, with: "%04d", maxReplacements: 1)
    }
    let ending = pathExtension(of: path)
    return head + stem(of: path) + "_%04d" + (ending.isEmpty ? "" : "." + ending)
  }

  /// The last component's ending without the dot; empty where there is none.
  public static func pathExtension(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.utf8.startIndex else {
      return ""
    }
    return String(Substring(name.utf8[name.utf8.index(after: dot)...]))
  }

  /// The last component without its ending.
  public static func stem(of path: String) -> String {
    let (name, ending) = (name(of: path), pathExtension(of: path))
    return ending.isEmpty ? name : String(name.dropLast(ending.count + 1))
  }

  /// Whether it begins at the root.
  public static func isAbsolute(_ path: String) -> Bool { path.utf8.first == slash }

  /// Whether `path` is `folder` or lies below it; both are real paths.
  public static func lies(_ path: String, in folder: String) -> Bool {
    guard path.utf8.starts(with: folder.utf8) else { return false }
    return path.utf8.count == folder.utf8.count || folder.utf8.last == slash
      || path.utf8.dropFirst(folder.utf8.count).first == slash
  }
}
