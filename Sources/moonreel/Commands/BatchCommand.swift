// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelAuthor
import MoonreelCore
import MoonreelMedia
import MoonreelScript

/// `moonreel batch template.lua --data rows.csv -o 'out/{id}.mp4'`: one script, a film for every row.
struct BatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Render a script once for every row of a table.",
    discussion: """
      The columns of the data (.csv, .tsv, .json, .jsonl) are the script's parameters (moonreel params); an empty field \
      leaves a parameter at its default. Names of columns in braces stand for a row's values in the output's name, \
      {row} for its number; what they hold never leads into another folder.

      Each film is rendered by a process of its own. One that fails stops no other. A report is written after every \
      row; with --resume a later run renders only what failed, what is new, and what was made of rows or files that \
      have changed.

      Examples:
        moonreel batch promo.lua --data cities.csv -o 'out/{id}-{name}.mp4'
        moonreel batch promo.lua --data cities.csv -o 'out/{row}.mp4' -j 4 --resume
        moonreel batch promo.lua --data cities.jsonl -o 'out/{id}.mp4' --set music=summer.m4a --dry-run
      """)

  @OptionGroup var script: ScriptArguments

  @Option(
    help: ArgumentHelp("The rows: a .csv, .tsv, .json or .jsonl file.", valueName: "file"),
    completion: .file(extensions: ["csv", "tsv", "json", "jsonl", "ndjson"]))
  var data: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Where each film goes, with columns in braces: 'out/{id}-{name}.mp4'.", valueName: "pattern"))
  var output: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "How many films at once (default: auto, one for two cores).", valueName: "count"))
  var jobs: JobsArgument?

  @Flag(help: "Leave out rows whose film an earlier run has made, where nothing has changed since.")
  var resume = false

  @Flag(help: "Render nothing; list the films that would be rendered.")
  var dryRun = false

  @Option(
    help: ArgumentHelp(
      "The report (default: batch.json in the films' folder).", valueName: "file.json"))
  var report: String?

  @OptionGroup var encoding: EncodingArguments

  @OptionGroup var drawing: DrawingArguments

  @OptionGroup(title: "Rendering by spans")
  var spans: SpanArguments

  @Flag(
    help:
      "Render each film as a whole; by default films share what they have in common (--incremental)."
  )
  var noIncremental = false

  @OptionGroup(title: "Limits of each film")
  var limits: ExportLimitArguments

  @OptionGroup var reporting: ReportingArguments

  func validate() throws {
    if noIncremental && spans.incremental {
      throw ValidationError("--no-incremental and --incremental contradict each other.")
    }
    if report == "-" || output == "-" {
      throw ValidationError("A batch writes files; '-' is none.")
    }
    try script.lock.refuse("render films that are to be locked one by one, by moonreel render")
  }

  func run() throws {
    let pattern = try OutputPattern(output)
    let path = report ?? FilePath.join(pattern.folder, "batch.json")
    // What is written is there before the sandbox is closed: nothing else can be written then.
    let scratch = try ScratchFolder()
    // The threads of the runner may hold it until the program ends.
    defer { scratch.remove() }
    let folders = try NewFolders(dryRun ? [] : [pattern.folder, FilePath.folder(of: path)])
    defer { folders.removeEmpty() }
    try closeSandbox(pattern, path, removing: folders.paths)
    let words = CommandWords.ours(of: BatchCommand.self)
    let rendering = words.words(of: RenderCommand.self, without: Self.rowOptions)
    let table = try DataTable.read(data)
    let plan = try BatchPlan(
      table, from: data, parameters: try words.parameters(), common: try common(), pattern: pattern,
      words: rendering)
    for remark in plan.remarks { Report.warning(remark) }
    let files = BatchFiles(self, pattern, plan)
    var outcome = BatchReport(script: script.script, data: data, rows: plan.rows)
    if resume { keep(try BatchReport.kept(from: path), in: &outcome) }
    if dryRun { return try preview(outcome) }
    try files.prepareReport()
    let runner = BatchRunner(
      outcome, files: files, scratch: scratch,
      words: (noIncremental || spans.incremental ? [] : ["--incremental"]) + rendering,
      display: BatchDisplay(reporting.style()))
    outcome = try runner.run(count: jobs?.count ?? Cores.half)
    try tell(outcome, path)
  }

  private func closeSandbox(
    _ pattern: OutputPattern, _ report: String, removing made: [String]
  ) throws {
    let film = FilePath.join(pattern.folder, "film")
    let outputs = [film, report] + encoding.also.map { $0.path(beside: film) }
    let spans = try spans.cache(script.access)
    try script.closeSandboxAroundProcesses(
      besides: [data], writing: dryRun ? [] : outputs, keeping: [spans?.folder].compactMap { $0 },
      removing: made)
  }

  /// What each row says for itself.
  private static let rowOptions: Set = [
    "output", "params", "json-progress", "quiet", "yes", "jobs",
  ]

  /// What --params gives to all rows.
  private func common() throws -> [JSONValue.Member] {
    try script.parameters.params.map { try GivenParameters.members(of: $0) } ?? []
  }

  private func keep(_ kept: [String: BatchResult], in report: inout BatchReport) {
    for row in report.rows where row.problem == nil {
      if let result = kept[row.identity], result.stamp?.path == row.output {
        report.results[row.number] = result
      }
    }
  }

  private func preview(_ report: BatchReport) throws {
    var report = report
    for row in report.rows where report.results[row.number] == nil {
      report.results[row.number] = BatchResult(
        status: row.problem == nil ? .planned : .failed, message: row.problem)
    }
    if reporting.jsonProgress {
      try Terminal.print(report.json, isCompact: true)
    } else {
      try Terminal.print(report.table)
    }
    if report.count(.failed) > 0 { throw CommandFailure(status: .script) }
  }

  private func tell(_ outcome: BatchReport, _ path: String) throws {
    if reporting.jsonProgress {
      try Terminal.print(outcome.json, isCompact: true)
    } else if reporting.tellsResult {
      try Terminal.print(outcome.table + ["\(outcome.summary); the report is \(path)"])
    }
    try Interruption.flag.check()
    if outcome.count(.failed) > 0 { throw CommandFailure(status: .script) }
  }
}
