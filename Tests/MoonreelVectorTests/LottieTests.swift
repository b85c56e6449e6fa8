// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelVector

/// Lottie animations: what is drawn when, and what is refused.
@Suite("Lottie") struct LottieTests {
  private func source(_ text: String, looping: Bool = false) throws -> LottieSource {
    try LottieSource(try LottieContent(text: text, name: "test.json"), isLooping: looping)
  }

  private func drawn(
    _ source: LottieSource, frame: Int64, scale: Double = 1, threads: Int = 1
  ) throws -> Drawn {
    let time = source.content.frameRate.time(ofFrame: frame)
    let context = FrameContext(time: time, frameIndex: frame, size: source.naturalSize.size)
    let size = source.naturalSize
    return try Drawn(
      try source.image(at: time, in: context), Int(Double(size.width) * scale),
      Int(Double(size.height) * scale), scale: scale, threads: threads)
  }

  @Test("size, rate and duration are the file's")
  func properties() throws {
    let source = try source(Lottie.film([Lottie.square()], rate: 29.9700012207031, end: 45))
    #expect(source.naturalSize == PixelSize(64, 64))
    #expect(source.frameRate == (try FrameRate(30000, 1001)))
    #expect(source.duration == (try FrameRate(30000, 1001)).time(ofFrame: 45))
    #expect(try self.source(Lottie.film([Lottie.square()]), looping: true).duration == nil)
  }

  @Test("each frame has a digest, the same for texts that are alike")
  func digests() throws {
    func digest(_ end: Int, frame: Int64) throws -> Digest {
      let source = try source(Lottie.film([Lottie.square()], end: end))
      let time = source.content.frameRate.time(ofFrame: frame)
      let context = FrameContext(time: time, frameIndex: frame, size: source.naturalSize.size)
      return try #require(try source.image(at: time, in: context).digest)
    }
    #expect(try digest(11, frame: 3) == digest(11, frame: 3))
    let all = try [digest(11, frame: 3), digest(11, frame: 4), digest(12, frame: 3)]
    #expect(Set(all).count == all.count)
  }

  @Test("shapes move from keyframe to keyframe, frame by frame", arguments: [0.5, 1, 2.5])
  func movement(scale: Double) throws {
    let moving = Lottie.square(position: Lottie.keys([(0, "[8,32]"), (10, "[58,32]")]))
    let source = try source(Lottie.film([moving], end: 11))
    for frame: Int64 in [0, 5, 10] {
      let drawn = try drawn(source, frame: frame, scale: scale)
      let middle = (8 + 5 * Double(frame)) * scale
      let columns = (0..<drawn.frame.size.width).filter { drawn[$0, Int(32 * scale)].w > 127 }
      let found = Double(columns.first! + columns.last! + 1) / 2
      #expect(abs(found - middle) <= 1, "\(frame): \(found), not \(middle)")
      #expect(abs(drawn.area / (scale * scale) - 100) < 6, "\(drawn.area)")
      #expect(drawn[Int(middle), Int(32 * scale)] == .red)
    }
  }

  @Test("layers turn, and those that move with them", arguments: [false, true])
  func rotation(isAnimated: Bool) throws {
    let turn = isAnimated ? Lottie.keys([(0, "[0]"), (20, "[180]")]) : "{\"k\":90}"
    let bar = Lottie.shapes.replacing("[10,10]", with: "[40,4]")
    let arm = Lottie.layer(bar + ",\"ind\":2").replacing(
      "\"r\":{\"a\":0,\"k\":0}}}", with: "\"r\":\(turn)}}")
    let hand = Lottie.layer(Lottie.shapes + ",\"ind\":1,\"parent\":2", position: "{\"k\":[25,0]}")
    let drawn = try drawn(try source(Lottie.film([hand, arm])), frame: 10)
    // A bar of 40 × 4 pixels, upright, and a square below it where it was to the right.
    #expect(drawn[32, 14] == .red && drawn[32, 50] == .red && drawn[14, 32].w == 0)
    #expect(drawn[32, 57] == .red && drawn[57, 32].w == 0)
  }

  @Test("time outside holds the ends, or begins again")
  func ends() throws {
    let moving = Lottie.square(position: Lottie.keys([(0, "[8,32]"), (10, "[58,32]")]))
    let text = Lottie.film([moving], end: 11)
    let (once, looping) = (try source(text), try source(text, looping: true))
    func left(_ source: LottieSource, _ frame: Int64) throws -> Int {
      let drawn = try drawn(source, frame: frame)
      return (0..<64).first { drawn[$0, 32].w > 127 }!
    }
    #expect(try left(once, -3) == 3 && left(once, 40) == 53)
    #expect(
      try left(looping, 11) == 3 && left(looping, 27) == left(once, 5) && left(looping, -1) == 53)
  }

  @Test("masks, mattes, trims, gradients, repeaters, solids and compositions are drawn")
  func features() throws {
    func drawn(_ layers: [String], assets: String = "[]") throws -> Drawn {
      try self.drawn(try source(Lottie.film(layers, assets: assets)), frame: 0)
    }
    let solid = "\"ty\":1,\"sc\":\"#0000ff\",\"sw\":64,\"sh\":64"
    #expect(try drawn([Lottie.layer(solid)]).pixels.allSatisfy { $0 == .blue })
    let mask =
      "\"masksProperties\":[{\"mode\":\"a\",\"o\":{\"k\":100},\"pt\":{\"k\":"
      + "{\"i\":[[0,0],[0,0],[0,0],[0,0]],\"o\":[[0,0],[0,0],[0,0],[0,0]],"
      + "\"v\":[[0,0],[16,0],[16,64],[0,64]],\"c\":true}}}]"
    #expect(abs(try drawn([Lottie.layer(solid + "," + mask)]).area - 1024) < 8)
    let matte = Lottie.layer(Lottie.shapes + ",\"td\":1", position: "{\"k\":[20,20]}")
    let matted = try drawn([matte, Lottie.layer(solid + ",\"tt\":1")])
    // rlottie's products of eight bits lose a little.
    #expect(matted[20, 20].z > 245 && matted[40, 40].w == 0 && abs(matted.area - 100) < 6)
    let line =
      "\"ty\":4,\"shapes\":[{\"ty\":\"gr\",\"it\":[{\"ty\":\"sh\",\"ks\":{\"k\":{\"i\":[[0,0],[0,0]],\"o\":[[0,0],[0,0]],\"v\":[[-32,0],[32,0]],\"c\":false}}},{\"ty\":\"st\",\"c\":{\"k\":[1,0,0,1]},\"o\":{\"k\":100},\"w\":{\"k\":4}},{\"ty\":\"tr\"}]},{\"ty\":\"tm\",\"s\":{\"k\":0},\"e\":{\"k\":50},\"o\":{\"k\":0}}]"
    let trimmed = try drawn([Lottie.layer(line)])
    #expect(trimmed[10, 32] == .red && trimmed[50, 32].w == 0)
    let gradient =
      "\"ty\":4,\"shapes\":[{\"ty\":\"gr\",\"it\":[{\"ty\":\"rc\",\"s\":{\"k\":[64,64]},\"p\":{\"k\":[0,0]}},{\"ty\":\"gf\",\"t\":1,\"o\":{\"k\":100},\"s\":{\"k\":[-32,0]},\"e\":{\"k\":[32,0]},\"g\":{\"p\":2,\"k\":{\"k\":[0,1,0,0,1,0,0,1]}}},{\"ty\":\"tr\"}]}]"
    let shaded = try drawn([Lottie.layer(gradient)])
    #expect(shaded[2, 9].x > 230 && shaded[61, 9].z > 230 && shaded[32, 9].x < 160)
    let inner = "[{\"id\":\"c\",\"layers\":[\(Lottie.square())]}]"
    let nested = Lottie.layer("\"ty\":0,\"refId\":\"c\",\"w\":64,\"h\":64,\"tm\":{\"k\":0}")
    #expect(abs(try drawn([nested], assets: inner).area - 100) < 6)
    let picture = "[{\"id\":\"p\",\"w\":2,\"h\":1,\"u\":\"\",\"e\":1,\"p\":\"\(Lottie.picture)\"}]"
    let shown = try drawn(
      [
        Lottie.layer(
          "\"ty\":2,\"refId\":\"p\"", scale: "{\"k\":[1600,3200]}", position: "{\"k\":[0,0]}")
      ],
      assets: picture)
    #expect(shown[4, 16].x > 200 && shown[27, 16].z > 200, "\(shown[4, 16]) \(shown[27, 16])")
  }

  @Test("the number of threads changes nothing")
  func threads() throws {
    let source = try source(
      Lottie.film([Lottie.square(position: Lottie.keys([(0, "[8,32]"), (10, "[58,9]")]))]))
    let one = try drawn(source, frame: 3, scale: 3.3)
    #expect(try drawn(source, frame: 3, scale: 3.3, threads: 4).pixels == one.pixels)
  }

  @Test("pictures of other files pass the reader, and nothing else is read")
  func references() throws {
    let film = Lottie.film(
      [Lottie.layer("\"ty\":2,\"refId\":\"p\"")],
      assets: "[{\"id\":\"p\",\"w\":2,\"h\":1,\"u\":\"images/\",\"p\":\"a.png\"}]")
    let png = DataAddress.bytes(of: Lottie.picture)!
    let shelf = Shelf(["a/x.json": film], ["a/images/a.png": png])
    _ = try LottieSource(try LottieContent(path: "a/x.json", read: shelf.read))
    #expect(shelf.opened == ["a/x.json", "a/images/a.png"])
    let none = Shelf(["a/x.json": film])
    let error = #expect(throws: MoonreelError.self) {
      try LottieContent(path: "a/x.json", read: none.read)
    }
    #expect(
      error?.message.contains("refers to 'images/a.png'. Cannot open 'a/images/a.png'") == true)
  }

  @Test("what cannot be drawn is said", arguments: Lottie.mistakes)
  func mistakes(text: String, message: String) {
    let error = #expect(throws: MoonreelError.self) { try source(text) }
    #expect(error?.message.contains(message) == true, "\(String(describing: error))")
    #expect(error?.message.contains("test.json") == true)
  }

  @Test("what is left out is named")
  func ignored() throws {
    let text = Lottie.film([Lottie.layer("\"ty\":5"), Lottie.layer("\"ty\":13"), Lottie.square()])
    let content = try LottieContent(text: text, name: "test.json")
    #expect(content.ignored == ["cameras", "layers of text (turn them into outlines)"])
  }

  @Test("a damaged file is drawn or refused, never more", arguments: 0..<8)
  func damaged(seed: UInt64) {
    var dice = Dice(seed)
    let original = Array(Lottie.everything.utf8)
    for _ in 0..<40 {
      let bytes = original.mutated(&dice)
      do {
        let source = try source(String(decoding: bytes, as: UTF8.self))
        guard source.naturalSize.width < 2000, source.naturalSize.height < 2000 else { continue }
        for frame in [0, 7, 29] as [Int64] { _ = try drawn(source, frame: frame) }
      } catch let error as MoonreelError {
        #expect(error.message.contains("test.json"), "\(error)")
      } catch {
        Issue.record("\(error)")
      }
    }
  }
}
