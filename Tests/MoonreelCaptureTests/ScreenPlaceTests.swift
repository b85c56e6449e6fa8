// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelCapture

@Suite("Places of screens")
struct ScreenPlaceTests {
  @Test(
    "A place is what its text says, and says it again",
    arguments: [
      (":0", ":0", ScreenPlace.Part.whole),
      ("", "", .whole),
      (":1.0", ":1.0", .whole),
      ("host:12", "host:12", .whole),
      (":0+100,50", ":0", .region(x: 100, y: 50, size: nil)),
      ("+100,50", "", .region(x: 100, y: 50, size: nil)),
      (":0+0,0,640x360", ":0", .region(x: 0, y: 0, size: PixelSize(640, 360))),
      (":0/0x1f", ":0", .window(0x1f)),
      (":0/Take 1/2", ":0", .title("Take 1/2")),
      ("/Calculator", "", .title("Calculator")),
    ])
  func reading(text: String, display: String, part: ScreenPlace.Part) throws {
    let place = try #require(ScreenPlace(text))
    #expect(place.display == display)
    #expect(place.part == part)
    #expect(place.text == text)
  }

  @Test(
    "What is no place is none",
    arguments: [
      "0", ":", ":x", ":0+1", ":0+1,2,3", ":0+1,2,0x4", ":0/", ":0+123456,0", ":0 ", "a b:0",
    ])
  func others(text: String) { #expect(ScreenPlace(text) == nil) }
}
