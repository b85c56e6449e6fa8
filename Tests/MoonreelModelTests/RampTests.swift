// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelModel

private func r(_ from: Double, _ to: Double) -> TimeRange { Fixture.range(from, to) }
private func t(_ seconds: Double) -> Time { Fixture.time(seconds) }

@Suite struct Ramps {
  /// Opacity 0.5 from 1 s, a ramp 1 → 0 over [2, 4), 0.25 from 6 s.
  static func layer() -> LayerInstruction {
    var layer = LayerInstruction(trackID: TrackID(1))
    layer.setOpacity(0.25, at: t(6))
    layer.addOpacityRamp(from: 1, to: 0, in: r(2, 4))
    layer.setOpacity(0.5, at: t(1))
    return layer
  }

  @Test(
    "Values before, in, between and after",
    arguments: [
      (-1, 1), (0.999, 1), (1, 0.5), (1.999, 0.5), (2, 1), (2.5, 0.75), (3, 0.5), (3.5, 0.25),
      (4, 0), (5.999, 0), (6, 0.25), (1e6, 0.25),
    ] as [(Double, Double)])
  func values(_ seconds: Double, _ expected: Double) {
    #expect(Self.layer().opacity(at: t(seconds)) == expected)
  }

  @Test func theRampInForceIsTold() {
    let layer = Self.layer()
    #expect(layer.opacityRamp(for: t(0)) == nil)
    #expect(layer.opacityRamp(for: t(1.5)) == ValueRamp(from: 0.5, to: 0.5, in: r(1, 2)))
    #expect(layer.opacityRamp(for: t(3)) == ValueRamp(from: 1, to: 0, in: r(2, 4)))
    #expect(layer.opacityRamp(for: t(4)) == ValueRamp(from: 0, to: 0, in: r(4, 6)))
    let last = TimeRange(start: t(6), end: .distantFuture)
    #expect(layer.opacityRamp(for: t(9)) == ValueRamp(from: 0.25, to: 0.25, in: last))
  }

  @Test func settingAtTheSameTimeReplaces() {
    var layer = Self.layer()
    layer.setOpacity(0.125, at: t(2))
    #expect(layer.opacity(at: t(3)) == 0.125)
  }

  @Test func aValueInsideARampCutsIt() {
    var layer = Self.layer()
    layer.setOpacity(0.9, at: t(3))
    #expect(layer.opacity(at: t(2.5)) == 0.75)
    #expect(layer.opacity(at: t(3.5)) == 0.9)
    #expect(layer.opacityRamp(for: t(2.5)) == ValueRamp(from: 1, to: 0.5, in: r(2, 3)))
    #expect(layer.faults("it").map(\.kind) == [.overlap])
  }

  @Test func transformsAndCropsGoCoefficientByCoefficient() {
    var layer = LayerInstruction(trackID: TrackID(1))
    #expect(layer.transform(at: t(0)) == nil)
    #expect(layer.crop(at: t(0), in: Size(100, 100)) == nil)
    layer.addTransformRamp(
      from: AffineTransform(translationX: 80, y: 60),
      to: AffineTransform(a: 2, b: 0, c: 0, d: 2, tx: 880, ty: 480), in: r(2, 4))
    layer.addCropRamp(
      from: Rect(x: 0, y: 0, width: 100, height: 50), to: Rect(x: 10, y: 20, width: 0, height: 10),
      in: r(2, 4))
    #expect(layer.transform(at: t(1)) == nil)
    #expect(
      layer.transform(at: t(3)) == AffineTransform(a: 1.5, b: 0, c: 0, d: 1.5, tx: 480, ty: 270))
    #expect(layer.transform(at: t(9)) == AffineTransform(a: 2, b: 0, c: 0, d: 2, tx: 880, ty: 480))
    #expect(layer.crop(at: t(3), in: Size(100, 100)) == Rect(x: 5, y: 10, width: 50, height: 30))
  }

  @Test func valuesThatCannotBeDrawnAreFaults() {
    var layer = LayerInstruction(trackID: TrackID(4))
    layer.setOpacity(1.5, at: t(1))
    layer.setOpacity(.nan, at: t(2))
    layer.setTransform(AffineTransform(scaleX: .infinity, y: 1), at: t(3))
    layer.setCrop(Rect(x: 0, y: 0, width: -1, height: 1), at: t(4))
    #expect(layer.faults("It").map(\.kind) == Array(repeating: .invalidValue, count: 4))
    #expect(
      layer.faults("It")[1].message == "It, track 4: The opacity at 1.000 s cannot be 1.5.")
    #expect(layer.opacity(at: t(1)) == 1, "limited all the same")
  }
}

@Suite struct AudioMixes {
  @Test(
    "Volume: 1 before the first, linear inside, the last one held",
    arguments: [(0, 1), (1.9, 1), (2, 0.5), (3, 1), (4, 1.5), (5, 1.5), (6, 0), (60, 0)]
      as [(Double, Double)])
  func volume(_ seconds: Double, _ expected: Double) {
    var parameters = AudioMixParameters(trackID: TrackID(1))
    parameters.setVolume(0, at: t(6))
    parameters.addVolumeRamp(from: 0.5, to: 1.5, in: r(2, 4))
    #expect(parameters.volume(at: t(seconds)) == expected)
  }

  @Test func rampsCoverARangeWithoutHoles() {
    var parameters = AudioMixParameters(trackID: TrackID(1))
    parameters.addVolumeRamp(from: 1, to: 0, in: r(2, 4))
    parameters.setVolume(0.5, at: t(5))
    #expect(
      parameters.volumeRamps(in: r(1, 7)) == [
        ValueRamp(from: 1, to: 1, in: r(1, 2)), ValueRamp(from: 1, to: 0, in: r(2, 4)),
        ValueRamp(from: 0, to: 0, in: r(4, 5)), ValueRamp(from: 0.5, to: 0.5, in: r(5, 7)),
      ])
    #expect(
      parameters.volumeRamps(in: r(3, 3.5)) == [ValueRamp(from: 0.5, to: 0.25, in: r(3, 3.5))])
    #expect(
      AudioMixParameters(trackID: nil).volumeRamps(in: r(-1, 1)) == [
        ValueRamp(from: 1, to: 1, in: r(-1, 1))
      ])
  }

  @Test func parametersAreFoundByTrack() {
    var whole = AudioMixParameters(trackID: nil)
    whole.setVolume(0.5, at: .zero)
    var two = AudioMixParameters(trackID: TrackID(2))
    two.timePitchAlgorithm = .spectral
    let mix = AudioMix(parameters: [two, whole])
    #expect(mix.parameters(for: TrackID(1)) == nil)
    #expect(mix.parameters(for: TrackID(2))?.timePitchAlgorithm == .spectral)
    #expect(mix.master?.volume(at: t(1)) == 0.5)
  }

  @Test func everyFaultIsNamed() {
    var timeline = Timeline()
    timeline.addTrack(.video)
    timeline.addTrack(.audio)
    var loud = AudioMixParameters(trackID: TrackID(2))
    loud.setVolume(-1, at: t(1))
    loud.addVolumeRamp(from: 0, to: .infinity, in: r(2, 3))
    let mix = AudioMix(parameters: [
      loud, loud, AudioMixParameters(trackID: TrackID(1)), AudioMixParameters(trackID: TrackID(9)),
    ])
    #expect(
      mix.faults(for: timeline).map(\.message) == [
        "The mix of track 2: The volume at 1.000 s cannot be -1.0.",
        "The mix of track 2: The volume at 2.000 s cannot be inf.",
        "The mix of track 2 is given more than once.",
        "The mix of track 2: The volume at 1.000 s cannot be -1.0.",
        "The mix of track 2: The volume at 2.000 s cannot be inf.",
        "The mix of track 1 is not possible: the track carries video.",
        "The mix of track 9 is not possible: the track does not exist.",
      ])
    #expect(refusal { try AudioMix().validate(for: timeline) } == nil)
  }
}

@Suite struct Tweening {
  static func instruction(_ change: (inout LayerInstruction) -> Void) -> VideoInstruction {
    var (instruction, layer) = (
      VideoInstruction(timeRange: r(2, 4)), LayerInstruction(trackID: TrackID(1))
    )
    change(&layer)
    instruction.layerInstructions = [layer]
    return instruction
  }

  @Test func onlyWhatChangesInsideCounts() {
    #expect(!Self.instruction { _ in }.containsTweening)
    #expect(!Self.instruction { $0.setOpacity(0.5, at: t(2)) }.containsTweening)
    #expect(Self.instruction { $0.setOpacity(0.5, at: t(3)) }.containsTweening)
    #expect(!Self.instruction { $0.setOpacity(0.5, at: t(4)) }.containsTweening)
    #expect(Self.instruction { $0.addOpacityRamp(from: 0, to: 1, in: r(0, 3)) }.containsTweening)
    #expect(!Self.instruction { $0.addOpacityRamp(from: 0, to: 1, in: r(0, 2)) }.containsTweening)
    let still = Rect(x: 0, y: 0, width: 1, height: 1)
    #expect(
      !Self.instruction { $0.addCropRamp(from: still, to: still, in: r(1, 3)) }.containsTweening)
    #expect(
      Self.instruction {
        $0.addTransformRamp(from: .identity, to: AffineTransform(scaleX: 2, y: 2), in: r(3, 9))
      }.containsTweening)
  }
}
