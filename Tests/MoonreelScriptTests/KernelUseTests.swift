// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender
import Testing

@testable import MoonreelExport
@testable import MoonreelScript

/// Kernels where layers use them: as effects, blend modes, masks, transitions and sources.
@Suite struct KernelUseTests {
  /// Red, green, blue and alpha of the pixel (`x`, `y`) of the film of `script`, 8 × 4 pixels, at `time`.
  private func pixel(_ script: String, _ x: Int, _ y: Int, at time: Double = 0) throws -> [Double] {
    let outcome = Runs.script(
      """
      local mr = require "moonreel"
      local film = mr.composition { size = { 8, 4 }, fps = 10, background = "#00000000" }
      \(script)
      return film
      """)
    let request = try #require(outcome.result, "\(outcome.message)").request
    let reader = CompositionReader(
      timeline: request.timeline, composition: request.videoComposition,
      gate: FileGate(folders: []))
    let target = FrameTarget(
      size: PixelSize(8, 4), format: .floatGBRA, color: .srgb, background: .transparent)
    let image = try reader.image(at: try Time(seconds: time))
    let frame = try PictureRenderer(threadCount: 1).render(image, to: target)
    return [2, 0, 1, 3].map { plane in
      let row = frame.planes[plane].base + y * frame.planes[plane].strideBytes
      return Double(row.load(fromByteOffset: 4 * x, as: Float.self))
    }
  }

  private func isNear(_ found: [Double], _ wanted: [Double]) -> Bool {
    zip(found, wanted).allSatisfy { abs($0 - $1) < 1e-5 }
  }

  private func message(_ script: String) -> String {
    Runs.script(
      """
      local mr = require "moonreel"
      local film = mr.composition { size = { 8, 4 }, fps = 10 }
      local two = mr.kernel { inputs = { "a", "b" }, body = function(k) return k.a:mix(k.b, 0.5) end }
      local none = mr.kernel { inputs = {}, params = { level = 0, bands = { count = 3 } }, body = function(k)
        return mr.pixel(k.level, k.bands[1], 0, 1)
      end }
      \(script)
      return film
      """
    ).message
  }

  static let uses: [(String, String, Double, [Double])] = [
    (
      "as an effect, its parameter moving",
      """
      local dim = mr.kernel { params = { level = 1 }, body = function(k) return k.image * k.level end }
      film:add { source = mr.color "white", duration = 2, effects = { dim:with { level = { { 0, 0 }, { 2, 1 } } } } }
      """, 0.5, [1, 1, 1, 0.25]
    ),
    (
      "as a blend mode: above first, below second",
      """
      film:add { source = mr.color { 0.25, 0.5, 0.75 }, duration = 1 }
      film:add { source = mr.color { 1, 0.5, 0.25 }, duration = 1, blend = mr.kernel { inputs = { "above", "below" },
        body = function(k) return mr.pixel(k.above.red, k.below.green, k.above.blue * k.below.blue, 1) end } }
      """, 0, [1, 0.5, 0.1875, 1]
    ),
    (
      "as a mask: its alpha",
      """
      film:add { source = mr.color "white", duration = 1, mask = mr.kernel { inputs = {},
        body = function(k) return mr.pixel(0, 0, 0, k.x / 8) end } }
      """, 0, [1, 1, 1, 0.3125]
    ),
    (
      "as a transition, told its progress",
      """
      local push = mr.kernel { inputs = { "from", "to" }, params = { progress = 0 },
        body = function(k) return k.from * (1 - k.progress) + k.to * k.progress end }
      local a = film:add { source = mr.color "red", duration = 1 }
      local b = film:add { source = mr.color "blue", at = 0, duration = 1 }
      film:transition(a, b, push)
      """, 0.4, [0.6, 0, 0.4, 1]
    ),
    (
      "as a source as large as the frame, told time, progress and size",
      """
      film:add { duration = 2, source = mr.kernel { inputs = {},
        params = { time = 0, progress = 0, width = 0, height = 0 },
        body = function(k) return mr.pixel(k.time, k.progress, k.width / 16, k.height / 16) end } }
      """, 0.5, [2, 1, 2, 0.25]
    ),
    (
      "what is given goes before what layers say",
      """
      local time = mr.kernel { inputs = {}, params = { time = 0 }, body = function(k) return mr.pixel(k.time, 0, 0, 1) end }
      film:add { duration = 2, source = time:with { time = 0.75 } }
      """, 0.5, [0.75, 0, 0, 1]
    ),
    (
      "a list by a function of time, read by a place that is not known",
      """
      local bars = mr.kernel { inputs = {}, params = { bands = { count = 4 } },
        body = function(k) return mr.pixel(k.pick(k.bands, k.x / 2 + 1), #k.bands / 8, 0, 1) end }
      film:add { duration = 1, source = bars:with { bands = function(t) return { t, 2 * t, 0.25, 1 } end } }
      """, 0.5, [1, 0.5, 0, 1]
    ),
    (
      "a list whose numbers move one by one",
      """
      local bars = mr.kernel { inputs = {}, params = { bands = { count = 2, value = 1 } },
        body = function(k) return mr.pixel(k.bands[1], k.bands[2], 0, 1) end }
      film:add { duration = 1, source = bars:with { bands = { { { 0, 0 }, { 1, 1 } }, 0.125 } } }
      """, 0.5, [0.5, 0.125, 0, 1]
    ),
    (
      "a sound's level and spectrum: what its curve and its bands are at that moment",
      """
      local sound = mr.analyze(mr.source.music { duration = 2 })
      local level = sound:follow { from = 0, to = 1 }
      local function bands(time)
        local shares = {}
        for place, decibels in ipairs(sound:bands_db(time, 4)) do shares[place] = math.max(0, (decibels + 90) / 90) end
        return shares
      end
      local difference = mr.kernel { inputs = {}, params = { level = 0, own = 0, bands = { count = 4 }, second = 0 },
        body = function(k)
          local is_heard = k.level:at_least(0.01, 1, 0) * k.bands[2]:at_least(0.01, 1, 0)
          return mr.pixel((k.level - k.own):abs(), (k.bands[2] - k.second):abs(), is_heard, 1)
        end }
      film:add { duration = 2, source = difference:with {
        level = level, own = level(0.5), bands = bands, second = bands(0.5)[2] } }
      """, 0.5, [0, 0, 1, 1]
    ),
    (
      "a source of its own size on a track of a layer",
      """
      local one = mr.kernel { inputs = {}, params = { width = 0 }, body = function(k) return mr.pixel(k.width / 16, 0, 0, 1) end }
      film:add { duration = 1, fit = "stretch", source = mr.source.kernel { one, size = { 4, 4 } } }
      """, 0, [0.25, 0, 0, 1]
    ),
  ]

  @Test(arguments: uses.indices) func layersUseKernels(_ index: Int) throws {
    let (name, script, time, wanted) = Self.uses[index]
    let found = try pixel(script, 2, 1, at: time)
    #expect(isNear(found, wanted), "\(name): \(found), not \(wanted)")
  }

  /// What bodies make of a = 0.3 and b = 0.7 by comparing.
  static let comparisons: [(String, Double)] = [
    ("if a < b then return a else return b end", 0.3), ("if a > b then return a end return b", 0.7),
    ("if a <= 0.3 then return 1 end return 2", 1), ("if 0.3 >= a then return 1 end return 2", 1),
    ("if a == b then return 1 end return 2", 2), ("if a == k.same then return 1 end return 2", 1),
    ("if a ~= b then return 1 end return 2", 1), ("return (a < b and b < 1) and a * 2 or b", 0.6),
    ("return (a < b and b < 0.5) and a * 2 or b", 0.7),
    ("if not (a < b) then return 1 end return 2", 2),
    (
      """
      local sum = 0
      for i = 1, 5 do if k.x * i > 4 then sum = sum + 1 else sum = sum + 10 end end
      return sum
      """, 23
    ),
    (
      """
      return (k.loop(10, { 0 }, function(n)
        if n < 3 then return 1, n + 1 end
        return 0, n
      end))
      """, 3
    ),
    (
      """
      if a < b then
        local n, sum = k.loop(4, { 0, 0 }, function(n, sum)
          if a < b and n < 2 then return 1, n + 1, sum + 1 end
          return 1, n + 1, sum + 100
        end)
        if sum > 5 then return sum end
      end
      return 0
      """, 202
    ),
  ]

  @Test(arguments: comparisons.indices) func bodiesChoose(_ index: Int) throws {
    let (body, wanted) = Self.comparisons[index]
    let found = try pixel(
      """
      film:add { duration = 1, source = mr.kernel { inputs = {}, params = { a = 0.3, b = 0.7, same = 0.3 },
        body = function(k)
          local function choose()
            local a, b = k.a, k.b
            \(body)
          end
          return mr.pixel(choose(), 0, 0, 1)
        end } }
      """, 1, 0)
    #expect(abs(found[0] - wanted) < 1e-4, "\(body): \(found[0]), not \(wanted)")
  }

  /// Comparing and choosing by hand are the same kernel, and cost the same.
  @Test func aComparisonIsASelection() throws {
    func steps(_ body: String) throws -> String {
      let outcome = Runs.script(
        """
        local mr = require "moonreel"
        local kernel = mr.kernel { body = function(k) \(body) end }
        print(kernel.steps)
        return mr.composition { size = { 8, 4 }, duration = 1 }
        """)
      _ = try #require(outcome.result, "\(outcome.message)")
      return outcome.printed.joined()
    }
    let compared = try steps(
      "if k.x >= 4 then local p = k.image return mr.pixel(p.red, p.green, p.blue, p.alpha) end return k.image * 0.5"
    )
    let chosen = try steps(
      """
      local p, h = k.image, k.image * 0.5
      local function c(n) return k.x:at_least(4, p[n], h[n]) end
      return mr.pixel(c "red", c "green", c "blue", c "alpha")
      """)
    #expect(compared == chosen)
  }

  static let mistakes: [(String, String)] = [
    (
      "film:add { source = two, duration = 1 }",
      "expected a kernel without pictures (inputs = {}), got a kernel (this one reads 2)"
    ),
    (
      "film:add { source = mr.color 'red', mask = two, duration = 1 }",
      "expected a kernel without pictures"
    ),
    ("film:add { source = mr.color 'red', blend = none, duration = 1 }", "this one reads 0"),
    (
      "film:add { source = mr.color 'red', effects = { two }, duration = 1 }",
      "expected a kernel of 1 picture"
    ),
    ("none:with { levle = 1 }", "(did you mean 'level'?)"),
    ("none:with { level = 'red' }", "bad 'level'"),
    ("none:with { bands = { 1, 2 } }", "expected a list of 3 numbers"),
    ("none:with { level = { { 0, 0 }, { 1, 1 } } }()", "'level' of the kernel moves"),
    ("mr.kernel { params = { a = { count = 0 } }, body = print }", "1 to 256"),
    (
      "mr.kernel { body = function(k) for i = 1, 9 do if k.x > i then i = 1 end end return k.image end }",
      "at most 256 ways"
    ),
    (
      "mr.kernel { body = function(k) while k.x < 1 do end return k.image end }",
      "go round with k.loop"
    ),
    (
      "mr.kernel { body = function(k) while k.x + math.random() > 0 do end return k.image end }",
      "must do the same every time"
    ),
    (
      "local kept mr.kernel { body = function(k) kept = k.x return k.image end } if kept < 1 then end",
      "choose with value:at_least"
    ),
    (
      "mr.kernel { body = function(k) local a = k.x while a < 9 do a = a + 1 end return k.image end }",
      "go round with k.loop"
    ),
    ("mr.source.kernel { 'x' }", "expected a kernel without pictures"),
  ]

  @Test(arguments: mistakes.indices) func wrongUsesAreExplained(_ index: Int) {
    let (script, wanted) = Self.mistakes[index]
    let found = message(script)
    #expect(!found.isEmpty && found.contains(wanted), "\(script): \(found)")
  }
}
