// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelRender
import MoonreelScript

/// A file of tests in plain Lua, run in a state of its own.
///
/// All of it is one call into Lua, so it has the time, instructions and memory of one. Where a test uses them up, it has
/// failed; the file is then run again in a new state from the test behind it on.
struct LuaTestFile {
  let folder: String
  /// The file's name.
  let file: String
  let shelf: GoldenShelf
  /// What its script may use.
  let options: ScriptOptions

  /// What a file says of plugins.
  typealias Laws = [(plugin: String, given: JSONValue)]

  /// How many tests of a file may use up what it has.
  private static let mostEnded = 8

  var path: String { FilePath.join(folder, file) }

  /// How far a run has come. One thread at a time, in the state's lock; another one may look afterwards.
  private struct Progress {
    /// How many tests have begun, those that were left out included.
    var count = 0
    /// How many are not run again.
    var done = 0
    var current: TestName?
    var began = ContinuousClock.now
    var recorded: String?
    var laws: Laws = []
    var outcomes: [TestOutcome] = []
  }

  /// Runs the tests that `isWanted` takes; what the file says of plugins.
  ///
  /// - Parameter each: gets what became of them.
  /// - Throws: `MoonreelError` (`cancelled`).
  func run(
    _ isWanted: @escaping @Sendable (TestName) -> Bool,
    each: @Sendable @escaping (TestOutcome) -> Void
  ) throws -> Laws {
    let progress = Locked(Progress())
    for _ in 0..<Self.mostEnded {
      progress.withLock { ($0.count, $0.laws) = (0, []) }
      do {
        try runOnce(progress, isWanted, each)
        return progress.withLock { $0.laws }
      } catch let error as MoonreelError {
        try options.cancellation.check()
        guard let name = progress.withLock({ $0.current }) else {
          each(outcome("can be run", .raised(error)))
          return progress.withLock { $0.laws }
        }
        finish(progress, name, .raised(error), each)
      }
    }
    each(
      outcome(
        "is run to its end",
        .failed("\(Self.mostEnded) tests used up their time or memory: the others were not run")))
    return progress.withLock { $0.laws }
  }

  private func outcome(_ name: String, _ verdict: TestVerdict) -> TestOutcome {
    TestOutcome(name: self.name(name), verdict: verdict, seconds: 0)
  }

  private func name(_ name: String) -> TestName { TestName(suite: file, name: name, file: path) }

  private func runOnce(
    _ progress: Locked<Progress>, _ isWanted: @escaping @Sendable (TestName) -> Bool,
    _ each: @escaping @Sendable (TestOutcome) -> Void
  ) throws {
    var options = options
    options.path = FilePath.join(folder, "test.lua")
    options.text = """
      require("moonreel.test").run "\(file.dropLast(4))"
      return require("moonreel").composition { size = { 16, 16 }, duration = 1 }
      """
    (options.sets, options.paramsFile) = ([], nil)
    options.onLeftCall = { _ in }
    options.modules["moonreel.test.host"] = functions(progress, isWanted, each)
    _ = try ScriptHost(options: options).run()
  }

  private func functions(
    _ progress: Locked<Progress>, _ isWanted: @escaping @Sendable (TestName) -> Bool,
    _ each: @escaping @Sendable (TestOutcome) -> Void
  ) -> [HostFunction] {
    [
      HostFunction("begin", ["name"]) { values in
        guard case .string(let text) = values[0] else { return .bool(false) }
        let name = name(text)
        return .bool(
          progress.withLock { progress in
            progress.count += 1
            guard progress.count > progress.done, isWanted(name) else { return false }
            (progress.current, progress.began, progress.recorded) = (name, .now, nil)
            return true
          })
      },
      HostFunction("finish", ["fault?"]) { values in
        guard let name = progress.withLock({ $0.current }) else { return .null }
        if case .string(let fault) = values[0] {
          finish(progress, name, .failed(fault), each)
        } else {
          finish(progress, name, nil, each)
        }
        return .null
      },
      HostFunction("laws", ["plugin", "given"]) { values in
        if case .string(let plugin) = values[0] {
          progress.withLock { $0.laws.append((plugin, values[1])) }
        }
        return .null
      },
      HostFunction("picture", picture: "image", ["name", "options?"]) { image, values in
        try compare(image, values, progress)
      },
    ]
  }

  /// Notes what became of the test that runs.
  private func finish(
    _ progress: Locked<Progress>, _ name: TestName, _ fault: TestVerdict?,
    _ each: (TestOutcome) -> Void
  ) {
    let outcome = progress.withLock { progress in
      progress.current = nil
      progress.done = progress.count
      let verdict =
        fault ?? progress.recorded.map { .recorded($0) } ?? .passed
      return TestOutcome(
        name: name, verdict: verdict, seconds: (ContinuousClock.now - progress.began).seconds)
    }
    each(outcome)
  }

  /// What is wrong with a picture that is to look like a golden one.
  private func compare(
    _ image: Image, _ values: [JSONValue], _ progress: Locked<Progress>
  ) throws -> JSONValue {
    guard case .string(let name) = values[0] else { return .null }
    let size = try size(values[1])
    let target = FrameTarget(size: size, format: .rgba, color: .srgb, background: .transparent)
    let frame = try PictureRenderer(threadCount: 2).render(image, to: target)
    let tolerance = try LawSettings.tolerance(of: values[1], "to_look_like '\(name)'")
    switch try shelf.verdict(name, frame, tolerance: tolerance) {
    case .passed, .leftOut: return .null
    case .failed(let fault, _): return .string(fault)
    case .recorded(let path):
      progress.withLock { $0.recorded = path }
      return .null
    }
  }

  /// The size that a test gives for its picture.
  ///
  /// - Throws: `MoonreelError` (`script`) for one that is not drawn.
  private func size(_ given: JSONValue) throws -> PixelSize {
    guard case .array(let sides)? = given.member("size") else { return LawTrial.size }
    let lengths = sides.compactMap { $0.double.map { Int(limiting: $0) } }
    guard lengths.count == 2, lengths.allSatisfy({ (1...1 << 14).contains($0) }),
      lengths[0] * lengths[1] <= options.pixelLimit
    else {
      throw MoonreelError(
        .script,
        "bad 'size' of to_look_like: expected { width, height }, each from 1 to \(1 << 14), together at most "
          + "\(options.pixelLimit) pixels")
    }
    return PixelSize(lengths[0], lengths[1])
  }
}
