// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelScript

/// Names that things had before go on working, and say once what they are called now.
@Suite struct OldNameTests {
  private static let folder = "\(StubTests.root)/docs/images"

  private static let preamble = """
    local mr = require "moonreel"
    local t = mr.timeline { fps = 25 }
    local v = t:add_track "video"
    local card = mr.source.test_card { size = { 16, 9 }, duration = 2 }
    v:insert(card, { 0, 1 }, 0)
    local clip = mr.asset "\(folder)/first_light.png"
    local box = mr.color("red"):crop { 0, 0, 16, 9 }
    -- The corners of the box, one of them under another name.
    local function corners(name, new)
      local all = { top_left = { 0, 0 }, top_right = { 16, 0 }, bottom_right = { 16, 9 }, bottom_left = { 0, 9 } }
      local point = all[new]
      all[new] = nil
      all[name] = point
      return all
    end

    """

  /// By owner, an expression that uses the name `NAME`, and whether it can be set.
  private static let uses: [String: (read: String, isSet: Bool)] = [
    "timeline": ("t.NAME", true), "source": ("card.NAME", false),
    "asset track": ("clip.video.NAME", false), "track": ("v.NAME", true),
    "image:corner_pin": ("box:corner_pin(corners('NAME', 'NEW')).extent[3]", false),
    "image:sharpen": ("box:sharpen { NAME = 3 }.extent[3]", false),
    "image:bloom": ("box:bloom { NAME = 3 }.extent[3]", false),
    "mr.image": ("mr.image.NAME { rect = { 0, 0, 4, 4 } }.extent[3]", false),
    "mr.source": ("mr.source.NAME { duration = 2 }.duration", false),
  ]

  @Test("every owner has an example here") func isComplete() {
    #expect(Set(Self.uses.keys) == Set(OldNames.rows.keys))
  }

  /// What a script prints that uses `name`, twice, and its warnings.
  private func run(_ owner: String, _ name: String, _ new: String) throws -> Runs.Outcome {
    let use = try #require(Self.uses[owner])
    let read = use.read.replacing("NAME", with: name).replacing("NEW", with: new)
    let set = use.isSet ? "\(read) = \(read)\n" : ""
    return Runs.script(Self.preamble + "\(set)print(\(read))\nprint(\(read))\nreturn t") {
      $0.allowedFolders = [Self.folder]
    }
  }

  @Test(
    "an old name means what the new one does, with one warning",
    arguments: OldNames.rows.keys.sorted())
  func works(_ owner: String) throws {
    for (old, new) in OldNames.rows[owner] ?? [:] {
      let (before, now) = (try run(owner, old, new), try run(owner, new, new))
      #expect(before.result != nil && now.result != nil, "\(before.message)\(now.message)")
      #expect(before.printed == now.printed && now.printed.count == 2)
      #expect(now.warnings.isEmpty, "\(now.warnings)")
      let line = Self.preamble.split(separator: "\n", omittingEmptySubsequences: false).count
      #expect(
        before.warnings == [
          "test.lua:\(line): '\(old)' of \(owner) is now called '\(new)'. The old name still works."
        ])
    }
  }

  @Test("both names of one option at once are refused") func twice() {
    let outcome = Runs.script(Self.preamble + "print(box:sharpen { radius = 1, sigma = 2 })") {
      $0.allowedFolders = [Self.folder]
    }
    #expect(outcome.message.contains("image:sharpen got 'sigma' twice: 'radius' is its old name"))
  }
}
