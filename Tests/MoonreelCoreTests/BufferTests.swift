// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@Suite struct Buffers {
  /// A format, a size, and for each plane samples across, down, and bytes a sample.
  static let layouts: [(PixelFormat, PixelSize, [[Int]])] = [
    (.yuv420(), PixelSize(1920, 1080), [[1920, 1080, 1], [960, 540, 1], [960, 540, 1]]),
    (.yuv420(), PixelSize(1, 1), [[1, 1, 1], [1, 1, 1], [1, 1, 1]]),
    (.yuv420(10), PixelSize(5, 3), [[5, 3, 2], [3, 2, 2], [3, 2, 2]]),
    (
      .yuv420(8, alpha: true), PixelSize(5, 3),
      [[5, 3, 1], [3, 2, 1], [3, 2, 1], [5, 3, 1]]
    ),
    (.yuv422(12), PixelSize(7, 5), [[7, 5, 2], [4, 5, 2], [4, 5, 2]]),
    (.yuv444(), PixelSize(7, 5), [[7, 5, 1], [7, 5, 1], [7, 5, 1]]),
    (.nv12, PixelSize(5, 3), [[5, 3, 1], [3, 2, 2]]),
    (.p010, PixelSize(5, 3), [[5, 3, 2], [3, 2, 4]]),
    (.rgba, PixelSize(5, 3), [[5, 3, 4]]),
    (.rgb24, PixelSize(5, 3), [[5, 3, 3]]),
    (.rgba64, PixelSize(5, 3), [[5, 3, 8]]),
    (.gbr(16, alpha: true), PixelSize(5, 3), [[5, 3, 2], [5, 3, 2], [5, 3, 2], [5, 3, 2]]),
    (.gray(), PixelSize(5, 3), [[5, 3, 1]]),
    (.floatGBRA, PixelSize(5, 3), [[5, 3, 4], [5, 3, 4], [5, 3, 4], [5, 3, 4]]),
  ]

  @Test("Planes", arguments: layouts)
  func planes(_ format: PixelFormat, _ size: PixelSize, _ expected: [[Int]]) {
    var filled: [[Int]] = []
    let buffer = FrameBuffer(format: format, size: size, color: .bt709) { planes in
      for (index, plane) in planes.enumerated() {
        let bytes =
          format.bytesPerComponent * format.componentsPerSample(inPlane: index)
        filled.append([plane.size.width, plane.size.height, bytes])
        // Touch every byte of every row: the sanitizers see what is outside.
        for row in 0..<plane.size.height {
          let start = plane.base + row * plane.strideBytes
          start.initializeMemory(as: UInt8.self, repeating: 0xFF, count: plane.size.width * bytes)
        }
      }
    }
    #expect(filled == expected)
    #expect(buffer.planes.count == format.planeCount)
    for plane in buffer.planes {
      #expect(Int(bitPattern: plane.base) % 64 == 0)
      #expect(plane.strideBytes % 64 == 0)
    }
  }

  @Test func planesDoNotOverlapAndBeginAtZero() {
    let buffer = FrameBuffer(format: .yuv420(), size: PixelSize(33, 17), color: .bt709) { planes in
      #expect(planes[2].base.loadUnaligned(as: UInt64.self) == 0)
      for (index, plane) in planes.enumerated() {
        let bytes = plane.strideBytes * plane.size.height
        plane.base.initializeMemory(as: UInt8.self, repeating: UInt8(index + 1), count: bytes)
      }
    }
    for (index, plane) in buffer.planes.enumerated() {
      let bytes = UnsafeRawBufferPointer(
        start: plane.base, count: plane.strideBytes * plane.size.height)
      #expect(bytes.allSatisfy { $0 == UInt8(index + 1) })
    }
  }

  @Test func memoryOfOthersIsKeptAlive() {
    final class Owner {}
    var owner: Owner? = Owner()
    weak let watched = owner
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)
    defer { memory.deallocate() }
    do {
      let plane = FrameBuffer.Plane(base: memory, strideBytes: 8, size: PixelSize(8, 8))
      let buffer = FrameBuffer(
        format: .gray(), size: PixelSize(8, 8), color: .srgb, planes: [plane],
        owner: owner ?? Owner())
      owner = nil
      #expect(watched != nil)
      #expect(buffer.owner === watched)
    }
    #expect(watched == nil)
  }

  @Test func soundBlocks() {
    let silence = SampleBuffer(sampleRate: 44100, channelCount: 3, frameCount: 5)
    #expect(silence.frameCount == 5)
    #expect(silence.channels == Array(repeating: [0, 0, 0, 0, 0], count: 3))
    #expect(SampleBuffer(sampleRate: 8000, channels: []).frameCount == 0)
    #expect(ChannelLayout.named.map(\.layout.count) == [1, 2, 4, 6, 8])
    #expect(ChannelLayout.named.allSatisfy { $0.layout.name == $0.name })
    #expect(ChannelLayout(channels: ["FL", "LFE"]).name == "FL+LFE")
  }
}

@Suite struct Logs {
  @Test func warningsAreCounted() {
    let log = WarningLog()
    log.warn("a")
    log.warn("b", count: 3)
    log.warn("a")
    #expect(log.all.map(\.message) == ["a", "b"])
    #expect(log.all.map(\.count) == [2, 3])
  }

  @Test func cancellationThrowsOnce() {
    let flag = CancellationFlag()
    #expect(refusal { try flag.check() } == nil)
    flag.cancel()
    #expect(flag.isCancelled)
    #expect(refusal { try flag.check() } == "Cancelled.")
  }

  @Test func errorsReadAsSentences() {
    let error = MoonreelError(.fileAccess, "Cannot open 'x'.", cause: "no such file")
    #expect("\(error)" == "Cannot open 'x'. (no such file)")
    #expect("\(MoonreelError(.script, "No."))" == "No.")
  }

  @Test(
    "JSON",
    arguments: [
      (JSONValue.null, "null"), (.bool(true), "true"), (.integer(.min), "-9223372036854775808"),
      (.number(0.1), "0.1"), (.number(5), "5"), (.number(-0.0), "0"), (.number(1e300), "1e+300"),
      (.number(.nan), "null"), (.string("a\"\\\n\u{1}é🎬/"), #""a\"\\\n\u0001é🎬/""#),
      (.array([]), "[]"), (.object([]), "{}"),
      (
        .object([.init("b", .array([.integer(1), .null])), .init("a", .bool(false))]),
        #"{"b":[1,null],"a":false}"#
      ),
    ])
  func json(_ value: JSONValue, _ expected: String) {
    #expect(value.compactText == expected)
  }

  @Test func prettyJSON() {
    let value = JSONValue.object([
      .init("a", .array([.integer(1), .array([])])), .init("b", .null),
    ])
    #expect(value.prettyText == "{\n  \"a\": [\n    1,\n    []\n  ],\n  \"b\": null\n}")
  }

  @Test func blocksThatNoFrameAsksForAreLetGo() {
    let memory = BlockMemory(limit: 1 << 20)
    let (small, large) = (memory.take(8192), memory.take(65536))
    memory.give(small.memory, small.size)
    memory.give(large.memory, large.size)
    #expect(memory.byteCount == 8192 + 65536)
    for _ in 0..<5 {
      memory.endFrame()
      let block = memory.take(8192)
      #expect(block == small, "what each frame takes stays")
      memory.give(block.memory, block.size)
    }
    #expect(memory.byteCount == 8192, "what none took is gone")
  }

  @Test func moreBlocksThanTheLimitAreNotKept() {
    let memory = BlockMemory(limit: 3 << 12)
    let blocks = (0..<5).map { _ in memory.take(4096) }
    for block in blocks { memory.give(block.memory, block.size) }
    #expect(memory.byteCount <= 3 << 12)
    let huge = memory.take(1 << 20)
    memory.give(huge.memory, huge.size)
    #expect(memory.byteCount <= 3 << 12)
  }

  @Test func aBlockMayBeUpToTwiceAsLarge() {
    let memory = BlockMemory(limit: 1 << 20)
    let blocks = [4096, 16384, 65536].map { memory.take($0) }
    for block in blocks { memory.give(block.memory, block.size) }
    // The smallest that is large enough; what is more than twice as large stays for others.
    let (first, second) = (memory.take(12288), memory.take(20480))
    #expect(first == blocks[1] && second.size == 20480)
    #expect(memory.byteCount == 4096 + 65536)
    memory.give(first.memory, first.size)
    memory.give(second.memory, second.size)
    #expect(memory.byteCount == 4096 + 16384 + 20480 + 65536)
  }
}
