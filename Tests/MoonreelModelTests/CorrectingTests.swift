// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelModel

private func r(_ from: Double, _ to: Double) -> TimeRange { Fixture.range(from, to) }

/// A check that may correct what it finds.
@Suite struct Correcting {
  /// Ten seconds of pictures on track 1.
  private static func timeline() throws -> Timeline {
    var timeline = Timeline()
    let track = timeline.addTrack(.video)
    try timeline.updateTrack(track) { try $0.insert(r(0, 4), of: .asset(Fixture.video("a"))) }
    return timeline
  }

  /// Instructions over the given stretches that draw `track`.
  private static func composition(_ ranges: [(Double, Double)], track: Int = 1) throws
    -> VideoComposition
  {
    var composition = VideoComposition(renderSize: PixelSize(64, 36), frameRate: try FrameRate(25))
    composition.instructions = ranges.map { start, end in
      var instruction = VideoInstruction(timeRange: r(start, end))
      instruction.layerInstructions = [LayerInstruction(trackID: TrackID(track))]
      return instruction
    }
    return composition
  }

  @Test("holes are filled, and what is corrected is not shown again") func filling() throws {
    let timeline = try Self.timeline()
    var composition = try Self.composition([(1, 2), (3, 3.5)])
    var seen: [String] = []
    let isValid = composition.isValid(for: timeline) { fault, composition in
      seen.append(fault.message)
      guard fault.kind == .gap, let hole = fault.timeRange else { return .stop }
      composition.instructions.append(VideoInstruction(timeRange: hole))
      composition.instructions.sort { $0.timeRange.start < $1.timeRange.start }
      return .goOn
    }
    #expect(isValid && composition.faults(for: timeline).isEmpty)
    #expect(seen.count == 3 && Set(seen).count == 3, "\(seen)")
    #expect(composition.instructions.map(\.timeRange.start.seconds) == [0, 1, 2, 3, 3.5])
  }

  @Test("a fault is shown once, and stays one where nobody corrects it") func leaving() throws {
    let timeline = try Self.timeline()
    var composition = try Self.composition([(0, 1), (1, 4)], track: 7)
    var seen: [Int?] = []
    let isValid = composition.isValid(for: timeline) { fault, _ in
      seen.append(fault.instructionIndex)
      return .goOn
    }
    #expect(!isValid && seen == [0, 1])
    var count = 0
    #expect(
      !composition.isValid(for: timeline) { _, _ in
        count += 1
        return .stop
      })
    #expect(count == 1, "a stop is a stop")
    var valid = try Self.composition([(0, 4)])
    #expect(valid.isValid(for: timeline) { _, _ in .stop }, "nothing to show")
  }

  @Test("a fault names its instruction, so that it can be mended there") func mending() throws {
    let timeline = try Self.timeline()
    var composition = try Self.composition([(0, 1), (1, 4)])
    composition.instructions[1].layerInstructions.append(LayerInstruction(trackID: TrackID(9)))
    let isValid = composition.isValid(for: timeline) { fault, composition in
      guard let index = fault.instructionIndex else { return .stop }
      composition.instructions[index].layerInstructions.removeAll { timeline[$0.trackID] == nil }
      return .goOn
    }
    #expect(isValid && composition.instructions[1].layerInstructions.count == 1)
  }

  @Test("corrections that make new faults for ever come to an end") func endless() throws {
    let timeline = try Self.timeline()
    var composition = try Self.composition([(0, 4)], track: 9)
    let isValid = composition.isValid(for: timeline) { _, composition in
      let id = composition.instructions[0].layerInstructions[0].trackID.rawValue
      composition.instructions[0].layerInstructions = [LayerInstruction(trackID: TrackID(id + 1))]
      return .goOn
    }
    #expect(!isValid)
  }

  @Test("automatic instructions are edited in place, and one track may be drawn twice")
  func automatic() throws {
    let timeline = try Self.timeline()
    var composition = VideoComposition(propertiesOf: timeline)
    let placed = composition.instructions[0].layerInstructions[0]
    composition.instructions[0].layerInstructions[0].addOpacityRamp(from: 1, to: 0, in: r(0, 2))
    composition.instructions[0].layerInstructions.append(placed)
    let layers = composition.instructions[0].layerInstructions
    #expect(
      layers[0].transforms == placed.transforms && layers[0].opacity(at: Fixture.time(1)) == 0.5)
    #expect(composition.faults(for: timeline).isEmpty)
    let tracks = composition.requiredTrackIDs(for: composition.instructions[0], in: timeline)
    #expect(tracks == [TrackID(1)], "each frame is read once")
  }
}
