// SPDX-License-Identifier: MIT

import CKernels

// Planes of one shape that are read at the same positions, such as both of chroma, are read
// together: the positions are found once.
extension BoundProgram {
  /// `steps` where reads of planes that are alike, one after the other, are one step.
  static func joined(_ steps: [TileProgram.Step], _ payloads: [Payload]) -> [TileProgram.Step] {
    joined(steps, payloads, shared(steps))
  }

  private static func joined(
    _ steps: [TileProgram.Step], _ payloads: [Payload], _ shared: Set<Int32>
  ) -> [TileProgram.Step] {
    var result: [TileProgram.Step] = []
    result.reserveCapacity(steps.count)
    for var step in steps {
      if let last = result.indices.last, !shared.contains(result[last].payload),
        areAlike(result[last], step, payloads)
      {
        result[last].out += step.out
        result[last].others.append(step.payload)
        continue
      }
      if !step.body.isEmpty { step.body = joined(step.body, payloads, shared) }
      result.append(step)
    }
    return result
  }

  /// The payloads that more than one step reads: nothing can be added to them.
  private static func shared(_ steps: [TileProgram.Step]) -> Set<Int32> {
    var (seen, shared) = (Set<Int32>(), Set<Int32>())
    for step in steps.flatMap(\.flattened) where gathers.contains(step.kernel) {
      if !seen.insert(step.payload).inserted { shared.insert(step.payload) }
    }
    return shared
  }

  private static let gathers = [MR_NEAREST, MR_BILINEAR, MR_TAPS]

  private static func areAlike(
    _ first: TileProgram.Step, _ second: TileProgram.Step, _ payloads: [Payload]
  ) -> Bool {
    guard first.kernel == second.kernel, gathers.contains(first.kernel), first.out.count < 4,
      !first.out.contains(second.out[0]),
      case .gather(_, let map, let table) = payloads[Int(first.payload)],
      case .gather(_, let otherMap, let otherTable) = payloads[Int(second.payload)],
      map == otherMap, table == otherTable,
      let plane = payloads[Int(first.payload)].gatheredPlane,
      let other = payloads[Int(second.payload)].gatheredPlane
    else { return false }
    return plane.width == other.width && plane.height == other.height
      && plane.stride == other.stride && plane.step == other.step && plane.bytes == other.bytes
      && plane.shift == other.shift
  }

  /// Notes the first samples of further planes in the `mr_gather` at `memory`.
  static func add(_ bases: [UnsafeRawPointer?], to memory: UnsafeMutableRawPointer) {
    let gather = memory.assumingMemoryBound(to: mr_gather.self)
    gather.pointee.alike = Int32(bases.count)
    withUnsafeMutableBytes(of: &gather.pointee.others) { others in
      for (index, base) in bases.enumerated() {
        others.storeBytes(
          of: base, toByteOffset: index * MemoryLayout<UnsafeRawPointer?>.stride,
          as: UnsafeRawPointer?.self)
      }
    }
  }
}

extension Payload {
  /// The plane that a gather reads.
  var gatheredPlane: mr_plane? {
    guard case .gather(let view, _, _) = self else { return nil }
    return view.encoded
  }
}
