// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelAuthor
import MoonreelCore
import MoonreelMedia
import MoonreelRender
import MoonreelScript

/// `moonreel test lantern`: plugins by the laws of their kinds, their golden pictures, and tests in Lua.
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Test plugins: by the laws of their kinds, by golden pictures, and by tests in Lua.",
    discussion: """
      Each folder's plugins (modules that return an effect, a transition, a title and so on) are tried on pictures and \
      sounds that Moonreel makes: with their defaults and at every end of their options, in frames of any size, on one \
      thread and on several. Their pictures are compared with those in goldens/. Files whose names end in _test.lua hold \
      tests in Lua, and examples in the modules' comments are run (docs/guides/testing-plugins.md). The exit code is 0 \
      where all tests pass and 1 where one fails or a picture was recorded.

      Examples:
        moonreel test
        moonreel test lantern --filter "half_size"
        moonreel test lantern --record missing
        moonreel test plugins/one plugins/two --junit report.xml
      """)

  @Argument(help: "The folders (default: this one).", completion: .directory)
  var folders: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Only tests whose names have all of these words; repeat it for others.", valueName: "words"))
  var filter: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      none, missing, failed or all: which golden pictures are drawn anew (default none); failed is those that \
      are missing or differ.
      """, valueName: "mode"))
  var record = RecordMode.none

  @Option(
    help: ArgumentHelp(
      "Write the results into this file, too, as build servers read them (JUnit's XML).",
      valueName: "file"), completion: .file(extensions: ["xml"]))
  var junit: String?

  @Flag(help: "Only name the tests.")
  var list = false

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup(title: "What the scripts may reach")
  var access: AccessArguments

  @OptionGroup(title: "What the scripts may use")
  var limits: LimitArguments

  @OptionGroup(title: "What protects the machine")
  var safety: SafetyArguments

  func run() throws {
    let folders = folders.isEmpty ? ["."] : folders
    if let missing = folders.first(where: { !Folder.exists($0) }) {
      throw MoonreelError(.fileAccess, "There is no folder '\(missing)' to test.")
    }
    for folder in folders {
      try MadePlace.check(FilePath.folder(of: TestRun.golden(in: folder)), below: folder)
    }
    try closeSandbox(folders)
    let opened = OpenedFiles()
    let gate = FileGate.unrestricted.recording(in: opened)
    if let junit, !list { try JUnitReport.admit(junit, gate: gate) }
    let reporter = TestReporter(isJSON: json, lists: list)
    for folder in folders {
      var options = options(folder)
      options.record = opened
      var run = TestRun(folder: folder, options: options)
      (run.filters, run.record, run.lists) = (filter, record, list)
      run.began = { reporter.began($0) }
      do { try run.run { reporter.ended($0) } } catch {
        reporter.clear()
        throw error
      }
    }
    let outcomes = try reporter.finish()
    if outcomes.isEmpty, !filter.isEmpty {
      throw UsageError(
        error: MoonreelError(
          .invalidArgument,
          "No test has the words of --filter in its name; moonreel test --list names all."))
    }
    if let junit, !list {
      try TextOutput.write(JUnitReport.text(outcomes), to: junit, gate: gate)
    }
    if !list, outcomes.contains(where: { $0.verdict.failsRun }) {
      throw CommandFailure(status: .script)
    }
  }

  private func closeSandbox(_ folders: [String]) throws {
    try access.checkFolders()
    let readable = folders.flatMap { options($0).readableFolders }
    let plugins = limits.allowPlugins ? PluginLibrary.folders : []
    let outputs = list ? [] : folders.map(TestRun.golden(in:)) + [junit].compactMap { $0 }
    try safety.close(
      reading: readable + [limits.stdlib].compactMap { $0 } + plugins, writing: outputs,
      cache: access.cache, network: access.network)
  }

  /// What the scripts of `folder` get and may use.
  private func options(_ folder: String) -> ScriptOptions {
    var options = ScriptOptions(path: FilePath.join(folder, "test.lua"))
    options.take(access, limits)
    return options
  }
}

extension RecordMode: ExpressibleByArgument {}
