// SPDX-License-Identifier: MIT

import MoonreelModel

extension SoundKernel {
  /// Steps that follow one another: a loop's, or others.
  struct Part {
    var steps: [Int]
    var isLoop: Bool
  }

  /// The steps `live`, in an order in which only those that a loop goes through stand in it: what needs nothing of the
  /// loop comes before, what nothing in the loop needs comes after. Loops within loops are one.
  func parts(of live: [Int]) -> [Part] {
    var parts: [Part] = []
    var place = 0
    var others: [Int] = []
    while place < live.count {
      guard let end = loopEnd(live, place) else {
        others.append(live[place])
        place += 1
        continue
      }
      let (before, within, after) = sorted(Array(live[place...end]))
      parts.append(Part(steps: others + before, isLoop: false))
      parts.append(Part(steps: within, isLoop: true))
      others = after
      place = end + 1
    }
    parts.append(Part(steps: others, isLoop: false))
    return parts
  }

  /// The place in `live` where the loop ends that begins at `place`, with those that overlap it; nil where none begins.
  private func loopEnd(_ live: [Int], _ place: Int) -> Int? {
    guard case .sound(.back) = steps[live[place]].computation else { return nil }
    var open: Set<Int> = []
    for (end, index) in live.enumerated().dropFirst(place) {
      switch steps[index].computation {
      case .sound(.back(let cell, _)): open.insert(cell)
      case .sound(.keep(let cell)): open.remove(cell)
      case .computed, .literal, .number, .sound: break
      }
      if open.isEmpty { return end }
    }
    return live.count - 1
  }

  private func sorted(_ loop: [Int]) -> (before: [Int], within: [Int], after: [Int]) {
    var ledOn: Set<Int> = []
    for index in loop {
      if case .sound(.back) = steps[index].computation {
        ledOn.insert(index)
      } else if steps[index].operands.contains(where: ledOn.contains) {
        ledOn.insert(index)
      }
    }
    var needed: Set<Int> = []
    for index in loop.reversed() {
      let isKeep =
        if case .sound(.keep) = steps[index].computation { true } else { false }
      if isKeep || needed.contains(index) { needed.formUnion(steps[index].operands + [index]) }
    }
    func isIn(_ index: Int) -> Bool {
      switch steps[index].computation {
      case .sound(.back), .sound(.keep): true
      case .computed, .literal, .number, .sound: ledOn.contains(index) && needed.contains(index)
      }
    }
    return (
      loop.filter { !isIn($0) && !ledOn.contains($0) }, loop.filter(isIn),
      loop.filter { !isIn($0) && ledOn.contains($0) }
    )
  }
}
