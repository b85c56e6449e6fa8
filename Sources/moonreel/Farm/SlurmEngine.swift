// SPDX-License-Identifier: MIT

import MoonreelCore

/// Slurm: the parts are an array job, the join is a job that depends on it. A task that fails puts itself back into the
/// queue, and so does Slurm with tasks whose machine fails.
struct SlurmEngine: RenderEngine {
  /// Words for `sbatch`, such as `--partition=film`.
  var options: [String] = []
  let interval = 3.0

  private static let script = "slurm.sh"
  /// Stands for the first job's number where that is not known yet.
  private static let firstJob = "{1}"

  func scripts(for work: FarmWork) -> [String: String] {
    let text = """
      #!/bin/sh
      # A task under Slurm: one try, or the last two where Slurm does not put a task back.
      task=${SLURM_ARRAY_TASK_ID:-join}
      exec 2>>\(ShellWord.quoted(work.folder))"/$task.log"
      again=0
      [ "${SLURM_RESTART_COUNT:-0}" -lt \(FarmWork.tries - 1) ] && again=1
      while :; do
        sh \(ShellWord.quoted(work.script)) "$task" "$again"
        code=$?
        [ "$code" = \(FarmScript.again) ] || exit "$code"
        # Slurm ends this script when it has put the task back, which it does not do with one that only just began.
        for _ in 1 2 3; do
          sleep 2
          scontrol requeue "$SLURM_JOB_ID" && sleep 600
        done
        again=0
      done

      """
    return [Self.script: text]
  }

  func commands(for work: FarmWork) -> [[String]] {
    commands(for: work, firstJob: Self.firstJob)
  }

  /// The command of the parts, and that of the join, which waits for the job `firstJob`.
  private func commands(for work: FarmWork, firstJob: String) -> [[String]] {
    var words = [
      "sbatch", "--parsable", "--requeue", "--job-name=" + jobName(work),
      "--cpus-per-task=\(work.cores)", "--output=/dev/null", "--error=/dev/null",
    ]
    if let memory = work.memory { words.append("--mem=\((memory + 0xFFFFF) >> 20)M") }
    words += options
    let script = [FilePath.join(work.folder, Self.script)]
    return [
      words + ["--array=1-\(work.parts)"] + script,
      words + ["--dependency=afterok:" + firstJob, "--kill-on-invalid-dep=yes"] + script,
    ]
  }

  /// Letters, digits and a few signs of the film's name: Slurm's tools print it in columns.
  private func jobName(_ work: FarmWork) -> String {
    let name = work.film.unicodeScalars.filter { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || "0123456789._-".contains(Character(scalar)))
    }
    return "moonreel-" + String(String.UnicodeScalarView(name).prefix(64))
  }

  func submit(_ work: FarmWork) throws -> [String] {
    var jobs: [String] = []
    for index in commands(for: work).indices {
      do {
        let words = commands(for: work, firstJob: jobs.first ?? Self.firstJob)[index]
        jobs.append(try Self.job(try SlurmCommand(words: words).run(stopping: CancellationFlag())))
      } catch {
        do { try cancel(jobs) } catch let obstacle {
          throw MoonreelError(
            obstacle.code, "\(MoonreelError.sentence(of: error)) \(Self.goingOn(jobs))")
        }
        throw error
      }
    }
    return jobs
  }

  /// The number that `sbatch --parsable` prints; a cluster's name may follow it.
  static func job(_ output: String) throws -> String {
    let line = output.split(separator: "\n").last ?? ""
    guard let number = line.split(separator: ";").first, number.allSatisfy(\.isNumber) else {
      throw MoonreelError(.internalError, "sbatch printed '\(line)' in place of a job's number.")
    }
    return String(number)
  }

  func states(of jobs: [String]) throws(MoonreelError) -> [FarmTask: EngineState]? {
    let words = [
      "squeue", "--noheader", "--array", "--states=all", "--jobs=" + jobs.joined(separator: ","),
      "--format=%i|%T|%r",
    ]
    do {
      return Self.states(try SlurmCommand(words: words).run(stopping: Interruption.flag))
    } catch {
      // Slurm forgets jobs some minutes after their end.
      if error.message.contains("Invalid job id") { return [:] }
      throw error
    }
  }

  /// What squeue's lines of `job_task|STATE|reason` say.
  static func states(_ output: String) -> [FarmTask: EngineState] {
    var states: [FarmTask: EngineState] = [:]
    for line in output.split(separator: "\n") {
      let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 3 else { continue }
      let names = fields[0].split(separator: "_")
      let task = names.count == 2 ? Int(names[1]).map(FarmTask.part) : .join
      if let task { states[task] = state(fields[1], reason: fields[2]) }
    }
    return states
  }

  private static func state(_ word: String, reason: String) -> EngineState {
    switch word {
    case "PENDING", "CONFIGURING", "REQUEUED", "REQUEUE_FED", "SUSPENDED", "RESV_DEL_HOLD":
      .waiting(reason == "None" ? nil : reason)
    case "RUNNING", "COMPLETING", "STAGE_OUT", "STOPPED", "RESIZING", "SIGNALING": .running
    case "COMPLETED": .done
    default: .failed(word + (["None", ""].contains(reason) ? "" : ", " + reason))
    }
  }

  func cancel(_ jobs: [String]) throws(MoonreelError) {
    guard !jobs.isEmpty else { return }
    do { _ = try SlurmCommand(words: ["scancel"] + jobs).run(stopping: CancellationFlag()) } catch {
      let isOver = ["Invalid job id", "already complet"].contains { error.message.contains($0) }
      if !isOver { throw MoonreelError(error.code, "\(error.message) \(Self.goingOn(jobs))") }
    }
  }

  private static func goingOn(_ jobs: [String]) -> String {
    "What was submitted may go on: end it with \(FarmEngine.slurm.ending(jobs))."
  }
}
