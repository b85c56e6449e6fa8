// SPDX-License-Identifier: MIT

@preconcurrency import Glibc
import MoonreelAuthor
import MoonreelCore
import MoonreelExport
import MoonreelMedia

extension SubmitCommand {
  func run() throws {
    let began = ContinuousClock.now
    let words = CommandWords.ours(of: SubmitCommand.self)
    let folder = try FarmFolder(
      for: output.path, in: farm.folder ?? FilePath.folder(of: output.path))
    let work = FarmWork(
      folder: folder.path, film: FilePath.name(of: output.path), parts: farm.spans,
      cores: drawing.threads ?? Self.usualCores, memory: script.safety.maxMemory?.bytes)
    let engine = farm.chosen
    let scripts = engine.scripts(for: work).merging([
      FarmScript.name: try taskScript(folder, words, work).text
    ]) { $1 }
    if farm.dryRun { return try preview(scripts, engine.commands(for: work)) }
    try refuseBusy(folder)
    if OutputPlaces.isTaken(output.path) {
      if output.replacing.noOverwrite { throw OutputError.exists(output.path) }
      try output.replacing.confirm([output.path])
    }
    try check(words)
    try submit(work, scripts, to: engine, folder, began)
  }

  /// Threads of a task that draws: an encoder keeps about as many busy.
  private static let usualCores = 2

  /// What the tasks are told anew.
  private static let ownOptions: Set = [
    "json-progress", "quiet", "yes", "no-overwrite", "threads", "output",
    "incremental", "span-cache", "jobs",
  ]

  private func taskScript(
    _ folder: FarmFolder, _ words: CommandWords, _ work: FarmWork
  ) throws -> FarmScript {
    guard let program = realpath("/proc/self/exe", nil), let place = getcwd(nil, 0) else {
      throw MoonreelError(.fileAccess, "Cannot find out where Moonreel and the current folder lie.")
    }
    defer { for path in [program, place] { free(path) } }
    let own = [
      "--output", output.path, "--yes", "--json-progress", "--threads", "\(work.cores)",
      "--span-cache", spans.spanCache ?? folder.spans,
    ]
    return FarmScript(
      place: String(cString: place), folder: folder.path, program: String(cString: program),
      parts: work.parts,
      words: own + words.words(of: RenderCommand.self, without: Self.ownOptions))
  }

  private func preview(_ scripts: [String: String], _ commands: [[String]]) throws {
    for (name, text) in scripts.sorted(by: { $0.key < $1.key }) {
      try Terminal.print(["==> \(name) <=="] + text.textLines)
    }
    try Terminal.print("==> commands <==")
    for words in commands { try Terminal.print(ShellWord.line(words)) }
  }

  /// - Throws: `MoonreelError` where an earlier submission of the film goes on.
  private func refuseBusy(_ folder: FarmFolder) throws {
    guard let note = try folder.readNote(), !note.jobs.isEmpty else { return }
    let jobs = "\(note.engine.rawValue), \(note.jobs.joined(separator: " and "))"
    let states: [FarmTask: EngineState]?
    do { states = try note.engine.plain.states(of: note.jobs) } catch {
      throw MoonreelError(
        .fileAccess,
        "'\(folder.path)' belongs to a submission that may go on (\(jobs)). \(error.message) "
          + "Try again then, or name another place with --folder.")
    }
    guard states?.values.contains(where: \.goesOn) ?? true else { return }
    throw MoonreelError(
      .fileAccess,
      "'\(folder.path)' belongs to a submission that goes on (\(jobs)). "
        + "Wait for it, end it with \(note.engine.ending(note.jobs)), or name another place with --folder."
    )
  }

  /// Checks the film as `moonreel check` does, in another process and its sandbox; what is odd is told.
  ///
  /// - Throws: `CommandFailure` where it cannot be rendered, which is told by then.
  private func check(_ words: CommandWords) throws {
    let process = ChildProcess(words: ["check"] + words.words(of: CheckCommand.self))
    let end = try process.run(stopping: Interruption.flag) { _ in }
    try Interruption.flag.check()
    guard end.code != 0 else { return }
    let remarks = end.remarks.isEmpty ? "error: \(end.message)" : String(end.remarks.dropLast())
    Report.lines(remarks.textLines)
    throw CommandFailure(status: ExitStatus(rawValue: end.code) ?? .program)
  }

  private func submit(
    _ work: FarmWork, _ scripts: [String: String], to engine: any RenderEngine,
    _ folder: FarmFolder, _ began: ContinuousClock.Instant
  ) throws {
    let reporter = ProgressReporter(style: reporting.style(), name: work.film)
    let jobs = try begin(work, scripts, on: engine, folder)
    reporter.event(
      .fields([
        "event": .string("submitted"), "engine": .string(farm.engine.rawValue),
        "jobs": .array(jobs.map { .string($0) }), "folder": .string(folder.path),
        "parts": .int(work.parts),
      ]))
    guard farm.follow else {
      let names = "\(farm.engine.rawValue): \(jobs.joined(separator: " and "))"
      if reporting.tellsResult {
        try Terminal.print("\(output.path): submitted (\(names)); its folder is \(folder.path)")
      }
      return
    }
    var tasks = Farm(folder, parts: work.parts)
    var follower = FarmFollower(engine, jobs: jobs, reporter: reporter)
    try follower.follow(&tasks)
    for warning in tasks.warnings { Report.warning(warning) }
    reporter.finish(summary: [summary(tasks, (ContinuousClock.now - began).seconds)])
    if let done = tasks.summary { reporter.event(.object(done)) }
    if !farm.keep { folder.remove() }
  }

  /// Has the tasks begin; where they cannot, a folder that was made for them goes again.
  ///
  /// - Returns: what the engine calls its jobs, which the folder notes.
  private func begin(
    _ work: FarmWork, _ scripts: [String: String], on engine: any RenderEngine, _ folder: FarmFolder
  ) throws -> [String] {
    let isNew = access(folder.path, F_OK) != 0
    var note = FarmFolder.Note(engine: farm.engine, jobs: [], parts: work.parts)
    do {
      try folder.prepare(scripts)
      try folder.write(note)
      note.jobs = try UsageError.blamed { try engine.submit(work) }
    } catch {
      if isNew { folder.remove() }
      throw error
    }
    try folder.write(note)
    return note.jobs
  }

  private func summary(_ tasks: Farm, _ seconds: Double) -> String {
    func number(_ key: String) -> Double { tasks.summary?.value(key)?.double ?? 0 }
    return "\(output.path): \(Int64(limiting: number("frames"))) frames, "
      + "\(Numbers.tenths(number("duration"))) s, \(Numbers.bytes(Int64(limiting: number("bytes")))), "
      + "\(tasks.parts) parts in \(Numbers.tenths(seconds)) s"
  }
}
