// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import moonreel

/// What Slurm's commands answer, and what becomes of it; the commands are scripts on the path.
@Suite("Slurm's answers")
struct SlurmAnswerTests {
  /// A film, and commands that stand for Slurm's.
  private final class Place: Sendable {
    let folder: TemporaryFolder

    init(_ commands: [String: String]) throws {
      folder = try TemporaryFolder()
      try folder.write("film.lua", PartProcessTests.script)
      try FileManager.default.createDirectory(
        atPath: folder.path("bin"), withIntermediateDirectories: true)
      for (name, text) in commands {
        chmod(try folder.write("bin/\(name)", "#!/bin/sh\n\(text)\n"), 0o755)
      }
    }

    /// Submits the film in one part.
    func submit(
      _ arguments: String..., whileRunning: (@Sendable (Process) -> Void)? = nil
    ) async throws -> Program.Outcome {
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      return try await Program.moonreel(
        ["submit", "film.lua", "-o", "film.mp4", "--engine", "slurm", "--spans", "1"] + arguments,
        in: folder.url, environment: ["PATH": folder.path("bin") + ":" + path],
        whileRunning: whileRunning)
    }

    var names: [String] { folder.names.filter { $0 != "bin" && $0 != "film.lua" } }

    func has(_ name: String) -> Bool {
      FileManager.default.fileExists(atPath: folder.path(name))
    }
  }

  private static let noController =
    "Unable to contact slurm controller (connect failure)"

  @Test(
    "a cluster that is not reached is told in one sentence: what, where and what to do; nothing is left",
    arguments: [
      "sbatch: error: Batch job submission failed: \(noController)",
      """
      sbatch: error: resolve_ctls_from_dns_srv: res_nsearch error: Unknown host
      sbatch: error: fetch_config: DNS SRV lookup failed
      sbatch: fatal: Could not establish a configuration source
      """,
      "sbatch: error: Batch job submission failed: Socket timed out on send/recv operation",
    ])
  func unreachable(_ words: String) async throws {
    let place = try Place(["sbatch": "cat >&2 <<'END'\n\(words)\nEND\nexit 1"])
    let result = try await place.submit()
    #expect(result.code == 3, "\(result.errors)")
    let last = words.split(separator: "\n").last?.replacing(/^sbatch: [a-z]+:\s/, with: "") ?? ""
    for part in [
      "error: Slurm's sbatch does not reach the cluster from this machine: ", last, "slurmctld",
      "SLURM_CONF", "'sinfo'",
    ] {
      #expect(result.errors.contains(part), "\(part): \(result.errors)")
    }
    #expect(!result.errors.contains("sbatch:") && result.errorLines.count == 1, "\(result.errors)")
    #expect(place.names.isEmpty, "\(place.names)")
  }

  @Test(
    "a folder's name goes to Slurm as it is, whatever its signs stand for elsewhere",
    arguments: [
      "{1}", "{2}{1}{row}{name}/%A_%a %j.%t %% %03d",
      "a\\b $1 ${2} `id`/it's * #SBATCH --x/-x/a b\nc",
    ])
  func foldersNames(_ name: String) async throws {
    let place = try Place([
      "sbatch": "for word; do printf '%s\\0' \"$word\"; done >>sbatch.words; echo 17"
    ])
    try FileManager.default.createDirectory(
      atPath: place.folder.path(name), withIntermediateDirectories: true)
    let result = try await place.submit("--folder=./\(name)", "--no-follow")
    #expect(result.code == 0, "\(result.errors)")
    let words = place.folder.text("sbatch.words").split(separator: "\0").map(String.init)
    let script = place.folder.url.resolvingSymlinksInPath().path + "/\(name)/film.mp4.farm/slurm.sh"
    #expect(words.filter { $0.hasSuffix("slurm.sh") } == [script, script])
    #expect(words.contains("--dependency=afterok:17"))
    #expect(!words.contains { $0.contains("afterok:{") })
    // The task finds its folder: it would run there what the script says.
    let task = try await Program.shell(
      "cat 'film.mp4.farm/slurm.sh' | grep -c 'task.sh'",
      in: URL(fileURLWithPath: place.folder.path(name)))
    #expect(task.output == "1\n", "\(task)")
  }

  @Test("a refusal is Slurm's own sentence, and wrong use")
  func refused() async throws {
    let place = try Place([
      "sbatch": "echo 'sbatch: error: invalid partition specified: film' >&2; exit 1"
    ])
    let result = try await place.submit("--partition", "film")
    #expect(result.code == 2)
    #expect(
      result.errors == "error: Slurm's sbatch failed: invalid partition specified: film.\n",
      "\(result.errors)")
    #expect(place.names.isEmpty)
  }

  @Test("parts that were submitted before the cluster was lost are named, with how to end them")
  func lostBetween() async throws {
    let lost = "{ echo 'error: \(Self.noController)' >&2; exit 1; }"
    let place = try Place([
      "sbatch": "case \"$*\" in *--dependency*) \(lost) ;; esac; echo 41",
      "scancel": lost,
    ])
    let result = try await place.submit()
    #expect(result.code == 3, "\(result.errors)")
    #expect(
      result.errors.hasSuffix("What was submitted may go on: end it with scancel 41.\n"),
      "\(result.errors)")
  }

  /// `sbatch` that runs the part at once, and the join when squeue was asked three times.
  private static let submitting = """
    for script; do :; done
    place=${0%/*}/..
    case "$*" in
    *--array*) SLURM_ARRAY_TASK_ID=1 sh "$script" </dev/null >/dev/null 2>&1; echo 41 ;;
    *)
      (for i in $(seq 3000); do [ -e "$place/asked3" ] && exec sh "$script"; sleep 0.1; done) \
        </dev/null >/dev/null 2>&1 &
      echo 42
      ;;
    esac
    """
  private static let losing = """
    place=${0%/*}/..
    for i in 1 2 3; do [ -e "$place/asked$i" ] || { touch "$place/asked$i"; break; }; done
    echo "slurm_load_jobs error: \(noController)" >&2
    exit 1
    """

  @Test("a cluster that is lost for a while is told once, and the film becomes whole")
  func lostWhileFollowed() async throws {
    let place = try Place(["sbatch": Self.submitting, "squeue": Self.losing])
    let result = try await place.submit("--json-progress")
    #expect(result.code == 0, "\(result.errors)")
    let warnings = result.errorLines.filter {
      $0.hasPrefix("warning: Slurm's squeue does not reach")
    }
    #expect(warnings.count == 1, "\(result.errors)")
    #expect(
      warnings.first?.hasSuffix("The tasks may go on meanwhile, and it is asked again.") == true)
    #expect(result.output.contains(#"{"event":"warning","message":"Slurm's squeue does not"#))
    #expect(place.names == ["asked1", "asked2", "asked3", "film.mp4"])
  }

  @Test("Ctrl-C while the cluster is lost names what may go on; a second submission waits for it")
  func interruptedWhileLost() async throws {
    let place = try Place([
      "sbatch": "case \"$*\" in *--array*) echo 41 ;; *) echo 42 ;; esac",
      "squeue": Self.losing,
      "scancel":
        "echo 'scancel: error: Kill job error on job id 41: \(Self.noController)' >&2; exit 1",
    ])
    let result = try await place.submit { process in
      // Ten minutes at most, in which a program asks that began at all.
      for _ in 0..<30_000 where !place.has("asked2") && process.isRunning { usleep(20_000) }
      kill(process.processIdentifier, SIGINT)
    }
    #expect(result.code == 130, "\(result.errors)")
    #expect(
      result.errors.contains("What was submitted may go on: end it with scancel 41 42."),
      "\(result.errors)")
    let second = try await place.submit()
    #expect(second.code == 3)
    #expect(
      second.errors.contains(
        "belongs to a submission that may go on (slurm, 41 and 42). Slurm's squeue"),
      "\(second.errors)")
    #expect(second.errors.hasSuffix("or name another place with --folder.\n"))
  }

  @Test("tasks that have ended need no ending")
  func overAlready() throws {
    let end = ChildProcess.End(
      code: 1, remarks: "scancel: error: Kill job error on job id 7: Invalid job id specified\n")
    let refusal = SlurmCommand.refusal(of: "scancel", end)
    #expect(refusal.code == .invalidArgument)
    #expect(
      refusal.message
        == "Slurm's scancel failed: Kill job error on job id 7: Invalid job id specified.")
    #expect(
      SlurmCommand.refusal(of: "sbatch", .init(code: 139, remarks: "")).message
        == "Slurm's sbatch failed: its process was ended by signal 11.")
  }
}
