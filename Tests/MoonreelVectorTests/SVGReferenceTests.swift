// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelVector

/// What SVG files refer to, and what is wrong with some.
@Suite("SVG references and limits") struct SVGReferenceTests {
  private static let head =
    "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' "
    + "width='20' height='10'>"
  private static let png = DataAddress.bytes(
    of:
      "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAADklEQVR42mP4z8AAQv8BD/kD/Zh51wAAAAAASUVORK5CYII="
  )!

  private func file(_ body: String) -> String { Self.head + body + "</svg>" }

  private func image(_ href: String) -> String {
    "<image width='20' height='10' preserveAspectRatio='none' image-rendering='pixelated' "
      + "href='\(href)'/>"
  }

  /// The error of a file with `body`.
  private func error(_ text: String, _ bytes: [String: [UInt8]] = [:]) -> String {
    do {
      let drawing = try Shelf(["a/logo.svg": text], bytes).svg("a/logo.svg")
      _ = try drawing.raster(scale: 1)
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test("pictures are put in: beside the file, deeper, within the file, and SVG in SVG")
  func pictures() throws {
    let data = DataAddress.make(type: "image/png", Self.png)
    let inner = file(
      "<image width='20' height='10' xlink:href='b%20c.png' preserveAspectRatio='none'/>")
    let shelf = Shelf(
      [
        "a/beside.svg": file(image("two.png")), "a/file.svg": file(image("file:///b/two.png")),
        "a/within.svg": file(image(data)), "a/nested.svg": file(image("in/inner.svg")),
        "a/in/inner.svg": inner,
      ], ["a/two.png": Self.png, "/b/two.png": Self.png, "a/in/b c.png": Self.png])
    for name in ["beside", "file", "within", "nested"] {
      let drawn = try Drawn(try shelf.svg("a/\(name).svg").image, 20, 10)
      #expect(drawn[2, 5] == .red && drawn[17, 5] == .blue, "\(name)")
    }
    #expect(
      shelf.opened == [
        "a/beside.svg", "a/two.png", "a/file.svg", "/b/two.png", "a/within.svg", "a/nested.svg",
        "a/in/inner.svg", "a/in/b c.png",
      ])
  }

  @Test(
    "what is refused is named, and why",
    arguments: [
      ("<image href='../../etc/shadow.png'/>", "refers to '../../etc/shadow.png'. Cannot open"),
      (
        "<image href='https://example.org/a.png'/>",
        "refers to 'https://example.org/a.png', and only files"
      ),
      (
        "<image xlink:href='ftp://example.org/a.png'/>", "'ftp://example.org/a.png', and only files"
      ),
      ("<feImage href='missing.png'/>", "refers to 'missing.png'. Cannot open 'a/missing.png'"),
      (
        "<image href='text.txt'/>",
        "refers to 'text.txt', and that is none of PNG, JPEG, GIF and SVG"
      ),
      (
        "<use href='other.svg#part'/>",
        "refers to 'other.svg#part', and only whole pictures of other files"
      ),
      (
        "<rect fill='url(other.svg#paint)'/>",
        "refers to 'other.svg#paint', and what styles refer to"
      ),
      ("<rect style='filter: URL( \"x.svg#f\" )'/>", "refers to 'x.svg#f'"),
      (
        "<style>@import url(https://example.org/f.css);</style>",
        "refers to 'url(https://example.org/f.css)'"
      ),
      ("<style>@font-face { src: url(font.woff) }</style>", "refers to 'font.woff'"),
      ("<?xml-stylesheet href='a.css'?>", "style sheets are not read"),
      (
        "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='/etc/passwd'/>",
        "it includes other texts"
      ),
      ("<image href='data:image/png;base64,@@'/>", "the data of a picture in it is malformed"),
      (
        "<image href='data:image/svg+xml,%3Csvg%3E%3Cimage href=%22a.png%22/%3E%3C/svg%3E'/>",
        "a text without a file of its own has no folder"
      ),
    ])
  func refused(body: String, message: String) {
    let found = error(file(body), ["a/text.txt": Array("words".utf8)])
    #expect(found.contains(message) && found.contains("a/logo.svg"), "\(found)")
  }

  @Test(
    "data in Base64, with white space and without its filling",
    arguments: [
      ("AAEC", [0, 1, 2]), ("AAE=", [0, 1]), ("AAE", [0, 1]), ("AA==", [0]), ("AA", [0]), ("", []),
      ("A A\nE C", [0, 1, 2]), ("%2B%2F8=", [251, 255]), ("+/8=", [251, 255]),
      ("A", nil), ("AA=E", nil), ("AA-_", nil), ("A@EC", nil),
    ] as [(String, [UInt8]?)])
  func base64(_ text: String, _ bytes: [UInt8]?) {
    #expect(DataAddress.bytes(of: "data:image/png;base64,\(text)") == bytes)
  }

  @Test("data is written as it is read", arguments: 0..<5) func base64(_ count: UInt8) {
    let bytes = Array(250..<250 + count)
    let address = DataAddress.make(type: "image/png", bytes)
    #expect(address.utf8.count == 22 + (Int(count) + 2) / 3 * 4)
    #expect(DataAddress.bytes(of: address) == bytes)
  }

  @Test("links and scripts show nothing and lead nowhere")
  func links() throws {
    let body =
      "<a href='https://example.org/'><rect width='20' height='10' fill='red'/></a>"
      + "<script href='https://example.org/x.js'><![CDATA[ if (a < b) alert('</a>') ]]></script>"
    let shelf = Shelf(["a.svg": file(body)])
    #expect(try Drawn(try shelf.svg("a.svg").image, 20, 10).area == 200)
    #expect(shelf.opened == ["a.svg"])
  }

  @Test(
    "entities of other files are refused, those of the file itself are plain and few",
    arguments: [
      (
        "<!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>", "&x;",
        "the entity 'x' stands in another file"
      ),
      (
        "<!DOCTYPE svg [<!ENTITY x PUBLIC '-//X//' 'http://example.org/x'>]>", "&x;",
        "the entity 'x' stands in another file"
      ),
      (
        "<!DOCTYPE svg [<!ENTITY % x SYSTEM 'http://example.org/x.dtd'> %x;]>", "",
        "expected a name"
      ),
      (
        "<!DOCTYPE svg [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'>]>", "&b;",
        "the entity 'b' is made of others"
      ),
      (
        "<!DOCTYPE svg [<!ENTITY a '<image href=\"/etc/passwd\"/>'>]>", "&a;",
        "the entity 'a' is made of others"
      ),
      ("", "&nothing;", "expected an entity that the file defines, not '&nothing;'"),
      ("", "&#0;", "expected the number of a character"),
      ("", "AT&T", "expected '&amp;' in place of '&'"),
    ])
  func entities(type: String, text: String, message: String) {
    let found = error(type + file("<text>\(text)</text>"))
    #expect(found.contains(message) && found.contains("a/logo.svg"), "\(found)")
  }

  @Test("an entity that repeats itself for ever ends in a sentence")
  func repeatedEntity() {
    let type = "<!DOCTYPE svg [<!ENTITY a '\(String(repeating: "a", count: 4000))'>]>"
    let found = error(type + file("<text>\(String(repeating: "&a;", count: 1000))</text>"))
    #expect(found.contains("its entities make it too long"), "\(found)")
  }

  @Test("names as drawing programs write them are read")
  func plainEntities() throws {
    let text =
      "\u{FEFF}<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!-- made by hand -->\n"
      + "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://www.w3.org/x.dtd\" [\n"
      + "<!ENTITY ns \"http://www.w3.org/2000/svg\">\n<!ELEMENT x ANY>]>\n"
      + "<svg xmlns=\"&ns;\" width=\"4\" height=\"4\"><rect width='4' height='4' fill='&#x72;ed'/></svg>"
    #expect(
      try Drawn(try Shelf(["a.svg": text]).svg("a.svg").image, 4, 4).pixels.allSatisfy {
        $0 == .red
      })
    let latin =
      Array("<?xml version='1.0' encoding='ISO-8859-1'?>".utf8)
      + Array(file("<rect id='caf").utf8.dropLast(6)) + [0xE9]
      + Array("' width='9' height='9'/></svg>".utf8)
    #expect(try Drawn(try Shelf([:], ["b.svg": latin]).svg("b.svg").image, 20, 10).area == 81)
  }

  @Test(
    "what is too much ends in a sentence",
    arguments: [
      ("elements", "more than 200000 elements"), ("depth", "nested more than 200 deep"),
      ("size", "100000x10 pixels large"), ("bomb", "a picture in it is 30000x30000 pixels large"),
      ("itself", "SVG files are nested in SVG files more than 4 deep"),
      ("uses", "Cannot draw 'a/logo.svg'"),
      ("gzip", "packed with gzip"), ("utf16", "written in UTF-16"),
      ("html", "outermost element is 'html'"),
      ("nothing", "it holds no elements"), ("open", "Cannot use 'a/logo.svg' as SVG"),
      ("wrong end", "'</b>' ends an element that is not open"), ("no size", "it has no size"),
    ])
  func limits(kind: String, message: String) {
    let found = error(sample(kind), bytes(kind))
    #expect(found.contains(message) && found.contains("a/logo.svg"), "\(found)")
  }

  /// A PNG that says it has 900 million pixels.
  private static var bomb: [UInt8] {
    var bytes = png
    bytes.replaceSubrange(16..<24, with: [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30])
    return bytes
  }

  private func bytes(_ kind: String) -> [String: [UInt8]] {
    switch kind {
    case "bomb": ["a/big.png": Self.bomb]
    case "gzip": ["a/logo.svg": [0x1F, 0x8B, 8, 0]]
    case "utf16": ["a/logo.svg": [0xFF, 0xFE, 0x3C, 0]]
    default: [:]
    }
  }

  private func sample(_ kind: String) -> String {
    switch kind {
    case "elements": return file(String(repeating: "<g/>", count: 200_001))
    case "depth":
      let count = 250
      return file(String(repeating: "<g>", count: count) + String(repeating: "</g>", count: count))
    case "size": return "<svg xmlns='http://www.w3.org/2000/svg' width='100000' height='10'/>"
    case "bomb": return file(image("big.png"))
    case "itself": return file(image("logo.svg"))
    case "uses":
      let levels = (1...12).map { level in
        "<g id='l\(level)'>"
          + String(repeating: "<use href='#l\(level - 1)'/>", count: 10) + "</g>"
      }
      return file(
        "<defs><rect id='l0' width='1' height='1'/>\(levels.joined())</defs><use href='#l12'/>")
    case "html": return "<html/>"
    case "nothing": return " <!-- nothing --> "
    case "open": return Self.head + "<g>"
    case "wrong end": return file("<a></b>")
    default: return "<svg xmlns='http://www.w3.org/2000/svg'/>"
    }
  }

  @Test("a damaged file is drawn or refused, never more", arguments: 0..<8)
  func damaged(seed: UInt64) {
    var dice = Dice(seed)
    let original = Array(
      file(
        "<defs><linearGradient id='g'><stop offset='0.5' stop-color='#f00'/></linearGradient>"
          + "<filter id='f'><feGaussianBlur stdDeviation='1.5'/></filter></defs>"
          + "<g transform='rotate(20 5 5) scale(1.5)' filter='url(#f)'><path d='M1 1C2 3 4 5 6 7z' "
          + "stroke-dasharray='2 1' stroke='url(#g)'/><use href='#f'/></g>"
          + "<text x='1' y='8' font-size='6'>&amp;Ab</text>\(image("two.png"))"
      ).utf8)
    for _ in 0..<40 {
      let shelf = Shelf([:], ["a/logo.svg": original.mutated(&dice), "a/two.png": Self.png])
      do {
        let drawing = try shelf.svg("a/logo.svg")
        guard drawing.box.size.width < 4000, drawing.box.size.height < 4000 else { continue }
        _ = try drawing.raster(scale: 1)
      } catch let error as MoonreelError {
        #expect(error.message.contains("a/logo.svg"), "\(error)")
      } catch {
        Issue.record("\(error)")
      }
    }
  }
}
