// SPDX-License-Identifier: MIT

import MoonreelModel

extension PixelKernel {
  /// A costly operation as so many cheap ones.
  static let costly = 60

  /// What a pixel of it costs at most, in cheap operations: sixty of them on 1920x1080 pixels take a core about 6 ms.
  var cost: Int { work - steps.count + costOfRound }

  /// The same with one round of each loop.
  var costOfRound: Int {
    steps.reduce(0) { sum, step in
      guard case .computed(let operation) = step.operation else { return sum }
      return sum + (operation.isCheap ? 1 : Self.costly)
    }
  }
}
