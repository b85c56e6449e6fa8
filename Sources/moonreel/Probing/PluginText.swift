// SPDX-License-Identifier: MIT

import MoonreelAuthor
import MoonreelCore
import MoonreelRender
import MoonreelScript

/// Packages and LV2 plugins for people and for programs.
struct PluginText {
  /// `nil` where nobody asked for them.
  var packages: PackageListing?
  /// The same.
  var sound: [SoundPlugin]?

  /// A paragraph for each.
  var lines: [String] {
    let packages = packages.map { $0.items.map(Self.paragraph) + $0.unusable.map(Self.paragraph) }
    let paragraphs = (packages ?? []) + (sound ?? []).map(Self.paragraph)
    return paragraphs.isEmpty ? ["There are none."] : Array(paragraphs.joined(separator: [""]))
  }

  /// An object with a list for each of what was asked for.
  var json: JSONValue {
    .fields([
      "packages": packages.map { .array($0.items.map(Self.json)) } ?? .null,
      "unusable": packages.map { .array($0.unusable.map(Self.json)) } ?? .null,
      "lv2": sound.map { .array($0.map(Self.json)) } ?? .null,
    ])
  }

  // MARK: Packages

  private static func paragraph(_ item: PackageListing.Item) -> [String] {
    let (package, width) = (item.package, item.entries.map(\.name.count).max() ?? 0)
    let licence = package.manifest.licence.map { ", \($0)" } ?? ""
    let entries = item.entries.map { entry in
      let space = String(repeating: " ", count: width - entry.name.count + 2)
      let kind =
        entry.kind?.words ?? (entry.problem == nil ? "" : "cannot be loaded: \(entry.problem!)")
      return kind.isEmpty ? "  \(entry.name)" : "  \(entry.name)\(space)\(kind)"
    }
    let problems = (standing(item.standing).map { [$0] } ?? []) + item.problems
    return
      ["\(package.name) \(package.manifest.version)\(licence), in '\(package.folder)'"] + entries
      + problems.map { "  ! \($0)" }
  }

  private static func standing(_ standing: PackageFinder.Standing) -> String? {
    switch standing {
    case .found: nil
    case .hidden(let other): "not found by scripts: '\(other)' goes before it"
    case .clash(let other): "cannot be required: '\(other)' in the same place has the same name"
    }
  }

  private static func paragraph(_ problem: PackageFinder.Problem) -> [String] {
    ["no usable package, in '\(problem.folder)'", "  ! \(problem.error.message)"]
  }

  private static func json(_ item: PackageListing.Item) -> JSONValue {
    let package = item.package
    var (hidden, clash): (String?, String?)
    switch item.standing {
    case .found: break
    case .hidden(let other): hidden = other
    case .clash(let other): clash = other
    }
    return .fields([
      "name": .string(package.name), "version": .string("\(package.manifest.version)"),
      "licence": .optional(package.manifest.licence),
      "moonreel": .optional(package.manifest.host?.description),
      "folder": .string(package.folder), "place": .string(package.place.kind.rawValue),
      "hidden_by": .optional(hidden), "clashes_with": .optional(clash),
      "entries": .array(
        item.entries.map { entry in
          .fields([
            "name": .string(entry.name), "kind": .optional(entry.kind?.rawValue),
            "problem": .optional(entry.problem),
          ])
        }),
      "problems": .array(item.problems.map { .string($0) }),
    ])
  }

  private static func json(_ problem: PackageFinder.Problem) -> JSONValue {
    .members([
      "folder": .string(problem.folder), "place": .string(problem.place.kind.rawValue),
      "problem": .string(problem.error.message),
    ])
  }

  // MARK: LV2

  private static func paragraph(_ plugin: SoundPlugin) -> [String] {
    let use = plugin.problem.map { "not usable: it \($0)" }
    let lines = [
      plugin.uri,
      "  \(plugin.name), \(use ?? "\(plugin.inputCount) in, \(plugin.outputCount) out")",
    ]
    guard plugin.problem == nil else { return lines }
    let width = plugin.controls.map(\.symbol.count).max() ?? 0
    return lines
      + plugin.controls.map { control in
        let space = String(repeating: " ", count: width - control.symbol.count + 2)
        return "  \(control.symbol)\(space)\(values(control)): \(control.name)"
      }
  }

  private static func values(_ control: PluginControl) -> String {
    if control.kind == .boolean { return "true or false (\(control.preset >= 0.5))" }
    let range = control.range
    let text = "\(Numbers.exact(range.lowerBound)) to \(Numbers.exact(range.upperBound))"
    let kind = control.kind == .integer ? ", whole" : ""
    return "\(text)\(kind) (\(Numbers.exact(control.preset)))"
  }

  /// The keys are those of `mr.audio.lv2_list`.
  private static func json(_ plugin: SoundPlugin) -> JSONValue {
    .fields([
      "uri": .string(plugin.uri), "name": .string(plugin.name),
      "inputs": .int(plugin.inputCount), "outputs": .int(plugin.outputCount),
      "problem": .optional(plugin.problem),
      "controls": .array(plugin.controls.map(json)),
    ])
  }

  private static func json(_ control: PluginControl) -> JSONValue {
    .fields([
      "symbol": .string(control.symbol), "name": .string(control.name),
      "kind": .string(control.kind.rawValue), "min": .number(control.range.lowerBound),
      "max": .number(control.range.upperBound), "default": .number(control.preset),
    ])
  }
}
