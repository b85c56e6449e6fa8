// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelScript

/// Filters as scripts call them.
@Suite struct FilterBindingTests {
  /// Calls, and the extent { x, y, width, height } of what they make of 20 x 10 pixels.
  static let calls: [(String, String)] = [
    ("box_blur(2.5)", "-3 -3 26 16"), ("pixelate(8)", "0 0 24 16"),
    ("pixelate({ 8, '50%' }, { center = { 4, 5 } })", "-4 0 24 10"),
    ("motion_blur(6, 90)", "-3 -3 26 16"), ("spin_blur(10, { center = { 10, 5 } })", "-2 -7 25 25"),
    ("displace('red', 8, 2)", "-4 -4 28 18"), ("edges()", "0 0 20 10"),
    ("convolve { 0, 1, 0, 1, -4, 1, 0, 1, 0 }", "-1 -1 22 12"),
    ("convolve({ 0, 1, 0, 1, -4, 1, 0, 1, 0 }, { keep_alpha = true, bias = 0.5 })", "0 0 20 10"),
    ("emboss { angle = 90 }", "0 0 20 10"), ("sharpen { sigma = 2 }", "0 0 20 10"),
    ("median(5)", "0 0 20 10"), ("dilate(3)", "-3 -3 26 16"), ("erode(3)", "0 0 20 10"),
    ("vignette { amount = 1 }", "0 0 20 10"), ("grain { seed = 3, frame = 2 }", "0 0 20 10"),
    ("zoom_blur { amount = 0 }", "0 0 20 10"), ("zoom_blur { size = 0 }", "0 0 20 10"),
  ]

  @Test(arguments: calls.indices) func extentsReachScripts(_ index: Int) {
    let (call, extent) = Self.calls[index]
    let outcome = Runs.script(
      """
      local mr = require "moonreel"
      local image = mr.image.color("white"):crop { 0, 0, 20, 10 }:\(call)
      local words = {}
      for i, side in ipairs(image.extent) do words[i] = ("%g"):format(side) end
      error(table.concat(words, " "), 0)
      """)
    #expect(outcome.message.contains(extent), "\(call): \(outcome.message)")
  }

  static let mistakes: [(String, String)] = [
    ("median(4)", "expected 3 or 5"), ("dilate(65)", "from 0 to 64"),
    ("convolve { 1, 2 }", "9 or 25 numbers"), ("pixelate(0.5)", "from 1"),
    ("bloom { treshold = 1 }", "unknown option 'treshold'"),
    ("sharpen { threshold = 2 }", "'threshold'"),
  ]

  @Test(arguments: mistakes.indices) func mistakesAreNamed(_ index: Int) {
    let (call, answer) = Self.mistakes[index]
    let outcome = Runs.script(
      "local mr = require 'moonreel'\nlocal image = mr.image.color('red'):\(call)")
    #expect(outcome.message.hasPrefix("test.lua:2: "), "\(outcome.message)")
    #expect(outcome.message.contains(answer), "\(outcome.message)")
  }

  @Test func whatHasNoMiddleNeedsACenter() {
    let outcome = Runs.script(
      "local mr = require 'moonreel'\nmr.image.color('red'):zoom_blur()")
    #expect(outcome.message.contains("needs 'center'"), "\(outcome.message)")
  }
}
