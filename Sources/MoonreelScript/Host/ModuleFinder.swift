// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelMedia

/// Finds what `require` names: in the standard library, beside the script, along `MOONREEL_PATH`.
struct ModuleFinder {
  /// A module's text and what messages call it.
  struct Module {
    var text: String
    var chunkName: String
  }

  let library: StandardLibrary
  /// The script's folder and those of `MOONREEL_PATH`.
  let folders: [String]
  let gate: FileGate

  /// The folders named by the environment variable `MOONREEL_PATH`, separated by colons.
  static var environmentFolders: [String] {
    guard let value = getenv("MOONREEL_PATH") else { return [] }
    return String(cString: value).split(separator: ":").map(String.init)
  }

  /// The module `name`: words separated by dots.
  ///
  /// - Throws: `MoonreelError` when the name is malformed, nothing has it, or the gate refuses the file.
  func find(_ name: String) throws -> Module {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard !name.isEmpty, name.utf8.count <= 200, parts.allSatisfy(Self.isWord) else {
      throw MoonreelError(
        .invalidArgument,
        "cannot require '\(name)': a module's name is letters, digits, _ and -, parts separated by dots"
          + hint(name)
      )
    }
    let path = parts.joined(separator: "/")
    if path != "prelude", let text = try library.text(of: path + ".lua") {
      if let folder = library.folder { gate.note("\(folder)/\(path).lua", as: .module) }
      return Module(text: text, chunkName: "moonreel:\(path).lua")
    }
    for folder in folders {
      for file in ["\(path).lua", "\(path)/init.lua"] {
        if let text = try text(folder, file) {
          return Module(text: text, chunkName: Self.chunkName(folder, file))
        }
      }
    }
    let places = ["the standard library"] + folders.map { "'\($0)/\(path).lua'" }
    throw MoonreelError(
      .fileAccess,
      "cannot find module '\(name)'\(hint(name)): looked in \(places.joined(separator: ", "))")
  }

  /// The module that was probably meant by `name`: of the library, or beside the script.
  private func hint(_ name: String) -> String {
    let files = StandardLibrary.embedded.keys.filter { $0.hasPrefix("moonreel/") }
    let library: [String] = files.map { String($0.dropLast(4)).replacing("/", with: ".") }
    let beside: [String] = folders.first.map { Self.scripts(in: $0) } ?? []
    let plain = name.hasSuffix(".lua") ? String(name.dropLast(4)) : name
    let names: [String] = ["moonreel"] + library.sorted() + beside
    let parts = plain.replacing("/", with: ".")
    if parts != name, names.contains(parts) { return NearestName.question(parts) }
    return NearestName.hint(plain, among: names)
  }

  /// The modules that lie in `folder`.
  private static func scripts(in folder: String) -> [String] {
    let files = Folder.names(in: folder, atMost: 1000) { $0.hasSuffix(".lua") }
    return files.map { String($0.dropLast(4)) }.sorted()
  }

  private func text(_ folder: String, _ file: String) throws -> String? {
    let path = "\(folder)/\(file)"
    guard access(path, F_OK) == 0 else {
      // Once it is there it goes before what is found elsewhere.
      gate.note(path, as: .module)
      return nil
    }
    return try TextFile.read(try gate.resolve(path, as: .module))
  }

  private static func isWord(_ part: Substring) -> Bool {
    !part.isEmpty
      && part.utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
          || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "_")
          || byte == UInt8(ascii: "-")
      }
  }

  /// The path in messages; Lua cuts names longer than 59 bytes, so long ones lose their folder here.
  static func chunkName(_ folder: String, _ file: String) -> String {
    let path = folder == "." ? file : "\(folder)/\(file)"
    if path.utf8.count <= 56 { return path }
    return file.utf8.count <= 56 ? file : String(file.suffix(40))
  }
}
