// SPDX-License-Identifier: MIT

import ArgumentParser

/// A whole positive number as typed, with an optional `k`, `M` or `G`.
private func quantity(_ text: String, step: Int) -> Int? {
  let exponents: [Character: Int] = ["k": 1, "K": 1, "M": 2, "G": 3]
  var digits = Substring(text)
  var factor = 1
  if let last = digits.last, let exponent = exponents[last] {
    digits.removeLast()
    for _ in 0..<exponent { factor *= step }
  }
  guard let number = Int(digits), number > 0 else { return nil }
  let (product, overflows) = number.multipliedReportingOverflow(by: factor)
  return overflows ? nil : product
}

/// Bytes as typed: `256M` is 256 · 1024 · 1024.
struct ByteCountArgument: Equatable, ExpressibleByArgument {
  var bytes: Int

  init?(argument: String) {
    guard let bytes = quantity(argument, step: 1024) else { return nil }
    self.bytes = bytes
  }
}

/// A count as typed: `50M` is 50 million.
struct CountArgument: Equatable, ExpressibleByArgument {
  var count: Int

  init?(argument: String) {
    guard let count = quantity(argument, step: 1000) else { return nil }
    self.count = count
  }
}
