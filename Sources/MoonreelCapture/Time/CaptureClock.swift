// SPDX-License-Identifier: MIT

import MoonreelCore

/// What a capture tells the time by. All calls come from any thread.
///
/// Sources stamp what they give with this clock's time. A ``HostCaptureClock`` is the machine's; with a
/// ``VirtualCaptureClock`` hours pass in seconds, for tests.
public protocol CaptureClock: AnyObject, Sendable {
  /// The time since some fixed moment; it never goes back.
  var now: Time { get }
  /// Whether time passes only where somebody says so. Work is then done at once, on the thread that lets time pass, and
  /// nothing is ever too slow.
  var isVirtual: Bool { get }
  /// Does `work` at `time`, or as soon as possible where that is over, on the clock's thread. `work` is short: all
  /// other work of the clock waits for it.
  func schedule(at time: Time, _ work: @escaping @Sendable () -> Void)
}

/// Work in order of time; what is due at the same time is done in the order in which it was added.
struct Timetable: Sendable {
  private struct Entry {
    var time: Time
    var number: Int
    var work: @Sendable () -> Void
  }

  /// A heap: no entry is due before its parent, which is at half its index.
  private var entries: [Entry] = []
  private var count = 0

  /// When the first is due.
  var next: Time? { entries.first?.time }

  /// Adds `work`.
  mutating func add(at time: Time, _ work: @escaping @Sendable () -> Void) {
    count += 1
    entries.append(Entry(time: time, number: count, work: work))
    var index = entries.count - 1
    while index > 0, isDue(index, before: (index - 1) / 2) {
      entries.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Takes out the first, where it is due at `time`.
  mutating func take(dueAt time: Time) -> (time: Time, work: @Sendable () -> Void)? {
    guard let first = entries.first, first.time <= time else { return nil }
    entries.swapAt(0, entries.count - 1)
    entries.removeLast()
    sink()
    return (first.time, first.work)
  }

  private mutating func sink() {
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < entries.count && isDue(child, before: least) {
        least = child
      }
      guard least != index else { return }
      entries.swapAt(index, least)
      index = least
    }
  }

  private func isDue(_ index: Int, before other: Int) -> Bool {
    (entries[index].time, entries[index].number) < (entries[other].time, entries[other].number)
  }
}
