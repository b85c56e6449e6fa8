// SPDX-License-Identifier: MIT

import MoonreelCore

/// Laws of what is heard.
extension LawTrial {
  /// Whether it needs another sound to listen to, as a compressor with a key does.
  var listens: Bool {
    plugin.rules.contains { rule in
      rule.value.member("kind") == .string("sound") && rule.value.member("required") == .bool(true)
    }
  }

  func soundFault() throws -> String? {
    let formats: [(Int, ChannelLayout)] = [(48_000, .stereo), (44_100, .mono), (96_000, .stereo)]
    let stage = try stage([StageCase()])
    for (rate, layout) in formats {
      try options.cancellation.check()
      let planes = try stage.sound(0, sampleRate: rate, layout: layout)
      guard let fault = Self.strange(planes) else { continue }
      return "at \(rate) Hz \(fault), which is no number"
    }
    return nil
  }

  func silenceFault() throws -> String? {
    let planes = try stage([StageCase(gain: 0)]).sound(0)
    for (channel, samples) in planes.enumerated() {
      guard let index = samples.firstIndex(where: { $0 != 0 }) else { continue }
      return "silence is \(samples[index]) in sample \(index) of channel \(channel + 1)"
    }
    return nil
  }

  func blockFault() throws -> String? {
    let stage = try stage([StageCase()])
    let (long, short) = (try stage.sound(0, block: 4096), try stage.sound(0, block: 1000))
    for channel in long.indices {
      let pairs = zip(long[channel], short[channel])
      guard let index = pairs.enumerated().first(where: { $1.0 != $1.1 })?.offset else { continue }
      return
        "sample \(index) of channel \(channel + 1) is \(long[channel][index]) in blocks of 4096 and "
        + "\(short[channel][index]) in blocks of 1000"
    }
    return nil
  }

  /// The first sample that is no number, in words.
  static func strange(_ planes: [[Float]]) -> String? {
    for (channel, samples) in planes.enumerated() {
      guard let index = samples.firstIndex(where: { !$0.isFinite }) else { continue }
      return "sample \(index) of channel \(channel + 1) is \(samples[index])"
    }
    return nil
  }
}
