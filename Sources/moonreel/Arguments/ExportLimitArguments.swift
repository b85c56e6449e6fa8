// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore
import MoonreelExport

/// How much a film may come to, for those who render what strangers describe.
struct ExportLimitArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The longest film that is accepted.", valueName: "time"))
  var maxDuration: SecondsArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The most pictures that are written.", valueName: "count"))
  var maxFrames: CountArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The most bytes that are written, such as 50M.", valueName: "bytes"))
  var maxOutput: ByteCountArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The longest that the whole run may take.", valueName: "time"))
  var maxTime: SecondsArgument?

  /// The limits on what is written; those on the run's time are ``start()``'s.
  var limits: ExportLimits {
    var limits = ExportLimits()
    limits.duration = maxDuration.flatMap { try? Time(seconds: $0.seconds) }
    limits.frames = maxFrames.map { Int64($0.count) }
    limits.bytes = maxOutput.map { Int64($0.bytes) }
    return limits
  }

  /// Says how long the run may take; it counts from the moment at which the sandbox is closed.
  func start() {
    if let maxTime { RunDeadline.set(seconds: maxTime.seconds) }
  }
}
