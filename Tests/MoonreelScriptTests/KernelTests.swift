// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelModel
import MoonreelRender
import Testing

@testable import MoonreelScript

/// Kernels written in Lua.
@Suite struct KernelTests {
  /// What `script` makes, 8 × 4 pixels over nothing.
  private func picture(_ script: String) throws -> Image {
    let outcome = Runs.script(
      """
      local mr = require "moonreel"
      local t = mr.timeline()
      local v = t:add_track "video"
      v:insert(mr.source.test_card { size = { 8, 4 }, duration = 1 }, { 0, 1 }, 0)
      local function draw()
      \(script)
      end
      return mr.export { t, video = mr.video_composition { size = { 8, 4 }, fps = 25,
        instructions = { { range = { 0, 1 }, sources = { v }, background = "#00000000", compositor = draw } } } }
      """)
    let result = try #require(outcome.result, "\(outcome.message)")
    let composition = try #require(result.request.videoComposition)
    let instruction = try #require(composition.instruction(at: .zero))
    let request = FrameRequest(
      context: composition.context(at: .zero), instruction: instruction, frames: [:])
    return try composition.image(for: request)
  }

  /// The pixel (`x`, `y`) of what `script` makes: red, green, blue times alpha, and alpha.
  private func pixel(_ script: String, _ x: Int, _ y: Int) throws -> [Float] {
    let target = FrameTarget(
      size: PixelSize(8, 4), format: .floatGBRA, color: .srgb, background: .transparent,
      alphaMode: .premultiplied)
    let frame = try PictureRenderer(threadCount: 1).render(try picture(script), to: target)
    return [2, 0, 1, 3].map { plane in
      let row = frame.planes[plane].base + y * frame.planes[plane].strideBytes
      return row.load(fromByteOffset: 4 * x, as: Float.self)
    }
  }

  /// The first kernel that `image` is made with.
  private func kernel(of image: Image) -> PixelKernel? {
    if case .kernel(let kernel, _, _) = image.node { return kernel }
    return image.node.inputs.lazy.compactMap { kernel(of: $0) }.first
  }

  @Test("methods of the table of operations are these operations, their operands in order")
  func methodsAreOperations() throws {
    let methods = ScalarOperation.all.compactMap { operation in
      operation.method.map { (operation, $0.name, $0.parameters) }
    }
    #expect(methods.count > 8)
    for (operation, name, parameters) in methods {
      #expect(parameters.count + 1 == operation.operandCount)
      let others = parameters.indices.map { "k.n\($0 + 1)" }.joined(separator: ", ")
      let image = try picture(
        """
        return mr.kernel { inputs = {}, params = { n0 = 1, n1 = 2, n2 = 3, n3 = 4 }, body = function(k)
          return mr.pixel(k.n0:\(name)(\(others)), 0, 0, 1)
        end }()
        """)
      let found = try #require(kernel(of: image), "\(name)")
      let step = found.steps[found.result[0]]
      #expect(step.operation == .computed(operation), "\(name)")
      let operands = step.operands.map { found.steps[$0].operation }
      #expect(operands == (0..<operation.operandCount).map { .number($0) }, "\(name)")
    }
  }

  private func isNear(_ found: [Float], _ wanted: [Double]) -> Bool {
    zip(found, wanted).allSatisfy { abs(Double($0) - $1) < 2e-6 }
  }

  @Test func bodiesBecomeNative() throws {
    let found = try pixel(
      """
      local duotone = mr.kernel { params = { gain = 2, tint = "#ff8000" }, body = function(k)
        local p = k.image:straight()
        local shade = (p.luma * k.gain):clamp()
        return mr.pixel(shade * k.tint.red, shade * k.tint.green, shade * k.tint.blue, p.alpha):premultiplied()
      end }
      return duotone(mr.color { 0.2, 0.4, 0.1, 0.5 }, { gain = 1.5 })
      """, 3, 1)
    let luma = 0.2126 * 0.2 + 0.7152 * 0.4 + 0.0722 * 0.1
    let shade = luma * 1.5 * 0.5
    #expect(isNear(found, [shade, shade * 128 / 255, 0, 0.5]), "\(found)")
  }

  @Test func positionsAndInputsGoTogether() throws {
    let script = """
      local wipe = mr.kernel { inputs = { "from", "to" }, params = { edge = 4 }, body = function(k)
        return k.to:mix(k.from, (k.x - k.edge):at_least(0, k.from.alpha, 0))
      end }
      return wipe("red", "blue")
      """
    #expect(isNear(try pixel(script, 3, 0), [0, 0, 1, 1]))
    #expect(isNear(try pixel(script, 4, 0), [1, 0, 0, 1]))
  }

  /// What each operation makes of a = 0.3 and b = 0.7.
  static let operations: [(String, Double)] = [
    ("a + b", 1), ("a - b", -0.4), ("a * b", 0.21), ("a / b", 0.3 / 0.7), ("1 - a", 0.7),
    ("2 * a", 0.6), ("1 / b", 1 / 0.7), ("-a", -0.3), ("a ^ 2", 0.09), ("2 ^ a", exp2(0.3)),
    ("b % 0.25", 0.2), ("a:abs()", 0.3), ("(a - b):abs()", 0.4), ("(a * 7):floor()", 2),
    ("(a * 7):fract()", 0.1), ("a:sqrt()", 0.3.squareRoot()), ("a:exp2()", exp2(0.3)),
    ("a:log2()", log2(0.3)), ("a:sin()", sin(0.3)), ("a:cos()", cos(0.3)),
    ("a:atan(b)", atan2(0.3, 0.7)), ("a:min(b)", 0.3), ("a:max(0.5)", 0.5),
    ("(a * 5):clamp()", 1), ("a:clamp(0.4, 0.6)", 0.4), ("a:mix(b, 0.25)", 0.4),
    ("b:smoothstep(0, 1)", 0.784), ("b:smoothstep(1, 0)", 0.216), ("a:smoothstep(1, 0.98)", 1),
    ("(a + b):smoothstep(1, 0.98)", 0), ("(a * 0 + 0.99):smoothstep(1, 0.98)", 0.5),
    ("a:smoothstep(b, a)", 1), ("b:smoothstep(b, a)", 0), ("(a * 0 + 0.5):smoothstep(b, a)", 0.5),
    ("b:smoothstep(a, a)", 1), ("a:smoothstep(b, b)", 0), ("a:smoothstep(a, a)", 1),
    ("a:at_least(0.3, b, 9)", 0.7), ("a:at_least(b, 9, b)", 0.7),
  ]

  @Test(arguments: operations.indices)
  func operationsAreArithmetic(_ index: Int) throws {
    let (expression, wanted) = Self.operations[index]
    let found = try pixel(
      """
      return mr.kernel { inputs = {}, params = { a = 0.3, b = 0.7 }, body = function(k)
        local a, b = k.a, k.b
        return mr.pixel(\(expression), 0, 0, 1)
      end }()
      """, 0, 0)
    #expect(abs(Double(found[0]) - wanted) < 2e-6, "\(expression) is \(found[0]), not \(wanted)")
  }

  /// What bodies make of a = 0.3 and b = 0.7 by loops and vectors.
  static let programs: [(String, Double)] = [
    ("return k.loop(10, { 0, 0 }, function(n, sum) return 4 - n, n + 1, sum + a end)", 5),
    (
      "local n, sum = k.loop(10, { 0, 0 }, function(n, sum) return 4.6 - n, n + 1, sum + a end) return sum",
      1.8
    ),
    ("return (k.loop(3, { 0 }, function(n) return 1, n + 1 end))", 3),
    (
      """
      return (k.loop(4, { 0 }, function(sum)
        return 1, sum + k.loop(5, { 0, 0 }, function(n, inner) return 2 - n, n + 1, inner + b end)
      end))
      """, 12
    ),
    ("return k.vec2(a, b):dot(k.vec2(2, 1))", 1.3), ("return k.vec3(a, b, 1).zyx.y", 0.7),
    ("return (k.vec2(3, 4) * a / a):length()", 5),
    ("return k.vec4(k.vec2(a, b), 1, 2).wzyx.w", 0.3),
    ("return (k.vec3(a) + k.vec3(1, 2, 3)).z", 3.3), ("return (1 - k.vec2(a, b)).x", 0.7),
    ("return k.vec3(1, 0, 0):cross(k.vec3(0, b, 0)).z", 0.7),
    ("return k.vec2(a, 2):clamp().y + k.vec2(a, 2):mix(k.vec2(b, 0), 0.5).x", 1.5),
    ("return k.vec2(0, a * 9):normalize().y", 1),
    ("return k.vec2(a, 1):distance(k.vec2(a, b))", 0.3),
    ("return k.vec2(a * 5, 1):fract().x + k.vec2(a * 5, 1):floor().x", 1.5),
  ]

  @Test(arguments: programs.indices)
  func loopsAndVectors(_ index: Int) throws {
    let (program, wanted) = Self.programs[index]
    let found = try pixel(
      """
      return mr.kernel { inputs = {}, params = { a = 0.3, b = 0.7 }, body = function(k)
        local a, b = k.a, k.b
        local function value() \(program) end
        local result = value()
        return mr.pixel(result, 0, 0, 1)
      end }()
      """, 0, 0)
    #expect(abs(Double(found[0]) - wanted) < 3e-6, "\(program) is \(found[0]), not \(wanted)")
  }

  @Test(arguments: [
    (
      "local out k.loop(3, { 0 }, function(n) out = n return 1, n + 1 end) return mr.pixel(out, 0, 0, 1)",
      "known only there"
    ),
    (
      "local out k.loop(3, { 0 }, function(n) out = n return 1, n + 1 end) return mr.pixel(out + 1, 0, 0, 1)",
      "known only there"
    ),
    (
      "return mr.pixel(k.loop(0, { 0 }, function(n) return 1, n end), 0, 0, 1)",
      "bad 'limit' of k.loop"
    ),
    (
      "return mr.pixel(k.loop(3, { 0 }, function(n) return 1 end), 0, 0, 1)",
      "result 2 of the body of k.loop"
    ),
    (
      """
      return mr.pixel(k.loop(1e6, { 0 }, function(n) return 1, n + k.loop(1e6, { 0 }, function(m) return 1, m + 1 end) end), 0, 0, 1)
      """, "bad '"
    ),
    ("return mr.pixel(k.vec2(1, 2, 3).x, 0, 0, 1)", "vec2 needs 2 numbers, got 3"),
    ("return mr.pixel(k.vec2(1, 2).z, 0, 0, 1)", "a vector of 2 numbers has no 'z'"),
    ("return mr.pixel((k.vec2(1, 2) + k.vec3(1)).x, 0, 0, 1)", "vectors of 2 and 3 numbers"),
    ("return mr.pixel(k.vec2(1, 2), 0, 0, 1)", "bad 'red' of mr.pixel: expected"),
  ])
  func wrongLoopsAndVectorsAreSaid(_ body: String, _ sentence: String) {
    let outcome = Runs.script(
      """
      local mr = require "moonreel"
      mr.kernel { inputs = {}, body = function(k) \(body) end }
      return mr.timeline()
      """)
    #expect(outcome.message.contains(sentence), "\(outcome.message)")
  }

  @Test func pixelsGoComponentByComponent() throws {
    let found = try pixel(
      """
      return mr.kernel { inputs = { "p", "q" }, body = function(k)
        return (k.p + k.q * 0.5 - mr.pixel(0.1, 0, 0, 0)) / 2 + k.p:over(k.q) * 0
      end }(mr.color { 0.4, 0.6, 0.8 }, mr.color { 0.2, 0.2, 1 })
      """, 0, 0)
    #expect(isNear(found, [0.2, 0.35, 0.65, 0.75]), "\(found)")
  }

  @Test func picturesAreReadElsewhere() throws {
    let script = """
      local shift = mr.kernel { params = { by = 2 }, reach = 4, body = function(k)
        return k.image:at(k.x + k.by, k.y)
      end }
      local strip = mr.image.color("red"):crop { 3, 0, 1, 4 }
      return shift(strip, { by = GIVEN })
      """
    let plain = script.replacing("GIVEN", with: "2.25")
    #expect(isNear(try pixel(plain, 1, 1), [0.75, 0, 0, 0.75]))
    #expect(isNear(try pixel(plain, 0, 1), [0.25, 0, 0, 0.25]))
    // Farther than the reach is drawn in to it.
    #expect(isNear(try pixel(script.replacing("GIVEN", with: "3, reach = 1"), 2, 1), [1, 0, 0, 1]))
    #expect(isNear(try pixel(script.replacing("GIVEN", with: "3"), 0, 1), [1, 0, 0, 1]))
  }

  static let mistakes: [(String, String)] = [
    ("mr.kernel {}", "mr.kernel needs 'body': a function (k) that returns a pixel"),
    ("mr.kernel { body = 3 }", "bad 'body' of mr.kernel: expected a function (k)"),
    ("mr.kernel { body = function() return 1 end }", "expected a pixel; mr.pixel(red, green"),
    ("mr.kernel { body = function(k) return k.image.red end }", "got a kernel value"),
    ("mr.kernel { body = function(k) return k.image + {} end }", "expected a number, got {}"),
    (
      "mr.kernel { body = function(k) return k.imgae + 1 end }",
      "the kernel was given no 'imgae' (did you mean 'image'?); it has image, loop, pick, vec2, vec3, vec4, x, y"
    ),
    ("mr.kernel { body = function(k) return k.image:strait() end }", "(did you mean 'straight'?)"),
    ("mr.kernel { inputs = { 'x' }, body = print }", "'x' is the name of something else"),
    ("mr.kernel { inputs = { 'a', 'a' }, body = print }", "a list of up to 16 names, each once"),
    ("mr.kernel { params = { y = 1 }, body = print }", "'y' is the pixel's position"),
    ("mr.kernel { params = { n = true }, body = print }", "bad default of 'n': expected a colour"),
    ("mr.kernel { extent = 'union ', body = print }", "(did you mean 'union'?)"),
    (
      "mr.kernel { body = function(k) return (k.image * 2):at(1, 2) end }",
      "only the kernel's pictures can be read elsewhere, as in k.image:at(x, y)"
    ),
    ("mr.kernel { reach = -1, body = print }", "bad 'reach' of mr.kernel"),
    ("mr.pixel(1, 2, 3, 4)", "mr.pixel belongs in the body of a kernel; elsewhere use mr.color"),
    ("K('red', { gian = 1 })", "unknown option 'gian' to the kernel (did you mean 'gain'?)"),
    ("K('red', { gain = 'red' })", "bad 'gain' of the kernel: expected a number, got 'red'"),
    ("K(3)", "bad 'image' of the kernel: expected an image, got 3"),
    ("K('red', {}, 1)", "the kernel takes (image, params?), got 3 arguments"),
    (
      "mr.kernel { body = function(k) local v = k.x; for i = 1, 1e6 do v = v * k.y + 1 end return k.image end }",
      "a kernel may have at most 65536 steps"
    ),
    (
      "(function() local kept; mr.kernel { body = function(k) kept = k.x; return k.image end }"
        + " return mr.kernel { body = function(k) return k.image * kept end } end)()",
      "values of two kernels cannot be combined"
    ),
  ]

  @Test(arguments: mistakes.indices) func mistakesAreNamedAtTheirLine(_ index: Int) {
    let (script, answer) = Self.mistakes[index]
    let outcome = Runs.script(
      """
      local mr = require "moonreel"
      local K = mr.kernel { params = { gain = 1 }, body = function(k) return k.image * k.gain end }
      local result = \(script)
      """)
    #expect(outcome.message.hasPrefix("test.lua:3: "), "\(outcome.message)")
    #expect(outcome.message.contains(answer), "\(outcome.message)")
  }
}
