// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCapture
import MoonreelCore
import MoonreelMedia
import MoonreelScript

/// `moonreel capture -o take.mkv --camera 0`: what devices and live streams give, as a file.
struct CaptureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture",
    abstract: "Record a camera, a screen, a live stream or a microphone, or a film drawn of them.",
    discussion: """
      Devices are named as moonreel devices lists them. The file is written as it is recorded: what \
      ends the program costs a second at most. Ctrl-C ends the recording and completes the file.

      A script makes a film of live pictures (mr.capture): overlays, keys, pictures in pictures. \
      It may use the kinds of devices that --allow-device names, and those that are made here.

      A live stream is one of HLS, without an end. Its host has to be allowed with --allow-net. Its \
      sound is recorded, or --mic in place of it; the take ends with the stream.

      Examples:
        moonreel capture -o take.mkv --camera 0 --mic default
        moonreel capture -o screen.mp4 --screen :0+100,100 --size 640x360 --for 10
        moonreel capture -o take.mp4 --camera 0 --split 60
        moonreel capture -o a.mkv --stream https://tv.example/a.m3u8 --allow-net tv.example
        moonreel capture --camera 0 --photo shot.png
        moonreel capture film.lua -o take.mkv --allow-device camera --mic default
        moonreel capture -o test.mkv --camera synthetic:camera --for 2
      """)

  @Argument(
    help: "A script whose film is recorded while it is drawn of live pictures.",
    completion: .file(extensions: ["lua"]))
  var film: String?

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The file to write: .mp4, .mov or .mkv.", valueName: "file"),
    completion: .file())
  var output: String?

  @OptionGroup var replacing: ReplacingArguments

  @OptionGroup(title: "What is recorded")
  var inputs: CaptureInputArguments

  @OptionGroup(title: "What is written")
  var writing: CaptureOutputArguments

  @OptionGroup var reporting: ReportingArguments

  @OptionGroup(title: "The script")
  var script: CaptureScriptArguments

  @OptionGroup(title: "What may be reached")
  var access: AccessArguments

  @OptionGroup(title: "What the script may use")
  var limits: LimitArguments

  @OptionGroup(title: "What protects the machine")
  var safety: SafetyArguments

  func validate() throws {
    guard output != nil || writing.photo != nil else {
      throw ValidationError("Say what to write: -o take.mkv, or --photo shot.png.")
    }
    let pictures = [
      inputs.camera != nil, inputs.screen != nil, inputs.stream != nil, film != nil,
    ]
    guard pictures.count(where: { $0 }) <= 1 else {
      throw ValidationError(
        "Pictures come of one of --camera, --screen, --stream and a script. A script may show several devices."
      )
    }
    guard inputs.variant == nil || inputs.stream != nil else {
      throw ValidationError("--variant is one of a stream: say --stream, too, or leave it out.")
    }
    guard pictures.contains(true) || inputs.mic != nil && writing.photo == nil else {
      throw ValidationError(
        "Say what to record: --camera default, --screen :0, --stream, --mic default or a script. "
          + "moonreel devices lists what there is.")
    }
    if film != nil, inputs.size != nil || inputs.fps != nil {
      throw ValidationError(
        "A film has its own size and rate: say them in the script, and leave --size and --fps out.")
    }
    if film == nil, let option = script.first {
      throw ValidationError("\(option) is for scripts, and none is named.")
    }
  }

  func run() throws {
    let warnings = WarningLog()
    let name = FilePath.name(of: output ?? writing.photo ?? "")
    let reporter = ProgressReporter(style: reporting.style(), name: name)
    do {
      let summary = try CaptureRun(self, reporter, warnings).run()
      reporter.finish(summary: [summary.line])
      Report.warnings(access.remote.log.warnings)
      tell(warnings, reporter)
      reporter.event(summary.json)
      try summary.throwFailure()
    } catch {
      reporter.finish()
      Report.warnings(warnings)
      Report.warnings(access.remote.log.warnings)
      throw error
    }
  }

  private func tell(_ warnings: WarningLog, _ reporter: ProgressReporter) {
    Report.warnings(warnings)
    for entry in warnings.all {
      reporter.event(
        .fields(["event": .string("warning"), "message": .string(entry.message)]))
    }
  }

  /// The script's arguments in the form of all commands that run one.
  func scriptArguments(_ path: String) throws -> ScriptArguments {
    var arguments = try ScriptArguments.parse(["--", path])
    arguments.parameters = script.parameters
    (arguments.access, arguments.limits, arguments.safety) = (access, limits, safety)
    return arguments
  }
}
