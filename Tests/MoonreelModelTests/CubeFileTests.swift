// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelModel

@Suite struct CubeFileTests {
  @Test func everyKeywordIsRead() throws {
    let look = try CubeFile.parse(
      """
      # by hand
      TITLE "Warm evening"
      DOMAIN_MIN 0 -0.5 0
      DOMAIN_MAX 1 1.5 2
      LUT_1D_SIZE 3

      0 0 0
      0.5 .25 1e-1   # middle
      +1 1.0 -0.1
      """, name: "warm.cube")
    #expect(look.title == "Warm evening" && look.tables.count == 1)
    let table = look.tables[0]
    #expect(table.shape == .curves && table.size == 3)
    #expect(table.low == SIMD3(0, -0.5, 0) && table.high == SIMD3(1, 1.5, 2))
    #expect(table[1] == SIMD3(0.5, 0.25, 0.1) && table[2] == SIMD3(1, 1, -0.1))
  }

  @Test func resolvesShaperComesFirst() throws {
    let cube = (0..<8).map { "\($0 % 2) \($0 / 2 % 2) \($0 / 4)" }.joined(separator: "\r\n")
    let look = try CubeFile.parse(
      "LUT_1D_SIZE 2\r\nLUT_1D_INPUT_RANGE 0.0 4.0\r\nLUT_3D_SIZE 2\r\n0 0 0\r\n1 1 1\r\n\(cube)\r\n",
      name: "shaper.cube")
    #expect(look.tables.map(\.shape) == [.curves, .cube])
    #expect(look.tables[0].high == SIMD3(repeating: 4) && look.tables[1].high == .one)
    // Red changes fastest.
    #expect(look.tables[1][1] == SIMD3(1, 0, 0) && look.tables[1][4] == SIMD3(0, 0, 1))
  }

  @Test(arguments: [
    ("LUT_3D_SIZE 1", "line 1: LUT_3D_SIZE must be a whole number from 2 to 129"),
    ("LUT_3D_SIZE 130", "from 2 to 129"),
    ("LUT_1D_SIZE 70000", "from 2 to 65536"),
    ("LUT_1D_SIZE two", "LUT_1D_SIZE must be"),
    ("LUT_1D_SIZE 2\nLUT_1D_SIZE 2", "line 2: LUT_1D_SIZE is given a second time"),
    ("0 0 0", "must come before the colours"),
    ("LUT_1D_SIZE 2\n0 0 0\n1 1 1\n1 1 1", "line 4: there are more colours than the 2"),
    ("LUT_1D_SIZE 2\n0 0 0\n", "the file ends after 1 of 2 colours"),
    ("LUT_1D_SIZE 2\n0 0\n1 1 1", "line 2: a colour needs 3 numbers, but here is '0 0'"),
    ("LUT_1D_SIZE 2\n0 0 nan\n1 1 1", "a colour needs 3 numbers"),
    ("LUT_1D_SIZE 2\n0 0 0 0\n", "a colour needs 3 numbers"),
    ("LUT_1D_SIZE 2\n0 0 0\nLUT_3D_SIZE 2", "line 3: LUT_3D_SIZE must come before the colours"),
    ("LUT_1D_SIZE 2\nnan 0 0\n1 1 1", "line 2: a colour needs 3 numbers"),
    ("LUT_2D_SIZE 2", "neither LUT_1D_SIZE nor LUT_3D_SIZE was given"),
    ("DOMAIN_MIN 0 0", "line 1: DOMAIN_MIN needs 3 numbers"),
    ("DOMAIN_MIN 1 1 1\nLUT_1D_SIZE 2\n0 0 0\n1 1 1", "The domain of a table must rise"),
    ("TITLE \"nothing\"", "neither LUT_1D_SIZE nor LUT_3D_SIZE was given"),
  ])
  func mistakesAreNamed(_ text: String, _ hint: String) {
    do {
      _ = try CubeFile.parse(text, name: "look.cube")
      Issue.record("read \(text)")
    } catch {
      let message = (error as? MoonreelError)?.message ?? ""
      #expect(message.contains(hint) && message.contains("'look.cube'"), "\(message)")
    }
  }

  /// What a table of two entries with these keywords makes of signals. Video range is 64…940 of 1023.
  @Test(
    arguments: [
      ([], [(-0.1, 0), (0, 0), (0.5, 0.5), (1, 1), (1.1, 1)]),
      (["LUT_IN_FULL_RANGE", "LUT_OUT_FULL_RANGE"], [(0, 0), (0.25, 0.25), (1, 1)]),
      (["LUT_IN_VIDEO_RANGE"], [(0, 64.0 / 1023), (0.5, 502.0 / 1023), (1, 940.0 / 1023)]),
      (
        ["LUT_OUT_VIDEO_RANGE"],
        [(64.0 / 1023, 0), (502.0 / 1023, 0.5), (940.0 / 1023, 1), (0, -64.0 / 876)]
      ),
      (
        ["LUT_IN_VIDEO_RANGE", "LUT_OUT_VIDEO_RANGE"],
        [(-64.0 / 876, -64.0 / 876), (0, 0), (0.3, 0.3), (1, 1), (959.0 / 876, 959.0 / 876)]
      ),
      (["lut_in_video_range", "LUT_IN_FULL_RANGE"], [(0, 0), (1, 1)]),
    ] as [([String], [(Double, Double)])])
  func rangesAreFollowed(keywords: [String], values: [(Double, Double)]) throws {
    let curve = "lut_1d_size 2\n0 0 0\n1 1 1"
    let cube = (0..<8).map { "\($0 % 2) \($0 / 2 % 2) \($0 / 4)" }.joined(separator: "\n")
    // The shaper takes the input and the cube gives the output.
    let texts = [
      curve, "LUT_3D_SIZE 2\n\(cube)", "LUT_1D_SIZE 2\nLut_3d_Size 2\n0 0 0\n1 1 1\n\(cube)",
    ]
    for text in texts {
      let log = WarningLog()
      let look = try CubeFile.parse(
        (keywords + [text]).joined(separator: "\n"), name: "a.cube", warnings: log)
      #expect(log.all.isEmpty)
      for (signal, wanted) in values {
        let found = look.tables.reduce(signal) { value, table in
          let (low, high) = (Double(table.low.x), Double(table.high.x))
          let share = min(1, max(0, (value - low) / (high - low)))
          let last = table[table.shape == .cube ? 1 : table.size - 1]
          return Double(table[0].x) * (1 - share) + Double(last.x) * share
        }
        #expect(abs(found - wanted) < 1e-6, "\(keywords) makes \(found) of \(signal)")
      }
    }
  }

  @Test func unknownKeywordsArePassedOver() throws {
    let log = WarningLog()
    let look = try CubeFile.parse(
      "title \"a\"\nBMD_TITLE b\nLUT_1D_SIZE 2\nCREATED 2020\nBMD_TITLE c\n0 0 0\n1 1 1",
      name: "a.cube",
      warnings: log)
    #expect(look.title == "a" && look.tables.count == 1)
    #expect(
      log.all.map(\.message) == [
        "'BMD_TITLE' in 'a.cube', line 2, is no keyword of .cube files and is passed over.",
        "'CREATED' in 'a.cube', line 4, is no keyword of .cube files and is passed over.",
      ])
    let many = (0..<20).map { "KEY\($0)\n" }.joined() + "LUT_1D_SIZE 2\n0 0 0\n1 1 1"
    _ = try CubeFile.parse(many, name: "b.cube", warnings: log)
    #expect(log.all.count == 2 + 8)
  }

  @Test func tablesThatAreAlikeHaveOneDigest() throws {
    let text = "LUT_1D_SIZE 2\n0 0 0\n1 1 1"
    let first = try CubeFile.parse(text, name: "a").tables[0]
    let second = try CubeFile.parse(text, name: "b").tables[0]
    let third = try CubeFile.parse(text + ".5", name: "c").tables[0]
    #expect(first != second && first.digest == second.digest)
    #expect(first.digest != third.digest)
  }
}
