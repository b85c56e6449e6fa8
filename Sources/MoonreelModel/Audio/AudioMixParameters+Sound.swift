// SPDX-License-Identifier: MIT

import MoonreelCore

extension AudioMixParameters {
  /// Places the sound between left (−1) and right (1) over `range`: what is the same on both sides keeps its power. In mono
  /// nothing changes, nor do channels after the second. Keyframes are on the timeline's clock, or on one whose zero is
  /// `begin`.
  ///
  /// For example: `music.setPan(.constant(-0.5), over: range)`.
  ///
  /// - Throws: what a function of the user's throws.
  public mutating func setPan(
    _ pan: Animated<Double>, over range: TimeRange, from begin: Time = .zero
  ) throws {
    try replace("pan", by: GainFactor.pan(pan, over: range, from: begin))
  }

  /// Makes the other side quieter, the more the nearer `balance` is to −1 (left alone) or 1 (right alone); else as
  /// ``setPan(_:over:from:)``.
  ///
  /// - Throws: what a function of the user's throws.
  public mutating func setBalance(
    _ balance: Animated<Double>, over range: TimeRange, from begin: Time = .zero
  ) throws {
    try replace("balance", by: GainFactor.balance(balance, over: range, from: begin))
  }

  /// Adds gain in decibels over `range`; −120 and less is silence. The clock is that of ``setPan(_:over:from:)``.
  ///
  /// - Throws: what a function of the user's throws.
  public mutating func setDecibels(
    _ decibels: Animated<Double>, over range: TimeRange, from begin: Time = .zero
  ) throws {
    try replace(
      "decibels", by: GainFactor.volumes(.constant(1), decibels, over: range, from: begin))
  }

  /// Lets the sound be as `audio` says over `range`, but for its volume, fades and solo. Keyframes, and the times of its
  /// effects, are on a clock whose zero is `begin`.
  ///
  /// - Throws: what a function of the user's throws.
  public mutating func setSound(
    _ audio: LayerAudio, over range: TimeRange, from begin: Time = .zero
  ) throws {
    (inputMatrix, isInverted) = (audio.channelMatrix, audio.isInverted)
    effects = audio.chain.map { $0.placed(at: begin) { _ in nil } }
    try setDecibels(audio.decibels, over: range, from: begin)
    try setPan(audio.pan, over: range, from: begin)
    try setBalance(audio.balance, over: range, from: begin)
    (output, sends) = (audio.output, audio.sends)
    if !audio.isEnabled { mute() }
  }

  /// Takes the sound out of the mix; what listens to it hears it all the same.
  public mutating func mute() {
    reachesOutput = false
    for index in sends.indices { sends[index].isHeard = false }
  }

  private mutating func replace(_ name: String, by fresh: [GainFactor]) throws {
    for factor in fresh { try factor.tryOut() }
    factors.removeAll { $0.name == name }
    factors += fresh
  }
}
