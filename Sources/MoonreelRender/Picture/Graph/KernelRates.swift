// SPDX-License-Identifier: MIT

import MoonreelModel

/// How often the values of a kernel's steps change at most. What a loop carries changes as often as what it begins with
/// and what becomes of it in a round, and as whether the loop goes on.
struct KernelRates {
  private var rates: [Rate] = []

  /// The rates of a kernel without loops are not needed, so there are none.
  init(_ kernel: PixelKernel, x: Rate, y: Rate) {
    guard !kernel.loops.isEmpty else { return }
    var carried = kernel.loops.map { Array(repeating: Rate.frame, count: $0.count) }
    var isKnown = false
    while !isKnown {
      isKnown = true
      rates.removeAll(keepingCapacity: true)
      for step in kernel.steps {
        let highest = step.operands.map { rates[$0] }.max() ?? .frame
        switch step.operation {
        case .input, .sample: rates.append(.pixel)
        case .number, .literal: rates.append(.frame)
        case .x: rates.append(x)
        case .y: rates.append(y)
        case .computed: rates.append(highest)
        case .carried(let loop, let place):
          carried[loop][place] = max(carried[loop][place], highest)
          rates.append(carried[loop][place])
        case .after(let loop, let place):
          let next = max(rates[step.operands[1]], carried[loop][0])
          if next > carried[loop][place] {
            carried[loop][place] = next
            isKnown = false
          }
          rates.append(carried[loop].max() ?? next)
        }
      }
    }
  }

  subscript(step: Int) -> Rate { rates[step] }
}
