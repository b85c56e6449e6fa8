// SPDX-License-Identifier: MIT

import Foundation

/// A shader of `Tests/GLSLShaders`, and what its head says of it; the README there says what the lines mean.
package struct GLSLShader: Sendable, CustomStringConvertible {
  /// The folders of the corpus.
  package enum Group: String, CaseIterable, Sendable { case transitions, effects, bad }

  /// Whether a transition shows its pictures alone at progress 0 and 1.
  package enum Ends: String, Sendable {
    case exact
    case withinRounding = "exact within rounding"
    case notAtStart = "not at 0"
    case notAtEnd = "not at 1"
    case neither
  }

  package let group: Group
  /// The file's name without its suffix.
  package let name: String
  package let path: String
  package let source: String

  /// What the file is there for; lower-case words as they stand.
  package var covers: [String] {
    head("Covers")?.components(separatedBy: ", ") ?? []
  }

  /// Nil where the head does not say, as in everything but transitions.
  package var ends: Ends? { head("Ends").flatMap(Ends.init) }

  /// Whether correct players may differ visibly.
  package var isChaotic: Bool { head("Chaotic") != nil }

  /// What a sentence about a bad shader has to say.
  package var reason: String? { head("Bad") }

  /// Whether Mesa refuses a bad shader; nil where it is not asked.
  package var isRefusedByMesa: Bool? {
    switch head("Mesa") {
    case "refuses": true
    case "accepts": false
    default: nil
    }
  }

  /// The line, from 1, that a sentence about a bad shader has to name; nil where none is marked.
  package var markedLine: Int? {
    let lines = source.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.firstIndex { line in
      ["// here", "/* here", ", here"].contains { line.hasSuffix($0) }
    }.map { $0 + 1 }
  }

  /// The source without comments.
  package var code: String {
    var code = ""
    var rest = source[...]
    while let start = rest.firstRange(of: "/") {
      code += rest[..<start.lowerBound]
      rest = rest[start.lowerBound...]
      if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix("/*") {
        code += " "
        rest = rest.firstRange(of: "*/").map { rest[$0.upperBound...] } ?? ""
      } else {
        code += "/"
        rest = rest.dropFirst()
      }
    }
    return code + rest
  }

  /// The names in the code: what is called, and all of them.
  package var names: (called: Set<String>, all: Set<String>) {
    var called = Set<String>(), all = Set<String>()
    var name = ""
    for letter in code.unicodeScalars {
      if letter.properties.isAlphabetic || letter == "_" || "0"..."9" ~= letter {
        name.unicodeScalars.append(letter)
      } else if !name.isEmpty {
        if letter == "(" { called.insert(name) }
        all.insert(name)
        name = ""
      }
    }
    return (called, all)
  }

  package var description: String { "\(group.rawValue)/\(name)" }

  private func head(_ key: String) -> String? {
    let prefix = "// \(key): "
    return source.split(whereSeparator: \.isNewline).first { $0.hasPrefix(prefix) }.map {
      String($0.dropFirst(prefix.count))
    }
  }

  /// The folder of the corpus.
  package static let folder =
    #filePath.split(separator: "/").dropLast(2).reduce("") { "\($0)/\($1)" } + "/GLSLShaders"

  /// All shaders of a group by name.
  package static func all(_ group: Group) -> [GLSLShader] {
    let folder = "\(Self.folder)/\(group.rawValue)"
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".glsl") }.sorted().compactMap { file in
      let path = "\(folder)/\(file)"
      guard let data = FileManager.default.contents(atPath: path) else { return nil }
      return GLSLShader(
        group: group, name: String(file.dropLast(5)), path: path,
        source: String(decoding: data, as: UTF8.self))
    }
  }
}
