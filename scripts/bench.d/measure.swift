// SPDX-License-Identifier: MIT

// measure: runs a command and prints what it cost: wall seconds, CPU seconds, peak memory in MB, and the CPU
// seconds that all other programs took meanwhile.
//   measure [--together] OUTPUT_FOR_THE_NUMBERS COMMAND [ARGUMENT …]
// Memory is that of the largest process; with --together that of all of the command's processes at one time, shared
// pages counted once, looked at every tenth of a second.

import Glibc

func fail(_ message: String) -> Never {
  fputs("measure: \(message)\n", stderr)
  exit(2)
}

func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The seconds for which cores have worked since the machine started, for whomever.
func busySeconds() -> Double {
  guard let file = fopen("/proc/stat", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 512)
  guard fgets(&line, 512, file) != nil else { return 0 }
  let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  // "cpu" and ticks: user, nice, system, idle, waiting, interrupts (two), stolen.
  let ticks = text.split(whereSeparator: \.isWhitespace).dropFirst().prefix(8).compactMap {
    Double($0)
  }
  guard ticks.count == 8 else { return 0 }
  return (ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6] + ticks[7])
    / Double(sysconf(Int32(_SC_CLK_TCK)))
}

/// The text of a file of /proc; empty where the process is gone.
func text(_ path: String) -> String {
  guard let file = fopen(path, "r") else { return "" }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 8192)
  let count = fread(&bytes, 1, bytes.count, file)
  return String(decoding: bytes[..<count], as: UTF8.self)
}

/// The processes that `process` has started, and those that they have started.
func descendants(of process: pid_t) -> [pid_t] {
  let children = text("/proc/\(process)/task/\(process)/children").split(separator: " ")
    .compactMap { pid_t($0) }
  return children + children.flatMap(descendants)
}

/// The memory in MB that `process` and its descendants have now, shared pages counted once.
func memoryTogether(_ process: pid_t) -> Double {
  ([process] + descendants(of: process)).reduce(0) { sum, process in
    let line = text("/proc/\(process)/smaps_rollup").split(separator: "\n").first {
      $0.hasPrefix("Pss:")
    }
    return sum + (line?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0) / 1024
  }
}

var arguments = CommandLine.arguments
let isTogether = arguments.count > 1 && arguments[1] == "--together"
if isTogether { arguments.remove(at: 1) }
guard arguments.count >= 3 else { fail("say where the numbers go, and a command") }

var child = pid_t()
var command: [UnsafeMutablePointer<CChar>?] = arguments.dropFirst(2).map { strdup($0) } + [nil]
let (began, busy) = (now(), busySeconds())
let failure = posix_spawnp(&child, arguments[2], nil, nil, &command, environ)
guard failure == 0 else {
  fail("cannot run '\(arguments[2])': \(String(cString: strerror(failure)))")
}

var (status, usage) = (Int32(0), rusage())
var together = 0.0
while true {
  let ended = wait4(child, &status, isTogether ? WNOHANG : 0, &usage)
  if ended == child || ended < 0 && errno != EINTR { break }
  if isTogether {
    together = max(together, memoryTogether(child))
    usleep(100_000)
  }
}
let wall = now() - began

guard let numbers = fopen(arguments[1], "w") else { fail("cannot write '\(arguments[1])'") }
let cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime)
let others = max(0, busySeconds() - busy - cpu)
let memory = isTogether ? together : Double(usage.ru_maxrss) / 1024
fputs("\(wall) \(cpu) \(memory) \(others)\n", numbers)
fclose(numbers)
exit(status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F))
