// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelCapture

@Suite("Time of captures")
struct TimeTests {
  private func faults(_ change: (inout SyntheticBehavior) -> Void) -> SyntheticBehavior {
    var behavior = SyntheticBehavior()
    change(&behavior)
    return behavior
  }

  private func watch(_ rig: Rig, seconds: Double) throws -> Witness.Notes {
    let witness = Witness()
    try rig.session.configure { try $0.addOutput(witness) }
    try rig.session.start()
    try rig.run(seconds)
    rig.session.stop()
    return witness.seen
  }

  @Test(
    "After an hour sound is where it belongs, however its clock drifts", arguments: [-200.0, 200])
  func hour(ppm: Double) throws {
    let rig = try Rig(
      size: PixelSize(64, 36), rate: 10, soundRate: 8000,
      camera: faults { $0.driftPPM = -ppm },
      microphone: faults {
        $0.driftPPM = ppm
        $0.jitter = Time(flicks: Time.flicksPerSecond / 200)
      })
    let seen = try watch(rig, seconds: 3600)
    #expect(seen.beeps.count >= 3599)
    let deviations = seen.beeps.deviations
    #expect(deviations.allSatisfy { abs($0) < 0.02 })
    // It does not get worse: the last minutes are as good as any.
    #expect(deviations.suffix(300).allSatisfy { abs($0) < 0.003 })
    #expect(seen.flashes.deviations.allSatisfy { $0 >= -0.0001 && $0 < 0.101 })
    let counts = try #require(rig.session.counts[rig.soundInput])
    #expect(abs(counts.driftPPM - ppm) < 30)
    #expect(counts.gaps == 0 && counts.mendedStamps == 0)
  }

  @Test(
    "Stamps that cannot be right change nothing", arguments: SyntheticBehavior.StampFault.allCases)
  func stamps(fault: SyntheticBehavior.StampFault) throws {
    let bad = faults { $0.stampFault = fault }
    let rig = try Rig(size: PixelSize(64, 36), soundRate: 8000, camera: bad, microphone: bad)
    let seen = try watch(rig, seconds: 30)
    #expect(seen.beeps.count >= 29)
    #expect(seen.beeps.deviations.allSatisfy { abs($0) < 0.02 })
    #expect(seen.pictures.map(\.number) == Array(0..<seen.pictures.count))
    #expect(seen.pictures.count == 750)
    // Mended times are when pictures came, less what pictures usually take.
    for (number, time) in seen.pictures {
      #expect(abs(time.seconds - 3600 - Double(number) / 25) < 0.02)
    }
    let counts = rig.session.counts
    #expect((counts[rig.cameraInput]?.mendedStamps ?? 0) >= 70)
    #expect((counts[rig.soundInput]?.mendedStamps ?? 0) >= 140)
    #expect(counts[rig.soundInput]?.gaps == 0)
  }

  @Test("Lost sound is a gap that is counted, and what follows is in time")
  func gap() throws {
    let rig = try Rig(
      size: PixelSize(64, 36), soundRate: 8000,
      microphone: faults {
        $0.losses = [
          TimeRange(
            start: Time(wholeSeconds: 5), duration: Time(flicks: Time.flicksPerSecond * 5 / 2))
        ]
      })
    let seen = try watch(rig, seconds: 20)
    #expect(
      seen.beeps.map { Int($0.seconds.rounded()) - 3600 } == [0, 1, 2, 3, 4, 8, 9] + Array(10..<20))
    #expect(seen.beeps.deviations.allSatisfy { abs($0) < 0.01 })
    let counts = try #require(rig.session.counts[rig.soundInput])
    #expect(counts.gaps == 1)
    #expect(abs(counts.silence.seconds - 2.5) < 0.02)
  }

  @Test("Unplugged and back, sound and pictures go on in time, and the session says both")
  func absence() async throws {
    let away = faults {
      $0.absences = [TimeRange(start: Time(wholeSeconds: 3), duration: Time(wholeSeconds: 2))]
    }
    let rig = try Rig(size: PixelSize(64, 36), soundRate: 8000, camera: away, microphone: away)
    let events = rig.session.events()
    let seen = try watch(rig, seconds: 8)
    #expect(seen.beeps.map { Int($0.seconds.rounded()) - 3600 } == [0, 1, 2, 5, 6, 7])
    #expect(seen.flashes.map { Int($0.seconds) - 3600 } == [0, 1, 2, 5, 6, 7])
    var words: [String] = []
    for await event in events {
      switch event {
      case .started: words.append("started")
      case .stopped: words.append("stopped")
      case .interrupted(let input, let reason): words.append("\(input) \(reason.reason)")
      case .resumed(let input): words.append("\(input) resumed")
      }
      if words.last == "stopped" { break }
    }
    #expect(words.count == 6)
    #expect(words.filter { $0.hasSuffix("unplugged") }.count == 2)
  }

  @Test("A clock does what is due in order, also what is added on the way")
  func order() {
    let clock = VirtualCaptureClock(at: .zero)
    let log = Locked<[Int]>([])
    let second = Time(wholeSeconds: 1)
    clock.schedule(at: second + second) { log.withLock { $0.append(3) } }
    clock.schedule(at: second) {
      log.withLock { $0.append(1) }
      clock.schedule(at: second) { log.withLock { $0.append(2) } }
    }
    clock.schedule(at: second + second) { log.withLock { $0.append(4) } }
    clock.run(until: Time(wholeSeconds: 5))
    #expect(log.withLock { $0 } == [1, 2, 3, 4])
    #expect(clock.now == Time(wholeSeconds: 5))
  }

  @Test("The machine's clock does what is due")
  func host() async throws {
    let clock = try HostCaptureClock()
    let start = clock.now
    let time = await withCheckedContinuation { continuation in
      clock.schedule(at: start + Time(flicks: Time.flicksPerSecond / 100)) {
        continuation.resume(returning: clock.now)
      }
    }
    #expect(time >= start + Time(flicks: Time.flicksPerSecond / 100))
  }
}
