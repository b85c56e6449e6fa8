// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import Testing

@testable import MoonreelScript

/// The stubs in `stdlib/meta` name exactly what exists.
@Suite struct StubTests {
  /// The package's folder.
  static let root = String(#filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" })

  static func stubs() throws -> [Substring] {
    try luaFiles("meta").sorted().flatMap { path -> [Substring] in
      let text = try #require(try TextFile.read("\(root)/stdlib/\(path)"))
      return text.split(separator: "\n").map { $0 }
    }
  }

  /// Fields and methods of each class, as the stubs have them.
  static func classes() throws -> [String: Set<String>] {
    var (classes, parents) = ([String: Set<String>](), [String: String]())
    var current = ""
    for line in try stubs() {
      if line.hasPrefix("---@class ") {
        current = String(line.dropFirst(10).prefix { $0 != " " && $0 != ":" })
        classes[current] = classes[current] ?? []
        let parent = line.drop { $0 != ":" }.dropFirst(2).prefix { $0 != " " }
        if !parent.isEmpty { parents[current] = String(parent) }
      } else if line.hasPrefix("---@field ") {
        classes[current]?.insert(String(line.dropFirst(10).prefix { $0 != " " && $0 != "?" }))
      } else if line.hasPrefix("function "), let colon = line.firstIndex(of: ":") {
        let name = "moonreel.\(line[..<colon].dropFirst(9))"
        classes[name, default: []].insert(
          String(line[line.index(after: colon)...].prefix { $0 != "(" }))
      } else if line.hasPrefix("function "), let dot = line.firstIndex(of: "."), line.contains("(")
      {
        let path = line.dropFirst(9).prefix { $0 != "(" }
        let table = path.hasPrefix("mr.") ? String(path[..<path.lastIndex(of: ".")!]) : "options"
        _ = dot
        classes[table, default: []].insert(String(path.split(separator: ".").last!))
      }
    }
    for (name, parent) in parents where inheriting.contains(name) {
      let inherited = classes[parent] ?? []
      classes[name]?.formUnion(inherited)
    }
    return classes
  }

  /// The classes that have the fields of their parent.
  private static let inheriting = ["moonreel.Layer", "moonreel.LayerAudio"]

  private static func className(_ type: String) -> String {
    "moonreel."
      + type.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  @Test func typesAreComplete() throws {
    let classes = try Self.classes()
    for type in ScriptHost.types {
      let names = classes[Self.className(type.typeName)] ?? []
      let items = type.item == nil ? [] : ["[integer]"]
      #expect(names == Set(type.names + items), "\(type.typeName)")
    }
  }

  @Test func functionsAreComplete() throws {
    let classes = try Self.classes()
    let host = try ScriptHost(options: ScriptOptions(path: "test.lua", text: ""))
    #expect(classes["mr"] == Set(host.functions.map(\.name)))
    #expect(classes["moonreel"] == Set(host.values.map(\.0)))
    for group in host.groups {
      #expect(classes["mr.\(group.name)"] == Set(group.functions.map(\.name)), "\(group.name)")
    }
  }

  @Test func optionsAreComplete() throws {
    let classes = try Self.classes()
    #expect(classes["moonreel.ExportOptions"] == Set(ExportFunction.names + ["[1]"]))
    #expect(classes["moonreel.VideoCompositionOptions"] == Set(VideoCompositionFunction.names))
    #expect(classes["moonreel.CompositionOptions"] == Set(CompositionFunction.names))
    #expect(classes["moonreel.LayerOptions"] == Set(LayerOptions.names))
    #expect(classes["moonreel.TextStyle"] == Set(TextReader.styleNames))
    #expect(
      classes["moonreel.TextOptions"]
        == Set(TextReader.names).subtracting(TextReader.styleNames))
    #expect(classes["moonreel.TextSourceOptions"] == Set(TextFunction.sourceNames))
    #expect(
      classes["moonreel.CaptionSourceOptions"]
        == Set(CaptionSourceFunction.ownNames + TextReader.lookNames)
        .subtracting(TextReader.styleNames))
    #expect(
      classes["moonreel.CaptionHighlight"] == Set(CaptionSourceFunction.highlightNames))
    #expect(classes["moonreel.CaptionTrackOptions"] == Set(Call.captionTrackNames))
    #expect(
      classes["moonreel.SubstationOptions"] == Set(SubstationFunction.names + ["[1]"]))
    #expect(classes["moonreel.Caption"] == Set(CaptionsFunction.names))
    #expect(classes["moonreel.TextAnimator"] == Set(Argument.animatorNames))
    #expect(classes["moonreel.TextRange"] == Set(Argument.rangeNames))
    #expect(classes["moonreel.TextState"] == Set(Argument.animatorStateNames))
    #expect(classes["moonreel.OutlineOptions"] == Set(OutlineReader.names))
    #expect(
      classes["moonreel.ShapeDrawingOptions"]
        == Set(ShapeReader.names).subtracting(OutlineReader.names))
    // Beside its own it lists what may move, with other types.
    let moving = classes["moonreel.MovingShapeOptions"] ?? []
    #expect(moving.isSuperset(of: ShapeFunction.sourceNames))
    let moved = Set(ShapeReader.names + OutlineReader.names)
    #expect(moving.subtracting(ShapeFunction.sourceNames).isSubset(of: moved))
    for (kind, names) in [
      ("Stroke", Argument.strokeNames), ("Shadow", Argument.shadowNames),
      ("Glow", Argument.glowNames),
    ] {
      #expect(classes["moonreel.Moving\(kind)Options"]?.isSubset(of: names) == true, "\(kind)")
    }
    #expect(classes["moonreel.StrokeOptions"] == Set(Argument.strokeNames))
    #expect(classes["moonreel.ShadowOptions"] == Set(Argument.shadowNames))
    #expect(classes["moonreel.GlowOptions"] == Set(Argument.glowNames))
    #expect(classes["moonreel.Instruction"] == Set(InstructionReader.names))
    #expect(classes["moonreel.ParameterDeclaration"] == Set(ParameterFunction.names + ["[1]"]))
  }

  @Test func embeddedLibraryIsTheFolder() throws {
    let embedded = StandardLibrary.embedded.merging(StandardLibrary.reference) { one, _ in one }
    for (path, text) in embedded {
      #expect(try TextFile.read("\(Self.root)/stdlib/\(path)") == text, "\(path)")
    }
    #expect(Set(embedded.keys.filter { $0.hasSuffix(".lua") }) == Set(try Self.luaFiles("")))
  }

  /// All Lua files under `stdlib/` but the stubs and what `moonreel new` writes.
  private static func luaFiles(_ folder: String) throws -> [String] {
    let directory = try #require(opendir("\(root)/stdlib/\(folder)"))
    defer { closedir(directory) }
    var files: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      if name.hasPrefix(".") || path == "meta" || path == "new" { continue }
      if name.hasSuffix(".lua") {
        files.append(path)
      } else if Int32(entry.pointee.d_type) == Int32(DT_DIR) {
        files += try luaFiles(path)
      }
    }
    return files
  }

  @Test func libraryFilesAreShort() {
    for (path, text) in StandardLibrary.embedded {
      #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 151, "\(path)")
    }
  }
}
