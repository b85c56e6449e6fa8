// SPDX-License-Identifier: MIT

import Foundation

/// Everything that a script can reach, as the stubs in `stdlib/meta` and the library's own files document it.
struct Stubs: Sendable {
  /// A named value with a type: an option, or a parameter of a function.
  struct Field: Sendable {
    var name: String
    var isOptional: Bool
    var type: StubType
  }

  /// A function, method or constructor of the library.
  struct Function: Sendable {
    /// How it is called: `mr.timeline`, `insert` (of ``owner``), `fx.vignette`.
    var name: String
    /// The class whose method it is.
    var owner: String?
    var parameters: [Field]
    var result: StubType?
  }

  private(set) var classes: [String: [Field]] = [:]
  private(set) var parents: [String: String] = [:]
  private(set) var aliases: [String: StubType] = [:]
  private(set) var functions: [Function] = []

  /// The package's folder.
  static let root = String(
    #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" })

  /// The library's families of constructors: the folder, and what calls begin with.
  static let families = [
    ("effects", "fx"), ("transitions", "tr"), ("titles", "titles"), ("templates", "templates"),
    ("charts", "charts"), ("audio", "audio"),
  ]

  /// All of it, read once.
  static let all: Stubs = {
    var stubs = Stubs()
    for (_, text) in Stubs.files("meta") { stubs.read(text) }
    for (folder, prefix) in families {
      for (name, text) in Stubs.files("moonreel/\(folder)") {
        let first = stubs.read(text)
        let options = first.map {
          Field(name: "options", isOptional: false, type: .named($0))
        }
        stubs.functions.append(
          Function(
            name: "\(prefix).\(name)", owner: nil, parameters: options.map { [$0] } ?? [],
            result: .named("library.\(prefix)")))
      }
    }
    return stubs
  }()

  private static func files(_ folder: String) -> [(name: String, text: String)] {
    let path = "\(root)/stdlib/\(folder)"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasSuffix(".lua") }.sorted().compactMap { name in
      (try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)).map {
        (String(name.dropLast(4)), $0)
      }
    }
  }

  /// Takes in one file, and returns its first class.
  @discardableResult
  private mutating func read(_ text: String) -> String? {
    var (first, current): (String?, String?) = (nil, nil)
    var parameters: [Field] = []
    var result: StubType?
    for line in text.split(separator: "\n") {
      if line.hasPrefix("---@class ") {
        let words = line.dropFirst(10).split { $0 == " " || $0 == ":" }
        current = String(words[0])
        first = first ?? current
        classes[String(words[0]), default: []] += []
        if line.contains(": "), words.count > 1 { parents[String(words[0])] = String(words[1]) }
      } else if line.hasPrefix("---@field "), let current {
        if let field = Self.field(line.dropFirst(10)) { classes[current]?.append(field) }
      } else if line.hasPrefix("---@alias ") {
        let words = line.dropFirst(10).split(separator: " ", maxSplits: 1)
        if words.count == 2 { aliases[String(words[0])] = StubType(words[1]) }
      } else if line.hasPrefix("---@param ") {
        if let field = Self.field(line.dropFirst(10)) { parameters.append(field) }
      } else if line.hasPrefix("---@return ") {
        result = StubType(line.dropFirst(11))
      } else if line.hasPrefix("function ") {
        add(line.dropFirst(9).prefix { $0 != "(" }, parameters, result)
        (parameters, result) = ([], nil)
      }
    }
    return first
  }

  private static func field(_ text: Substring) -> Field? {
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2 else { return nil }
    let isOptional = words[0].hasSuffix("?")
    return Field(
      name: String(isOptional ? words[0].dropLast() : words[0]), isOptional: isOptional,
      type: StubType(words[1].drop { $0 == " " }))
  }

  private mutating func add(_ path: Substring, _ parameters: [Field], _ result: StubType?) {
    if let colon = path.firstIndex(of: ":") {
      functions.append(
        Function(
          name: String(path[path.index(after: colon)...]), owner: "moonreel.\(path[..<colon])",
          parameters: parameters, result: result))
    } else if path.hasPrefix("mr.") {
      functions.append(
        Function(name: String(path), owner: nil, parameters: parameters, result: result))
    }
  }

  /// The fields of `name`, those of its parents too.
  func fields(of name: String) -> [Field] {
    var (fields, current): ([Field], String?) = ([], name)
    while let name = current, fields.count < 500 {
      fields += classes[name] ?? []
      current = parents[name]
    }
    return fields
  }

  /// The methods of `name`.
  func methods(of name: String) -> [Function] { functions.filter { $0.owner == name } }
}
