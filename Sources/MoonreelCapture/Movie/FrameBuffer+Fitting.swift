// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelMedia

extension FrameBuffer {
  /// The picture as large as it fits into `size`, in the middle of black; itself where it is of that size.
  ///
  /// - Throws: `MoonreelError` (`unsupportedFormat`) for a format that cannot be converted.
  func fitted(into size: PixelSize) throws -> FrameBuffer {
    guard self.size != size else { return self }
    // Two by two pixels share their colours: places and sizes are even.
    let share = min(
      Double(size.width) / Double(self.size.width), Double(size.height) / Double(self.size.height))
    func length(_ own: Int, _ room: Int) -> Int {
      min(room, max(2, Int(limiting: (Double(own) * share / 2).rounded()) * 2))
    }
    let inner = PixelSize(
      length(self.size.width, size.width), length(self.size.height, size.height))
    let scaled = try PictureConverter.convert(self, to: .yuv420(), size: inner)
    guard inner != size else { return scaled }
    let black: [Int32] = [scaled.color.range == .full ? 0 : 16, 128, 128]
    let (left, top) = ((size.width - inner.width) / 4 * 2, (size.height - inner.height) / 4 * 2)
    return FrameBuffer(
      format: .yuv420(), size: size, color: scaled.color, isZeroed: false
    ) { targets in
      for (index, target) in targets.enumerated() {
        for row in 0..<target.size.height {
          memset(target.base + row * target.strideBytes, black[index], target.size.width)
        }
        let (x, y) = index == 0 ? (left, top) : (left / 2, top / 2)
        let source = scaled.planes[index]
        for row in 0..<source.size.height {
          (target.base + (y + row) * target.strideBytes + x).copyMemory(
            from: source.base + row * source.strideBytes, byteCount: source.size.width)
        }
      }
    }
  }
}
