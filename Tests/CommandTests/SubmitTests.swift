// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import moonreel

@Suite("moonreel submit", .serialized)
struct SubmitTests {
  /// A folder whose name has to be quoted.
  private final class Place: Sendable {
    let outer: TemporaryFolder
    let url: URL

    init(_ script: String = PartProcessTests.script) throws {
      outer = try TemporaryFolder()
      url = outer.url.appendingPathComponent("it's $a \"place\"\nof 7%")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      try Data(script.utf8).write(to: url.appendingPathComponent("film.lua"))
    }

    var names: [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
    }

    func text(_ name: String) -> String {
      (try? String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)) ?? ""
    }

    func data(_ name: String) -> Data {
      (try? Data(contentsOf: url.appendingPathComponent(name))) ?? Data()
    }

    func moonreel(
      _ arguments: [String], environment: [String: String] = [:],
      whileRunning: (@Sendable (Process) -> Void)? = nil
    ) async throws -> Program.Outcome {
      try await Program.moonreel(
        arguments, in: url, environment: environment, whileRunning: whileRunning)
    }

    /// Submits the film.
    func submit(
      _ engine: String, _ arguments: String..., environment: [String: String] = [:],
      whileRunning: (@Sendable (Process) -> Void)? = nil
    ) async throws -> Program.Outcome {
      try await moonreel(
        ["submit", "film.lua", "-o", "film.mp4", "--engine", engine, "--threads", "1"] + arguments,
        environment: environment, whileRunning: whileRunning)
    }

    /// The film as one process makes it.
    func whole() async throws -> Data {
      let result = try await moonreel(
        ["render", "film.lua", "-o", "whole.mp4", "--incremental", "--no-cache"])
      #expect(result.code == 0, "\(result.errors)")
      defer { try? FileManager.default.removeItem(at: url.appendingPathComponent("whole.mp4")) }
      return data("whole.mp4")
    }

    /// Waits until `isThere`, at most five minutes.
    func wait(until isThere: () -> Bool) {
      for _ in 0..<15_000 {
        if isThere() { return }
        usleep(20_000)
      }
    }
  }

  /// The words of a line's member, such as `"status"`.
  private func values(_ key: String, of event: String, in output: String) -> [String] {
    output.split(separator: "\n").compactMap { line in
      guard case .object(let members)? = try? JSONValue(parsing: String(line)),
        members.value("event") == .string(event), case .string(let text)? = members.value(key)
      else { return nil }
      return text
    }
  }

  // MARK: This machine

  @Test("tasks on this machine make the file that one process makes, and leave nothing else")
  func local() async throws {
    let place = try Place()
    let result = try await place.submit("local", "--spans", "3", "-j", "2", "--json-progress")
    #expect(result.code == 0, "\(result.errors)")
    #expect(place.names == ["film.lua", "film.mp4"])
    #expect(try await place.data("film.mp4") == place.whole())
    let done = values("status", of: "task", in: result.output).count { $0 == "done" }
    #expect(done == 4, "\(result.output)")
    #expect(result.output.split(separator: "\n").last?.hasPrefix(#"{"event":"done""#) == true)
  }

  @Test("tasks go on by themselves, and a second submission of the film waits for them")
  func detached() async throws {
    let place = try Place(PartProcessTests.script.replacing("96, 54", with: "960, 540"))
    let result = try await place.submit("local", "--spans", "2", "-j", "1", "--no-follow")
    #expect(result.code == 0 && result.output.contains("submitted (local: "), "\(result.errors)")
    // Its tasks halt while the second one is submitted.
    let number = result.output.split(separator: "(local: ").last?.prefix { $0.isNumber }
    let tasks = try #require(number.flatMap { Int32($0) })
    kill(-tasks, SIGSTOP)
    let second = try await place.submit("local", "--spans", "2")
    kill(-tasks, SIGCONT)
    #expect(second.code == 3)
    #expect(second.errors.contains("belongs to a submission that goes on (local, "))
    place.wait { place.names.contains("film.mp4") }
    #expect(try await place.data("film.mp4") == place.whole())
    place.wait { place.text("film.mp4.farm/join.jsonl").contains(#""event":"ended""#) }
    let third = try await place.submit("local", "--spans", "2", "--json-progress")
    #expect(third.code == 0, "\(third.errors)")
    #expect(place.names == ["film.lua", "film.mp4"])
  }

  @Test("Ctrl-C ends the tasks, and the same command goes on from their spans")
  func interrupted() async throws {
    let place = try Place(PartProcessTests.script.replacing("96, 54", with: "1280, 720"))
    let spans = place.url.appendingPathComponent("film.mp4.farm/spans").path
    let result = try await place.submit("local", "--spans", "2", "-j", "2") { process in
      place.wait {
        ((try? FileManager.default.contentsOfDirectory(atPath: spans)) ?? [])
          .contains { $0.hasSuffix(".span") }
      }
      kill(process.processIdentifier, SIGINT)
    }
    #expect(result.code == 130, "\(result.errors)")
    #expect(place.names == ["film.lua", "film.mp4.farm"])
    #expect(PartProcessTests.processes(naming: place.outer).isEmpty)
    let again = try await place.submit("local", "--spans", "2", "--keep", "--json-progress")
    #expect(again.code == 0, "\(again.errors)")
    #expect(place.names == ["film.lua", "film.mp4", "film.mp4.farm"])
  }

  @Test(
    "a part that fails is told once with its sentence; what is wrong in the film is told before")
  func failing() async throws {
    let wrong = try await Place("error('broken')").submit("local")
    #expect(wrong.code == 1 && wrong.errors == "error: film.lua:1: broken\n", "\(wrong.errors)")
    let place = try Place()
    let lost = try await place.submit("local", "--spans", "3", "--span-cache", "film.lua")
    #expect(lost.code == 3, "\(lost.errors)")
    #expect(
      lost.errorLines.count { $0.contains("Cannot keep spans in 'film.lua'") } == 1,
      "\(lost.errors)")
    #expect(lost.errors.contains("3 of 3 parts failed (1 to 3)"), "\(lost.errors)")
  }

  @Test(
    "wrong use",
    arguments: [
      (["--engine", "slurm", "-j", "2"], "-j is for --engine local"),
      (["--engine", "local", "--partition", "x"], "--partition is for --engine slurm"),
      (["--engine", "condor"], "slurm or local"), ([], "--engine"),
      (["--engine", "local", "--spans", "0"], "a whole number from 1 to 10000"),
      (["--engine", "local", "--folder", "none"], "There is no folder 'none'"),
      (["--engine", "local", "-o", "-"], "standard output"),
      (["--engine", "local", "-o", "%04d.png"], "Numbered pictures"),
    ] as [([String], String)])
  func wrongUse(_ arguments: [String], _ sentence: String) async throws {
    let place = try Place()
    let output = arguments.contains("-o") ? [] : ["-o", "film.mp4"]
    let result = try await place.moonreel(["submit", "film.lua"] + output + arguments)
    #expect([2, 3].contains(result.code))
    #expect(result.errors.contains(sentence), "\(result.errors)")
    #expect(place.names == ["film.lua"])
  }

  @Test("a preview shows scripts and commands, and does nothing")
  func preview() async throws {
    let place = try Place()
    let result = try await place.submit(
      "slurm", "--spans", "9", "--dry-run", "--time", "30", "--max-memory", "1G",
      "--engine-option=--account=a b")
    #expect(result.code == 0, "\(result.errors)")
    for words in [
      "--array=1-9", "--dependency=afterok:", "--cpus-per-task=1", "--mem=1024M", "--time=30",
      "'--account=a b'", "--only-spans \"$task/9\"", "scontrol requeue",
    ] {
      #expect(result.output.contains(words), "\(words)")
    }
    #expect(place.names == ["film.lua"])
  }

  // MARK: Slurm

  private static let slurm: Comment = "a Slurm of its own: \(SlurmCluster.missing ?? "there")"

  @Test(
    "Slurm: a film in parts is the film of one process; a killed task is tried again; refusals, failures and the end of tasks are told",
    .enabled(if: SlurmCluster.missing == nil, slurm))
  func cluster() async throws {
    let cluster: SlurmCluster
    do { cluster = try await SlurmCluster() } catch let refusal as SlurmCluster.Refusal {
      return print("SubmitTests: without Slurm, which does not start here: \(refusal.reason)")
    }
    try await killedTask(cluster)
    let unwilling = try TemporaryFolder()
    try unwilling.write("scontrol", "#!/bin/sh\ntouch \"${0%/*}/asked\"\nexit 1\n")
    chmod(unwilling.path("scontrol"), 0o755)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    try await killedTask(cluster, ["PATH": "\(unwilling.url.path):\(path)"])
    #expect(FileManager.default.fileExists(atPath: unwilling.path("asked")))
    try await refused(cluster)
    try await failed(cluster)
    try await cancelled(cluster)
  }

  private func killedTask(
    _ cluster: SlurmCluster, _ environment: [String: String] = [:]
  ) async throws {
    let place = try Place()
    let result = try await place.submit(
      "slurm", "--spans", "4", "--json-progress",
      environment: cluster.environment.merging(environment) { $1 }
    ) { _ in
      // Once: the second part's process, or all that the task runs would be gone.
      place.wait {
        let part = PartProcessTests.processes(naming: place.outer, with: "2/4").filter {
          (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\($0)/exe"))?
            .hasSuffix("moonreel") == true
        }.min()
        return part.map { kill($0, SIGKILL) == 0 } ?? false
      }
    }
    #expect(result.code == 0, "\(result.errors)\(result.output)\(cluster.logs)")
    #expect(place.names == ["film.lua", "film.mp4"])
    #expect(try await place.data("film.mp4") == place.whole())
    #expect(values("status", of: "task", in: result.output).contains("again"), "\(result.output)")
    #expect(result.errors.contains("part 2 failed and is tried again: its process"))
  }

  private func refused(_ cluster: SlurmCluster) async throws {
    let place = try Place()
    // The second time as well: nothing is left that would be in its way.
    for _ in 1...2 {
      let result = try await place.submit(
        "slurm", "--partition", "nowhere", environment: cluster.environment)
      #expect(result.code == 2, "\(result.errors)")
      #expect(result.errors.contains("Invalid partition name specified"), "\(result.errors)")
      #expect(place.names == ["film.lua"])
    }
    #expect(try await cluster.run("squeue -h").output.isEmpty)
  }

  private func failed(_ cluster: SlurmCluster) async throws {
    let place = try Place()
    let result = try await place.submit(
      "slurm", "--spans", "2", "--span-cache", "film.lua", environment: cluster.environment)
    #expect(result.code == 3, "\(result.errors)")
    #expect(result.errors.contains("is tried again: Cannot keep spans"), "\(result.errors)")
    #expect(result.errors.contains("2 of 2 parts failed (1 to 2)"), "\(result.errors)")
    #expect(try await cluster.run("squeue -h").output.isEmpty)
  }

  private func cancelled(_ cluster: SlurmCluster) async throws {
    let place = try Place(PartProcessTests.script.replacing("96, 54", with: "1920, 1080"))
    let result = try await place.submit("slurm", "--spans", "2", environment: cluster.environment) {
      process in
      place.wait { place.text("film.mp4.farm/1.jsonl").contains("progress") }
      kill(process.processIdentifier, SIGINT)
    }
    #expect(result.code == 130, "\(result.errors)")
    place.wait { PartProcessTests.processes(naming: place.outer).isEmpty }
    #expect(PartProcessTests.processes(naming: place.outer).isEmpty)
    #expect(try await cluster.run("squeue -h -t PENDING,RUNNING").output.isEmpty)
  }
}
