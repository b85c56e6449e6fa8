// SPDX-License-Identifier: MIT

@preconcurrency import Glibc

// moonreel-fuzz: runs one target under libFuzzer, or writes its well-formed inputs. `scripts/fuzz` calls it.
//
//   moonreel-fuzz --list
//   moonreel-fuzz --seeds NAME FOLDER
//   MOONREEL_FUZZ_TARGET=NAME moonreel-fuzz [libFuzzer's options] CORPUS…
//
// The name is an environment variable because libFuzzer starts this program again for each of its jobs.

/// libFuzzer's entry for programs with a `main` of their own.
@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

func leave(_ sentence: String) -> Never {
  fputs("moonreel-fuzz: \(sentence)\n", stderr)
  exit(2)
}

func target(named name: String) -> any FuzzTarget.Type {
  guard let target = FuzzTargets.named(name) else {
    leave("no target is called '\(name)'; --list names them")
  }
  return target
}

func writeSeeds(of name: String, into folder: String) throws {
  for (index, seed) in try target(named: name).seeds().enumerated() {
    guard let file = fopen("\(folder)/seed-\(index)", "w") else {
      leave("cannot write to '\(folder)'")
    }
    fwrite(seed, 1, seed.count, file)
    fclose(file)
  }
}

let words = CommandLine.arguments
if words.count == 2, words[1] == "--list" {
  print(FuzzTargets.names.joined(separator: "\n"))
  exit(0)
}
if words.count == 4, words[1] == "--seeds" {
  try writeSeeds(of: words[2], into: words[3])
  exit(0)
}
guard let name = getenv("MOONREEL_FUZZ_TARGET") else { leave("MOONREEL_FUZZ_TARGET is not set") }
nonisolated(unsafe) let chosen = target(named: String(cString: name))

var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(
  runDriver(&count, &arguments) { bytes, length in
    let input = Array(UnsafeBufferPointer(start: bytes, count: length))
    do { try FuzzTargets.attempt(chosen, input) } catch {
      fputs("FINDING: \(error)\n", stderr)
      abort()
    }
    return 0
  })
