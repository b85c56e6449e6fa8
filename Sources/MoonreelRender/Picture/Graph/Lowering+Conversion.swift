// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

// Values of other colour spaces brought into the one that is worked in.
extension Lowering {
  /// Red, green and blue of `buffer`, multiplied by `alpha` where the buffer's own values are.
  func converted(_ colors: [Value], of buffer: FrameBuffer, alpha: Value, _ builder: ProgramBuilder)
    -> [Value]
  {
    let own = ColorSpace(buffer.color, hdr: buffer.hdr)
    guard let kernel = own.kernel(to: space) else { return colors }
    let isStraight = buffer.alphaMode == .straight
    let value = PixelValue(colors + [isStraight ? builder.one : alpha])
    return Self.apply(kernel, to: value, builder).colors
  }

  /// Colours and generated pictures are ordinary: in HDR compositions they are placed like ordinary
  /// footage.
  func fromOrdinary(_ value: PixelValue, _ builder: ProgramBuilder) -> PixelValue {
    guard space.isHDR, let kernel = ColorSpace(.srgb).kernel(to: space) else { return value }
    return Self.apply(kernel, to: value, builder)
  }

  /// What a kernel without positions and numbers makes of one pixel.
  static func apply(_ kernel: PixelKernel, to value: PixelValue, _ builder: ProgramBuilder)
    -> PixelValue
  {
    var values: [Value] = []
    values.reserveCapacity(kernel.steps.count)
    for step in kernel.steps {
      switch step.operation {
      case .input(_, let component): values.append(value.components[component])
      case .literal(let number): values.append(builder.literal(number))
      case .computed(let operation):
        values.append(builder.computed(operation, step.operands.map { values[$0] }))
      case .sample, .number, .x, .y, .carried, .after:
        preconditionFailure("the kernel '\(kernel.name)' is not one of a pixel alone")
      }
    }
    return PixelValue(kernel.result.map { values[$0] })
  }
}
