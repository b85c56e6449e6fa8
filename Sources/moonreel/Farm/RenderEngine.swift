// SPDX-License-Identifier: MIT

import MoonreelCore

/// What runs the tasks of a film, on this machine or on others: `moonreel submit --engine`.
///
/// An engine knows nothing of films. It gets a shell script and runs it once for each part, as many at once as it
/// sees fit, and once more when all parts have ended well. What the tasks do and how far they are, they write into the
/// film's folder themselves; an engine is asked only for what a task cannot tell: that it waits, or was killed.
/// Another engine is one more type in a file of its own, and its case of ``FarmEngine``.
protocol RenderEngine: Sendable {
  /// How often ``states(of:)`` may be asked, in seconds.
  var interval: Double { get }

  /// The scripts that it needs besides the tasks' own, by their names in the film's folder.
  func scripts(for work: FarmWork) -> [String: String]

  /// The commands that ``submit(_:)`` runs, in order; `{1}` stands for what the first of them prints.
  func commands(for work: FarmWork) -> [[String]]

  /// Has the tasks begin, as soon as there is room for them. The scripts are in the film's folder then.
  ///
  /// - Returns: what the engine calls its jobs.
  /// - Throws: `MoonreelError` with what the engine had to say; then nothing goes on.
  func submit(_ work: FarmWork) throws -> [String]

  /// What it knows of the tasks of `jobs`; none of those that it knows no more. `nil` where only the tasks know.
  ///
  /// - Throws: `MoonreelError` with what is in the way where it cannot be asked now. The tasks may go on all the same.
  func states(of jobs: [String]) throws(MoonreelError) -> [FarmTask: EngineState]?

  /// Ends the tasks of `jobs` that have not ended.
  ///
  /// - Throws: `MoonreelError` with what is in the way where it cannot; then they may go on.
  func cancel(_ jobs: [String]) throws(MoonreelError)
}

/// One task of a film's rendering.
enum FarmTask: Hashable, Sendable {
  /// Rendering the spans of a part, counted from 1.
  case part(Int)
  /// Joining what was rendered.
  case join

  /// What the tasks' script is called with.
  var word: String {
    switch self {
    case .part(let number): "\(number)"
    case .join: "join"
    }
  }

  /// Its name in sentences.
  var name: String {
    switch self {
    case .part(let number): "part \(number)"
    case .join: "joining"
    }
  }
}

/// What an engine says of a task.
enum EngineState: Equatable, Sendable {
  /// It waits for room, or to be tried again; why, in the engine's words.
  case waiting(String?)
  case running
  case done
  /// It has ended and will not be tried again; why, in the engine's words.
  case failed(String)

  /// Whether it has still to be run, now or later.
  var goesOn: Bool {
    switch self {
    case .waiting, .running: true
    case .done, .failed: false
    }
  }
}

/// What an engine is to run.
struct FarmWork: Sendable {
  /// The film's folder: an absolute path, the same on all machines.
  var folder: String
  /// The name of the film's file, to be shown beside jobs.
  var film: String
  /// How many parts there are.
  var parts: Int
  /// How many cores a task uses.
  var cores: Int
  /// The most bytes of memory that a task uses; `nil`: not known.
  var memory: Int?

  /// The script of all tasks: `sh task.sh 5 1` renders the fifth part, `sh task.sh join 1` joins. The second word says
  /// whether there is another try; then code 75 asks for it.
  var script: String { FilePath.join(folder, FarmScript.name) }

  /// How often a task is tried.
  static let tries = 3
}
