// SPDX-License-Identifier: MIT

import GoldenPictures
import MoonreelCore
import Testing

@testable import MoonreelScript

/// What every chart of the standard library keeps to, and what each shows.
@Suite struct ChartTests {
  /// The charts, by the files that are there.
  static let names = StandardLibrary.embedded.keys.filter { $0.hasPrefix("moonreel/charts/") }
    .map { String($0.dropFirst("moonreel/charts/".count).dropLast(".lua".count)) }.sorted()

  /// What each needs to draw something usual.
  static let usual = [
    "bar": "data = { { 'Mon', 12 }, { 'Tue', 19.5 }, { 'Wed', -7 }, { 'Thu', 24 } }",
    "clock": "title = 'Now'", "counter": "value = 12480, label = 'steps a day', prefix = '€'",
    "line": "data = { { 'a', 3, 8 }, { 'b', 5, 4 }, { 'c', 4, 6 } }, series = { 'one', 'two' }",
    "pie": "data = { { 'Rent', 42 }, { 'Food', 24 }, { 'Rest', 34 } }, hole = 0.5, center = 'all'",
    "ring": "value = 62.5, label = 'done'", "timer": "seconds = 5",
  ]

  private func call(_ name: String, _ more: String = "") -> String {
    "\(name) { SIZE, \(more)\(more.isEmpty ? "" : ", ")\(Self.usual[name] ?? "") }"
  }

  private func alphas(_ bytes: [UInt8]) -> [UInt8] {
    stride(from: 3, to: bytes.count, by: 4).map { bytes[$0] }
  }

  private func output(_ text: String) -> [String] {
    Runs.output("local mr, charts = require 'moonreel', require 'moonreel.charts'\n" + text)
  }

  @Test func theIndexNamesEveryFile() {
    let lines = Runs.output("print(table.concat(require('moonreel.charts').names, ' '))")
    #expect(lines == [Self.names.joined(separator: " ")])
    #expect(Set(Self.usual.keys) == Set(Self.names))
  }

  @Test(
    "something is drawn whole: nothing reaches the edges", arguments: names,
    [PixelSize(320, 180), PixelSize(240, 240), PixelSize(180, 320), PixelSize(97, 61)])
  func fits(_ name: String, _ size: PixelSize) throws {
    for seconds in [0.0, 0.7, 6] {
      let alphas = alphas(try ChartDrawing.bytes(call(name), size, at: seconds))
      if seconds > 0 { #expect(alphas.contains { $0 > 200 }) }
      let rows = [0, size.height - 1].flatMap { y in (0..<size.width).map { ($0, y) } }
      let columns = [0, size.width - 1].flatMap { x in (0..<size.height).map { (x, $0) } }
      let edges = rows + columns
      #expect(edges.allSatisfy { alphas[$0.1 * size.width + $0.0] == 0 }, "at \(seconds)")
    }
  }

  @Test("the same moment is the same picture, on any number of threads", arguments: names)
  func repeats(_ name: String) throws {
    let one = try ChartDrawing.bytes(call(name), at: 0.5)
    #expect(try ChartDrawing.bytes(call(name), at: 0.5, threads: 3) == one)
  }

  @Test("what has grown stays", arguments: names.filter { !["clock", "timer"].contains($0) })
  func stays(_ name: String) throws {
    let before = try ChartDrawing.bytes(call(name), at: 0)
    let grown = try ChartDrawing.bytes(call(name), at: 4)
    #expect(try ChartDrawing.bytes(call(name), at: 8) == grown && before != grown)
    let late = try ChartDrawing.bytes(call(name, "delay = 5"), at: 4.9)
    #expect(late == before, "before its delay has passed nothing has grown")
    let quick = try ChartDrawing.bytes(call(name, "grow = 0, stagger = 0"), at: 0.02)
    #expect(quick == grown, "no growth at all leads to the same")
  }

  @Test("options are told by name, at the script's line", arguments: names)
  func options(_ name: String) {
    let lines = output(
      """
      for option in pairs(charts.\(name).options) do print(option) end
      charts.\(name) { titel = "x" }
      """)
    #expect(lines.contains("title") && lines.contains("size"))
    #expect(
      lines.last == "test.lua:3: unknown option 'titel' to \(name) (did you mean 'title'?)")
  }

  @Test("every option stands in the page", arguments: names)
  func documented(_ name: String) throws {
    let page = try #require(try TextFile.read("\(StubTests.root)/docs/charts.md"))
    let row = try #require(page.split(separator: "\n").first { $0.contains("**`\(name)`**") })
    for option in output("for option in pairs(charts.\(name).options) do print(option) end") {
      let isCommon = page.contains("| `\(option)`") || page.contains(", `\(option)`")
      #expect(row.contains("`\(option)` ") || isCommon, "\(option) of \(name)")
    }
  }

  @Test(
    "data that cannot be drawn are refused with a sentence",
    arguments: [
      ("bar {}", "bad 'data' of bar: expected a list of numbers or of { label, value }"),
      ("bar { data = {} }", "bad 'data' of bar: expected a list"),
      ("bar { data = { 1, 0/0 } }", "bad item 2 of 'data' of bar: it is "),
      ("line { data = { 1, 1/0 } }", "numbers go from -1e15 to 1e15"),
      ("bar { data = { 1, 1e300 } }", "bad item 2 of 'data' of bar: it is 1e+300"),
      (
        "bar { data = { { 'a', 'b' } } }", "bad item 1 of 'data' of bar: expected a number, got 'b'"
      ),
      ("bar { data = { { 'a', 1 }, { 'b', 1, 2 } } }", "it has 2 values, the first item has 1"),
      ("bar { data = { { 'a' } } }", "bad item 1 of 'data' of bar: it has no value"),
      ("bar { data = { { 'a', 1 } }, series = { 'x', 'y' } }", "there are 2 names for 1 values"),
      (
        "pie { data = { 3, -1 } }", "bad item 2 of 'data' of pie: a share cannot be below 0, got −1"
      ),
      ("pie { data = { 0, 0 } }", "all of it is 0"),
      ("ring {}", "bad 'value' of ring: expected a number, got nothing"),
      ("ring { value = -1 }", "a ring cannot close by less than 0"),
      ("counter { value = 'many' }", "bad 'value' of counter: expected a number, got 'many'"),
      ("clock { at = '25:00' }", "expected a time of day such as '9:41'"),
      ("bar { data = { 1 }, size = { 0, 9 } }", "bad 'size' of bar: expected a size"),
      ("bar { data = { 1 }, colors = {} }", "bad 'colors' of bar: expected a list of colours"),
      ("bar { data = { 1 }, ease = 'quick' }", "bad 'ease' of bar: expected '"),
    ])
  func refused(_ call: String, _ message: String) {
    let lines = output("charts.\(call)")
    #expect(lines.last?.contains(message) == true, "\(lines)")
    #expect(lines.last?.hasPrefix("test.lua:2: ") == true, "\(lines)")
  }

  @Test(
    "odd data are drawn",
    arguments: [
      "bar { SIZE, data = { 0 } }", "bar { SIZE, data = { 0, 0, 0 } }",
      "bar { SIZE, data = { -5 } }",
      "bar { SIZE, data = { 1e15, -1e15 } }", "bar { SIZE, data = { 1e-9 } }",
      "bar { SIZE, data = fifty }", "bar { SIZE, data = fifty, stacked = true, series = { 'x' } }",
      "bar { SIZE, data = { { 'a', 1, -2, 3 }, { 'b', -1, 2, 0 } }, stacked = true }",
      "bar { SIZE, data = { { ('long '):rep(30), 1 }, { 'b', '2.5' } } }",
      "line { SIZE, data = { 7 } }", "line { SIZE, data = { 0, 0 } }",
      "line { SIZE, data = fifty }",
      "line { SIZE, data = { -3, 4, -1e6 }, smooth = false, short = true }",
      "pie { SIZE, data = { 1 } }", "pie { SIZE, data = { 1, 0, 1e-9 } }",
      "pie { SIZE, data = fifty, hole = 0.9, gap = 0.2 }",
      "pie { SIZE, data = { { label = 'x', value = 2, color = 'red' } } }",
      "ring { SIZE, value = 0 }", "ring { SIZE, value = 250 }",
      "ring { SIZE, value = 5, thickness = 1 }",
      "counter { SIZE, value = -1e15 }", "counter { SIZE, value = 0 }",
      "timer { SIZE, seconds = 7322, face = 'digits' }",
      "timer { SIZE, seconds = 0.5, tenths = true, face = 'disc' }",
      "clock { SIZE, at = '23:59', sweep = true, numerals = false, speed = -60 }",
    ])
  func oddData(_ call: String) throws {
    let fifty =
      "(function() local t = {} for i = 1, 50 do t[i] = { 'row ' .. i, i % 7 } end return t end)()"
    for seconds in [0.3, 6] {
      let bytes = try ChartDrawing.bytes(call.replacing("fifty", with: fifty), at: seconds)
      #expect(alphas(bytes).contains { $0 > 100 })
    }
  }

  @Test func axesHaveRoundNumbers() {
    let lines = output(
      """
      local numbers = require "moonreel.chart.numbers"
      for _, range in ipairs { { 0, 24 }, { -7, 24 }, { 3, 4 }, { 0, 0 }, { 5, 5 }, { 0, 1e15 }, { 0, 3e-7 } } do
        local places = numbers.ticks(range[1], range[2], 5)
        print(places[1], places[#places], #places)
        assert(places[1] <= range[1] and places[#places] >= range[2])
      end
      """)
    #expect(
      lines == [
        "0.0\t25.0\t6", "-10.0\t30.0\t5", "3.0\t4.0\t6", "-0.6\t0.6\t7", "2.0\t8.0\t7",
        "0.0\t1e+15\t6", "0.0\t3e-07\t4",
      ])
  }

  @Test func whatIsAsGoodAsNothingCountsAsNothing() {
    for number in ["5e-324", "-1e-300", "9e-16", "1e-15", "1e15"] {
      let lines = output(
        "local made, why = pcall(charts.line, { data = { \(number), 0 } }) print(made, why and type(why))"
      )
      #expect(lines.count == 1 && lines[0].hasPrefix("true"), "\(number): \(lines)")
    }
  }

  @Test func numbersAreWrittenAsPeopleDo() {
    let lines = output(
      """
      local numbers = require "moonreel.chart.numbers"
      local function text(value, more, decimals)
        local format = { prefix = "", suffix = "", separator = "," }
        for name, given in pairs(more or {}) do format[name] = given end
        print(numbers.text(value, format, decimals))
      end
      text(0) text(1234567) text(-1250.6, { prefix = "$" }) text(12.34567) text(1e15)
      text(999.6, { short = true }) text(1250000, { short = true }) text(-4400, { short = true, suffix = " W" })
      text(0.5, { decimals = 0 }) text(-0.001, { decimals = 1 }) text(1234, { separator = " " }) text(3, nil, 2)
      text(0.000123)
      """)
    #expect(
      lines == [
        "0", "1,234,567", "−$1,251", "12.3", "1,000,000,000,000,000", "1K", "1.25M", "−4.4K W",
        "0", "0.0", "1 234", "3.00", "0.000123",
      ])
  }

  /// What of a plot's columns is covered by colour, not grey: bars.
  private func coloured(_ bytes: [UInt8], _ size: PixelSize) -> Int {
    stride(from: 0, to: bytes.count, by: 4).count { index in
      let (high, low) = (
        max(bytes[index], bytes[index + 1], bytes[index + 2]),
        min(bytes[index], bytes[index + 1], bytes[index + 2])
      )
      return bytes[index + 3] > 200 && high > low &+ 60
    }
  }

  @Test("bars are as large as their values")
  func barsHaveTheirSize() throws {
    let size = PixelSize(320, 180)
    func area(_ data: String, at seconds: Double = 5) throws -> Double {
      let call =
        "bar { SIZE, data = \(data), radius = 0, values = false, ease = 'linear', stagger = 0 }"
      return Double(coloured(try ChartDrawing.bytes(call, size, at: seconds), size))
    }
    // The axis goes to 10 for all of these.
    let full = try area("{ 10, 10 }")
    #expect(abs(try area("{ 5, 10 }") / full - 0.75) < 0.02)
    #expect(abs(try area("{ 10, 10 }", at: 0.5) / full - 0.5) < 0.02)
    #expect(abs(try area("{ { 'a', 4, 6 }, { 'b', 6, 4 } }, stacked = true") / full - 1) < 0.02)
  }

  @Test("a pie's slices have their shares")
  func slicesHaveTheirShares() throws {
    let size = PixelSize(200, 200)
    let call = "pie { SIZE, data = { 3, 1 }, colors = { 'red', 'blue' }, gap = 0, values = 'none' }"
    let bytes = try ChartDrawing.bytes(call, size, at: 5)
    let (red, blue) = (
      stride(from: 0, to: bytes.count, by: 4).count { bytes[$0] > 200 },
      stride(from: 0, to: bytes.count, by: 4).count { bytes[$0 + 2] > 200 }
    )
    #expect(abs(Double(red) / Double(blue) - 3) < 0.05)
    #expect(abs(Double(red + blue) / (.pi * 90 * 90) - 1) < 0.02)
  }

  @Test func goldens() throws {
    let rows = try Self.names.map { name -> (String, [Int]) in
      let call = call(name, "background = '#1b2233'")
      let frame = try ChartDrawing.frame(call, PixelSize(320, 180), at: 0.8)
      return (name, EffectDrawing.means(frame).map { Int($0.rounded()) })
    }
    if Goldens.isRecording {
      try ChartGoldens.record(rows)
      Issue.record("recorded \(rows.count) charts; run again without MOONREEL_RECORD")
    }
    let recorded = try ChartGoldens.recorded()
    #expect(Set(recorded.keys) == Set(Self.names))
    for (name, means) in rows {
      let farthest = zip(means, recorded[name] ?? []).map { abs($0 - $1) }.max() ?? 255
      guard farthest > ChartGoldens.tolerance else { continue }
      Issue.record("\(name): \(farthest). \(try ChartGoldens.report(name, recorded[name], means))")
    }
  }
}
