// SPDX-License-Identifier: MIT
//
// Closes a sandbox and then does what it forbids:
//
//   moonreel-trial [--off] [--net | --port PORT…] [--serve] [--cameras] [--keys] [--thread]
//     [--read PLACE]… [--write PLACE]… [--run PLACE]… [--clear PLACE]… ACT [OBJECT]
//
// prints 0, or the number of the error that came back; "calls" prints them for all system calls. "worker ACT [OBJECT]" has a worker do it.

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
  case "--serve": sandbox.isServing = true
  case "--cameras": sandbox.usesCameras = true
  case "--keys": sandbox.setsTerminal = true
  case "--run": sandbox.startable.append(arguments.next() ?? "")
  case "--clear": sandbox.clearable.append(arguments.next() ?? "")
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
    if words == ["calls"] {
      print(AllCalls.text, terminator: "")
      exit(0)
    }
    let act = { [words] in trial_act(words[0], words.count > 1 ? words[1] : "") }
    print(isOnThread ? Threads.result(of: act) : act())
  }
} catch let error as MoonreelError {
  print(error.message)
  exit(1)
}
