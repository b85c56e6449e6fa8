// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelModel

/// What the digest of a picture tells apart, and what it does not.
struct PictureDigestTests {
  @Test("every number and input of every kind of node counts, and no two kinds are alike")
  func everyParameterCounts() throws {
    var owners: [Digest: String] = [:]
    for kind in NodeSample.allCases {
      let sweep = try kind.sweep
      let nodes = [sweep.base] + sweep.changed
      #expect(
        nodes.allSatisfy { NodeSample(of: $0) == kind }, "\(kind) has samples of another kind")
      for digest in try sweep.check({ Image($0).digest }) {
        #expect(owners[digest] == nil, "\(kind) collides with \(owners[digest] ?? "")")
        owners[digest] = kind.rawValue
      }
    }
    #expect(owners.count > NodeSample.allCases.count * 4)
  }

  @Test func graphsMadeAlikeAreEqual() throws {
    for kind in NodeSample.allCases where kind != .frame {
      let (first, second) = (try kind.sweep, try kind.sweep)
      #expect(Image(first.base).digest == Image(second.base).digest, "\(kind)")
    }
    // By their pixels.
    let frames = [NodeSample.frame(7), NodeSample.frame(7)]
    #expect(Image(.frame(frames[0])).digest == Image(.frame(frames[1])).digest)
  }

  /// Digests of a process that ended long ago: they may change only with the number in ``DigestWriter``.
  static let recorded: [(String, String)] = [
    ("empty", "af7d96f12dc8e1aa4406e2055e7f98207d46fcd094972122580d43a7c21f1f86"),
    ("frame", "17624f57282001bd46a2336466a5eeae7917169fdf978e1910f37415aa9f680d"),
    ("color", "250cea2706f4bf6662b9f94e7195d0616e971ee5371e4ed98ecbc8122faa3492"),
    ("linearGradient", "9bd19181d7342255dd1d8b1522c7d39bc8d54054a3fda15126d982d400ce6c41"),
    ("radialGradient", "514c7033bc243bd9c4af27993d7d7237a13714a94530ddc13a1e355f015888e2"),
    ("checker", "d4ffd54e1813705851a2e7ca09d5b6f4977516e5905c381880abf9f373fac758"),
    ("noise", "626c53098662115290cb22c8366bcd1ea2a0796c217aaea632fa861dc9519c97"),
    ("testCard", "4d3cf0e648970f57cffde140dad35a1ac7185c7ea75371ec6e996a947f6a0134"),
    ("shape", "bfcdff5cdf721e9499ac71d97311a7038b11f9c79aa81b920a8b27fe54cdfb3b"),
    ("drawing", "f8b5d9e586c8a02977a96ef9b7f4341ec1cfe0e9d5d1872a05c8e8ae6e3073a5"),
    ("transform", "1851bf380b95bd65729f8e46f71f2e10ef61b5a0c055cfdbe8a19e4e3b784ac0"),
    ("projection", "bf14001a5e874ed6a7a6964f5f3626d34b46c28d531ccc9d81e5649d2f334799"),
    ("tile", "acebafcb38036a293afe0af65b623fa9fa9fc05a0c7bb62819d694464c939d8e"),
    ("crop", "6abf58b1ff0bc6575e095541f32347a22b65a04b38fcf4748b2cbe6938b70f68"),
    ("clampToEdges", "a6fd5634390766b7a72a6dac2dbd6b9befaafb5a1e7277d4b379e3542a1835f9"),
    ("opacity", "f39087be00a87da97860a42cf8202b6a5954f7796563baa2a6015ff1f95577af"),
    ("over", "fe2dc7a5efc9ce45fd6e9311dde4ab481312c5e322d37cbf2d77bd41c05a227a"),
    ("dissolve", "74f3931fcf1bcf5ca2b31d657684ed8939723f778910106e6d632bef871866a7"),
    ("colorMatrix", "972e3e74c26ef5ed15d66fb00b21c3ef8ac04754b5ba84e95a7bd8843a9b6ab4"),
    ("colorPolynomial", "a4e905f9606440d9692b5f63ca4c6a8ce42f5634292cd81a6a6c2973fdb76cf6"),
    ("gamma", "836cf20f63114c639a78efe77d9e7cc3bfb96a7be2bbdaf752c7ad6f9df93318"),
    ("lookup", "473d95f45869c0d3935275932d029b8a785cf26beb749f0c4f3c3edba73d261b"),
    ("gaussianBlur", "a568307407868877eac9006e4550c8b8c50f3ad7283c090ab2c4d167885beab9"),
    ("boxBlur", "cbec98af430bd9761a6a91761df35c6970e749479e5fcd6347f5dd575e22ef90"),
    ("pixelate", "1eb457e8c1ba757e0f431574f6d862af8628635c4b9fc53c2fa6cf124d0229fd"),
    ("kernel", "d386b49dcfa8cc31ab6f9f59a94cb884c73472389ebb6af22cbd37168d3fd07b"),
    ("samplingKernel", "765053cda8e8da21cdc4e50886bcb250b15d28260c693740ff31e8ea934c21fd"),
  ]

  @Test("the same in every process", arguments: recorded)
  func recordedDigests(_ name: String, _ digest: String) throws {
    let kind = try #require(NodeSample(rawValue: name))
    #expect(Image(try kind.sweep.base).digest?.description == digest)
  }

  @Test func everyKindIsRecorded() {
    #expect(Self.recorded.map(\.0) == NodeSample.allCases.map(\.rawValue))
  }

  @Test func sharingAndDepthCostNothing() throws {
    var shared = NodeSample.a
    for _ in 0..<200 { shared = shared.over(shared) }
    #expect(try #require(shared.digest) != NodeSample.a.digest)
    var deep = NodeSample.a
    for _ in 0..<50_000 { deep = Image(.clampToEdges(deep)) }
    #expect(deep.digest != nil)
  }

  @Test func sharedAndRepeatedInputsAreTheSamePicture() {
    let one = NodeSample.a.opacity(0.5)
    let again = NodeSample.a.opacity(0.5)
    #expect(one.over(one).digest == one.over(again).digest)
  }

  @Test func anUnknownDrawingHasNoDigestAndGivesNone() {
    let unknown = Image(.drawing(UnknownDrawing()))
    #expect(unknown.digest == nil)
    #expect(NodeSample.a.over(unknown.opacity(0.5)).digest == nil)
    #expect(unknown.over(NodeSample.a).digest == nil)
  }

  @Test func signsOfZeroAndKindsOfNothingDiffer() {
    func faded(_ factor: Float) -> Image { Image(.opacity(NodeSample.a, factor)) }
    #expect(faded(0).digest != faded(-0.0).digest)
    #expect(faded(.nan).digest == faded(.nan).digest)
  }

  @Test func placesOfLayersAreNoPartOfAPicture() {
    let node = Image.Node.color(.white)
    let box = Rect(x: 1, y: 2, width: 3, height: 4)
    #expect(Image(node).digest == Image(node, placedBy: box).digest)
  }

  // MARK: Tables and kernels

  @Test func tablesGoByTheirEntries() throws {
    func table(
      _ shape: LookupTable.Shape = .curves, changing index: Int? = nil, high: Float = 1,
      low: Float = 0
    ) throws -> Digest {
      var colors = (0..<8).map { SIMD3(Float($0), 1, 2) }
      if let index { colors[index].z += 0.5 }
      return try LookupTable(
        shape, size: shape == .cube ? 2 : 8, colors: colors, low: SIMD3(low, 0, 0),
        high: SIMD3(1, high, 1)
      ).digest
    }
    #expect(try table() == table())
    let all = try [
      table(), table(.cube), table(changing: 0), table(changing: 7), table(high: 2), table(low: -1),
    ]
    #expect(Set(all).count == all.count)
  }

  @Test func kernelsGoByTheirProgramAndNotByTheirName() throws {
    let (one, same, other) = (
      NodeSample.tint("one", 2), NodeSample.tint("two", 2), NodeSample.tint("one", 3)
    )
    #expect(one.digest == same.digest)
    #expect(one.digest != other.digest)
    let extents: [PixelKernel.Extent] = [
      .union, .intersection, .everywhere, .input(0), .input(1), .grown(0), .grown(1),
    ]
    func kernel(_ extent: PixelKernel.Extent, inputs: Int = 2, numbers: Int = 0) -> PixelKernel {
      PixelKernel("copy", inputs: inputs, numbers: numbers, extent: extent) { $0.input(0) }
    }
    let swapped = PixelKernel("swap", inputs: 2) { recorder in
      let pixel = recorder.input(0)
      return KernelPixel(pixel.green, pixel.red, pixel.blue, pixel.alpha)
    }
    let all =
      extents.map { kernel($0) } + [kernel(.union, inputs: 3), kernel(.union, numbers: 1), swapped]
    #expect(Set(all.map(\.digest)).count == all.count)
  }

  @Test func everyOperationOfAKernelCounts() {
    let sources: [PixelKernel.Operation] = [
      .input(0, component: 0), .sample(0, component: 0), .number(0), .literal(0), .x, .y,
    ]
    let operations = sources + ScalarOperation.all.map { .computed($0) }
    var steps = operations.flatMap { operation in
      [[], [0], [1], [0, 1]].map { PixelKernel.Step(operation: operation, operands: $0) }
    }
    let more: [PixelKernel.Operation] = [
      .input(1, component: 0), .input(0, component: 1), .sample(1, component: 0),
      .sample(0, component: 1), .number(1), .literal(1),
    ]
    steps += more.map { .init(operation: $0, operands: []) }
    #expect(Set(steps.map { DigestWriter("step", $0).digest }).count == steps.count)
    #expect(operations.count >= 22)
  }
}
