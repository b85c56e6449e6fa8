// SPDX-License-Identifier: MIT

// MARK: The stages

/// The caller's thread: asks for the frames of the files that a frame shows, and composes it.
final class Composer: Worker {
  private var (frame, phase, decoder) = (0, 0, 0)
  /// The decoders that have gone from their key frame to where the stretch begins.
  private var hasSought: Set<Int> = []
  /// Two threads for each decoder; none where the caller decodes by itself.
  private var pools: [[Helper]] = []
  private var asked: [Int] = []
  private let decoding: Double

  private unowned let pipeline: Pipeline

  init(_ pipeline: Pipeline, seen: Int) {
    let costs = pipeline.costs
    self.pipeline = pipeline
    decoding = (costs.stage["decode"] ?? 0) / max(costs.decodedFrames, 1e-9)
    super.init("decoding and composing", pipeline.machine)
    if seen > 2, costs.decoders.count <= seen {
      pools = costs.decoders.map { _ in pipeline.helpers(2, "decoder") }
      asked = costs.decoders.map { _ in 0 }
    }
  }

  override func next() -> Double? {
    let costs = pipeline.costs
    isServed = false
    if frame == pipeline.frames { return nil }
    let due = costs.decoders(at: pipeline.range.lowerBound + frame)
    while phase == 0, decoder < due.count {
      if pools.isEmpty {
        decoder += 1
        return cost(ofFirst: due[decoder - 1])
      }
      guard isDecoded(by: due[decoder]) else {
        isServed = true
        return nil
      }
      decoder += 1
    }
    if phase == 0 {
      phase = 1
      return costs.each("compose") + (costs.decoders.isEmpty ? costs.each("decode") : 0)
    }
    guard pipeline.composed < 2 else { return nil }
    pipeline.composed += 1
    machine.changes += 1
    (frame, phase, decoder) = (frame + 1, 0, 0)
    return next()
  }

  /// What the next frame of a decoder costs: the first one takes those before it, back to a key frame.
  private func cost(ofFirst decoder: Int) -> Double {
    hasSought.insert(decoder).inserted ? decoding * Double(1 + pipeline.seek) : decoding
  }

  /// Whether a decoder of two threads has its next frame. Once it is taken, the pool asks for the one after it at once.
  private func isDecoded(by index: Int) -> Bool {
    ask(index)
    let wanted = asked[index] / 2
    guard pools[index][wanted % 2].finished > wanted / 2 else { return false }
    asked[index] += 1
    ask(index)
    return true
  }

  /// Asks a decoder for its next frame: it has the one after that under way.
  private func ask(_ index: Int) {
    guard asked[index] % 2 == 0 else { return }
    let wanted = asked[index] / 2
    if wanted == 0 { pools[index][0].give(cost(ofFirst: index)) }
    pools[index][(wanted + 1) % 2].give(decoding)
    asked[index] += 1
  }
}

/// Draws frames one after the other, each in parts side by side: fewer while frames wait for the
/// encoder.
final class Drawer: Worker {
  /// The share that no other thread takes: lowering a picture, and the ends of its passes.
  private let serial = 0.05
  private let others: [Helper]
  private var (phase, given) = (0, 0)
  private unowned let pipeline: Pipeline

  init(_ pipeline: Pipeline) {
    self.pipeline = pipeline
    others = pipeline.helpers(pipeline.threads - 1, "drawing")
    super.init("drawing", pipeline.machine)
  }

  override func next() -> Double? {
    isServed = false
    switch phase {
    case 0:
      guard pipeline.composed > 0 else { return nil }
      pipeline.composed -= 1
      machine.changes += 1
      phase = 1
      let parts = max(1, pipeline.threads / max(1, pipeline.drawn))
      let work = pipeline.costs.each("draw")
      let part = work * (1 - serial) / Double(parts)
      for other in others.prefix(parts - 1) { other.give(part) }
      given += parts - 1
      return work * serial + part
    case 1:
      isServed = true
      guard others.reduce(0, { $0 + $1.finished }) == given else { return nil }
      (isServed, phase) = (false, 2)
      return next()
    default:
      guard pipeline.drawn < 2 else { return nil }
      pipeline.drawn += 1
      machine.changes += 1
      phase = 0
      return next()
    }
  }
}

/// Sound, frame by frame of the pictures, never more than two seconds ahead of them; of all of the film at once where
/// there is no pipeline that it goes beside.
final class Sound: Worker {
  private var frame = 0
  private let costs: Costs
  private let pipeline: Pipeline?

  init(_ costs: Costs, beside pipeline: Pipeline?, on machine: Machine) {
    (self.costs, self.pipeline) = (costs, pipeline)
    super.init("sound", machine)
  }

  override func next() -> Double? {
    guard frame < costs.frames, pipeline.map({ frame <= $0.encoded + 60 }) ?? true else {
      return nil
    }
    frame += 1
    return costs.each("mix")
  }
}
