// SPDX-License-Identifier: MIT

import Testing

@testable import MoonreelAuthor

@Suite struct AnnotationReaderTests {
  private func read(_ text: String, as kind: AnnotationReader.Kind = .stubs) -> Reference {
    var reader = AnnotationReader()
    reader.read(text, path: "file.lua", as: kind)
    return reader.reference
  }

  @Test func aClassHasItsFieldsAndItsMethods() throws {
    let reference = read(
      """
      ---@meta
      ---A lamp of a scene.
      ---@class moonreel.Lamp: moonreel.Thing
      ---@field power? number  watts (default 40)
      ---@field kind "warm"|"cold"
      local Lamp = {}

      ---Lights it.
      ---@param level number  0 to 1
      ---@return moonreel.Lamp
      function Lamp:light(level) end
      """)
    let lamp = try #require(reference.entry("Lamp"))
    #expect(lamp.words == "A lamp of a scene." && lamp.base == "moonreel.Thing")
    #expect(
      lamp.fields == [
        .init(role: .named("power?"), type: "number", words: "watts (default 40)"),
        .init(role: .named("kind"), type: "\"warm\"|\"cold\"", words: ""),
      ])
    let light = try #require(lamp.functions.first)
    #expect(light.name == "Lamp:light" && light.signature == "Lamp:light(level)")
    #expect(light.items.map(\.role) == [.named("level"), .result])
    #expect(light.items[0].words == "0 to 1" && light.items[1].type == "moonreel.Lamp")
  }

  @Test(
    arguments: [
      ("number  how many", "number", "how many"),
      (
        "fun(a: number, b: string): moonreel.Image gives it",
        "fun(a: number, b: string): moonreel.Image", "gives it"
      ),
      ("\"a b\"|\"c\" one of two", "\"a b\"|\"c\"", "one of two"),
      ("{ x: number, y?: number }|nil a place", "{ x: number, y?: number }|nil", "a place"),
      ("number | string either", "number | string", "either"),
      ("table<string, any> by name", "table<string, any>", "by name"),
    ])
  func aTypeEndsWhereItsWordsBegin(text: String, type: String, words: String) {
    let item = AnnotationText.item(.result, text)
    #expect(item.type == type && item.words == words)
  }

  @Test func aModuleHasTheWordsAtItsHead() throws {
    let reference = read(
      """
      -- SPDX-License-Identifier: MIT
      -- lantern: light that swings.
      --
      --   local lantern = require "lantern"

      local lantern = {}

      ---How far it swings.
      ---@param time number
      ---@return number
      function lantern.swing(time) return time end

      local function hidden() end
      function lantern.undocumented() end
      return lantern
      """, as: .module("lantern"))
    let entry = try #require(reference.entry("lantern"))
    #expect(entry.words == "Light that swings.\n\n    local lantern = require \"lantern\"")
    #expect(entry.functions.map(\.name) == ["lantern.swing"])
    #expect(reference.publicNames == ["lantern.swing"])
  }

  @Test func aModuleMayBeAFunction() throws {
    let reference = read(
      """
      -- SPDX-License-Identifier: MIT
      -- hold: one frame.

      ---Holds a frame.
      ---@param time number  seconds
      ---@return moonreel.Image
      local function hold(time) return time end
      return hold
      """, as: .module("tools.hold"))
    let entry = try #require(reference.entry("tools.hold"))
    #expect(entry.words.contains("`hold(time)`\n\nHolds a frame."))
    #expect(entry.items.count == 2)
  }

  @Test func aliasesHaveTheirValues() throws {
    let reference = read(
      """
      ---How it fits.
      ---@alias moonreel.Fit
      ---| "contain" # all of it is seen
      ---| "cover"

      ---@alias moonreel.Size number[]
      """)
    let fit = try #require(reference.entry("Fit"))
    #expect(fit.fields.map(\.type) == ["\"contain\"", "\"cover\""])
    #expect(fit.fields[0].words == "all of it is seen")
    #expect(reference.entry("Size")?.fields == [.init(role: .alias, type: "number[]", words: "")])
  }

  @Test func whatIsDeprecatedSaysSo() throws {
    let reference = read(
      """
      ---@class moonreel.Lamp
      local Lamp = {}
      ---Puts it out.
      ---@deprecated use `light(0)`
      ---@see Lamp.light
      function Lamp:out() end
      """)
    let out = try #require(reference.entry("Lamp")?.functions.first)
    #expect(out.words == "Puts it out.\n\nDeprecated (use `light(0)`).\n\nSee `Lamp.light`.")
  }

  @Test func examplesShareWhatTheyBeginAndEndWith() {
    let examples = ReferenceExamples(
      """
      -- SPDX-License-Identifier: MIT
      -- Examples.

      local show = 1

      -- mr.text, Layer:animate
      local a = 2   -- mr.text is no mark here

      -- moonreel.noise.value
      local b = 3

      return show
      """)
    #expect(
      examples.examples.map(\.names) == [["mr.text", "Layer:animate"], ["moonreel.noise.value"]])
    #expect(examples.script(1) == "local show = 1\n\nlocal b = 3\n\nreturn show\n")
  }
}
