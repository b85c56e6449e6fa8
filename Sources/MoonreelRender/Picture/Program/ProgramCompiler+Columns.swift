// SPDX-License-Identifier: MIT

import CKernels

// What is the same in all rows of a column: computed once for a tile and kept for its rows.
extension ProgramCompiler {
  /// The instructions of `needed` that run once for all rows. What a loop goes round is none of them, and neither are
  /// results, which lie elsewhere in every row.
  func columns(of needed: [Int]) -> Set<Int> {
    guard needed.contains(where: { instructions[$0].isColumnar }) else { return [] }
    let loops = LoopNest(instructions, live: needed)
    let results = Set(wanted.map(\.instruction))
    var columns: Set<Int> = []
    for index in needed {
      let instruction = instructions[index]
      let isReady = instruction.operands.allSatisfy {
        instructions[$0.instruction].rate == .frame || columns.contains($0.instruction)
      }
      if instruction.isColumnar, isReady, loops.innermost[index] < 0, !results.contains(index) {
        columns.insert(index)
      }
    }
    return columns
  }

  /// Whether `item` runs once for a frame.
  func isOfFrame(_ item: ProgramSchedule.Item) -> Bool {
    switch item {
    case .instruction(let index): instructions[index].rate == .frame
    case .loop(let loop): loop.carried.allSatisfy { instructions[$0].rate == .frame }
    case .block, .branch: false
    }
  }

  /// The steps of `columns`, in order. What one of `items` reads of them stays in its register for good. Gives these
  /// registers.
  mutating func emitColumns(
    _ columns: [Int], before items: [ProgramSchedule.Item], chained: Bool
  ) -> [UInt32] {
    let kept = values(of: columns, readBy: items)
    var ordered = columns.map { ProgramSchedule.Item.instruction($0) }
    if chained {
      ordered = ChainOrder(instructions, live: columns, wanted: kept).ordered(ordered)
    }
    for index in ordered.flatMap(\.instructions) {
      for operand in instructions[index].operands { lastUse[operand] = index }
    }
    noteLastUses(items)
    for value in kept { lastUse[value] = .max }
    emit(ordered)
    (program.columnSteps, program.pixelSteps) = (program.pixelSteps, [])
    forgetSplats(but: [])
    return kept.compactMap { registers[$0] }
  }

  private func values(of columns: [Int], readBy items: [ProgramSchedule.Item]) -> [Value] {
    let known = Set(columns)
    let read = items.flatMap(\.instructions).flatMap { instructions[$0].operands }
    return Set(read.filter { known.contains($0.instruction) }).sorted { $0.raw < $1.raw }
  }
}
