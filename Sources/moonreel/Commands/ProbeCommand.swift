// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore
import MoonreelExport
import MoonreelMedia

/// `moonreel probe clip.mp4`: what a file holds, in Moonreel's own terms.
struct ProbeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "probe",
    abstract: "Say what media files hold: tracks, sizes, times, colour.",
    discussion: """
      Numbered pictures are named by a pattern, such as 'shot_%04d.png'. Times are the asset's own: \
      zero is where the container begins to play.

      Examples:
        moonreel probe clip.mp4
        moonreel probe --json clip.mp4 music.ogg
        moonreel probe --loudness music.ogg
        moonreel probe --waveform wave.png music.ogg
      """)

  @Argument(help: "The files.", completion: .file())
  var files: [String]

  @Flag(help: "Print one JSON document for each file.")
  var json = false

  @Flag(help: "Decode all sound, and say how loud each track is (EBU R128).")
  var loudness = false

  @Option(
    help: ArgumentHelp(
      "Draw the waveform of the file's sound, a lane for each channel.", valueName: "file.png"),
    completion: .file())
  var waveform: String?

  @Option(help: ArgumentHelp("The waveform's size (default 1280x320).", valueName: "WxH"))
  var size: SizeArgument?

  @OptionGroup var replacing: ReplacingArguments

  @Option(parsing: .unconditional, help: "The rate of numbered pictures (default 25).")
  var fps: String?

  @OptionGroup(title: "What may be reached")
  var access: AccessArguments

  @OptionGroup(title: "What protects the machine")
  var safety: SafetyArguments

  func run() throws {
    let rate = try fps.map { text in try UsageError.blamed { try FrameRate(text: text) } }
    if let fps, !files.contains(where: { FramePattern(FilePath.name(of: $0)) != nil }) {
      throw UsageError(
        error: MoonreelError(
          .invalidArgument,
          "--fps \(fps) is the rate of numbered pictures such as 'shot_%04d.png', and '\(files[0])' is no "
            + "such name: leave it out."))
    }
    try checkWaveform()
    try access.checkFolders()
    try safety.close(
      drawsFiles: false, reading: files.map(FilePath.folder(of:)) + ["."] + access.allow,
      writing: [waveform].compactMap { $0 }, cache: access.cache, network: access.network)
    var worst: ExitStatus?
    for file in files {
      do {
        try describe(file, rate: rate)
      } catch let error as MoonreelError where error.code != .cancelled {
        Report.error(error)
        worst = worst ?? ExitStatus(error)
      }
    }
    Report.warnings(access.remote.log.warnings)
    if let worst { throw CommandFailure(status: worst) }
  }

  private var waveformSize: PixelSize { PixelSize(size?.width ?? 1280, size?.height ?? 320) }

  private func checkWaveform() throws {
    guard let waveform else {
      guard size == nil else {
        throw UsageError(
          error: MoonreelError(
            .invalidArgument, "--size is that of the picture: name it with --waveform wave.png."))
      }
      return
    }
    guard files.count == 1 else {
      throw UsageError(
        error: MoonreelError(
          .invalidArgument,
          "--waveform draws the sound of one file, got \(files.count): probe them one by one."))
    }
    _ = try UsageError.blamed { try StillGenerator.container(forPath: waveform) }
    guard waveformSize.width <= 16_384, waveformSize.height <= 16_384 else {
      throw UsageError(
        error: MoonreelError(
          .invalidArgument,
          "--size \(waveformSize.width)x\(waveformSize.height) is too large: a waveform has at most 16384 pixels a side."
        ))
    }
  }

  private func describe(_ file: String, rate: FrameRate?) throws {
    let warnings = WarningLog()
    var gate = FileGate(
      folders: [FilePath.folder(of: file), "."] + access.allow, hosts: access.allowNet,
      cancellation: Interruption.flag)
    access.apply(to: &gate)
    let asset = try Asset.load(
      path: file, options: AssetOptions(frameRate: rate), gate: gate, warnings: warnings)
    var levels: [Int: Loudness] = [:]
    for track in loudness ? asset.tracks : [] {
      levels[track.trackID] = try track.loudness(gate: gate, warnings: warnings)
    }
    if let waveform {
      try WaveformFile(path: waveform, size: waveformSize).write(
        asset, gate: gate, replacing: replacing, warnings: warnings)
    }
    if json {
      try Terminal.print(AssetJSON.value(asset, levels))
    } else {
      try Terminal.print(AssetText.lines(asset, levels))
    }
    Report.warnings(warnings)
  }
}
