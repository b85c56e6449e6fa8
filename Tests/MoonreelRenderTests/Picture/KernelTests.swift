// SPDX-License-Identifier: MIT

import CKernels
import Glibc
import MoonreelModel
import PlainKernels
import Testing

@testable import MoonreelRender

/// Every kernel at every CPU level, at all widths, between guard words: the same bits as a plain
/// formula, or (where the formula is long) as the baseline.
struct KernelTests {
  @Test func theyAreOptimized() {
    #expect(
      mr_kernels_are_optimized() != 0,
      "the kernels were built without -O2: build with scripts/build --debug (docs/testing.md)")
  }

  static let widths = Array(1...70) + [127, 128, 129, 1000, 1024, 1026]

  /// Every loop of a cheap operation, with each of its forms.
  static let loops = KernelForm.all.compactMap { $0 }.filter(\.isChained)

  private func inputs(_ bench: KernelBench, _ arity: Int, seed: UInt64) {
    var random = Seeded(seed)
    let special: [Float] = [0, -0.0, 1, -1, .nan, .infinity, -.infinity, 3e38, 255, 0.5]
    for register in 1...max(1, arity) {
      for lane in bench[register].indices {
        let isSpecial = lane % 9 == 8
        bench[register][lane] =
          isSpecial
          ? special[Int(random.next() % UInt64(special.count))]
          : Float.random(in: -2...2, using: &random)
      }
    }
  }

  @Test(arguments: loops) func arithmeticIsTheFormula(_ form: KernelForm) throws {
    let operation = try #require(ScalarOperation(rawValue: UInt8(form.operation.rawValue)))
    let count = operation.operandCount
    for kernels in kernelLevels() {
      for width in Self.widths {
        let bench = KernelBench(registers: count + 1)
        inputs(bench, count, seed: UInt64(width))
        let operands = (1...count).map { UInt32($0) }
        let isKept = bench.run(
          kernel(kernels, form.kernel), out: [0], in: operands, width: width)
        let wanted = (0..<width).map { lane -> UInt32 in
          let lanes = form.operands.map { bench[$0 + 1][form.takesScalar($0) ? 0 : lane] }
          let value = ScalarFormula.value(operation, lanes)
          return value.isNaN ? 0x7fc0_0000 : value.bitPattern
        }
        let level = String(cString: kernels.pointee.level)
        #expect(
          isKept && bench.bits(0, width) == wanted,
          "\(operation.name) \(form.scalars) \(level) \(width)")
      }
    }
  }

  @Test func numbersAreSpreadOut() {
    for kernels in kernelLevels() {
      for width in Self.widths {
        let bench = KernelBench(registers: 2)
        bench[1][0] = 0.3
        #expect(bench.run(kernel(kernels, MR_SPLAT), out: [0], in: [1], width: width))
        #expect(bench[0].prefix(width).allSatisfy { $0 == 0.3 })
      }
    }
  }

  @Test("each operation has one loop for vectors alone, and each form fewer")
  func formsBelongToOperations() {
    for operation in ScalarOperation.all {
      let forms = KernelForm.all(of: Operation(operation))
      #expect(forms[0].scalars == 0 && forms[0].kernel == operation.kernel)
      #expect(forms.dropFirst().allSatisfy { $0.scalars != 0 && $0.operands == forms[0].operands })
    }
  }

  @Test func powersAreWithinTwoUnits() {
    for kernels in kernelLevels() {
      for power: Float in [0.45, 2.2, 1, 0, -1.5, 17] {
        let bench = KernelBench(registers: 3)
        for lane in 0..<1024 { bench[1][lane] = Float(lane) / 700 + 1e-6 }
        bench[2][0] = power
        #expect(bench.run(kernel(kernels, MR_POW_S), out: [0], in: [1, 2], width: 1024))
        for lane in 0..<1024 {
          let wanted = Float(pow(Double(bench[1][lane]), Double(power)))
          #expect(abs(bench[0][lane] - wanted) <= 2 * wanted.ulp, "\(bench[1][lane])^\(power)")
        }
      }
    }
  }

  @Test func powersLeaveTheRestAlone() {
    for kernels in kernelLevels() {
      let bench = KernelBench(registers: 3)
      let values: [Float] = [0, -1, -.infinity, .nan]
      for (lane, value) in values.enumerated() { bench[1][lane] = value }
      bench[2][0] = 0.5
      _ = bench.run(kernel(kernels, MR_POW_S), out: [0], in: [1, 2], width: 4)
      #expect(bench[0][0] == 0 && bench[0][1] == -1 && bench[0][2] == -Float.infinity)
      #expect(bench[0][3].isNaN)
    }
  }

  @Test(arguments: [1, 2, 4]) func storesRoundHalvesUp(_ bytes: Int) {
    let values: [Float] = [0.5, 1.49, 1.5, -7, .nan, 1e9, 254.5, 254.4, .infinity, -.infinity]
    for kernels in kernelLevels() {
      for width in Self.widths {
        for (step, offset) in [(1, Float(0)), (3, 0), (1, 16), (3, 128)] {
          var input = (0..<width).map { values[$0 % values.count] }
          var memory = [UInt8](repeating: 0xa5, count: (width * step + 16) * bytes)
          let limit: Float = bytes == 1 ? 255 : 1023
          memory.withUnsafeMutableBytes { raw in
            var target = mr_target(
              base: raw.baseAddress, step: Int32(step), bytes: Int32(bytes), shift: 0,
              offset: offset, limit: limit)
            kernels.pointee.store(&target, &input, Int32(width))
          }
          var wanted = [UInt8](repeating: 0xa5, count: memory.count)
          for lane in 0..<width {
            let place = lane * step * bytes
            let raised = input[lane].isNaN ? 0 : (input[lane] + offset + 0.5).rounded(.down)
            let code = Int(max(0, min(limit, raised)))
            switch bytes {
            case 1: wanted[place] = UInt8(code)
            case 2: (wanted[place], wanted[place + 1]) = (UInt8(code & 255), UInt8(code >> 8))
            default:
              withUnsafeBytes(of: input[lane]) {
                wanted.replaceSubrange(place..<place + 4, with: $0)
              }
            }
          }
          #expect(
            memory == wanted, "\(bytes) bytes, width \(width), step \(step), offset \(offset)")
        }
      }
    }
  }

  @Test func filtersAddInOrder() {
    var random = Seeded(3)
    let input = (0..<1200).map { _ in Float.random(in: -1...1, using: &random) }
    let weights = (0..<7).map { _ in Float.random(in: -1...1, using: &random) }
    let first = (0..<1100).map { _ in Int32.random(in: 0...1190, using: &random) }
    for kernels in kernelLevels() {
      for width in Self.widths {
        var out = [Float](repeating: .nan, count: width + 8)
        let table = (0..<3 * width).map { weights[$0 % 7] }
        kernels.pointee.resample(&out, input, first, table, 3, Int32(width))
        for lane in 0..<width {
          let wanted = (0..<3).reduce(Float(0)) {
            $0 + input[Int(first[lane]) + $1] * table[$1 * width + lane]
          }
          #expect(out[lane] == wanted)
        }
      }
    }
  }

  @Test("pixels that read near each other are resampled like others", arguments: [2, 4, 5, 7, 16])
  func resampling(_ taps: Int) {
    var random = Seeded(4)
    let input = (0..<3000).map { _ in Float.random(in: -1...1, using: &random) }
    for step in [-0.4, 0, 0.4, 0.93, 1, 1.6, 1.9, 2.4, 7] {
      for width in [1, 15, 16, 17, 63, 100, 301] {
        let first = (0..<width).map { Int32(700 + step * Double($0)) }
        let table = (0..<taps * width).map { _ in Float.random(in: -1...1, using: &random) }
        for kernels in kernelLevels() {
          var out = [Float](repeating: .nan, count: width + 8)
          kernels.pointee.resample(&out, input, first, table, Int32(taps), Int32(width))
          let wanted = (0..<width).map { lane in
            (0..<taps).reduce(Float(0)) {
              $0 + input[Int(first[lane]) + $1] * table[$1 * width + lane]
            }
          }
          #expect(Array(out.prefix(width)) == wanted, "step \(step), \(width) pixels")
          #expect(out.suffix(8).filter(\.isNaN).count == 8)
        }
      }
    }
  }

  /// A plane of `count` bytes, words or floats in a row, two rows of them.
  private func plane(_ bytes: Int, _ count: Int, _ base: UnsafeRawPointer) -> mr_plane {
    mr_plane(
      base: base, stride: Int64(count * bytes), width: Int32(count), height: 2, step: 1,
      bytes: Int32(bytes), shift: 0, shiftX: 0, shiftY: 0, sitedX: 0, sitedY: 0, offsetX: 0,
      offsetY: 0)
  }

  @Test(
    "rows of a plane are resampled as the same floats are, beyond its edges too",
    arguments: [1, 2, 4])
  func steadyResamplingAddsTheSame(_ bytes: Int) {
    var random = Seeded(7)
    let weights = (0..<64).map { _ in Float.random(in: -1...1, using: &random) }
    for kernels in kernelLevels() {
      for (width, count) in [(1, 1), (17, 3), (70, 900), (256, 700), (300, 2), (600, 2500)] {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 2 * count * bytes, alignment: 1)
        defer { memory.deallocate() }
        for byte in 0..<2 * count * bytes {
          // No float is NaN or large: its highest byte is 0x3f.
          let isExponent = bytes == 4 && byte % 4 == 3
          memory.storeBytes(
            of: isExponent ? 0x3f : .random(in: 0...255, using: &random), toByteOffset: byte,
            as: UInt8.self)
        }
        var plane = plane(bytes, count, memory)
        for (step, taps) in [(1, 1), (1, 4), (2, 8), (2, 9), (2, 64), (3, 13), (4, 2), (4, 63)] {
          for x in [-70, -3, 0, 5, count - 20] {
            var line = [Float](repeating: 0, count: step * (width - 1) + taps + 4)
            kernels.pointee.widen(&line, &plane, Int64(x), 1, Int32(line.count - 4))
            let first = (0..<width).map { Int32($0 * step) }
            let table = (0..<taps * width).map { weights[$0 / width] }
            var (out, wanted) = (
              [Float](repeating: .nan, count: width + 8), [Float](repeating: .nan, count: width + 8)
            )
            kernels.pointee.resample(&wanted, line, first, table, Int32(taps), Int32(width))
            kernels.pointee.resample_steady(
              &out, &plane, Int64(x), 1, Int32(step), weights, Int32(taps), Int32(width))
            #expect(
              out.map(\.bitPattern) == wanted.map(\.bitPattern),
              "\(width) of \(count) from \(x), step \(step), \(taps) taps")
          }
        }
      }
    }
  }

  /// Calls `body` with pointers to rows that begin at these places of `input`.
  private func withRows(
    _ input: [Float], _ places: [Int], _ body: (UnsafePointer<UnsafePointer<Float>?>) -> Void
  ) {
    input.withUnsafeBufferPointer { buffer in
      let rows = places.map { buffer.baseAddress.map { base in base + 0 }! + $0 }
      rows.map { UnsafePointer<Float>?($0) }.withUnsafeBufferPointer { body($0.baseAddress!) }
    }
  }

  @Test func foldsAddInOrder() {
    var random = Seeded(4)
    let input = (0..<1200).map { _ in Float.random(in: -1...1, using: &random) }
    let weights = (0..<4).map { _ in Float.random(in: -1...1, using: &random) }
    for kernels in kernelLevels() {
      for width in Self.widths {
        var out = [Float](repeating: .nan, count: width + 8)
        withRows(input, Array(0..<7)) { kernels.pointee.fold(&out, $0, weights, 3, Int32(width)) }
        for lane in 0..<width {
          var wanted = input[lane + 3] * weights[0]
          for tap in 1...3 {
            let pair = input[lane + 3 - tap] + input[lane + 3 + tap]
            wanted += pair * weights[tap]
          }
          #expect(out[lane] == wanted)
        }
        #expect(out[width...].allSatisfy { $0.isNaN })
      }
    }
  }

  @Test func halvingAndDoublingAreTheBinomial() {
    var random = Seeded(5)
    let input = (0..<12_000).map { _ in Float.random(in: 0...255, using: &random) }
    let binomial: [Double] = [1, 4, 6, 4, 1]
    for kernels in kernelLevels() {
      for width in Self.widths where width <= 1000 {
        var out = [Float](repeating: .nan, count: 2 * width + 8)
        withRows(input, (0..<5).map { 2 + $0 * 2100 }) {
          kernels.pointee.reduce(&out, $0, 5, 1, Int32(width))
        }
        for lane in 0..<width {
          var wanted = 0.0
          for y in 0..<5 {
            for x in 0..<5 {
              wanted += binomial[y] * binomial[x] * Double(input[y * 2100 + 2 * lane + x]) / 256
            }
          }
          #expect(abs(Double(out[lane]) - wanted) < 1e-3)
        }
        #expect(out[width...].allSatisfy { $0.isNaN })
        withRows(input, (0..<3).map { 1 + $0 * 1100 }) {
          kernels.pointee.expand(&out, $0, 3, 1, Int32(width))
        }
        for lane in 0..<2 * width {
          let taps: [(Int, Double)] =
            lane % 2 == 0
            ? [(0, 0.125), (1, 0.75), (2, 0.125)] : [(1, 0.5), (2, 0.5)]
          let wanted = [(0, 0.125), (1, 0.75), (2, 0.125)].reduce(0.0) { sum, row in
            taps.reduce(sum) {
              $0 + row.1 * $1.1 * Double(input[row.0 * 1100 + lane / 2 + $1.0])
            }
          }
          #expect(abs(Double(out[lane]) - wanted) < 1e-3)
        }
        #expect(out[(2 * width)...].allSatisfy { $0.isNaN })
      }
    }
  }

  @Test func theEnvironmentNamesALevel() {
    let names = kernelLevels().map { String(cString: $0.pointee.level) }
    #expect(names.first == "base")
    #expect(Set(names).count == names.count)
    if let wanted = getenv("MOONREEL_CPU") {
      #expect(String(cString: mr_kernels_best().pointee.level) == String(cString: wanted))
    } else {
      #expect(String(cString: mr_kernels_best().pointee.level) == names.last)
    }
  }
}
