// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel

/// What a source or conversion reads besides its operands; changes from frame to frame.
enum Payload: Hashable {
  case yuv(YUVConversion)
  case ramp(Ramp)
  /// Low and high edge along x, then along y; `nil` where one cannot be seen.
  case box([Ramp?])
  case checker(u: Ramp, v: Ramp, width: Double, height: Double)
  case noise(x: Int, y: Int, seed: UInt32)
  case card(CardShape)
  case path(EdgeList)
  case projection(Projection)
  case plane(PlaneView)
  case gather(PlaneView, FixedMap, SampleTable?)
  case table(LookupTable)
  case sample(SampledPlanes)

  /// Writes the kernel's structure to `memory`; what `PayloadStore.capacity` promises suffices.
  func encode(to memory: UnsafeMutableRawPointer) {
    switch self {
    case .yuv(let conversion): memory.storeBytes(of: conversion.encoded, as: mr_yuv.self)
    case .ramp(let ramp): memory.storeBytes(of: ramp.encoded, as: mr_ramp.self)
    case .box(let edges): memory.storeBytes(of: Self.encoded(edges), as: mr_box.self)
    case .checker(let u, let v, let width, let height):
      let checker = mr_checker(u: u.encoded, v: v.encoded, width: width, height: height)
      memory.storeBytes(of: checker, as: mr_checker.self)
    case .noise(let x, let y, let seed):
      let noise = mr_noise(offsetX: Int64(x), offsetY: Int64(y), seed: seed)
      memory.storeBytes(of: noise, as: mr_noise.self)
    case .card(let shape): memory.storeBytes(of: shape.encoded, as: mr_card.self)
    case .path(let edges): memory.storeBytes(of: edges.encoded, as: mr_path.self)
    case .projection(let projection):
      memory.storeBytes(of: projection.encoded, as: UnsafePointer<mr_project>.self)
    case .plane(let view): memory.storeBytes(of: view.encoded, as: mr_plane.self)
    case .sample(let planes): memory.storeBytes(of: planes.encoded, as: mr_samples.self)
    case .gather(let view, let map, let table):
      let gather = mr_gather(
        plane: view.encoded, u0: map.u0, ux: map.ux, uy: map.uy, v0: map.v0, vx: map.vx,
        vy: map.vy, weights: table.map { UnsafePointer($0.weights) },
        taps: Int32(table?.taps ?? 0), alike: 0, others: (nil, nil, nil))
      memory.storeBytes(of: gather, as: mr_gather.self)
    case .table(let table): memory.storeBytes(of: table.encoded, as: mr_table.self)
    }
  }

  /// A number that is equal for equal payloads and mostly differs for others.
  var quickHash: UInt64 {
    switch self {
    case .ramp(let ramp): ramp.quickHash
    case .box(let edges): edges.reduce(0) { $0 &* 31 &+ ($1?.quickHash ?? 0) }
    case .plane(let view): view.quickHash
    case .gather(let view, let map, _): view.quickHash ^ UInt64(bitPattern: map.u0 &+ map.v0)
    case .checker(let u, let v, _, _): u.quickHash &* 31 &+ v.quickHash
    case .noise(let x, let y, let seed):
      UInt64(truncatingIfNeeded: x &* 0x1_0001 &+ y) &* 31 &+ UInt64(seed)
    case .card(let shape):
      (shape.u.quickHash &* 31 &+ shape.v.quickHash) ^ (shape.phase + 0).bitPattern
    case .yuv, .path, .projection, .table, .sample: UInt64(truncatingIfNeeded: hashValue)
    }
  }

  private static func encoded(_ edges: [Ramp?]) -> mr_box {
    var box = mr_box()
    withUnsafeMutableBytes(of: &box.edges) { memory in
      let ramps = memory.bindMemory(to: mr_ramp.self)
      for (index, edge) in edges.enumerated() { if let edge { ramps[index] = edge.encoded } }
    }
    withUnsafeMutableBytes(of: &box.present) { memory in
      let flags = memory.bindMemory(to: Int32.self)
      for (index, edge) in edges.enumerated() where edge != nil { flags[index] = 1 }
    }
    return box
  }

  /// The rasters it reads.
  var rasters: [Raster] {
    switch self {
    case .plane(let view), .gather(let view, _, _):
      if case .raster(let raster, _) = view.source { [raster] } else { [] }
    case .projection(let projection): projection.levels.flatMap { $0 }
    case .sample(let planes): planes.rasters
    case .yuv, .ramp, .box, .checker, .noise, .card, .path, .table: []
    }
  }
}

extension LookupTable {
  fileprivate var encoded: mr_table {
    let scale = Float(size - 1) / (high - low)
    return mr_table(
      values: entries, size: Int32(size), low: (low.x, low.y, low.z),
      scale: (scale.x, scale.y, scale.z))
  }
}

/// A value that changes linearly: `base + x · stepX + y · stepY` at pixel (x, y).
struct Ramp: Hashable {
  var base: Double
  var stepX: Double
  var stepY: Double

  var encoded: mr_ramp { mr_ramp(base: base, stepX: stepX, stepY: stepY) }

  /// The coordinate along x of `map` at the centres of pixels.
  static func x(of map: AffineTransform) -> Ramp {
    Ramp(base: map.tx + 0.5 * map.a + 0.5 * map.c, stepX: map.a, stepY: map.c)
  }

  /// The coordinate along y of `map` at the centres of pixels.
  static func y(of map: AffineTransform) -> Ramp {
    Ramp(base: map.ty + 0.5 * map.b + 0.5 * map.d, stepX: map.b, stepY: map.d)
  }

  /// This ramp times `factor` plus `offset`.
  func scaled(_ factor: Double, plus offset: Double = 0) -> Ramp {
    Ramp(base: base * factor + offset, stepX: stepX * factor, stepY: stepY * factor)
  }

  func plus(_ other: Ramp) -> Ramp {
    Ramp(base: base + other.base, stepX: stepX + other.stepX, stepY: stepY + other.stepY)
  }

  /// The smallest and largest value over the pixels of `region`.
  func bounds(over region: PixelRect) -> ClosedRange<Double> {
    func corner(_ x: Int, _ y: Int) -> Double { base + Double(y) * stepY + Double(x) * stepX }
    let (right, bottom) = (region.maxX - 1, region.maxY - 1)
    let (a, b) = (corner(region.minX, region.minY), corner(right, region.minY))
    let (c, d) = (corner(region.minX, bottom), corner(right, bottom))
    let low = Swift.min(Swift.min(a, b), Swift.min(c, d))
    let high = Swift.max(Swift.max(a, b), Swift.max(c, d))
    return low <= high ? low...high : 0...0
  }

  var quickHash: UInt64 {
    let steps = (stepX + 0).bitPattern ^ (stepY + 0).bitPattern &* 0x94d0_49bb_1331_11eb
    return (base + 0).bitPattern &* 0xbf58_476d_1ce4_e5b9 ^ steps
  }

  var rate: Rate { stepX != 0 ? .pixel : stepY != 0 ? .row : .frame }
}

/// The test card's place, in heights from its centre.
struct CardShape: Hashable {
  var u: Ramp
  var v: Ramp
  var aspect: Double
  var pixel: Double
  var phase: Double

  var encoded: mr_card {
    let (sine, cosine) = Trigonometry.sineAndCosine(degrees: phase * 360)
    return mr_card(
      u: u.encoded, v: v.encoded, aspect: Float(aspect), sharpness: Float(1 / pixel),
      phase: Float(phase),
      handX: Float(sine), handY: Float(-cosine))
  }
}

/// A map of pixels to positions in a plane, in 32.32 fixed point.
struct FixedMap: Hashable {
  var u0: Int64
  var ux: Int64
  var uy: Int64
  var v0: Int64
  var vx: Int64
  var vy: Int64

  /// The positions of pixel centres under `map` (pixels to samples).
  init(_ map: AffineTransform) { self.init(x: Ramp.x(of: map), y: Ramp.y(of: map)) }

  /// The positions `x` and `y` among samples.
  init(x: Ramp, y: Ramp) {
    (u0, ux, uy) = (Self.fixed(x.base), Self.fixed(x.stepX), Self.fixed(x.stepY))
    (v0, vx, vy) = (Self.fixed(y.base), Self.fixed(y.stepX), Self.fixed(y.stepY))
  }

  /// The same; `nil` where they are absurd in `region`.
  init?(x: Ramp, y: Ramp, over region: PixelRect) {
    for ramp in [x, y] {
      let bounds = ramp.bounds(over: region)
      guard bounds.lowerBound > -0x1p28, bounds.upperBound < 0x1p28 else { return nil }
    }
    self.init(x: x, y: y)
  }

  /// Moves all positions by whole samples.
  mutating func move(by move: (x: Int, y: Int)) {
    u0 &+= Int64(move.x) << 32
    v0 &+= Int64(move.y) << 32
  }

  private static func fixed(_ value: Double) -> Int64 {
    let scaled = (value * 4_294_967_296).rounded()
    return Int64(Swift.max(-0x1p62, Swift.min(0x1p62, scaled)))
  }
}
