// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelScript

/// All tests of a folder: its files `NAME_test.lua`, then its plugins by the laws of their kinds and by their golden
/// pictures, then the examples in the comments of its modules.
///
/// For example:
///
///     let run = TestRun(folder: "lantern", options: ScriptOptions(path: "lantern/test.lua"))
///     try run.run { outcome in print(outcome.name.name, outcome.verdict) }
public struct TestRun: Sendable {
  /// The folder.
  public let folder: String
  /// What the scripts may use; path and text are not read.
  public let options: ScriptOptions
  /// Only tests whose names have all words of one of these.
  public var filters: [String] = []
  /// Which golden pictures are drawn anew.
  public var record = RecordMode.none
  /// Whether tests are only named: each then is left out.
  public var lists = false
  /// Gets the name of each test that begins.
  public var began: @Sendable (TestName) -> Void = { _ in }

  /// The tests of `folder`.
  public init(folder: String, options: ScriptOptions) {
    (self.folder, self.options) = (folder, options)
  }

  /// A golden picture of `folder`, for whoever has to know where tests write.
  public static func golden(in folder: String) -> String {
    FilePath.join(folder, "\(GoldenShelf.name)/picture.png")
  }

  /// Runs the tests, one after the other.
  ///
  /// - Parameter each: gets what became of each.
  /// - Throws: `MoonreelError`: `fileAccess` where there is no such folder, or nothing in it to be tested; `cancelled`.
  public func run(_ each: @escaping @Sendable (TestOutcome) -> Void) throws {
    let plugins = try PluginFolder(path: folder, options: options)
    let files = Folder.names(in: folder, atMost: 1000) { $0.hasSuffix("_test.lua") }.sorted()
    guard !files.isEmpty || !plugins.plugins.isEmpty || !plugins.problems.isEmpty else {
      throw MoonreelError(
        .fileAccess,
        "There is nothing to test in '\(folder)': no module that returns a plugin, and no file whose name ends in _test.lua."
      )
    }
    let shelf = GoldenShelf(folder: folder, mode: record)
    let hasFailed = Locked(false)
    let each: @Sendable (TestOutcome) -> Void = { outcome in
      if outcome.verdict.failsRun { hasFailed.withLock { $0 = true } }
      each(outcome)
    }
    var settings: [String: LawSettings] = [:]
    for file in files {
      let said = try run(file, shelf, each)
      settings.merge(try read(said, file, plugins.plugins, each)) { $1 }
    }
    for problem in plugins.problems { tell(problem, each) }
    for plugin in plugins.plugins {
      try run(plugin, settings[plugin.name] ?? LawSettings(), shelf, each)
    }
    for module in plugins.modules { try runExamples(module, each) }
    // Tests that failed, or were not run, may not have asked for all of theirs.
    if filters.isEmpty, !lists, !hasFailed.withLock({ $0 }) {
      for path in shelf.forgotten { each(Self.forgotten(path)) }
    }
  }

  /// A golden picture that no test draws.
  private static func forgotten(_ path: String) -> TestOutcome {
    TestOutcome(
      name: TestName(suite: GoldenShelf.name, name: "are drawn by tests", file: path),
      verdict: .failed("no test draws \(path): remove it"), seconds: 0)
  }

  /// A module that could not be loaded.
  private func tell(_ problem: MoonreelError, _ each: (TestOutcome) -> Void) {
    let name = TestName(suite: "modules", name: "can be loaded", file: folder)
    guard name.matches(filters) else { return }
    each(
      TestOutcome(
        name: name, verdict: lists ? .leftOut("named only") : .raised(problem),
        seconds: 0))
  }

  private func run(
    _ file: String, _ shelf: GoldenShelf, _ each: @escaping @Sendable (TestOutcome) -> Void
  ) throws -> LuaTestFile.Laws {
    let tests = LuaTestFile(folder: folder, file: file, shelf: shelf, options: options)
    return try tests.run(
      { [filters, lists, began] name in
        guard name.matches(filters) else { return false }
        if lists {
          each(TestOutcome(name: name, verdict: .leftOut("named only"), seconds: 0))
          return false
        }
        began(name)
        return true
      }, each: each)
  }

  /// What a test file says of plugins; what it says wrongly is a test that fails.
  private func read(
    _ laws: LuaTestFile.Laws, _ file: String, _ plugins: [Plugin],
    _ each: (TestOutcome) -> Void
  ) throws -> [String: LawSettings] {
    var settings: [String: LawSettings] = [:]
    for (plugin, given) in laws {
      do {
        guard plugins.contains(where: { $0.name == plugin }) else {
          let hint = NearestName.hint(plugin, among: plugins.map(\.name))
          throw MoonreelError(
            .script, "laws: there is no plugin '\(plugin)' in '\(folder)'\(hint)")
        }
        settings[plugin] = try LawSettings(given, plugin: plugin)
      } catch let error as MoonreelError {
        let name = TestName(
          suite: file, name: "says how plugins are judged", file: FilePath.join(folder, file))
        each(TestOutcome(name: name, verdict: .raised(error), seconds: 0))
      }
    }
    return settings
  }

  private func run(
    _ plugin: Plugin, _ settings: LawSettings, _ shelf: GoldenShelf,
    _ each: (TestOutcome) -> Void
  ) throws {
    let trial = LawTrial(plugin: plugin, settings: settings, options: options)
    for law in Law.all(of: plugin.kind) {
      try run(plugin, "\(law.rawValue): \(law.promise)", each) { try trial.verdict(law) }
    }
    let moments = PluginGoldens(plugin: plugin).moments
    for (index, moment) in moments.enumerated() {
      try run(plugin, "looks as \(GoldenShelf.name)/\(GoldenShelf.fileName(moment.name)).png", each)
      {
        let picture = try trial.stage(moments.map(\.use)).picture(index, at: moment.time)
        return try shelf.verdict(moment.name, picture, tolerance: settings.tolerance)
      }
    }
  }

  private func run(
    _ plugin: Plugin, _ text: String, _ each: (TestOutcome) -> Void,
    _ body: () throws -> TestVerdict
  ) throws {
    let suite = "\(plugin.kind.words) \(plugin.name)"
    try run(TestName(suite: suite, name: text, file: plugin.file), each, body)
  }

  /// Runs what the comments of a module show.
  private func runExamples(
    _ module: (name: String, file: String), _ each: (TestOutcome) -> Void
  ) throws {
    let trial = ExampleTrial(folder: folder, module: module, options: options)
    for example in try trial.examples() {
      let name = TestName(
        suite: FilePath.name(of: module.file), name: "the example at line \(example.line) runs",
        file: module.file)
      try run(name, each) {
        try trial.run(example)
        return .passed
      }
    }
  }

  private func run(
    _ name: TestName, _ each: (TestOutcome) -> Void, _ body: () throws -> TestVerdict
  ) throws {
    guard name.matches(filters) else { return }
    try options.cancellation.check()
    guard !lists else {
      return each(TestOutcome(name: name, verdict: .leftOut("named only"), seconds: 0))
    }
    began(name)
    let start = ContinuousClock.now
    var verdict: TestVerdict
    do { verdict = try body() } catch let error as MoonreelError where error.code != .cancelled {
      verdict = .raised(error)
    }
    each(
      TestOutcome(
        name: name, verdict: verdict, seconds: (ContinuousClock.now - start).seconds))
  }
}
