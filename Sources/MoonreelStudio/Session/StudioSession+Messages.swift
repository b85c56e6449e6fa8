// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel
import MoonreelPlayback

extension StudioSession {
  /// Everything that a page may say. Whatever it says how often, what waits for it is bounded.
  enum Kind: String, CaseIterable {
    case hello, view, ping, seek, play, pause, step, loop, sound, shown, params, preset, inspect
    case ribbon, export, cancel, snapshot, gallery, thumbnails, waveform, audio
  }

  /// Does what `message` asks for, or has it done.
  ///
  /// - Throws: `MoonreelError` for what cannot be, in a sentence for the page.
  func act(on message: Message) throws {
    guard let kind = Kind(rawValue: message.type) else {
      throw MoonreelError(.invalidArgument, "The studio knows no message '\(message.type)'.")
    }
    switch kind {
    case .hello: try begin(message)
    case .view: try view(message)
    case .ping: pong(try message.number("client"))
    case .seek: try seek(message)
    case .play: try play(message)
    case .pause: player.pause()
    case .step: step(try message.integer("count", -100_000...100_000))
    case .loop: try loop(message)
    case .sound: try sound(message)
    case .shown: credit()
    case .params: try studio.setParameters(message)
    case .preset: try studio.preset(message, self)
    case .inspect: studio.inspect(Int64(try message.integer("frame", 0...(1 << 40))), self)
    case .ribbon: try studio.flip(try message.flag("on"), self)
    case .export: try studio.export(message, self)
    case .cancel: studio.cancel(job: try message.integer("job", 0...(1 << 30)))
    case .snapshot: try studio.snapshot(message, self)
    case .gallery: try studio.gallery(message, self)
    case .thumbnails: try studio.thumbnails(message, self)
    case .waveform: try studio.waveform(message, self)
    case .audio: try audio(message)
    }
  }

  private func pong(_ client: Double) {
    socket.send(
      .members([
        "type": .string("pong"), "client": .number(client), "host": .number(clock.now.milliseconds),
      ]))
  }

  /// The time that a message names, by seconds or by a frame.
  func time(in message: Message) throws -> Time {
    guard let frame = try message.ifGiven("frame", { try message.number($0, 0...Double(1 << 40)) })
    else { return try message.time("time") }
    let times = state.withLock { $0.item }?.frameTimes
    return times?.time(ofFrame: Int64(frame)) ?? .zero
  }

  private func play(_ message: Message) throws {
    if let rate = try message.ifGiven("rate", message.number) { player.defaultRate = rate }
    // Playing from the end begins anew.
    let (item, rate) = (state.withLock { $0.item }, player.defaultRate)
    if let end = item?.duration, rate > 0, player.currentTime >= end {
      player.seek(to: .zero) { _ in }
    }
    if let end = item?.duration, rate < 0, player.currentTime <= .zero {
      player.seek(to: end) { _ in }
    }
    player.play()
  }

  private func loop(_ message: Message) throws {
    let isOn = try message.flag("on")
    let (start, end) = (
      try message.ifGiven("in", message.time), try message.ifGiven("out", message.time)
    )
    state.withLock { $0.loop = (isOn, start, end) }
    applyLoop()
    tellState()
  }

  private func sound(_ message: Message) throws {
    let isOn = try message.flag("on")
    sound.set(isOn: isOn)
    if let scrub = try message.ifGiven("scrub", message.flag) {
      state.withLock { $0.hearsSeeks = scrub }
    }
    player.isMuted = !isOn
    if !isOn { clock.forget() }
    if let volume = try message.ifGiven("volume", { try message.number($0, 0...4) }) {
      player.volume = Float(volume)
    }
  }

  /// The page's sound card: its clock against ours.
  private func audio(_ message: Message) throws {
    let card = try message.number("context", 0...1e9)
    clock.heard(own: try Time(milliseconds: try message.number("host", 0...1e15)), card: card)
  }
}
