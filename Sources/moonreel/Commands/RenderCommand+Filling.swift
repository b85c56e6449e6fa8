// SPDX-License-Identifier: MIT

@preconcurrency import Glibc
import MoonreelCore
import MoonreelMedia

extension RenderCommand {
  /// Where `-j` asks for it, has several processes render the spans.
  ///
  /// - Parameter body: does the rest: an export by spans that finds them rendered.
  /// - Returns: whether `body` was called.
  /// - Throws: `MoonreelError`, what the first process that failed had to say; what `body` throws.
  func filling(then body: (RenderCommand) throws -> Void) throws -> Bool {
    guard let jobs = jobs?.count else { return false }
    var rest = self
    (rest.jobs, rest.spans.incremental) = (nil, true)
    try confirm(&rest)
    let scratch = try ownSpans(&rest)
    defer { scratch?.remove() }
    if jobs > 1 { try fill(jobs, keeping: scratch?.path) }
    try body(rest)
    return true
  }

  /// What a process that renders a part is not told, or is told anew.
  private static let ownOptions: Set = [
    "jobs", "incremental", "json-progress", "quiet", "yes", "no-overwrite", "stems", "profile",
    "threads", "max-memory",
  ]

  private func fill(_ jobs: Int, keeping folder: String?) throws {
    limits.start()
    RunDeadline.beginEarly()
    try closeSandbox(keeping: folder)
    let words = CommandWords.ours(of: RenderCommand.self)
    let parts = PartProcesses(
      count: jobs,
      words: PartProcesses.shares(
        count: jobs, threads: drawing.threads, memory: script.safety.maxMemory?.bytes)
        + (folder.map { ["--span-cache", $0] } ?? [])
        + words.words(of: RenderCommand.self, without: Self.ownOptions))
    let reporter = ProgressReporter(style: style, name: FilePath.name(of: output.path))
    reporter.event(
      .fields([
        "event": .string("filling"), "output": .string(output.path), "processes": .int(jobs),
      ]))
    do {
      try parts.run(reporter)
      reporter.finish()
    } catch {
      let error = (error as? MoonreelError).map(Interruption.explanation) ?? error
      reporter.finish()
      if let event = event(error) { reporter.event(event) }
      throw error
    }
  }

  /// Closes the sandbox in which all parts are rendered, and then the film.
  private func closeSandbox(keeping folder: String?) throws {
    let cache = try folder ?? spans.cache(script.access)?.folder
    try script.closeSandboxAroundProcesses(
      writing: [output.path] + encoding.also.map { $0.path(beside: output.path) }
        + (stems.map { [$0, FilePath.join($0, "stem.wav")] } ?? []),
      keeping: [cache].compactMap { $0 })
  }

  /// Asks about a file that is there before anything is rendered, not when all is.
  private func confirm(_ rest: inout RenderCommand) throws {
    guard output.path != "-", OutputPlaces.isTaken(output.path) else { return }
    if output.replacing.noOverwrite { throw OutputError.exists(output.path) }
    try output.replacing.confirm([output.path])
    rest.output.replacing.yes = true
  }

  /// A folder for the spans that goes with this run, where nothing is to be kept.
  private func ownSpans(_ rest: inout RenderCommand) throws -> ScratchFolder? {
    guard spans.spanCache == nil, script.access.noCache || MediaCache.usualFolder == nil else {
      return nil
    }
    let folder = try ScratchFolder()
    rest.spans.spanCache = folder.path
    return folder
  }
}
