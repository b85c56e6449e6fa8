// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelText

/// Fonts, spans and markup.
@Suite("Text styles") struct StyleTests {
  private func width(_ text: String, _ set: (inout TextStyle) -> Void) throws -> Double {
    try TextDrawing(of: .plain(text) { set(&$0.style) }).box.size.width
  }

  @Test("weight, slant and family choose a face", Fonts.needed("DejaVu Sans"))
  func faces() throws {
    let plain = try width("Moonreel") { _ in }
    let bold = try width("Moonreel") { $0.weight = 700 }
    #expect(bold > plain * 1.05)
    #expect(try width("Moonreel") { $0.font = "DejaVu Sans Bold" } == bold)
    #expect(try width("Moonreel") { $0.font = "Nowhere Grotesk, DejaVu Sans Bold" } == bold)
    #expect(
      try width("iiii") { $0.font = "DejaVu Sans Mono" } == width("WWWW") { $0.font = "monospace" })
    #expect(abs(try width("Moonreel") { $0.size = 96 } - 2 * plain) <= 4)
  }

  @Test("families that are not there are named")
  func missingFonts() throws {
    func missing(_ font: String) throws -> [String] {
      try TextDrawing(of: .plain("x") { $0.style.font = font }).missingFonts
    }
    #expect(try missing("Nowhere Grotesk Bold") == ["Nowhere Grotesk"])
    #expect(try missing("Nowhere Grotesk, serif") == [])
    #expect(try missing("sans-serif Bold") == [])
    #expect(try missing("Nowhere Sans 3") == ["Nowhere Sans 3"])
  }

  @Test(
    "a font file goes before what is installed under the same name", Fonts.needed("DejaVu Sans"))
  func fontFile() throws {
    let file = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono-Bold.ttf"
    let named = try TextDrawing(
      of: .plain("iiii") { ($0.style.fontFile, $0.style.font) = (file, nil) })
    #expect(named.box.size.width == (try width("iiii") { $0.font = "DejaVu Sans Mono Bold" }))
    #expect(named.missingFonts.isEmpty)
    let error = #expect(throws: MoonreelError.self) {
      try TextDrawing(of: .plain("x") { $0.style.fontFile = #filePath })
    }
    #expect(error?.code == .unsupportedFormat)
  }

  @Test("the axes of a variable font are set, by name and by weight", Fonts.variableNeeded)
  func variations() throws {
    func drawn(_ set: (inout TextStyle) -> Void) throws -> TextDrawing {
      try TextDrawing(
        of: .plain("Moonreel") {
          ($0.style.font, $0.style.fontFile, $0.style.size) = (nil, Fonts.variable, 60)
          set(&$0.style)
        })
    }
    let weights = [100, 250, 400, 650, 900]
    let drawings = try weights.map { weight in try drawn { $0.variations = "wght=\(weight)" } }
    let areas = try drawings.map { try Pixels($0).area }
    for (light, bold) in zip(areas, areas.dropFirst()) { #expect(light * 1.1 < bold) }
    let named = try weights.map { weight in try Pixels(try drawn { $0.weight = weight }).area }
    #expect(zip(named, areas).allSatisfy { abs($0 / $1 - 1) < 0.01 })
  }

  @Test("spans have styles of their own")
  func spans() throws {
    var (big, red) = (TextStyle(), TextStyle())
    (big.size, big.underline) = (96, .single)
    (red.fill, red.background) = (.color(Color(1, 0, 0)), Color(0, 0, 1))
    let description = TextDescription(
      .spans([TextSpan("aa "), TextSpan("bb", style: big), TextSpan(" cc", style: red)]))
    let clusters = try TextDrawing(of: description).layout.clusters
    #expect(clusters.count == 8)
    #expect(clusters[3].height > 1.9 * clusters[0].height)
    #expect(clusters.map { $0.look.underline == .single } == (0..<8).map { (3...4).contains($0) })
    #expect(clusters.map { $0.look.fill == .color(Color(1, 0, 0)) } == (0..<8).map { $0 > 4 })
    #expect(clusters.map { $0.look.background != nil } == (0..<8).map { $0 > 4 })
  }

  @Test("markup gives the same as spans, and is refused with Pango's reason")
  func markup() throws {
    let drawing = try TextDrawing(
      of: TextDescription(
        .markup("a<b>b</b><span foreground=\"#ff0000\" alpha=\"50%\"><s>c</s></span>&lt;")))
    let clusters = drawing.layout.clusters
    #expect(clusters.count == 4)
    let bold = try TextDrawing(of: TextDescription("b", style: weighted(700)))
    #expect(clusters[1].width == bold.layout.clusters[0].width)
    guard case .color(let color) = clusters[2].look.fill else { return }
    #expect(color.red == 1 && color.green == 0 && abs(color.alpha - 0.5) < 0.01)
    #expect(clusters[2].look.isStruckThrough && !clusters[3].look.isStruckThrough)
    let error = #expect(throws: MoonreelError.self) {
      try TextDrawing(of: TextDescription(.markup("<b>open")))
    }
    #expect(error?.message.contains("markup") == true && error?.cause != nil)
  }

  private func weighted(_ weight: Int) -> TextStyle {
    var style = TextStyle()
    style.weight = weight
    return style
  }
}
