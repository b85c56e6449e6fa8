// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import SoundServer
import Testing

@testable import MoonreelPlayback

/// Sound through a real server, recorded behind it. One test at a time: the server is named in the environment.
@Suite(.serialized) struct PulseTests {
  @Test(.enabled(if: PulseServer.isInstalled, "pulseaudio and pulseaudio-utils are not installed"))
  func aFilmIsHeardWithoutAGap() async throws {
    let (stage, server) = (try Stage(), try PulseServer())
    setenv("PULSE_SERVER", server.address, 1)
    // Two items of a queue; the tone of both is one, whose periods fit into each.
    let clips = [
      try await stage.item(frames: 25, sound: 1, tone: 400),
      try await stage.item(frames: 20, sound: 0.8, tone: 400),
    ]
    let heard = try await server.tone(period: 120) {
      let items = clips.map { PlayerItem($0.request, gate: stage.gate) }
      let sound = try PulseSoundOutput(title: "test")
      let player = try QueuePlayer(
        items: items, clock: SoundClock(following: sound), sound: sound)
      let isDone = DispatchSemaphore(value: 0)
      let token = player.addBoundaryTimeObserver(times: [seconds(0.8)]) { [weak player] _ in
        if player?.items.count == 1 { isDone.signal() }
      }
      player.play()
      #expect(Self.wait(for: isDone))
      player.removeTimeObserver(token)
      #expect(sound.failure == nil)
    }
    // ffmpeg's tone begins at zero, so up to three samples at either end are small.
    #expect(abs(heard.length - 86_400) < 50, "\(heard.length) samples of 86400")
    #expect(heard.step < 0.02, "the tone has a step of \(heard.step)")
    #expect((0.1...0.15).contains(heard.peak))
  }

  private static func wait(for end: DispatchSemaphore) -> Bool {
    end.wait(timeout: .now() + 20) == .success
  }

  @Test(.enabled(if: PulseServer.isInstalled, "pulseaudio and pulseaudio-utils are not installed"))
  func whatWasFlushedIsNotHeard() async throws {
    let server = try PulseServer()
    setenv("PULSE_SERVER", server.address, 1)
    let heard = try await server.record {
      let sound = try PulseSoundOutput(title: "test")
      let clock = SoundClock(following: sound)
      let start = clock.now + sound.latency
      let ones = SampleBuffer(
        sampleRate: 48_000,
        channels: Array(repeating: Array(repeating: 0.5, count: 24_000), count: 2))
      sound.write(ones, at: start)
      sound.flush(from: start + seconds(0.25))
      clock.wait(until: start + seconds(0.6))
    }
    let count = heard.filter { abs($0) > 0.1 }.count
    #expect(abs(count - 12_000) < 5, "\(count) samples of 12000")
  }

  @Test(.enabled(if: PulseServer.isInstalled, "pulseaudio and pulseaudio-utils are not installed"))
  func aServerThatGoesIsTold() throws {
    let server = try PulseServer()
    setenv("PULSE_SERVER", server.address, 1)
    let sound = try PulseSoundOutput(title: "test")
    let clock = SoundClock(following: sound)
    server.stop()
    for _ in 0..<500 where sound.failure == nil { usleep(10_000) }
    #expect(sound.failure?.message.hasPrefix("Cannot play sound: the sound server says") == true)
    let now = clock.now
    clock.wait(until: now + seconds(0.05))
    #expect(clock.now >= now + seconds(0.05), "it goes on by the machine's clock")
  }

  @Test func noServerIsASentence() throws {
    setenv("PULSE_SERVER", "unix:/nowhere/at/all", 1)
    let error = #expect(throws: MoonreelError.self) {
      _ = try PulseSoundOutput(title: "test")
    }
    #expect(error?.code == .fileAccess)
    #expect(error?.message.hasPrefix("Cannot play sound: ") == true)
  }
}
