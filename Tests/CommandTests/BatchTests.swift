// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import moonreel

@Suite("moonreel batch")
struct BatchTests {
  private static let script = """
    local mr = require "moonreel"
    local p = mr.params {
      title = { "string", required = true }, color = { "color", default = "red" },
      seconds = { "number", default = 0.2 },
    }
    local show = mr.composition { size = { 64, 48 }, fps = 25, duration = p.seconds }
    show:add { source = p.color, duration = p.seconds }
    return show
    """

  private func place(_ rows: String, data: String = "rows.csv") throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("template.lua", Self.script)
    try folder.write(data, rows)
    return folder
  }

  private func batch(
    _ folder: TemporaryFolder, _ arguments: String..., data: String = "rows.csv",
    output: String = "out/{id}-{title}.mp4"
  ) async throws -> Program.Outcome {
    try await Program.moonreel(
      ["batch", "template.lua", "--data", data, "-o", output] + arguments, in: folder.url)
  }

  private func statuses(_ folder: TemporaryFolder) throws -> [String] {
    let text = try String(
      contentsOf: folder.url.appendingPathComponent("out/batch.json"), encoding: .utf8)
    guard case .object(let report) = try JSONValue(parsing: text),
      case .array(let rows)? = report.value("rows")
    else { return [] }
    return rows.compactMap { row in
      guard case .object(let row) = row, case .string(let status)? = row.value("status") else {
        return nil
      }
      return status
    }
  }

  @Test("every row is a film, one that fails stops no other, and the report tells of all")
  func films() async throws {
    let folder = try place(
      "id,title,color,seconds\n1,One,red,0.2\n2,Two,nocolour,\n3,\"Three, long\",#00f,0.4\n")
    let result = try await batch(folder, "-j", "2")
    #expect(result.code == 1)
    #expect(try statuses(folder) == ["done", "failed", "done"])
    #expect(result.output.contains("Cannot read 'nocolour' as a colour"))
    #expect(result.output.contains("2 done, 1 failed"))
    for (name, frames) in [("1-One", 5), ("3-Three, long", 10)] {
      let probe = try await Program.shell(
        "ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of csv=p=0 'out/\(name).mp4'",
        in: folder.url)
      #expect(probe.output.trimmingCharacters(in: .whitespacesAndNewlines) == "\(frames)")
    }
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appendingPathComponent("out").path)
    #expect(names.sorted() == ["1-One.mp4", "3-Three, long.mp4", "batch.json"])
  }

  @Test("-q tells of rows that failed, and of nothing else")
  func quiet() async throws {
    let folder = try place("id,title,color\n1,One,red\n2,Two,nocolour\n")
    let result = try await batch(folder, "-q")
    #expect(result.code == 1 && result.output.isEmpty, "\(result)")
    #expect(result.errorLines.count == 1, "\(result)")
    #expect(result.errors.hasPrefix("row 2: "), "\(result)")
    #expect(result.errors.contains("Cannot read 'nocolour' as a colour"), "\(result)")
  }

  @Test("what a killed batch left among the temporary files goes with the next run that needs some")
  func leftovers() async throws {
    let folder = try place("id,title,seconds\n1,One,9\n")
    let (temporary, mine) = (folder.path("tmp"), folder.path("mine"))
    for path in [temporary, mine] {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true)
    }
    func left() -> [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: temporary)) ?? []).sorted()
    }
    func batch(whileRunning: (@Sendable (Process) -> Void)? = nil) async throws -> Program.Outcome {
      try await Program.moonreel(
        ["batch", "template.lua", "--data", "rows.csv", "-o", "out/{id}.mp4", "-q"],
        in: folder.url, environment: ["TMPDIR": temporary], whileRunning: whileRunning)
    }
    let killed = try await batch { process in
      while process.isRunning,
        (try? FileManager.default.contentsOfDirectory(atPath: temporary))?.isEmpty != false
      { usleep(5_000) }
      kill(process.processIdentifier, SIGKILL)
    }
    #expect(killed.wasKilled && left().count == 1, "\(killed) \(left())")
    // A link, somebody's own file, and a folder whose process lives stay.
    try folder.write("mine/1.json", "mine")
    let link = temporary + "/.scratch.moonreel-1-a.part"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: mine)
    try folder.write("tmp/.scratch.moonreel-2-b.part/1.json", "busy")
    try folder.write("tmp/own", "own")
    let lock = open(temporary + "/.scratch.moonreel-2-b.part", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
    try folder.write("rows.csv", "id,title\n2,Two\n")
    let next = try await batch()
    #expect(next.code == 0, "\(next)")
    #expect(
      left() == [".scratch.moonreel-1-a.part", ".scratch.moonreel-2-b.part", "own"], "\(left())")
    #expect(folder.text("mine/1.json") == "mine")
  }

  @Test("a later run makes what failed, what is new, and what has changed, and nothing else")
  func resuming() async throws {
    let folder = try place("id,title\n1,One\n2,Two\n")
    #expect(try await batch(folder).code == 0)
    #expect(try await batch(folder, "--resume").code == 0)
    #expect(try statuses(folder) == ["kept", "kept"])
    try folder.write("rows.csv", "id,title\n1,One\n2,Second\n3,Three\n")
    #expect(try await batch(folder, "--resume", output: "out/{id}.mp4").code == 0)
    #expect(try statuses(folder) == ["done", "done", "done"])
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("out/3.mp4"))
    try folder.write("rows.csv", "id,title\n1,Other\n2,Second\n3,Three\n")
    #expect(try await batch(folder, "--resume", output: "out/{id}.mp4").code == 0)
    #expect(try statuses(folder) == ["done", "kept", "done"])
    // The script, and how films are made, are part of it.
    try folder.write("template.lua", Self.script + "\n")
    #expect(try await batch(folder, "--resume", output: "out/{id}.mp4").code == 0)
    #expect(try statuses(folder) == ["done", "done", "done"])
    #expect(try await batch(folder, "--resume", "--scale", "0.5", output: "out/{id}.mp4").code == 0)
    #expect(try statuses(folder) == ["done", "done", "done"])
  }

  @Test("killed at any moment, a run goes on where it was")
  func killed() async throws {
    let rows = (1...6).map { "\($0),T\($0),2" }.joined(separator: "\n")
    let folder = try place("id,title,seconds\n" + rows + "\n")
    for wait in [300_000, 900_000] as [UInt32] {
      _ = try await Program.moonreel(
        [
          "batch", "template.lua", "--data", "rows.csv", "-o", "out/{id}.mp4", "--resume", "-j",
          "1",
        ],
        in: folder.url
      ) { process in
        usleep(wait)
        kill(process.processIdentifier, SIGKILL)
      }
    }
    #expect(try await batch(folder, "--resume", output: "out/{id}.mp4").code == 0)
    #expect(try statuses(folder).allSatisfy { $0 == "done" || $0 == "kept" })
    let probe = try await Program.shell(
      "for f in out/*.mp4; do ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of csv=p=0 $f; done | sort | uniq -c",
      in: folder.url)
    #expect(
      probe.output.split(separator: " ").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        == ["6", "50"])
  }

  @Test("Ctrl-C ends the films under way, and the report says so")
  func interrupted() async throws {
    let folder = try place("id,title,seconds\n1,One,4000\n2,Two,4000\n")
    let result = try await Program.moonreel(
      ["batch", "template.lua", "--data", "rows.csv", "-o", "out/{id}.mp4", "-j", "1"],
      in: folder.url
    ) { process in
      let out = folder.url.appendingPathComponent("out").path
      while ((try? FileManager.default.contentsOfDirectory(atPath: out)) ?? [])
        .allSatisfy({ !$0.hasSuffix(".part") })
      { usleep(20_000) }
      kill(process.processIdentifier, SIGINT)
    }
    #expect(result.code == 130)
    #expect(try statuses(folder) == ["stopped", "stopped"])
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appendingPathComponent("out").path)
    #expect(names == ["batch.json"])
  }

  @Test("a preview renders nothing, and JSON rows keep their types")
  func preview() async throws {
    let folder = try place(
      #"{ "id": 7, "title": "a/b", "seconds": 0.2 }"# + "\n" + #"{ "id": 7, "title": "a/b" }"#,
      data: "rows.jsonl")
    let result = try await batch(folder, "--dry-run", data: "rows.jsonl")
    #expect(result.output.contains("planned                out/7-a-b.mp4"))
    #expect(result.output.contains("'out/7-a-b.mp4' is the film of row 1 already"))
    #expect(result.code == 1)
    #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("out").path))
  }

  @Test(
    "what cannot be is said before anything is rendered",
    arguments: [
      (["-o", "out/film.mp4"], "names no column"), (["-o", "out/{id.mp4"], "opens a brace"),
      (["-o", "out/id}.mp4"], "closes a brace"),
      (["-o", "{nam}.mp4"], "which 'rows.csv' does not have"),
      (["-o", "-"], "'-' is none"),
      (["-o", "{id}.mp4", "--jobs", "0"], "a whole number from 1 to 256"),
      (["-o", "{id}.mp4", "--report", "template.lua", "--resume"], "is no report of a batch"),
    ])
  func wrongUse(_ arguments: [String], _ sentence: String) async throws {
    let folder = try place("id,title\n1,One\n")
    let result = try await Program.moonreel(
      ["batch", "template.lua", "--data", "rows.csv"] + arguments, in: folder.url)
    #expect(result.code != 0)
    #expect(result.errors.contains(sentence), "\(result.errors)")
    #expect(folder.names.sorted() == ["rows.csv", "template.lua"])
  }

  @Test("columns that nobody reads are named, with what was probably meant")
  func remarks() async throws {
    let folder = try place("id,title,colour\n1,One,red\n")
    let result = try await batch(folder, "--dry-run")
    #expect(result.errors.contains("The column 'colour' is no parameter"))
    #expect(result.errors.contains("did you mean 'color'?"))
  }

  @Test("one line tells of all films that are under way")
  func display() {
    let rows = (1...5).map {
      BatchRow(number: $0, place: $0 + 1, values: [], output: "\($0).mp4", identity: "\($0)")
    }
    var report = BatchReport(script: "film.lua", data: "rows.csv", rows: rows)
    #expect(BatchDisplay(.line).line(report, [:]) == "0 of 5")
    report.results = [1: BatchResult(status: .done), 2: BatchResult(status: .failed)]
    let line = BatchDisplay(.line).line(report, [4: 0.25, 3: 0.5])
    #expect(line.hasPrefix("2 of 5  1 failed  rendering 3: 50 %, 4: 25 %  "), "\(line)")
    #expect(line.hasSuffix(" left"), "\(line)")
  }

  @Test(
    "what columns hold never leads into another folder",
    arguments: [
      ("../../x", "out/1/-..-x.mp4"), ("/etc/passwd", "out/1/-etc-passwd.mp4"), (" . ", nil),
      ("..", nil), ("a\nb", "out/1/a-b.mp4"), ("", nil), (#"a\b"#, "out/1/a-b.mp4"),
      (String(repeating: "x", count: 300), nil),
    ] as [(String, String?)])
  func names(_ value: String, _ wanted: String?) throws {
    let pattern = try OutputPattern("out/{{x}}/{name}.mp4".replacing("{{x}}", with: "1"))
    #expect(pattern.folder == "out/1")
    #expect((try? pattern.path { $0 == "name" ? value : nil }) == wanted)
    #expect(try OutputPattern("{{{row}}}.mp4").path { _ in "3" } == "{3}.mp4")
  }
}
