// SPDX-License-Identifier: MIT

/// One thread: gives its pieces of work one after the other, or `nil` while it has to wait.
class Worker {
  let stage: String
  unowned let machine: Machine
  var left = 0.0
  var isWaiting = true
  /// Whether others work for it while it waits.
  var isServed = false
  /// Whether what it waits for is that others finish a frame.
  var isHeldUp = false
  /// Seconds in which it was not waiting for another stage, seconds on a core, and seconds for which it was held up.
  var (active, worked, heldUp) = (0.0, 0.0, 0.0)

  init(_ stage: String, _ machine: Machine) { (self.stage, self.machine) = (stage, machine) }
  func next() -> Double? { nil }
}

/// A thread that does what others give it.
final class Helper: Worker {
  private var (given, taken) = ([Double](), 0)
  private(set) var finished = 0
  private var isUnderWay = false
  func give(_ work: Double) {
    given.append(work)
    machine.changes += 1
  }
  override func next() -> Double? {
    if isUnderWay {
      (isUnderWay, finished) = (false, finished + 1)
      machine.changes += 1
    }
    guard taken < given.count else { return nil }
    (isUnderWay, taken) = (true, taken + 1)
    return given[taken - 1]
  }
}

/// The cores, and the threads that share them in turns of a millisecond.
final class Machine {
  let cores: Int
  var workers: [Worker] = []
  var clock = 0.0
  /// Grows whenever something happens that another thread may wait for.
  var changes = 0
  /// Seconds of work that all threads have done, also those that are gone.
  private(set) var worked = 0.0

  init(cores: Int) { self.cores = cores }

  private func wake(_ ready: inout [Worker]) {
    var before = -1
    while before != changes {
      before = changes
      for worker in workers where worker.isWaiting {
        guard let work = worker.next() else { continue }
        (worker.left, worker.isWaiting) = (work, false)
        worker.worked += work
        worked += work
        ready.append(worker)
        changes += 1
      }
    }
  }

  /// Runs until nobody has anything to do; gives the wall seconds.
  func run() -> Double {
    var ready: [Worker] = []
    var running: [(worker: Worker, end: Double)] = []
    while true {
      wake(&ready)
      while running.count < cores, !ready.isEmpty {
        let worker = ready.removeFirst()
        let turn = min(0.001, worker.left)
        worker.left -= turn
        running.append((worker, clock + turn))
      }
      guard let end = running.map(\.end).min() else { break }
      for worker in workers {
        if !worker.isWaiting || worker.isServed { worker.active += end - clock }
        if worker.isWaiting, worker.isHeldUp { worker.heldUp += end - clock }
      }
      clock = end
      for (worker, until) in running where until <= end {
        if worker.left > 1e-9 { ready.append(worker) } else { worker.isWaiting = true }
      }
      running.removeAll { $0.end <= end }
    }
    return clock
  }
}
