// SPDX-License-Identifier: MIT

import CKernels

/// A tile program with the numbers of one frame, ready to run on any number of threads.
///
/// `@unchecked Sendable`: everything is written in `init` and only read afterwards.
final class BoundProgram: @unchecked Sendable {
  let program: TileProgram
  /// When its loops end, whether or not they are done.
  let clock: FrameClock
  private let payloadMemory: UnsafeMutableRawPointer
  private let steps: UnsafeMutablePointer<mr_step>
  private let frameStepCount: Int
  private let rowStepCount: Int
  private let columnStepCount: Int
  private let pixelStepCount: Int
  /// The links of all chains, one after the other.
  private let links: UnsafeMutablePointer<mr_link>
  /// The scalars after the frame's own steps; each worker starts from a copy.
  private let scalars: UnsafeMutablePointer<Float>
  private let keptAlive: [Payload]

  private static let payloadStride = 256

  /// `program` with these parameters and payloads, run by the kernels of `kernels`.
  init(
    _ program: TileProgram, params: [Float], payloads: [Payload],
    kernels: UnsafePointer<mr_kernels>, clock: FrameClock = .unlimited
  ) {
    (self.program, self.clock) = (program, clock)
    keptAlive = payloads
    let frameSteps = program.frameSteps.flatMap(\.flattened)
    let rowSteps = program.rowSteps.flatMap(\.flattened)
    let columnSteps = program.columnSteps.flatMap(\.flattened)
    let pixelSteps = Self.joined(program.pixelSteps, payloads).flatMap(\.flattened)
    (frameStepCount, rowStepCount) = (frameSteps.count, rowSteps.count)
    columnStepCount = columnSteps.count
    pixelStepCount = pixelSteps.count
    payloadMemory = .allocate(
      byteCount: max(1, payloads.count) * Self.payloadStride, alignment: 64)
    for index in Set(program.usedPayloads) {
      payloads[Int(index)].encode(to: payloadMemory + Int(index) * Self.payloadStride)
    }
    let all = frameSteps + rowSteps + columnSteps + pixelSteps
    for step in all where !step.others.isEmpty {
      let bases = step.others.map { payloads[Int($0)].gatheredPlane?.base }
      Self.add(bases, to: payloadMemory + Int(step.payload) * Self.payloadStride)
    }
    steps = .allocate(capacity: max(1, all.count))
    links = .allocate(capacity: max(1, all.reduce(0) { $0 + $1.links.count }))
    scalars = .allocate(capacity: max(1, program.scalarCount))
    scalars.initialize(repeating: 0, count: max(1, program.scalarCount))
    fill(all, kernels)
    fillScalars(params)
  }

  deinit {
    payloadMemory.deallocate()
    steps.deallocate()
    links.deallocate()
    scalars.deallocate()
  }

  private func fill(_ all: [TileProgram.Step], _ kernels: UnsafePointer<mr_kernels>) {
    withUnsafeBytes(of: kernels.pointee.op) { table in
      let kernelTable = table.bindMemory(to: mr_kernel?.self)
      var nextLink = links
      for (index, step) in all.enumerated() {
        let data = data(of: step, &nextLink)
        mr_set_step(
          steps + index, kernelTable[Int(step.kernel.rawValue)], step.out, Int32(step.out.count),
          step.operands, Int32(step.operands.count), data)
        let span = UInt32(step.count - 1)
        switch step.kind {
        case .plain: break
        case .single: mr_set_single(steps + index)
        case .guarding(let isScalar):
          mr_set_guard(steps + index, span, UInt32(step.out.count), isScalar ? 1 : 0)
        case .branching(let holds, let scalars):
          mr_set_branch(steps + index, span, holds ? 1 : 0, scalars)
        case .looping(let limit, let isScalar):
          mr_set_loop(steps + index, span, UInt32(limit), isScalar ? 1 : 0)
        }
      }
    }
  }

  /// What a step reads: a payload or its links, which are written from `nextLink` on; `nil` for nothing.
  private func data(
    of step: TileProgram.Step, _ nextLink: inout UnsafeMutablePointer<mr_link>
  ) -> UnsafeRawPointer? {
    if step.payload >= 0 {
      return UnsafeRawPointer(payloadMemory + Int(step.payload) * Self.payloadStride)
    }
    guard !step.links.isEmpty else { return nil }
    let first = nextLink
    for link in step.links {
      nextLink.initialize(to: link.encoded)
      nextLink += 1
    }
    return UnsafeRawPointer(first)
  }

  private func fillScalars(_ params: [Float]) {
    for (register, number) in program.literals {
      scalars[Int(register) - program.vectorCount] = number
    }
    for (register, index) in program.params {
      scalars[Int(register) - program.vectorCount] = params[index]
    }
    let worker = TileWorker(self)
    worker.runFrameSteps()
    scalars.update(from: worker.scalarBase, count: program.scalarCount)
  }

  var frameSteps: UnsafeBufferPointer<mr_step> {
    UnsafeBufferPointer(start: steps, count: frameStepCount)
  }
  var rowSteps: UnsafeBufferPointer<mr_step> {
    UnsafeBufferPointer(start: steps + frameStepCount, count: rowStepCount)
  }
  var columnSteps: UnsafeBufferPointer<mr_step> {
    UnsafeBufferPointer(start: steps + frameStepCount + rowStepCount, count: columnStepCount)
  }
  var pixelSteps: UnsafeBufferPointer<mr_step> {
    UnsafeBufferPointer(
      start: steps + frameStepCount + rowStepCount + columnStepCount, count: pixelStepCount)
  }
  var initialScalars: UnsafePointer<Float> { UnsafePointer(scalars) }
}
