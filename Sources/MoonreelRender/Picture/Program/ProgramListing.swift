// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore
import MoonreelModel

extension PictureRenderer {
  /// The programs that draw `image` into `target`, for reading: how the parts of the frame are drawn, then a line for each
  /// value that a program computes, with how often: for each frame, row or pixel. What is drawn plane by plane has a program
  /// for luma and one for chroma, whose pixels are their samples.
  ///
  /// - Throws: as ``render(_:to:threadCount:)``.
  package func listing(of image: Image, for target: FrameTarget) throws -> String {
    try target.validate()
    let plan = DrawingPlan(image, for: target)
    let float = plan.float.reduce(0) { $0 + $1.width * $1.height }
    let whole = target.size.width * target.size.height
    if plan.frame != nil {
      return "The frame of the file is passed on as it is; there is no program."
    }
    let ways = [
      plan.copies.isEmpty ? nil : "parts are copied",
      plan.planar == nil ? nil : "parts are drawn plane by plane",
      float == 0 ? nil : "\(float) of \(whole) pixels are drawn in float",
    ]
    var lines = ["The frame: " + ways.compactMap(\.self).joined(separator: ", ") + "."]
    if let planar = plan.planar { lines += planar.listing }
    guard float > 0 else { return lines.joined(separator: "\n") }
    let (outputs, passes, builder) = try lower(
      plan.list.image, try FrameEncoder(target), PixelRect(size: target.size))
    if plan.planar != nil { lines.append("In float:") }
    lines += passes.line(before: "it")
    return (lines + builder.listing(of: outputs)).joined(separator: "\n")
  }
}

extension [any Pass] {
  /// A line that names them, none where there are none.
  fileprivate func line(before program: String) -> [String] {
    guard !isEmpty else { return [] }
    let words = map { pass in
      "\(type(of: pass)) to \(pass.output.rect.width)x\(pass.output.rect.height)"
    }
    let passes = count == 1 ? "1 pass" : "\(count) passes"
    return ["before \(program), \(passes): " + words.joined(separator: ", ")]
  }
}

extension PlanarPicture {
  /// Where each part is drawn, and its programs.
  fileprivate var listing: [String] {
    let format = target.format
    return passes.line(before: "the planes")
      + parts.flatMap { part in
        let place = part.rects.map { rects in
          "Plane by plane, at "
            + rects.map { "\($0.width)x\($0.height)+\($0.minX)+\($0.minY)" }.joined(separator: ", ")
        }
        let chroma =
          part.chromaOutputs.isEmpty
          ? []
          : ["chroma, \(format.planeSize(1, of: target.size)) samples in all:"]
            + self.chroma.listing(of: part.chromaOutputs)
        return [(place ?? "Plane by plane, everywhere") + ":"]
          + ["luma, \(target.size) samples in all:"] + luma.listing(of: part.lumaOutputs) + chroma
      }
  }
}

extension ProgramBuilder {
  /// A line for each instruction that `outputs` need.
  func listing(of outputs: [FrameEncoder.Output]) -> [String] {
    var isNeeded = [Bool](repeating: false, count: instructions.count)
    var open = outputs.map(\.value.instruction)
    var ends: [Int32: Int] = [:]
    for (index, instruction) in instructions.enumerated() where instruction.operation == .after {
      ends[instruction.payload] = index
    }
    while let index = open.popLast() {
      guard !isNeeded[index] else { continue }
      isNeeded[index] = true
      open += instructions[index].operands.map(\.instruction)
      if instructions[index].operation == .carried, let end = ends[instructions[index].payload] {
        open.append(end)
      }
    }
    let lines = instructions.indices.filter { isNeeded[$0] && !isNumber($0) }.map {
      "  " + line($0)
    }
    return lines + [
      "  result: "
        + outputs.map { "\($0.component.word) \(word($0.value))" }.joined(separator: ", ")
    ]
  }

  private func isNumber(_ index: Int) -> Bool {
    let operation = instructions[index].operation
    return operation == .literal || operation == .param
  }

  private func line(_ index: Int) -> String {
    let instruction = instructions[index]
    let rate =
      switch instruction.rate {
      case .frame: "frame"
      case .row: "row"
      case .pixel: "pixel"
      }
    var words = [instruction.operation.word]
    if let payload = payload(of: instruction) { words.append("{\(payload.word)}") }
    return "%\(index) = " + (words + instruction.operands.map(word)).joined(separator: " ")
      + "  [\(rate)]"
  }

  private func payload(of instruction: Instruction) -> Payload? {
    switch instruction.operation {
    case .literal, .param, .carried, .after: nil
    default: instruction.payload >= 0 ? payloads[Int(instruction.payload)] : nil
    }
  }

  private func word(_ value: Value) -> String {
    if let number = number(value) { return "\(number)" }
    let instruction = instruction(value)
    if instruction.operation == .param { return "\(params[Int(instruction.payload)])*" }
    return "%\(value.instruction)"
      + (instruction.operation.resultCount > 1 ? ".\(value.result)" : "")
  }
}

extension Component {
  fileprivate var word: String {
    step == 1 || isChroma && step == 2 && offset == 0
      ? "plane \(plane)" : "plane \(plane) byte \(offset)"
  }
}

extension Operation {
  fileprivate var word: String {
    switch self {
    case .literal: "number"
    case .param: "number"
    case .carried: "carried"
    case .after: "after"
    default:
      kernel.flatMap(mr_row_of).map { String(cString: $0.pointee.name) } ?? "operation \(rawValue)"
    }
  }
}

extension Payload {
  /// What it is, in a word or two.
  fileprivate var word: String {
    switch self {
    case .yuv: "Y'CbCr matrix"
    case .ramp(let ramp): "\(ramp.base) + \(ramp.stepX) x + \(ramp.stepY) y"
    case .box: "rectangle"
    case .checker: "checker"
    case .noise: "noise"
    case .card: "test card"
    case .path: "outline"
    case .projection: "picture in perspective"
    case .plane: "plane"
    case .gather: "samples of a plane"
    case .table: "table"
    case .sample: "planes at a position"
    }
  }
}
