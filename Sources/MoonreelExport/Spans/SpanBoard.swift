// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelMedia

/// What has become of each span of an export: who renders asks it what to render, who joins waits at it for what is due.
///
/// Spans are rendered in order. One that another process has claimed is passed over and looked at again when there is
/// nothing else to do. What is not in the cache lies in memory until it is joined; so such spans are rendered only when
/// they are due.
final class SpanBoard: Sendable {
  /// What is known of one span.
  private enum State {
    /// It was not looked for, or was lost again.
    case open
    /// Another process renders it.
    case elsewhere
    /// It is being rendered here.
    case rendering
    /// The cache has it.
    case kept
    /// It lies here.
    case held(EncodedSpan)
    /// It was joined, or nobody here wants it.
    case done
  }

  private struct Table {
    var states: [State]
    /// The first span that was not joined.
    var due = 0
    var claims: [Int: SpanClaim] = [:]
    /// Those that the cache could not give though it has them.
    var lost: Set<Int> = []
    /// Those that nobody had to render here.
    var reused: Set<Int> = []
    var framesDone: Int64 = 0
    /// Whether what is rendered can be kept.
    var isKeeping: Bool
    var isAborted = false
  }

  private let plan: SpanPlan
  private let cache: SpanCache?
  /// How many frames the spans have that are wanted here.
  let frameCount: Int64
  /// Whether spans are joined here, and not only rendered for others.
  private let isJoining: Bool
  private let monitor: Monitor<Table>

  /// How many spans that cannot be kept may lie in memory.
  private static let held = 2

  /// The board of the spans `part` of `plan`.
  init(_ plan: SpanPlan, part: SpanPart, cache: SpanCache?, isJoining: Bool) {
    (self.plan, self.cache, self.isJoining) = (plan, cache, isJoining)
    let own = part.range(of: plan.spans.count)
    var table = Table(
      states: Array(repeating: .open, count: plan.spans.count), isKeeping: cache != nil)
    var frames: Int64 = 0
    for (index, span) in plan.spans.enumerated() {
      if isJoining || own.contains(index) && span.identity != nil {
        frames += Int64(span.frames.count)
      } else {
        table.states[index] = .done
      }
    }
    frameCount = frames
    monitor = Monitor(table)
  }

  /// Frames that are done.
  var framesDone: Int64 { monitor.read { $0.framesDone } }

  /// How many spans there are, and how many of them nobody had to render.
  var summary: SpanSummary {
    monitor.read { table in
      SpanSummary(
        spans: plan.spans.count, reused: table.reused.count,
        framesReused: table.reused.reduce(0) { $0 + Int64(plan.spans[$1].frames.count) })
    }
  }

  /// Ends all waiting: nothing more will be rendered or joined.
  func abort() { monitor.update { $0.isAborted = true } }

  // MARK: Rendering

  private enum Step {
    case look(Int)
    case lookAgain([Int])
    case end
  }

  /// The next span to render, claimed; `nil` once nothing is left to do. Waits while all that is left is in other hands.
  ///
  /// - Parameter check: called now and then; stops by throwing.
  func next(check: () throws -> Void) throws -> Int? {
    var isWaiting = false
    while true {
      try check()
      switch monitor.wait(until: step) {
      case .end: return nil
      case .look(let index):
        if look(index) { return index }
      case .lookAgain(let indices):
        if isWaiting { usleep(50_000) }
        isWaiting = true
        for index in indices where look(index) { return index }
      }
    }
  }

  private func step(_ table: inout Table) -> Step? {
    if table.isAborted { return .end }
    var (elsewhere, isEnd) = ([Int](), true)
    for (index, state) in table.states.enumerated() {
      switch state {
      case .done: continue
      case .open where canBegin(index, table): return .look(index)
      case .elsewhere: elsewhere.append(index)
      case .open, .rendering, .kept, .held: break
      }
      if isJoining { isEnd = false } else if case .open = state { isEnd = false }
    }
    if !elsewhere.isEmpty { return .lookAgain(elsewhere) }
    return isEnd ? .end : nil
  }

  private func canBegin(_ index: Int, _ table: Table) -> Bool {
    table.isKeeping && plan.spans[index].identity != nil || index < table.due + Self.held
  }

  /// Looks whether span `index` is there, or can be claimed; whether it is to be rendered here.
  private func look(_ index: Int) -> Bool {
    let isLost = monitor.read { $0.lost.contains(index) }
    guard let cache, let identity = plan.spans[index].identity, !isLost else {
      return begin(index, nil)
    }
    if cache.contains(identity) { return found(index) }
    switch cache.claim(identity) {
    case .impossible: return begin(index, nil)
    case .isElsewhere:
      monitor.update { $0.states[index] = .elsewhere }
      return false
    case .taken(let claim):
      // Its last owner may have been done just now.
      return cache.contains(identity) ? found(index) : begin(index, claim)
    }
  }

  private func found(_ index: Int) -> Bool {
    monitor.update { table in
      table.states[index] = .kept
      table.reused.insert(index)
      table.framesDone += Int64(plan.spans[index].frames.count)
    }
    return false
  }

  private func begin(_ index: Int, _ claim: SpanClaim?) -> Bool {
    monitor.update { table in
      table.states[index] = .rendering
      table.claims[index] = claim
    }
    return true
  }

  /// Notes that one more frame was encoded.
  func frameEncoded() { monitor.update { $0.framesDone += 1 } }

  /// Takes what was rendered, and gives up the claim.
  ///
  /// - Parameter mayBeKept: whether it is as its identity says.
  /// - Returns: whether the cache has it now.
  func finish(_ index: Int, _ span: EncodedSpan, mayBeKept: Bool) -> Bool {
    var isKept = false
    if let cache, let identity = plan.spans[index].identity, mayBeKept,
      monitor.read({ $0.isKeeping })
    {
      let own = Set(plan.spans.compactMap(\.identity))
      isKept = cache.keep(span, as: identity, sparing: own)
      if !isKept { monitor.update { $0.isKeeping = false } }
    }
    let claim = monitor.update { table in
      // What is due need not be read again.
      let isHeld = isJoining && (!isKept || index == table.due)
      table.states[index] = isHeld ? .held(span) : isKept ? .kept : .done
      return table.claims.removeValue(forKey: index)
    }
    _ = claim
    return isKept
  }

  // MARK: Joining

  private enum Finding {
    case span(EncodedSpan)
    case inCache(Digest)
    case end
  }

  /// Span `index`, waited for; `nil` where the export stops. Spans are taken in order.
  func take(_ index: Int) -> EncodedSpan? {
    while true {
      switch monitor.wait(until: { find(index, &$0) }) {
      case .end: return nil
      case .span(let span): return span
      case .inCache(let identity):
        let span = cache?.span(identity)
        monitor.update { table in
          if span != nil {
            pass(index, &table)
          } else {
            // It is damaged, or was removed meanwhile.
            table.states[index] = .open
            table.lost.insert(index)
            table.reused.remove(index)
            table.framesDone -= Int64(plan.spans[index].frames.count)
          }
        }
        if let span { return span }
      }
    }
  }

  private func find(_ index: Int, _ table: inout Table) -> Finding? {
    if table.isAborted { return .end }
    switch table.states[index] {
    case .open, .elsewhere, .rendering: return nil
    case .kept: return plan.spans[index].identity.map { .inCache($0) } ?? .end
    case .held(let span):
      pass(index, &table)
      return .span(span)
    case .done: return .end
    }
  }

  private func pass(_ index: Int, _ table: inout Table) {
    table.states[index] = .done
    table.due = index + 1
  }
}
