// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelMedia

/// Values of parameters that are kept by name, each in a file beside the script: `promo.presets/winter.json` for
/// `promo.lua`. Such a file is one that `--params` takes.
public struct ParameterPresets: Sendable {
  /// The folder that holds them; made with the first.
  public let folder: String

  private static let ending = ".json"
  /// The most presets that are kept, and bytes of one.
  private static let (most, largest) = (1000, 1 << 20)

  /// Those of the script at `path`.
  public init(script path: String) {
    let name = FilePath.name(of: path)
    let stem = FilePath.pathExtension(of: path).isEmpty ? name : String(name.dropLast(4))
    folder = FilePath.join(FilePath.folder(of: path), stem + ".presets")
  }

  /// The names, in order.
  public var names: [String] {
    Folder.names(in: folder, atMost: Self.most) { $0.hasSuffix(Self.ending) }
      .map { String($0.dropLast(Self.ending.count)) }.filter { Self.fault(of: $0) == nil }.sorted()
  }

  /// The values of the preset `name`.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` for what is no name or no JSON object, `fileAccess`.
  public func read(_ name: String) throws -> [JSONValue.Member] {
    let path = try self.path(name)
    guard let bytes = try RegularFile.bytes(of: path, limit: Self.largest, "a preset") else {
      throw MoonreelError(.fileAccess, "Cannot open the preset '\(name)': there is no '\(path)'.")
    }
    if case .object(let members)? = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
    {
      return members
    }
    throw MoonreelError(
      .invalidArgument,
      "Cannot read the preset '\(path)': it is no JSON object { \"name\": value, … }.")
  }

  /// Keeps `values` as `name`; the file appears when it is whole.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` for what is no name, `fileAccess`.
  public func write(_ values: [JSONValue.Member], as name: String) throws {
    let path = try self.path(name)
    guard names.count < Self.most || names.contains(name) else {
      throw MoonreelError(
        .limitExceeded, "There are \(Self.most) presets already: delete some of them.")
    }
    let named = FilePath.folder(of: folder)
    try MadePlace(path, below: named).prepare()
    let file = try AtomicOutputFile(
      path: path, gate: FileGate(folders: [folder]).making(below: named))
    do {
      try file.write(Array((JSONValue.object(values).prettyText + "\n").utf8))
      try file.commit()
    } catch {
      file.discard()
      throw error
    }
  }

  /// Removes the preset `name`; without effect where there is none.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` for what is no name, `fileAccess`.
  public func remove(_ name: String) throws {
    let path = try self.path(name)
    if let code = try MadePlace(path, below: FilePath.folder(of: folder)).remove() {
      throw MoonreelError(
        .fileAccess, "Cannot remove '\(path)': \(String(cString: strerror(code)).lowercased()).")
    }
  }

  private func path(_ name: String) throws -> String {
    if let fault = Self.fault(of: name) {
      throw MoonreelError(.invalidArgument, "Cannot name a preset '\(name)': \(fault).")
    }
    return FilePath.join(folder, name + Self.ending)
  }

  /// What is wrong with `name`, which becomes the name of a file; `nil`: nothing.
  private static func fault(of name: String) -> String? {
    guard !name.isEmpty, name.utf8.count <= 64 else { return "names have 1 to 64 letters" }
    let isPlain = name.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || " -_".unicodeScalars.contains(scalar)
    }
    guard isPlain, name.first != " ", name.last != " ", name.first != "-" else {
      return "names have letters, digits, spaces, - and _, and begin with a letter or digit"
    }
    return nil
  }
}
