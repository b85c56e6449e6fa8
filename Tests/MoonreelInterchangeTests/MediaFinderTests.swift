// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import Testing

@testable import MoonreelInterchange

@Suite("Finding the files of a cut")
struct MediaFinderTests {
  /// Where `address` is found by a cut in the folder `cut` of `scratch`.
  private func found(_ address: String, _ scratch: Scratch, in folders: [String] = []) -> String? {
    let finder = MediaFinder(
      beside: scratch.path("cut"), folders: folders.map { scratch.path($0) },
      gate: FileGate(folders: [scratch.path]))
    switch finder.find(Editorial.MediaReference(.external(url: address))) {
    case .file(let path, _)?: return String(path.dropFirst(scratch.path.count + 1))
    case .offline?, nil: return nil
    }
  }

  @Test("where the cut says, beside it, and by their names in folders and those in them")
  func places() throws {
    let source = try DemoMedia.made().appendingPathComponent("dunes.mp4")
    let scratch = try Scratch()
    for (folder, name) in [
      ("cut", "here.mp4"), ("cut/in", "below.mp4"), ("far/day 1", "away.mp4"), ("far", "top.mp4"),
    ] {
      try FileManager.default.createDirectory(
        atPath: scratch.path(folder), withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: source, to: URL(fileURLWithPath: scratch.path(folder) + "/" + name))
    }
    let rows: [(address: String, folders: [String], place: String?)] = [
      ("here.mp4", [], "cut/here.mp4"), ("in/below.mp4", [], "cut/in/below.mp4"),
      ("file://\(scratch.path)/cut/here.mp4", [], "cut/here.mp4"),
      ("file:///gone/here.mp4", [], "cut/here.mp4"),
      ("file:///gone/away.mp4", [], nil), ("file:///gone/away.mp4", ["far"], "far/day 1/away.mp4"),
      ("C:\\footage\\top.mp4", ["far"], "far/top.mp4"), ("nowhere.mp4", ["far"], nil),
    ]
    for row in rows {
      #expect(found(row.address, scratch, in: row.folders) == row.place, "\(row.address)")
    }
  }
}
