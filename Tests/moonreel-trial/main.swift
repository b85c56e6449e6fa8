// SPDX-License-Identifier: MIT
//
// Closes a sandbox and then does what it forbids:
//
//   moonreel-trial [--off] [--net | --port PORT…] [--thread] [--read PLACE]… [--write PLACE]… ACT [OBJECT]
//
// prints 0, or the number of the error that came back. "worker ACT [OBJECT]" has a worker do it.

import CTrial
import Glibc
import MoonreelCore
import MoonreelSandbox

var sandbox = ProcessSandbox()
var mode = ProcessSandbox.Mode.required
var isOnThread = false
var words: [String] = []
var arguments = CommandLine.arguments.dropFirst().makeIterator()
while let argument = arguments.next() {
  switch argument {
  case "--off": mode = .off
  case "--net": sandbox.network = .all
  case "--port":
    if case .ports(let ports) = sandbox.network {
      sandbox.network = .ports(ports.union([UInt16(arguments.next() ?? "") ?? 0]))
    } else {
      sandbox.network = .ports([UInt16(arguments.next() ?? "") ?? 0])
    }
  case "--thread": isOnThread = true
  case "--read": sandbox.readable.append(arguments.next() ?? "")
  case "--write": sandbox.writable.append(arguments.next() ?? "")
  default: words.append(argument)
  }
}

do {
  if words.first == "worker" {
    try WorkerTrial.run(Array(words.dropFirst()), mode: mode)
  } else {
    try sandbox.close(mode)
    let act = { [words] in trial_act(words[0], words.count > 1 ? words[1] : "") }
    print(isOnThread ? Threads.result(of: act) : act())
  }
} catch let error as MoonreelError {
  print(error.message)
  exit(1)
}
