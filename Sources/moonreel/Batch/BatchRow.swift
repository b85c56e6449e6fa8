// SPDX-License-Identifier: MIT

import MoonreelCore

/// One row of a batch: what the script gets, and where its film goes.
struct BatchRow: Equatable, Sendable {
  /// Its number, from 1.
  var number: Int
  /// Where it stands in the file of data.
  var place: Int
  /// The parameters.
  var values: [JSONValue.Member]
  /// The files that its parameters name.
  var files: [String] = []
  /// Where the film goes; `nil` where that cannot be said.
  var output: String?
  /// Why it cannot be rendered; `nil`: it can.
  var problem: String?
  /// What tells that a film was made of the same row in the same way.
  var identity: String
}

/// What became of a row.
struct BatchResult: Equatable, Sendable {
  enum Status: String, Sendable, CaseIterable {
    /// Rendered now.
    case done
    /// Rendered by an earlier run, and nothing of it has changed.
    case kept
    /// It could not be.
    case failed
    /// The batch was stopped first.
    case stopped
    /// Nothing was rendered: it was only asked what would be.
    case planned
  }

  var status: Status
  /// Of work.
  var seconds: Double = 0
  var frames: Int64 = 0
  /// How many of them came from the cache of spans.
  var framesReused: Int64 = 0
  var bytes: Int64 = 0
  /// Why it failed.
  var message: String?
  /// The lines at the end of the message that are Moonreel's own (``MoonreelError/ownLineCount``).
  var ownLines = 0
  /// The file as it was written.
  var stamp: FileStamp?
  /// The files that the film was made of.
  var inputs: [FileStamp] = []

  /// Why it failed, in one line.
  var sentence: String? {
    message.map { MoonreelError(.script, $0, ownLines: ownLines).sentence }
  }
}
