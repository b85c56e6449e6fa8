// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

// Kernels that read pictures at computed positions. They run on the picture's own grid at the
// target's scale, where "one pixel further" means what it says; under any transform but a move by
// whole pixels their result is drawn first and sampled like a frame.
extension Lowering {
  /// Whether pixels of the placement's grid are pixels of the picture at the target's scale.
  func isOnItsGrid(_ placement: Placement) -> Bool {
    fromScaled(placement).wholeTranslation != nil
  }

  /// The rasters that the inputs are read from; none where nothing of an input can be read.
  func requests(
    _ kernel: PixelKernel, _ inputs: [Image], _ numbers: [Float], _ reach: Double?,
    _ placement: Placement
  ) throws -> [Int: SampleRequest] {
    let reach = try reach.map { try pixels(reach: $0, kernel) }
    let needed = neededRect(fromScaled(placement), placement)
    var requests: [Int: SampleRequest] = [:]
    for index in kernel.sampledInputs {
      let reads = kernel.reads.filter { $0.input == index }
      if let frame = planes(of: inputs[index], for: reads, kernel) {
        requests[index] = .planes(frame)
        continue
      }
      guard var rect = sampledRect(inputs[index], needed, reach) else { continue }
      // What is read holds what is needed, so that only where that is small it can be much smaller.
      func isMuchSmaller(_ part: PixelRect) -> Bool { part.area < rect.area / 2 }
      func cut(_ part: PixelRect) -> PixelRect { part.clamped(into: rect.cutAtEnd).grownAtEnd }
      if isMuchSmaller(cut(needed)) {
        let inverse = try Self.inverse(placement, "kernel '\(kernel.name)'")
        let ramps = KernelRamps(kernel, numbers, inverse)
        if let read = readRect(reads, ramps, needed, placement).map(cut), isMuchSmaller(read) {
          rect = read
        }
      }
      requests[index] = .drawn(
        (inputs[index], try ownPlacement(of: inputs[index], rect)), rect: rect)
    }
    return requests
  }

  /// The inputs that `kernel` reads at each pixel's own place and that are drawn there for it. What is drawn anyway, for
  /// other reads, is read where it lies if it takes more than a pass over its pixels to draw.
  func directInputs(
    _ kernel: PixelKernel, _ inputs: [Image], _ requests: [Int: SampleRequest]
  ) -> [Int] {
    kernel.directInputs.filter { index in
      guard case .drawn = requests[index] else { return true }
      return !inputs[index].isMadeInPasses
    }.sorted()
  }

  /// The frame whose planes `reads` take as they are; `nil` where the picture is drawn first. Two reads of whole colours
  /// cost less than conversion; more of them, single components and neighbours do not.
  private func planes(
    of input: Image, for reads: [PixelKernel.Read], _ kernel: PixelKernel
  ) -> FrameBuffer? {
    guard let frame = heldFrame(input), FrameReader(sampling: frame) != nil, reads.count <= 2,
      reads.allSatisfy({ $0.components.subtracting([3]).count >= 2 && !kernel.isOfNeighbour($0) })
    else { return nil }
    return frame
  }

  private func pixels(reach: Double, _ kernel: PixelKernel) throws -> Int {
    let pixels = (reach * scale).rounded(.up)
    guard pixels < 0x1p20 else {
      throw MoonreelError(
        .renderingFailed,
        "Cannot run the kernel '\(kernel.name)' with a reach of \(reach) pixels: it may be at most 2^20. Without a reach it may read anywhere."
      )
    }
    return Int(pixels) + 1
  }

  /// What holds `own`, the pixels that are needed, and those that `reads` touch, where all their positions change evenly
  /// from pixel to pixel; else `nil`. A reach is the same in all directions and for all pixels, and of a long zoom far
  /// more than what is read.
  private func readRect(
    _ reads: [PixelKernel.Read], _ ramps: KernelRamps, _ own: PixelRect, _ placement: Placement
  ) -> PixelRect? {
    guard !own.isEmpty else { return nil }
    let region = region(placement)
    var all = own
    for read in reads {
      guard let x = ramps.ramps[read.position[0]]?.scaled(scale).bounds(over: region),
        let y = ramps.ramps[read.position[1]]?.scaled(scale).bounds(over: region)
      else { return nil }
      let (width, height) = (x.upperBound - x.lowerBound, y.upperBound - y.lowerBound)
      guard width.isFinite, height.isFinite else { return nil }
      let touched = PixelRect(
        covering: Rect(x: x.lowerBound, y: y.lowerBound, width: width, height: height))
      // The samples of a read between pixels lie up to one and a half pixels further.
      all = all.union(touched.grown(2, 2))
    }
    return all
  }

  /// The pixels of `input` that are drawn for reads around `needed`: within `reach` of it, or
  /// anywhere. A picture with edges has transparent pixels around it, one whose edges are held ends
  /// with them, so that repeating the raster's edge is right for both.
  private func sampledRect(_ input: Image, _ needed: PixelRect, _ reach: Int?) -> PixelRect? {
    var rect = reach.map { needed.grown($0, $0) }
    if case .clampToEdges(let held) = input.node, let extent = held.extent {
      let whole = wholePixels(in: extent)
      rect = rect.map { $0.clamped(into: whole) } ?? whole
    } else if let extent = scaledExtent(input) {
      guard !extent.isEmpty else { return nil }
      let bounds = extent.grown(1, 1)
      rect = rect.map { $0.intersection(bounds) } ?? bounds
    }
    // Without reach and edges a kernel sees what the target shows.
    if rect == nil { seesRegion = true }
    var drawn = rect ?? needed
    guard !drawn.isEmpty else { return nil }
    drawn.maxX += 1
    drawn.maxY += 1
    return drawn
  }
}

extension PixelKernel {
  /// How far the position that step `step` computes lies from the pixel's own, where the kernel itself says that.
  func distance(_ step: Int, from own: Operation) -> Double? {
    if steps[step].operation == own { return 0 }
    guard [.computed(.add), .computed(.subtract)].contains(steps[step].operation),
      steps[steps[step].operands[0]].operation == own,
      case .literal(let number) = steps[steps[step].operands[1]].operation
    else { return nil }
    return Double(steps[step].operation == .computed(.add) ? number : -number)
  }

  /// Whether `read` is of the pixel at the same distance from all.
  fileprivate func isOfNeighbour(_ read: Read) -> Bool {
    distance(read.position[0], from: .x) != nil && distance(read.position[1], from: .y) != nil
  }
}
