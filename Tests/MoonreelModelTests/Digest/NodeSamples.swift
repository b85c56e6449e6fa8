// SPDX-License-Identifier: MIT

import MoonreelCore

@testable import MoonreelModel

/// The kinds of nodes, with a sample of each. A kind that is added to ``Image/Node`` has to be added here before
/// anything compiles.
enum NodeSample: String, CaseIterable {
  case empty, frame, color, linearGradient, radialGradient, checker, noise, testCard, shape, drawing
  case transform, projection, tile, crop, clampToEdges, opacity, over, dissolve
  case colorMatrix, colorPolynomial, gamma, lookup, gaussianBlur, boxBlur, pixelate
  case kernel, samplingKernel

  /// The kind of `node`.
  init(of node: Image.Node) {
    self =
      switch node {
      case .empty: .empty
      case .frame: .frame
      case .color: .color
      case .pattern(.linearGradient): .linearGradient
      case .pattern(.radialGradient): .radialGradient
      case .pattern(.checker): .checker
      case .pattern(.noise): .noise
      case .pattern(.testCard): .testCard
      case .shape: .shape
      case .drawing: .drawing
      case .transform: .transform
      case .projection: .projection
      case .tile: .tile
      case .crop: .crop
      case .clampToEdges: .clampToEdges
      case .opacity: .opacity
      case .over: .over
      case .dissolve: .dissolve
      case .adjustment(_, .matrix): .colorMatrix
      case .adjustment(_, .polynomial): .colorPolynomial
      case .adjustment(_, .gamma): .gamma
      case .adjustment(_, .lookup): .lookup
      case .filter(_, .gaussianBlur): .gaussianBlur
      case .filter(_, .boxBlur): .boxBlur
      case .filter(_, .pixelate): .pixelate
      case .kernel: .kernel
      case .samplingKernel: .samplingKernel
      }
  }

  /// A node of the kind, and others that differ from it in one number or input each.
  var sweep: DigestSweep<Image.Node> {
    get throws {
      let all = try nodes
      return DigestSweep(rawValue, all[0], others: Array(all.dropFirst()))
    }
  }

  private var nodes: [Image.Node] {
    get throws {
      switch self {
      case .empty: [.empty]
      case .frame: [1, 2].map { .frame(Self.frame($0)) }
      case .drawing: [1, 2].map { .drawing(NumberedDrawing(number: $0)) }
      case .color: Self.colors
      case .linearGradient: Self.linearGradients
      case .radialGradient: Self.radialGradients
      case .checker: Self.checkers
      case .noise: [1, 2].map { .pattern(.noise(seed: $0)) }
      case .testCard:
        Self.one([16, 9, 0.5]).map {
          .pattern(.testCard(size: Size($0[0], $0[1]), phase: $0[2]))
        }
      case .shape: Self.shapes
      case .transform: Self.transforms
      case .projection: Self.projections
      case .tile:
        [
          .tile(Self.a, mirrors: false), .tile(Self.a, mirrors: true),
          .tile(Self.b, mirrors: false),
        ]
      case .crop: Self.crops
      case .clampToEdges: [.clampToEdges(Self.a), .clampToEdges(Self.b)]
      case .opacity: Self.one([0.5]).map { .opacity(Self.a, $0[0]) } + [.opacity(Self.b, 0.5)]
      case .over: Self.pairs.map { .over($0, $1) }
      case .dissolve:
        Self.pairs.map { .dissolve($0, $1, amount: 0.5) } + [
          .dissolve(Self.a, Self.b, amount: 0.25)
        ]
      case .colorMatrix: Self.matrices
      case .colorPolynomial: Self.polynomials
      case .gamma:
        Self.one([2]).map { .adjustment(Self.a, .gamma($0[0])) } + [.adjustment(Self.b, .gamma(2))]
      case .lookup: try Self.lookups
      case .gaussianBlur:
        Self.one([2, 3]).map {
          .filter(Self.a, .gaussianBlur(sigmaX: $0[0], sigmaY: $0[1]))
        } + [.filter(Self.b, .gaussianBlur(sigmaX: 2, sigmaY: 3))]
      case .boxBlur:
        Self.one([2]).map { .filter(Self.a, .boxBlur(radius: $0[0])) }
          + [.filter(Self.b, .boxBlur(radius: 2))]
      case .pixelate: Self.cells
      case .kernel: Self.kernelUses
      case .samplingKernel: Self.readingUses
      }
    }
  }

  // MARK: Parts

  static let (a, b) = (Image(color: Color(0.1, 0.2, 0.3, 0.4)), Image(color: .white))
  /// Two inputs, and others that differ in one or both.
  static let pairs = [(a, b), (b, b), (a, a), (b, a)]
  static let (tinted, otherTinted) = (tint("tint", 1.5), tint("tint", 1.25))
  static let (reading, otherReading) = (moved("moved", 2), moved("moved", 3))

  static func tint(_ name: String, _ literal: Float) -> PixelKernel {
    PixelKernel(name, inputs: 2, numbers: 2) { kernel in
      let (pixel, other) = (kernel.input(0), kernel.input(1))
      return KernelPixel(
        pixel.red * literal, other.green * kernel.number(0), pixel.blue * kernel.number(1),
        pixel.alpha)
    }
  }

  static func moved(_ name: String, _ literal: Float) -> PixelKernel {
    PixelKernel(name, inputs: 2, numbers: 2) { kernel in
      kernel.sample(0, kernel.x + kernel.literal(Double(literal)), kernel.y * kernel.number(0))
    }
  }

  static func frame(_ pixel: UInt8) -> FrameBuffer {
    FrameBuffer(format: .gray(), size: PixelSize(1, 1), color: .srgb) {
      $0[0].base.storeBytes(of: pixel, as: UInt8.self)
    }
  }

  /// `numbers`, and the same with each changed in turn by the least that is possible.
  static func one<Number: BinaryFloatingPoint>(_ numbers: [Number]) -> [[Number]] {
    [numbers]
      + numbers.indices.map { index in
        var changed = numbers
        changed[index] = numbers[index].nextUp
        return changed
      }
  }
}

/// A drawing that says what it draws.
struct NumberedDrawing: Drawing {
  var number: UInt8
  var extent: Rect { Rect(x: 0, y: 0, width: 1, height: 1) }
  var box: Rect { extent }
  var digest: Digest? { Digest(of: [number]) }
  func raster(scale: Double) throws -> DrawingRaster {
    DrawingRaster(buffer: NodeSample.frame(number), scale: scale, originX: 0, originY: 0)
  }
}

/// A drawing that cannot say what it draws.
struct UnknownDrawing: Drawing {
  var extent: Rect { .zero }
  var box: Rect { .zero }
  var digest: Digest? { nil }
  func raster(scale: Double) throws -> DrawingRaster {
    DrawingRaster(buffer: NodeSample.frame(0), scale: scale, originX: 0, originY: 0)
  }
}
