// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore
import MoonreelInterchange
import MoonreelMedia

/// `moonreel import cut.otio -o film.lua`: a script that makes the film which another program cut.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Make a script of a cut that another editing program wrote.",
    discussion: """
      Reads \(CutFormat.endings(of: CutFormat.readable)). Files are taken from where the cut says, from beside it, or by \
      their names from the folders that --media names; a slate stands for what is not found. What lies in an .otioz is \
      unpacked into film_media, beside film.lua.

      Examples:
        moonreel import cut.otio -o film.lua
        moonreel import cut.otio -o film.lua --media ~/footage
        moonreel import cut.otioz -o film.lua
        moonreel import cut.edl -o film.lua --fps 25
      """)

  @Argument(
    help: "The file with the cut.",
    completion: .file(extensions: CutFormat.readable.map(\.rawValue)))
  var cut: String

  @OptionGroup var output: OutputArguments

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "A folder in which files are looked for by their names; repeat it for more.",
      valueName: "folder"),
    completion: .directory)
  var media: [String] = []

  @Option(help: ArgumentHelp("The rate of a cut that does not say it.", valueName: "rate"))
  var fps: String?

  @OptionGroup(title: "What may be read")
  var access: AccessArguments

  @OptionGroup(title: "What protects the machine")
  var safety: SafetyArguments

  func run() throws {
    let warnings = WarningLog()
    defer { Report.warnings(warnings) }
    _ = try UsageError.blamed { try CutFormat(path: cut, among: CutFormat.readable) }
    let rate = try UsageError.blamed { try fps.map { try FrameRate(text: $0) } }
    let folders = [FilePath.folder(of: cut), "."] + access.allow + media
    try access.checkFolders()
    try safety.close(
      drawsFiles: false, reading: folders, writing: [output.path], cache: access.cache,
      network: .none)
    var gate = FileGate(
      folders: folders + FilePaths.places(writing: output.path), cancellation: Interruption.flag)
    gate.pixelLimit = access.pixelLimit
    gate.cache = access.cache
    output.replacing.apply(to: &gate)
    let script = try script(rate, gate, warnings)
    try output.replacing.confirm(
      try OutputPlaces.replaced(by: output.path, container: .mp4, gate: gate))
    let file = try AtomicOutputFile(path: output.path, gate: gate)
    do {
      try file.write(Array(script.text.utf8))
      try file.commit()
    } catch {
      file.discard()
      throw error
    }
    for warning in script.warnings { warnings.warn(warning) }
  }

  private func script(_ rate: FrameRate?, _ gate: FileGate, _ warnings: WarningLog) throws
    -> CutScript
  {
    let real = try gate.resolve(cut)
    let timeline = try CutFile.timeline(at: real, named: cut, rate: rate)
    let beside = try CutFile.mediaFolder(
      of: real, named: cut, unpackingInto: FilePaths.mediaFolder(beside: output.path), gate: gate)
    let finder = MediaFinder(beside: beside, folders: media, gate: gate, warnings: warnings)
    let home = try gate.resolve(FilePath.folder(of: output.path))
    var options = CutScript.Options(fileName: FilePath.name(of: cut))
    options.returnsExport = true
    options.spelling = { path in
      let real = (try? gate.resolve(path)) ?? path
      return FilePath.isAbsolute(real) ? FileURL.relative(real, to: home) : real
    }
    return try CutScript(timeline, options, finder: finder)
  }
}
