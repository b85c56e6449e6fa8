// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// The parameters given on the command line and in a JSON file.
package struct GivenParameters {
  /// One value before it is known what kind it should be.
  enum Value {
    case texts([String])
    /// One of the file.
    case json(JSONValue)
    /// One that a program gives.
    case plain(JSONValue)
  }

  private(set) var values: [String: Value] = [:]
  /// Where the JSON file lies; its relative paths begin there.
  private var folder: String?

  /// Reads the file of parameters, then lets what was typed overrule it, and that the values of a program.
  ///
  /// - Throws: `MoonreelError` when the file is missing or no JSON object.
  init(_ options: ScriptOptions) throws {
    if let paramsFile = options.paramsFile {
      folder = FilePath.folder(of: paramsFile)
      for member in try Self.members(of: paramsFile) { values[member.key] = .json(member.value) }
    }
    for (name, group) in Dictionary(grouping: options.sets, by: \.0) {
      values[name] = .texts(group.map(\.1))
    }
    for member in options.values { values[member.key] = .plain(member.value) }
  }

  /// The values in the JSON file at `path`.
  ///
  /// - Throws: `MoonreelError` where it is missing or no JSON object.
  package static func members(of path: String) throws -> [JSONValue.Member] {
    guard let text = try TextFile.read(path) else {
      throw MoonreelError(
        .fileAccess, "Cannot open the parameters '\(path)': there is no such file.")
    }
    do {
      if case .object(let members) = try JSONValue(parsing: text) { return members }
      throw MoonreelError(.invalidArgument, "the text is no JSON object { \"name\": value, … }")
    } catch let error as MoonreelError {
      throw MoonreelError(error.code, "Cannot read the parameters '\(path)': \(error.message).")
    }
  }

  /// `path` as given, made absolute, so that it means the same wherever the script lies.
  func absolute(_ path: String, isFromJSON: Bool) -> String {
    guard !path.hasPrefix("/"), !path.contains("://"), !path.hasPrefix(SampleClip.prefix) else {
      return path
    }
    let working = getcwd(nil, 0).map { pointer in
      defer { free(pointer) }
      return String(cString: pointer)
    }
    if isFromJSON, let folder {
      let beside =
        folder.hasPrefix("/") ? "\(folder)/\(path)" : "\(working ?? ".")/\(folder)/\(path)"
      if access(beside, F_OK) == 0 { return beside }
    }
    return "\(working ?? ".")/\(path)"
  }
}
