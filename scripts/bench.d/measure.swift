// SPDX-License-Identifier: MIT

// measure: runs a command and prints what it cost: wall seconds, CPU seconds, peak memory in MB.
//   measure OUTPUT_FOR_THE_NUMBERS COMMAND [ARGUMENT …]

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

let arguments = CommandLine.arguments
guard arguments.count >= 3 else { fail("say where the numbers go, and a command") }

var child = pid_t()
var command: [UnsafeMutablePointer<CChar>?] = arguments.dropFirst(2).map { strdup($0) } + [nil]
let began = now()
let failure = posix_spawnp(&child, arguments[2], nil, nil, &command, environ)
guard failure == 0 else {
  fail("cannot run '\(arguments[2])': \(String(cString: strerror(failure)))")
}

var (status, usage) = (Int32(0), rusage())
while wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
let wall = now() - began

guard let numbers = fopen(arguments[1], "w") else { fail("cannot write '\(arguments[1])'") }
let cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime)
fputs("\(wall) \(cpu) \(Double(usage.ru_maxrss) / 1024)\n", numbers)
fclose(numbers)
exit(status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F))
