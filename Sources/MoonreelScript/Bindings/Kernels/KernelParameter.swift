// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// The numbers of one parameter of a kernel.
struct KernelNumbers: Interpolatable {
  var values: [Double]

  func interpolated(to other: KernelNumbers, _ amount: Double) -> KernelNumbers {
    KernelNumbers(values: zip(values, other.values).map { $0.interpolated(to: $1, amount) })
  }

  var isFinite: Bool { values.allSatisfy(\.isFinite) }

  var floats: [Float] { values.map { Float($0) } }
}

/// A parameter of a kernel: a number, a colour or a list of numbers.
struct KernelParameter: Sendable {
  /// What a body sees of it.
  enum Kind: Hashable, Sendable {
    case number, color, list
  }

  var name = ""
  var kind: Kind
  /// What it is unless a use gives something else: one number; straight red, green, blue, and alpha; or those of a list.
  var usual: Moving<KernelNumbers>
  /// Whether `usual` was given with `kernel:with`, and not only declared.
  var isGiven = false

  var count: Int { usual.start.values.count }

  /// The most numbers of a list.
  static let longestList = 256

  /// The parameter that the default `argument` declares.
  init(_ argument: Argument) throws {
    if case .table(let view) = argument.value, try !view.field("count").isNil {
      let options = try argument.options(["count", "value"], owner: argument.label)
      let count = try options["count"].integer(1...Self.longestList)
      let value = try options["value"].ifGiven { try $0.real() } ?? 0
      (kind, usual) = (.list, Moving(KernelNumbers(values: Array(repeating: value, count: count))))
      return
    }
    switch argument.value {
    case .integer, .number: kind = .number
    default: kind = .color
    }
    usual = Moving(try Self.numbers(argument, kind, 4))
  }

  /// What a body sees, where its numbers are `terms`.
  func value(of terms: [KernelTerm]) -> LuaValue {
    switch kind {
    case .number: .object(TermHandle(terms[0]))
    case .color: .object(PixelHandle(KernelPixel(terms[0], terms[1], terms[2], terms[3])))
    case .list: .list(terms.map { .object(TermHandle($0)) })
    }
  }

  /// The numbers of `argument` for this parameter.
  func numbers(_ argument: Argument) throws -> KernelNumbers {
    try Self.numbers(argument, kind, count)
  }

  private static func numbers(_ argument: Argument, _ kind: Kind, _ count: Int) throws
    -> KernelNumbers
  {
    switch kind {
    case .number: return KernelNumbers(values: [Double(try argument.float())])
    case .color:
      let color = try argument.color()
      return KernelNumbers(values: [color.red, color.green, color.blue, color.alpha])
    case .list:
      let rule = "a list of \(count) numbers"
      let items = try argument.items(rule)
      guard items.count == count else { throw argument.expected(rule) }
      return KernelNumbers(values: try items.map { Double(try $0.float()) })
    }
  }

  /// What `argument` gives it, which may move by keyframes, a function of time or a sound; so may each number of a list.
  func moving(_ argument: Argument) throws -> Moving<KernelNumbers> {
    let clock = KeyframeClock(length: nil, rate: nil)
    if kind == .list, try !argument.isAnimation {
      let items = try argument.items("a list of \(count) numbers")
      if items.count == count, try items.contains(where: { try $0.isAnimation }) {
        let parts = try items.map { item in
          try item.moving(clock) { KernelNumbers(values: [Double(try $0.float())]) }
        }
        return Moving(parts).map { KernelNumbers(values: $0.flatMap(\.values)) }
      }
    }
    return try argument.moving(clock) { try numbers($0) }
  }
}
