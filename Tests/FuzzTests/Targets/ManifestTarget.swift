// SPDX-License-Identifier: MIT

import MoonreelScript

/// Manifests of packages. What is taken can be written down again and read as the same.
enum ManifestTarget: FuzzTarget {
  static let name = "manifest"
  static let shortRunCount = 5000

  static func seeds() -> [[UInt8]] {
    [
      "return { name = \"lantern\", version = \"1.0.0\" }",
      """
      -- All fields.
      return {
        name = "lantern", version = "0.12.3", licence = 'MIT', moonreel = ">= 0.1, < 2",
        entries = { "lantern", "lantern.soft", [[lantern.a-b_c]] }, assets = { "assets", "more/grain.png" },
      }
      """,
      """
      local part = "lantern" .. ".soft"
      local list = {}
      for i = 1, 3 do list[i] = "lantern.p" .. i end
      return { name = "lantern", version = "1.0.0", entries = list, assets = {} }
      """,
    ].map { Array($0.utf8) }
  }

  static func take(_ input: [UInt8]) throws {
    let text = String(decoding: input, as: UTF8.self)
    let manifest = try PackageManifest(text: text, file: "moonreel.lua")
    guard manifest.entries.allSatisfy({ $0 == manifest.name || $0.hasPrefix(manifest.name + ".") })
    else { throw FuzzFinding(description: "entries of another package: \(manifest.entries)") }
    let parts = manifest.assets.flatMap {
      Array($0.utf8).split(separator: 0x2F, omittingEmptySubsequences: false)
    }
    guard !parts.contains(where: { $0.isEmpty || $0 == [0x2E, 0x2E] }) else {
      throw FuzzFinding(description: "assets elsewhere: \(manifest.assets)")
    }
    let again = try PackageManifest(text: written(manifest), file: "moonreel.lua")
    guard again == manifest else {
      throw FuzzFinding(description: "\(manifest) is read again as \(again)")
    }
  }

  /// The manifest as an author would write it.
  private static func written(_ manifest: PackageManifest) -> String {
    func list(_ items: [String]) -> String { "{ \(items.map(quoted).joined(separator: ", ")) }" }
    var fields = ["name = \(quoted(manifest.name))", "version = \(quoted("\(manifest.version)"))"]
    if let licence = manifest.licence { fields.append("licence = \(quoted(licence))") }
    if let host = manifest.host { fields.append("moonreel = \(quoted(host.description))") }
    fields += ["entries = \(list(manifest.entries))", "assets = \(list(manifest.assets))"]
    return "return { \(fields.joined(separator: ", ")) }"
  }

  private static func quoted(_ text: String) -> String {
    "\""
      + text.unicodeScalars.map { "\\\"".unicodeScalars.contains($0) ? "\\\($0)" : "\($0)" }
      .joined() + "\""
  }
}
