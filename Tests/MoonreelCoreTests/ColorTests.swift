// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@Suite struct Colors {
  @Test(
    "Texts and the colours they mean",
    arguments: [
      ("#fff", "#FFFFFF"), ("#F00", "#FF0000"), ("#f008", "#FF000088"), ("#101018", "#101018"),
      ("#10101880", "#10101880"), ("red", "#FF0000"), ("RED", "#FF0000"), ("green", "#008000"),
      ("lime", "#00FF00"), ("transparent", "#00000000"), ("Grey", "#808080"),
      ("#000000FF", "#000000"),
    ])
  func texts(_ text: String, _ expected: String) throws {
    #expect(try Color(text: text).hexadecimalText == expected)
  }

  @Test func everyByteComesBack() throws {
    for byte in 0...255 {
      let digits = (byte < 16 ? "0" : "") + String(byte, radix: 16)
      let color = try Color(text: "#\(digits)0000")
      #expect(color.red == Double(byte) / 255)
      #expect(color.alpha == 1)
    }
  }

  @Test(
    "Texts that are no colours",
    arguments: [
      "", "#", "#12", "#12345", "#1234567", "#ggg", "fff", "redd", "#٠٠٠", "# fff", "#-12",
    ])
  func refused(_ text: String) {
    let hints = ["fff": " (did you mean '#fff'?)", "redd": " (did you mean 'red'?)"]
    #expect(
      refusal { _ = try Color(text: text) }
        == "Cannot read '\(text)' as a colour\(hints[text] ?? ""): write #RRGGBB, #RRGGBBAA, "
        + "#RGB, or a name such as red.")
  }

  @Test func textLimitsWhatIsOutsideTheGamut() {
    #expect(Color(2, -1, .nan, 0.5).hexadecimalText == "#FF000080")
  }

  @Test(
    "Untagged sources by height",
    arguments: [
      (2160, ColorTags.Matrix.bt709, ColorTags.Primaries.bt709), (720, .bt709, .bt709),
      (719, .bt601, .bt601x525), (576, .bt601, .bt601x625), (480, .bt601, .bt601x525),
      (288, .bt601, .bt601x625), (240, .bt601, .bt601x525),
    ] as [(Int, ColorTags.Matrix, ColorTags.Primaries)])
  func untagged(_ height: Int, _ matrix: ColorTags.Matrix, _ primaries: ColorTags.Primaries) {
    let tags = ColorTags.untagged(height: height)
    #expect(tags.matrix == matrix)
    #expect(tags.primaries == primaries)
    #expect(tags.range == .limited)
    #expect(tags.siting == .left)
    #expect(tags.transfer == .bt709)
  }

  @Test func lumaWeightsLeaveAPositiveGreen() {
    for matrix in ColorTags.Matrix.allCases {
      guard let weights = matrix.lumaWeights else { continue }
      #expect(1 - weights.kr - weights.kb > 0.5, "\(matrix)")
    }
    #expect(ColorTags.Matrix.rgb.lumaWeights == nil)
  }
}
