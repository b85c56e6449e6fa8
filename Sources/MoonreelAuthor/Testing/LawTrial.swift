// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelScript

/// A plugin on trial: each law is asked for itself, on a stage of its own.
struct LawTrial {
  let plugin: Plugin
  let settings: LawSettings
  /// What the plugin's scripts may use.
  let options: ScriptOptions

  /// The size of the frames in which plugins are looked at.
  static let size = PixelSize(160, 90)
  /// Upright, odd and tiny ones. No letters fit into tiny frames.
  private var oddSizes: [PixelSize] {
    switch plugin.kind {
    case .effect, .transition, .generator:
      [PixelSize(91, 161), PixelSize(37, 23), PixelSize(2, 3), PixelSize(1, 1)]
    case .title, .template, .chart, .soundEffect: [PixelSize(91, 161), PixelSize(163, 91)]
    }
  }

  /// A case at a moment.
  typealias View = (use: StageCase, time: Double)

  /// What becomes of `law`.
  ///
  /// - Throws: `MoonreelError` (`cancelled`).
  func verdict(_ law: Law) throws -> TestVerdict {
    if let reason = settings.exceptions[law] { return .leftOut(reason) }
    if law == .neutral, plugin.neutral == nil {
      return .leftOut("it names no neutral options")
    }
    if law == .silence, listens { return .leftOut("it listens to another sound") }
    do {
      return try fault(law).map { .failed($0) } ?? .passed
    } catch let error as MoonreelError where error.code != .cancelled {
      return .raised(error)
    }
  }

  /// How the law is broken; `nil`: it is kept.
  private func fault(_ law: Law) throws -> String? {
    switch law {
    case .draws: plugin.kind == .soundEffect ? try soundFault() : try drawingFault()
    case .options: try optionFault()
    case .alpha: try alphaFault()
    case .threads: try threadFault()
    case .neutral: try neutralFault()
    case .transparent: try transparencyFault()
    case .ends: try endFault()
    case .silence: try silenceFault()
    case .halfSize: try sizeFault()
    case .comesAndGoes: try comingFault()
    case .noJump: try jumpFault()
    case .blocks: try blockFault()
    }
  }

  func stage(_ cases: [StageCase], _ size: PixelSize = Self.size) throws -> PluginStage {
    try PluginStage(plugin, settings: settings, size: size, cases: cases, options: options)
  }

  /// When it is looked at, in seconds from its beginning.
  var times: [Double] {
    switch plugin.kind {
    case .effect: [0.28, 1.4]
    case .transition: [0]
    case .title, .template: [0.4, 2, 3.75]
    case .generator, .chart: [0, 1.5]
    case .soundEffect: []
    }
  }

  /// On what it is looked at.
  var uses: [StageCase] {
    switch plugin.kind {
    case .effect: [.scene, .sprite, .nothing].map { StageCase(picture: $0) }
    case .transition:
      [(.scene, .card), (.sprite, .scene)].flatMap { (from: StageCase.Picture, to) in
        [0.25, 0.5, 0.75].map { StageCase(picture: from, other: to, progress: $0) }
      }
    case .title, .template, .generator, .chart, .soundEffect: [StageCase()]
    }
  }

  // MARK: Laws of all kinds

  private func drawingFault() throws -> String? {
    for size in [Self.size] + oddSizes {
      let stage = try stage(uses, size)
      for index in uses.indices {
        for time in times {
          try options.cancellation.check()
          let samples: PictureSamples
          do { samples = try stage.samples(index, at: time) } catch let error as MoonreelError {
            throw MoonreelError(error.code, "in a frame of \(size): \(error.description)")
          }
          guard let fault = samples.firstFault(where: { !$0.isFinite }) else { continue }
          return "in a frame of \(size)\(place(uses[index], time)) \(fault), which is no number"
        }
      }
    }
    return nil
  }

  private func optionFault() throws -> String? {
    let ends = OptionEnds(plugin.rules).cases
    guard !ends.isEmpty else { return nil }
    // Sounds that last on would be heard in the next case: each has a film of its own.
    let stage = plugin.kind == .soundEffect ? nil : try stage(ends, PixelSize(64, 36))
    for (index, end) in ends.enumerated() {
      try options.cancellation.check()
      let option = end.options.map { "\($0.key) = \($0.value.compactText)" }.joined()
      do {
        let fault: String?
        if let stage {
          fault = try stage.samples(index, at: times[0]).firstFault { !$0.isFinite }
        } else {
          fault = Self.strange(try self.stage([end]).sound(0))
        }
        guard let fault else { continue }
        return "with \(option) \(fault), which is no number"
      } catch let error as MoonreelError where error.code != .cancelled {
        return "with \(option): \(error.description)"
      }
    }
    return nil
  }

  /// Where something was seen, for messages.
  func place(_ use: StageCase, _ time: Double) -> String {
    switch plugin.kind {
    case .effect: ", over the picture '\(use.picture.rawValue)', at \(time) s,"
    case .transition:
      ", from '\(use.picture.rawValue)' to '\(use.other.rawValue)', at \(use.progress),"
    case .title, .template, .generator, .chart, .soundEffect: ", at \(time) s,"
    }
  }
}

/// The ends of a plugin's options: each number's least and greatest, each choice, each truth value.
struct OptionEnds {
  /// A case for each end.
  let cases: [StageCase]

  /// The most ends that are tried.
  private static let most = 200

  init(_ rules: [JSONValue.Member]) {
    let ends = rules.flatMap { rule in
      Self.values(rule.value).map { JSONValue.Member(rule.key, $0) }
    }
    cases = ends.prefix(Self.most).map { end in
      var use = StageCase()
      use.options = [end]
      return use
    }
  }

  private static func values(_ rule: JSONValue) -> [JSONValue] {
    if case .array(let choices)? = rule.member("among") { return choices }
    if rule.member("kind") == .string("boolean") { return [.bool(true), .bool(false)] }
    return ["min", "max"].compactMap { rule.member($0) }.filter { $0.double?.isFinite ?? false }
  }
}
