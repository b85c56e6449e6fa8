// SPDX-License-Identifier: MIT

import CCaptureHost
import Glibc
import MoonreelCore

/// The cameras that are plugged in, by their nodes.
struct CameraDirectory {
  /// A node from which pictures come, or from which they may, where nobody may look.
  struct Entry {
    let path: String
    let id: String
    let name: String
    /// The open node; `nil` where this user may not open it.
    let node: CameraNode?
  }

  private let system: CameraSystem

  /// How all identifiers begin.
  static let prefix = "camera:"

  init(_ system: CameraSystem) { self.system = system }

  /// All cameras, by the numbers of their nodes.
  func entries() -> [Entry] {
    let entries = numbers().compactMap { entry($0) }
    var counts: [String: Int] = [:]
    for entry in entries { counts[entry.id, default: 0] += 1 }
    // Makers give all their cameras one serial number: then the socket tells them apart.
    return entries.map { entry in
      guard counts[entry.id, default: 0] > 1, let card = entry.node?.card else { return entry }
      let index = attribute("index", of: Self.number(ofPath: entry.path)) ?? "0"
      return Entry(
        path: entry.path, id: Self.id(card, index: index), name: entry.name, node: entry.node)
    }
  }

  /// The numbers of the nodes, in order.
  func numbers() -> [Int] {
    Folder.names(in: system.nodes) { Self.number(of: $0) != nil }
      .compactMap(Self.number).sorted()
  }

  /// The number of the node called `name`; `nil` where it is no node of a camera.
  static func number(of name: String) -> Int? {
    name.hasPrefix("video") ? Int(name.dropFirst(5)) : nil
  }

  private static func number(ofPath path: String) -> Int {
    path.split(separator: "/").last.flatMap { number(of: String($0)) } ?? 0
  }

  private func entry(_ number: Int) -> Entry? {
    let path = "\(system.nodes)/video\(number)"
    let index = attribute("index", of: number) ?? "0"
    do {
      let node = try CameraNode(path, system, name: path)
      guard let card = node.card, card.captures, card.streams else { return nil }
      let id = serial(number).map { "\(Self.prefix)\($0):\(index)" } ?? Self.id(card, index: index)
      return Entry(path: path, id: id, name: String(characters: card.name), node: node)
    } catch {
      // The others of a camera's nodes are for other things than pictures.
      guard error.code == .accessDenied, index == "0" else { return nil }
      return Entry(
        path: path, id: "\(Self.prefix)\(path)", name: attribute("name", of: number) ?? path,
        node: nil)
    }
  }

  private static func id(_ card: mr_camera_card, index: String) -> String {
    "\(prefix)\(String(characters: card.bus)):\(String(characters: card.name)):\(index)"
  }

  /// Maker, product and serial number of a camera at USB, where it has one.
  private func serial(_ number: Int) -> String? {
    guard let serial = attribute("device/../serial", of: number) else { return nil }
    let parts = ["idVendor", "idProduct"].map { attribute("device/../\($0)", of: number) ?? "" }
    return (parts + [serial]).joined(separator: ":")
  }

  /// What the kernel says in a file of the node's; `nil` where it does not, or nothing.
  private func attribute(_ name: String, of number: Int) -> String? {
    guard let file = fopen("\(system.classes)/video\(number)/\(name)", "re") else { return nil }
    defer { fclose(file) }
    var line = [UInt8](repeating: 0, count: 256)
    let count = fread(&line, 1, line.count, file)
    let text = String(
      decoding: line.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return text.isEmpty ? nil : text
  }
}
