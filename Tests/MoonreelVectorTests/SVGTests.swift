// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelVector

/// SVG pictures: size, edges, colours.
@Suite("SVG") struct SVGTests {
  private func drawing(_ text: String, style: String = "", color: Color? = nil) throws
    -> SVGDrawing
  {
    let content = try SVGContent(text: text, name: "test.svg")
    return try SVGDrawing.of(SVGDescription(content, style: style, color: color))
  }

  private func svg(_ attributes: String, _ body: String = "<rect width='10' height='10'/>")
    -> String
  {
    "<svg xmlns='http://www.w3.org/2000/svg' \(attributes)>\(body)</svg>"
  }

  @Test("files that are alike have one digest, whatever they are called")
  func digests() throws {
    let text = svg("width='40' height='30'")
    func digest(
      _ text: String, named name: String = "a.svg", _ style: String = "", _ color: Color? = nil
    )
      throws -> Digest
    {
      let content = try SVGContent(text: text, name: name)
      let drawing = try SVGDrawing.of(SVGDescription(content, style: style, color: color))
      return try #require(drawing.digest)
    }
    #expect(try digest(text) == digest(text, named: "b.svg"))
    let all = try [
      digest(text), digest(svg("width='41' height='30'")), digest(text, "rect { fill: red }"),
      digest(text, "", .white), digest(text, "", .black),
    ]
    #expect(Set(all).count == all.count)
  }

  @Test(
    "its own size is what the file says",
    arguments: [
      ("width='40' height='30'", 40.0, 30.0),
      ("width='1in' height='2.54cm'", 96, 96),
      ("width='72pt' height='25.4mm'", 96, 96),
      ("width='40' height='30' viewBox='0 0 400 100'", 40, 30),
      ("viewBox='-5 -5 32 24'", 32, 24),
      ("width='100%' height='100%' viewBox='0 0 32 24'", 32, 24),
      ("width='64' viewBox='0 0 32 24'", 64, 48),
      ("height='6' viewBox='0 0 32 24'", 8, 6),
      ("width='50%' height='6' viewBox='0 0 32 24'", 8, 6),
      ("", 10, 10),
      ("width='7'", 7, 10),
    ])
  func size(attributes: String, width: Double, height: Double) throws {
    let box = try drawing(svg(attributes)).box
    #expect(box.minX == 0 && box.minY == 0)
    #expect(abs(box.size.width - width) < 1e-6 && abs(box.size.height - height) < 1e-6, "\(box)")
  }

  @Test("it is drawn anew at every scale", arguments: [0.5, 1, 3, 8])
  func sharpness(scale: Double) throws {
    let circle = try drawing(svg("width='64' height='64'", "<circle cx='32' cy='32' r='24'/>"))
    let side = Int(64 * scale)
    let drawn = try Drawn(circle.image, side, side, scale: scale)
    let area = drawn.area / (scale * scale)
    #expect(abs(area / (.pi * 576) - 1) < 0.007, "\(area)")
    // What lies between full and nothing is the rim: one pixel wide, whatever the scale.
    let rim = drawn.pixels.count { (1...254).contains($0.w) }
    #expect(Double(rim) < 1.6 * 2 * .pi * 24 * scale, "\(rim)")
  }

  @Test(
    "what is opaque is opaque to the edge, at any size",
    arguments: [(1920.0, 1080.0), (16, 9), (33.3, 17.7), (1, 1), (0.4, 0.3)],
    [1.0, 0.37, 2.6])
  func edges(own: (Double, Double), scale: Double) throws {
    let body = "<rect x='-9' y='-9' width='9999' height='9999' fill='red'/>"
    let picture = try drawing(svg("width='\(own.0)' height='\(own.1)'", body)).image
    let fitted = picture.transformed(by: AffineTransform(scaleX: 60 / own.0, y: 40 / own.1))
    let drawn = try Drawn(
      fitted, Int((60 * scale).rounded()), Int((40 * scale).rounded(.down)), scale: scale)
    let inner = (0..<(drawn.frame.size.height)).flatMap { y in
      (0..<Int((60 * scale).rounded(.down))).map { drawn[$0, y] }
    }
    #expect(inner.allSatisfy { $0 == .red }, "\(Set(inner))")
  }

  @Test("what lies outside its size is cut off")
  func clipping() throws {
    let body = "<rect x='-50' y='-50' width='100' height='100' fill='red'/>"
    let drawn = try Drawn(
      try drawing(svg("width='20' height='20'", body)).image.transformed(
        by: AffineTransform(translationX: 5, y: 5)), 40, 40)
    #expect(drawn[4, 10].w == 0 && drawn[5, 5] == .red && drawn[25, 24].w == 0)
    #expect(drawn.area == 400)
  }

  @Test("rules and the current colour are the caller's")
  func recoloring() throws {
    let icon = svg(
      "width='8' height='8'",
      "<rect width='4' height='8' fill='currentColor'/>"
        + "<rect class='b' x='4' width='4' height='8' fill='#123456'/>")
    let plain = try Drawn(try drawing(icon).image, 8, 8)
    #expect(plain[1, 1] == SIMD4(0, 0, 0, 255) && plain[6, 1] == SIMD4(0x12, 0x34, 0x56, 255))
    let red = try Drawn(
      try drawing(icon, style: ".b { fill: #00f }", color: Color(1, 0, 0)).image, 8, 8)
    #expect(red[1, 1] == .red && red[6, 1] == .blue)
  }

  @Test("equal files are drawn once")
  func caching() throws {
    let text = svg("width='8' height='8'")
    let (one, other) = (try drawing(text), try drawing(text))
    #expect(one === other)
    #expect(
      try one.raster(scale: 2).buffer.planes[0].base
        == other.raster(scale: 2).buffer.planes[0].base)
    #expect(try drawing(text, style: "rect { fill: red }") !== one)
  }

  @Test("letters, gradients, filters and masks are drawn")
  func features() throws {
    let body = """
      <defs><linearGradient id='g'><stop stop-color='red'/><stop offset='1' stop-color='blue'/>
      </linearGradient><mask id='m'><rect width='32' height='32' fill='white'/></mask>
      <filter id='f'><feGaussianBlur stdDeviation='2'/></filter></defs>
      <rect width='64' height='32' fill='url(#g)' mask='url( "#m" )'/>
      <g filter='url(#f)'><circle cx='48' cy='48' r='8' fill='lime'/></g>
      <text x='4' y='60' font-family='sans-serif' font-size='20'>A</text>
      <style><![CDATA[ circle { stroke: red } ]]></style>
      """
    let drawn = try Drawn(try drawing(svg("viewBox='0 0 64 64'", body)).image, 64, 64)
    #expect(drawn[1, 8].x > 240 && drawn[20, 8].z > drawn[2, 8].z && drawn[40, 8].w == 0)
    #expect(drawn[48, 48].y > 200 && (1...254).contains(drawn[48, 39].w))
    #expect((4..<20).contains { x in (44..<60).contains { drawn[x, $0].w == 255 } })
  }

  @Test("the number of threads changes nothing")
  func threads() throws {
    let body =
      "<circle cx='30' cy='30' r='29' fill='url(#g)'/><radialGradient id='g'>"
      + "<stop stop-color='red'/><stop offset='1' stop-opacity='0'/></radialGradient>"
    let image = try drawing(svg("viewBox='0 0 60 60'", body)).image
      .transformed(by: AffineTransform(rotationDegrees: 12))
    let one = try Drawn(image, 300, 200, scale: 3.3)
    let four = try Drawn(image, 300, 200, scale: 3.3, threads: 4)
    #expect(one.pixels == four.pixels)
  }
}
