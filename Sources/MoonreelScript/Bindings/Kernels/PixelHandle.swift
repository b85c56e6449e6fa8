// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// The four components of a pixel while a kernel's body runs.
final class PixelHandle: Handle {
  override class var typeName: String { "kernel pixel" }
  override var cost: Int { 128 }
  let pixel: KernelPixel
  /// Which of the kernel's pictures it is a pixel of; `nil` for what was calculated.
  private let input: Int?

  init(_ pixel: KernelPixel, input: Int? = nil) { (self.pixel, self.input) = (pixel, input) }

  /// `pixel` for a script.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where the kernel has too many steps.
  static func value(_ pixel: KernelPixel) throws -> LuaValue {
    try pixel.red.recorder.check(pixel.red.recorder)
    return .object(PixelHandle(pixel))
  }

  static var binding: TypeBinding {
    TypeBinding(PixelHandle.self) { type in
      type.property("red") { try TermHandle.value($0.pixel.red) }
      type.property("green") { try TermHandle.value($0.pixel.green) }
      type.property("blue") { try TermHandle.value($0.pixel.blue) }
      type.property("alpha") { try TermHandle.value($0.pixel.alpha) }
      type.property("luma") { try TermHandle.value($0.pixel.luma) }
      type.method("straight") { handle, _ in try PixelHandle.value(handle.pixel.straight) }
      type.method("premultiplied") { handle, _ in
        try PixelHandle.value(handle.pixel.premultiplied)
      }
      type.method("at", ["x", "y"]) { handle, call in
        guard let input = handle.input else {
          throw MoonreelError(
            .invalidArgument,
            "only the kernel's pictures can be read elsewhere, as in k.image:at(x, y)")
        }
        let known = handle.pixel.red
        let (x, y) = (try call[0].term(with: known), try call[1].term(with: known))
        return try PixelHandle.value(known.recorder.sample(input, x, y))
      }
      type.method("over", ["bottom"]) { handle, call in
        let bottom = try call[0].object(PixelHandle.self).pixel
        try handle.pixel.red.recorder.check(bottom.red.recorder)
        let rest = 1 - handle.pixel.alpha
        let parts = zip(handle.pixel.components, bottom.components).map { $0 + $1 * rest }
        return .object(PixelHandle(KernelPixel(parts[0], parts[1], parts[2], parts[3])))
      }
      type.method("mix", ["other", "share"]) { handle, call in
        let other = try call[0].object(PixelHandle.self).pixel
        let share = try call[1].term(with: handle.pixel.red)
        try handle.pixel.red.recorder.check(other.red.recorder)
        let parts = zip(handle.pixel.components, other.components).map {
          $0.mixed(with: $1, by: share)
        }
        return .object(PixelHandle(KernelPixel(parts[0], parts[1], parts[2], parts[3])))
      }
      for operation in KernelArithmetic.all {
        type.operation(operation.event) { try operation.apply($0) }
      }
    }
  }
}
