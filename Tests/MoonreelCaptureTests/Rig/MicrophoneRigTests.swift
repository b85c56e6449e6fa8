// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelPlayback
import SoundServer
import Testing

@testable import MoonreelCapture

/// Microphones of a sound server of the tests' own: what its loudspeakers, which lead nowhere, play.
@Suite(
  "Captured microphones",
  .enabled(if: PulseServer.isInstalled, "pulseaudio and pulseaudio-utils are not installed"))
struct MicrophoneRigTests {
  private func started(
    _ log: EventLog, on server: PulseServer, channels: Int = 2
  ) throws -> (any CaptureSource)? {
    let microphones = PulseMicrophones(address: server.address)
    guard let device = try microphones.devices().first else {
      print("PulseAudio does not start here: microphones are not tested.")
      return nil
    }
    let source = try #require(try microphones.source(for: device))
    try source.start(
      .sound(CaptureSoundFormat(sampleRate: 48_000, channelCount: channels)), log.add)
    return source
  }

  @Test("Sound comes in the form that was asked for, stamped with the time of now")
  func samples() throws {
    let (server, log) = (try PulseServer(), EventLog())
    let began = HostClock().now
    guard let source = try started(log, on: server) else { return }
    #expect(log.wait { $0.sounds.count >= 50 })
    source.stop()
    let ended = HostClock().now
    let count = log.all.count
    let sounds = log.sounds
    #expect(
      sounds.allSatisfy { $0.sampleRate == 48_000 && $0.channelCount == 2 && $0.frameCount > 0 })
    // What a loudspeaker will play in two seconds its monitor hears now.
    let margin = Time(wholeSeconds: 3)
    #expect(sounds.allSatisfy { $0.time > began - margin && $0.time < ended + margin })
    usleep(100_000)
    #expect(log.all.count == count, "nothing comes after the stop")
  }

  @Test("A microphone that goes with its server interrupts the recording, once")
  func gone() throws {
    let (server, log) = (try PulseServer(), EventLog())
    guard let source = try started(log, on: server) else { return }
    #expect(log.wait { !$0.sounds.isEmpty })
    server.stop()
    #expect(log.wait { $0.interruptions.first?.reason == .unplugged })
    usleep(600_000)
    #expect(log.interruptions.count == 1)
    source.stop()
  }

  @Test("An input that is unplugged and plugged in again goes on by itself; others are told")
  func pluggedAgain() async throws {
    let (server, log) = (try PulseServer(), EventLog())
    guard let source = try started(log, on: server) else { return }
    #expect(log.wait { !$0.sounds.isEmpty })
    let changes = PulseMicrophones(address: server.address).changes()
    let heard = Task {
      var heard: [String] = []
      for await change in changes {
        switch change {
        case .connected(let device): heard.append("+" + device.id)
        case .disconnected(let id): heard.append("-" + id)
        }
        // A server that has no other makes a source of its own meanwhile.
        if heard.contains("+nowhere.monitor") { break }
      }
      return heard
    }
    try server.control(["unload-module", "module-null-sink"])
    #expect(log.wait { $0.interruptions.count == 1 })
    log.clear()
    try server.control(["load-module", "module-null-sink", "sink_name=nowhere", "rate=48000"])
    #expect(log.wait { $0.hasResumed && !$0.sounds.isEmpty })
    source.stop()
    let words = await heard.value
    #expect(words.contains("-nowhere.monitor") && words.contains("+nowhere.monitor"))
  }

  @Test("No server is no microphone, and a sentence where one is wanted")
  func noServer() throws {
    let microphones = PulseMicrophones(address: "unix:/nowhere/at/all")
    #expect(try microphones.devices().isEmpty)
    let device = CaptureDevice(id: "a", name: "a", kind: .microphone, formats: [])
    #expect(try microphones.source(for: device) == nil)
    let server = try PulseServer()
    let source = PulseMicrophone(
      CaptureDevice(
        id: "missing", name: "Missing", kind: .microphone,
        formats: [.sound(CaptureSoundFormat(sampleRate: 48_000, channelCount: 1))]),
      address: server.address, server: nil)
    let error = #expect(throws: MoonreelError.self) {
      try source.start(.sound(CaptureSoundFormat(sampleRate: 48_000, channelCount: 1))) { _ in }
    }
    #expect(error?.message.hasPrefix("Cannot record the microphone 'Missing'") == true)
  }
}
