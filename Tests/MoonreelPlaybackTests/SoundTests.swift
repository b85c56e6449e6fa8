// SPDX-License-Identifier: MIT

import MediaTools
import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelPlayback

/// What is heard, and that items and rounds follow each other without a gap.
@Suite struct SoundTests {
  /// The mix that an export writes, from `start` to `end`.
  private func mix(_ item: PlayerItem, _ start: Double, _ end: Double, _ gate: FileGate) throws
    -> [Float]
  {
    let reader = CompositionReader(
      timeline: item.request.timeline, composition: item.request.effectiveComposition, gate: gate)
    let mixer = try reader.sound(
      in: TimeRange(start: seconds(start), end: seconds(end)), sampleRate: 48_000, layout: .stereo)
    var samples: [Float] = []
    while let block = try mixer.next(frameCount: 4096) { samples += block.channels[0] }
    return samples
  }

  @Test func soundIsTheExportedMix() async throws {
    let stage = try Stage()
    let output = CollectingSoundOutput()
    let item = try await stage.item(frames: 25, sound: 1)
    let player = try Player(items: [item], clock: VirtualClock(), sound: output)
    player.play()
    player.run(until: seconds(0.31))
    player.pause()
    player.run(until: seconds(2))
    player.seek(to: seconds(0.6)) { _ in }
    player.play()
    player.run(until: seconds(3))
    let heard = output.sound.channels[0]
    let whole = try mix(item, 0, 1, stage.gate)
    let pause = Int(0.31 * 48_000)
    #expect(Array(heard[..<pause]) == Array(whole[..<pause]))
    #expect(heard[pause..<96_000].allSatisfy { $0 == 0 }, "nothing of what was written ahead")
    #expect(Array(heard[96_000...]) == Array(whole[28_800...]))
  }

  /// What an export of `request` writes, decoded by ffmpeg: the left channel of sound track 0, or another.
  private func exported(_ request: ExportRequest, _ stage: Stage, track: Int = 0) throws -> [Float]
  {
    var request = request
    (request.output.container, request.output.audioCodec) = (.mkv, .pcmFloat)
    let path = stage.path("exported.mkv")
    _ = try ExportSession(request, outputPath: path, gate: stage.gate).run()
    let data = try MediaTool.ffmpeg([
      "-i", path, "-map", "0:a:\(track)", "-f", "f32le", "-ac", "2", "-",
    ])
    let samples = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    return stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
  }

  @Test(
    "a film's loudness is heard once it is known, with its limiter too", arguments: [-30.0, -6])
  func loudness(_ target: Double) async throws {
    let stage = try Stage()
    var request = try await stage.item(frames: 50, sound: 2).request
    request.loudness = try LoudnessTarget(integrated: target)
    let plain = PlayerItem(request, gate: stage.gate)
    let whole = try exported(request, stage)
    #expect(whole.map(abs).max() ?? 0 != 0)
    // Known from the start.
    let known = PlayerItem(request, gate: stage.gate)
    try known.prepare()
    try known.measure()
    let output = CollectingSoundOutput()
    let player = try Player(items: [known], clock: VirtualClock(), sound: output)
    player.play()
    player.run(until: seconds(3))
    #expect(output.sound.channels[0] == whole)
    // Known while it plays.
    let late = CollectingSoundOutput()
    try plain.prepare()
    plain.measuring.withLock { $0.hasBegun = true }
    let other = try Player(items: [plain], clock: VirtualClock(), sound: late)
    other.play()
    other.run(until: seconds(1))
    plain.measuring.withLock { $0.mastering = known.mastering }
    other.run(until: seconds(3))
    let mixed = try mix(plain, 0, 2, stage.gate)
    let heard = late.sound.channels[0]
    #expect(Array(heard[..<48_000]) == Array(mixed[..<48_000]))
    #expect(heard.count == whole.count)
    // A limiter that begins anew has to look ahead first.
    let rest = zip(heard[64_000...], whole[64_000...]).map { abs($0 - $1) }
    #expect(rest.max() ?? 1 < 1e-3, "\(rest.max() ?? 1)")
  }

  @Test("the sound's loudness is measured beside, and comes")
  func measuring() async throws {
    let stage = try Stage()
    var request = try await stage.item(frames: 25, sound: 1).request
    request.loudness = try LoudnessTarget(integrated: -30)
    let item = PlayerItem(request, gate: stage.gate)
    try item.prepare()
    item.beginMeasuring()
    while item.mastering == nil { try await Task.sleep(for: .milliseconds(5)) }
    let again = PlayerItem(request, gate: stage.gate)
    try again.prepare()
    try again.measure()
    #expect(again.mastering == item.mastering)
  }

  @Test("of several tracks of sound the default one is heard, at every rate", arguments: [0, 1, 2])
  func defaultTrack(_ chosen: Int) async throws {
    let stage = try Stage()
    var request = try await stage.item(frames: 25, sound: 1).request
    let id = try #require(request.timeline.tracks(.audio).first?.id)
    request.soundTracks = (0..<3).map { number in
      var parameters = AudioMixParameters(trackID: id)
      parameters.setVolume(0.25 * Double(number + 1), at: .zero)
      return SoundTrack(
        mix: AudioMix(parameters: [parameters]), isDefault: number == chosen && chosen > 0)
    }
    let whole = try exported(request, stage, track: chosen)
    for rate in [1.0, -1] {
      let output = CollectingSoundOutput()
      let item = PlayerItem(request, gate: stage.gate)
      let player = try Player(items: [item], clock: VirtualClock(), sound: output)
      if rate < 0 { player.seek(to: seconds(1)) { _ in } }
      player.rate = rate
      player.run(until: seconds(2))
      let heard = output.sound.channels[0]
      #expect((rate < 0 ? heard.reversed() : heard) == whole)
    }
  }

  @Test func whatIsHeardBecomesAFile() async throws {
    let stage = try Stage()
    let output = CollectingSoundOutput()
    let player = try Player(
      items: [try await stage.item(frames: 25, sound: 1)], clock: VirtualClock(), sound: output)
    player.rate = 2
    player.run(until: seconds(1))
    let path = stage.path("heard.wav")
    try output.save(to: path, gate: stage.gate)
    let data = try MediaTool.ffmpeg(["-i", path, "-f", "f32le", "-map_channel", "0.0.0", "-"])
    let samples = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    #expect(samples == output.sound.channels[0])
    #expect(samples.count == 24_000)
    #expect(throws: MoonreelError.self) { try output.save(to: "/proc/none.wav", gate: stage.gate) }
  }

  @Test func soundIsWrittenAFifthOfASecondAhead() async throws {
    let stage = try Stage()
    let (clock, output) = (VirtualClock(), CollectingSoundOutput(latency: seconds(0.05)))
    let player = try Player(
      items: [try await stage.item(frames: 25, sound: 1)], clock: clock, sound: output)
    player.play()
    player.run(until: seconds(2))
    let written = clock.log.compactMap { entry -> (Time, Time, Int)? in
      guard case .wrote(let samples, let host) = entry.event else { return nil }
      return (entry.host, host, samples)
    }
    #expect(written.reduce(0) { $0 + $1.2 } == 48_000)
    for (now, host, _) in written {
      #expect(host - now >= seconds(0.05))
      #expect(host - now <= seconds(0.25))
    }
    // Pictures wait for the sound to be heard.
    #expect(clock.shown.first { $0.frame == 10 }?.host == seconds(0.45))
  }

  @Test func volumeAndMute() async throws {
    let stage = try Stage()
    let item = try await stage.item(frames: 25, sound: 1)
    let whole = try mix(item, 0, 1, stage.gate)
    for (volume, isMuted, gain) in [(Float(0.5), false, Float(0.5)), (1, true, 0), (-2, false, 0)] {
      let output = CollectingSoundOutput()
      let player = try Player(
        items: [PlayerItem(item.request, gate: stage.gate)], clock: VirtualClock(), sound: output)
      (player.volume, player.isMuted) = (volume, isMuted)
      player.play()
      player.run(until: seconds(2))
      #expect(output.sound.channels[0] == whole.map { $0 * gain })
    }
  }

  @Test func backwardsSoundIsTurnedRound() async throws {
    let stage = try Stage()
    let output = CollectingSoundOutput()
    let item = try await stage.item(frames: 25, sound: 1)
    let player = try Player(items: [item], clock: VirtualClock(), sound: output)
    player.seek(to: seconds(1)) { _ in }
    player.rate = -1
    player.run(until: seconds(2))
    let whole = try mix(item, 0, 1, stage.gate)
    #expect(output.sound.channels[0] == Array(whole.reversed()))
  }

  @Test(arguments: [TimePitchAlgorithm.varispeed, .spectral, .timeDomain])
  func atDoubleSpeedPitchIsKeptOrNot(algorithm: TimePitchAlgorithm) async throws {
    let stage = try Stage()
    let output = CollectingSoundOutput()
    let item = try await stage.item(frames: 50, sound: 2)
    item.audioTimePitchAlgorithm = algorithm
    let player = try Player(items: [item], clock: VirtualClock(), sound: output)
    player.rate = 2
    player.run(until: seconds(2))
    let heard = output.sound.channels[0]
    #expect(heard.count == 48_000)
    let middle = heard[12_000..<36_000]
    let crossings = zip(middle, middle.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
    let wanted = algorithm == .varispeed ? 440 : 220
    #expect(abs(crossings - wanted) <= 6, "\(crossings) periods in half a second")
  }

  @Test func itemsOfAQueueJoinWithoutAGap() async throws {
    let stage = try Stage()
    let (clock, output) = (VirtualClock(), CollectingSoundOutput())
    let items = [
      try await stage.item(frames: 10, sound: 0.4),
      try await stage.item(frames: 10, sound: 0.4, tone: 700),
      try await stage.item(frames: 5, sound: 0.2, tone: 900),
    ]
    let player = try QueuePlayer(items: [items[0]], clock: clock, sound: output)
    #expect(player.insert(items[2]))
    #expect(!player.insert(items[2]))
    #expect(player.insert(items[1], after: items[0]))
    #expect(
      !player.canInsert(
        try await stage.item(frames: 1),
        after: PlayerItem(ExportRequest(timeline: Timeline()), gate: stage.gate)))
    player.play()
    player.run(until: seconds(3))
    let frames = (0..<10).map { $0 } + (0..<10).map { $0 } + (0..<5).map { $0 }
    #expect(
      clock.shown
        == frames.enumerated().map {
          VirtualClock.Shown(host: seconds(0.04 * Double($0)), frame: Int64($1))
        })
    let whole =
      try mix(items[0], 0, 0.4, stage.gate) + mix(items[1], 0, 0.4, stage.gate)
      + mix(items[2], 0, 0.2, stage.gate)
    #expect(output.sound.channels[0] == whole)
    #expect(player.items.count == 1)
    player.removeAllItems()
    #expect(player.currentItem == nil)
  }

  @Test func queuesAreEditedWhileTheyPlay() async throws {
    let stage = try Stage()
    let clock = VirtualClock()
    var items: [PlayerItem] = []
    for _ in 0..<3 { items.append(try await stage.item(frames: 10)) }
    let player = try QueuePlayer(items: items, clock: clock)
    player.play()
    // The next item's first frames are drawn by now.
    player.run(until: seconds(0.37))
    player.remove(items[1])
    player.run(until: seconds(0.5))
    #expect(player.currentItem === items[2])
    #expect(player.currentTime == seconds(0.1))
    player.advanceToNextItem()
    player.run(until: seconds(0.6))
    #expect(player.timeControlStatus == .waiting(.noItemToPlay))
    #expect(clock.shown.map(\.frame) == (0..<10).map { $0 } + [0, 1, 2])
  }

  @Test(arguments: [1.0, -1])
  func loopsJoinWithoutAGapWherePicturesEnd(rate: Double) async throws {
    let stage = try Stage()
    let (clock, output) = (VirtualClock(), CollectingSoundOutput())
    // The sound is twice as long as the pictures.
    let item = try await stage.item(frames: 10, sound: 0.8)
    item.forwardPlaybackEndTime = seconds(0.4)
    let player = try Player(items: [item], clock: clock, sound: output)
    let looper = PlayerLooper(player: player, item: item, count: 3)
    if rate < 0 { player.seek(to: seconds(0.4)) { _ in } }
    player.run(until: .zero)
    player.rate = rate
    player.run(until: seconds(3))
    let frames = (0..<30).map { Int64(rate < 0 ? 9 - $0 % 10 : $0 % 10) }
    // The seek shows what comes after the pictures; playing never does, nor does it stop there.
    #expect(
      clock.shown.filter { $0.frame != 10 || $0.host > .zero }
        == frames.enumerated().map {
          VirtualClock.Shown(host: seconds(0.04 * Double($0)), frame: $1)
        })
    let round = try mix(item, 0, 0.4, stage.gate)
    let heard = rate < 0 ? Array(round.reversed()) : round
    #expect(output.sound.channels[0] == heard + heard + heard)
    #expect(looper.loopCount == 3)
  }

  @Test func aLoopCanBeEnded() async throws {
    let stage = try Stage()
    let clock = VirtualClock()
    let item = try await stage.item(frames: 20)
    let player = try Player(items: [item], clock: clock)
    let looper = PlayerLooper(
      player: player, item: item, range: TimeRange(start: seconds(0.2), end: seconds(0.4)))
    player.play()
    player.run(until: seconds(0.98))
    looper.disableLooping()
    player.run(until: seconds(3))
    let frames = Array(0..<10) + Array(5..<10) + Array(5..<10) + Array(5..<20)
    #expect(clock.shown.map(\.frame) == frames.map { Int64($0) })
    #expect(player.currentTime == seconds(0.8))
  }

  /// Whoever looks for the next sound, or the next picture, finds none in any round.
  @Test(arguments: [(true, false), (false, true)])
  func aLoopWithoutSoundOrWithoutPicturesIsPlannedNoFurtherThanItIsPlayed(
    hasPictures: Bool, hasSound: Bool
  ) async throws {
    let stage = try Stage()
    let (clock, output) = (VirtualClock(), CollectingSoundOutput())
    var item = try await stage.item(frames: 10, sound: hasSound ? 0.4 : nil)
    if !hasPictures {
      var timeline = item.request.timeline
      for track in timeline.tracks(.video) { timeline.removeTrack(track.id) }
      item = PlayerItem(ExportRequest(timeline: timeline), gate: stage.gate)
    }
    let player = try Player(items: [item], clock: clock, sound: output)
    let looper = PlayerLooper(player: player, item: item)
    player.play()
    player.run(until: seconds(2.1))
    #expect(looper.loopCount == 5)
    #expect(player.core.read { $0.runs.count } <= 5)
    #expect(clock.shown.count == (hasPictures ? 53 : 0))
    #expect(output.sound.channels.first?.isEmpty == !hasSound)
  }
}
