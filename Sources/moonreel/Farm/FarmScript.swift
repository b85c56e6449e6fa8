// SPDX-License-Identifier: MIT

import MoonreelCore

/// The shell script of a film's tasks. It says what happens as JSON lines in `TASK.jsonl`, what `moonreel render
/// --json-progress` says among them; remarks and errors go to `TASK.log`.
struct FarmScript {
  static let name = "task.sh"
  /// The code of a task that asks to be tried again (`EX_TEMPFAIL` of sysexits.h).
  static let again: Int32 = 75

  /// Where the command was typed; paths in its words begin there.
  let place: String
  /// The film's folder.
  let folder: String
  /// The program on all machines.
  let program: String
  /// How many parts there are.
  let parts: Int
  /// What `moonreel render` is called with for every task, besides what says which task it is.
  let words: [String]

  /// A mistake of the script or the command line is the same the next time, so those are not tried again.
  var text: String {
    """
    #!/bin/sh
    # Renders a part of a film, or joins the parts. Moonreel wrote this; it goes with its folder.
    #
    #   task.sh 5 1       renders the fifth part
    #   task.sh join 1    joins
    #
    # A second word of 1 says that there is another try: then a failure that may pass ends with \(Self.again).
    task=$1
    tries=${2:-0}
    folder=\(ShellWord.quoted(folder))
    exec >>"$folder/$task.jsonl" 2>>"$folder/$task.log"
    printf '{"event":"began","host":"%s"}\\n' "$(uname -n)"
    cd \(ShellWord.quoted(place)) || exit 3
    case $task in
    join) \(command) --incremental \(rest) ;;
    *) \(command) --only-spans "$task/\(parts)" \(rest) ;;
    esac
    code=$?
    case $code in
    \(ExitStatus.done.rawValue) | \(ExitStatus.script.rawValue) | \(ExitStatus.usage.rawValue)) tries=0 ;;
    esac
    printf '{"event":"ended","code":%d,"again":%d}\\n' "$code" "$tries"
    [ "$tries" = 0 ] || exit \(Self.again)
    exit "$code"

    """
  }

  private var command: String { ShellWord.quoted(program) + " render" }

  private var rest: String { words.map(ShellWord.quoted).joined(separator: " ") }
}
