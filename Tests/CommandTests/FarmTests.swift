// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelExport
import Testing

@testable import moonreel

@Suite("The tasks of a film")
struct FarmTests {
  @Test(
    "a shell takes quoted words as they are",
    arguments: ["film.mp4", "it's", "a b", "a\nb", "$HOME `id` \"x\" \\", "-x", "", "*", "ä/ö'"])
  func quoting(_ word: String) async throws {
    for quoted in [ShellWord.quoted(word), ShellWord.line([word])] {
      let result = try await Program.shell("printf '%s|' \(quoted)")
      #expect(result.output == word + "|")
    }
  }

  @Test("the tasks' script runs its words as they are, and says how it ends")
  func script() async throws {
    let folder = try TemporaryFolder()
    let odd = "it's $a\n`b`"
    let place = folder.url.appendingPathComponent(odd)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let program = try folder.write(
      "program", "#!/bin/sh\npwd; for w; do echo \"<$w>\"; done >&2; exit 5\n")
    chmod(program, 0o755)
    let script = FarmScript(
      place: place.path, folder: place.path, program: program, parts: 9, words: [odd, "-x"])
    try folder.write("task.sh", script.text)
    let first = try await Program.shell("sh task.sh 4 1", in: folder.url)
    let second = try await Program.shell("sh task.sh join 0", in: folder.url)
    #expect([first.code, second.code] == [FarmScript.again, 5])
    let log = folder.text(odd + "/4.log")
    #expect(log == "<render>\n<--only-spans>\n<4/9>\n<\(odd)>\n<-x>\n")
    #expect(folder.text(odd + "/join.log").hasPrefix("<render>\n<--incremental>\n<\(odd)>"))
    let lines = folder.text(odd + "/4.jsonl").split(separator: "\n")
    #expect(lines.last == #"{"event":"ended","code":5,"again":1}"#)
  }

  @Test("a task's lines are read as they come, in pieces of any length", arguments: [1, 7, 1000])
  func log(piece: Int) throws {
    let text = """
      {"event":"began","host":"n1"}
      {"event":"progress","frame":5,"frames":10,"time":0.2,"duration":0.4}
      no JSON
      {"event":"error","code":"fileAccess","message":"There is no 'a.mp4'.","exit":3}
      {"event":"ended","code":3,"again":1}
      {"event":"began","host":"n2"}
      {"event":"progress","frame":7,"frames":10,"time":0.28,"duration":0.4}
      {"event":"warning","message":"odd"}
      {"event":"done","frames":10,"bytes":99}
      {"event":"ended","code":0,"again":0}

      """
    var (log, states) = (TaskLog(), [TaskLog.State.silent])
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: piece) {
      log.take(bytes[start..<min(bytes.count, start + piece)])
      if log.state != states.last { states.append(log.state) }
    }
    #expect(log.state == .ended(0))
    #expect(piece > 7 || states == [.silent, .running, .again(3), .running, .ended(0)])
    #expect(log.failures == [3] && log.host == "n2" && log.warnings == ["odd"])
    #expect(log.progress?.framesDone == 7 && log.summary?.value("bytes")?.double == 99)
  }

  @Test("what squeue prints is understood")
  func squeue() throws {
    let text = """
      7_1|RUNNING|None
      7_2|PENDING|Resources
      7_3|FAILED|NonZeroExitCode
      7_4|COMPLETED|None
      7_10|OUT_OF_MEMORY|OutOfMemory
      8|PENDING|Dependency
      """
    let states = SlurmEngine.states(text)
    #expect(
      states == [
        .part(1): .running, .part(2): .waiting("Resources"),
        .part(3): .failed("FAILED, NonZeroExitCode"), .part(4): .done,
        .part(10): .failed("OUT_OF_MEMORY, OutOfMemory"), .join: .waiting("Dependency"),
      ])
    #expect(try SlurmEngine.job("17;main\n") == "17")
    #expect(try SlurmEngine.job("17") == "17")
    #expect(throws: MoonreelError.self) { try SlurmEngine.job("Submitted") }
  }

  @Test("parts are listed by ranges")
  func list() {
    #expect(FarmFollower.list([1, 2, 3, 7, 9, 10].map(FarmTask.part)) == "1 to 3, 7, 9 to 10")
  }

  @Test(
    "what tasks write goes before what the engine says, but for the end of one that cannot say it")
  func statuses() throws {
    let folder = try TemporaryFolder()
    let place = try FarmFolder(for: "film.mp4", in: folder.url.path)
    try place.prepare([:])
    var farm = Farm(place, parts: 4)
    let now = ContinuousClock.now
    try folder.write(
      "film.mp4.farm/1.jsonl",
      "{\"event\":\"began\",\"host\":\"n\"}\n{\"event\":\"ended\",\"code\":0,\"again\":0}\n")
    try folder.write("film.mp4.farm/2.jsonl", "{\"event\":\"began\",\"host\":\"n\"}\n")
    try folder.write(
      "film.mp4.farm/3.jsonl",
      "{\"event\":\"began\",\"host\":\"n\"}\n{\"event\":\"ended\",\"code\":6,\"again\":1}\n")
    try folder.write("film.mp4.farm/3.log", "warning: x\nerror: It is full.\n")
    let news = farm.update(nil, now: now)
    #expect(news.contains(.again(.part(3), "It is full.")))
    #expect(farm.status(.part(1)) == .done && farm.status(.part(2)) == .running)
    let states: [FarmTask: EngineState] = [
      .part(1): .running, .part(2): .failed("TIMEOUT"), .part(3): .waiting("BeginTime"),
      .part(4): .failed("NODE_FAIL"), .join: .waiting("Dependency"),
    ]
    // What the engine gives up is given up when it says so for a while and the task says no more.
    for seconds in [0, 1] {
      _ = farm.update(states, now: now + .seconds(seconds))
      #expect(farm.status(.part(2)) == .running)
    }
    _ = farm.update(states, now: now + .seconds(1) + Farm.patience)
    #expect(farm.status(.part(1)) == .done)
    #expect(farm.status(.part(2)) == .failed(7, "the engine ended it on n (TIMEOUT)"))
    #expect(farm.status(.part(3)) == .waiting("BeginTime"))
    guard case .failed(_, let sentence) = farm.status(.part(4)) else {
      Issue.record("\(farm.status(.part(4)))")
      return
    }
    #expect(sentence.contains("NODE_FAIL") && sentence.contains("film.mp4.farm"))
    let given: [FarmTask: EngineState] = [
      .part(3): .failed("FAILED"), .join: .waiting("Dependency"),
    ]
    _ = farm.update(given, now: now + .seconds(30))
    _ = farm.update(given, now: now + .seconds(31) + Farm.patience)
    #expect(
      farm.status(.part(3))
        == .failed(6, "It is full. (the engine did not try it again: FAILED)"))
    // Nobody knows the join any more, for longer than a shared folder may be behind.
    #expect(farm.status(.join) == .waiting("Dependency"))
    _ = farm.update([:], now: now + .seconds(60))
    _ = farm.update([:], now: now + .seconds(61) + Farm.patience)
    guard case .failed(_, let reason) = farm.status(.join) else {
      Issue.record("\(farm.status(.join))")
      return
    }
    #expect(reason.contains("gone"))
  }

  @Test("parts that have said nothing yet count like the mean of the others")
  func progress() throws {
    func share(_ done: Int64, _ total: Int64) -> ExportProgress {
      ExportProgress(
        framesDone: done, framesTotal: total, timeDone: .zero, timeTotal: Time(wholeSeconds: 4),
        framesPerSecond: 0, speed: 0, secondsLeft: nil, limitingStage: nil, secondsElapsed: 0,
        bytesWritten: 0)
    }
    var progress = PartsProgress(count: 4)
    #expect(progress.sum == nil)
    progress.note(share(10, 40), of: 1)
    progress.note(share(10, 20), of: 3)
    #expect(progress.sum?.framesDone == 20 && progress.sum?.framesTotal == 120)
    progress.finish(1)
    #expect(progress.sum?.framesDone == 50)
    #expect(progress.sum?.timeTotal == Time(wholeSeconds: 4))
    #expect(progress.sum?.timeDone == (try Time(seconds: 1.667)))
  }

  @Test("a folder that is there and is something else is left alone")
  func strangers() throws {
    let folder = try TemporaryFolder()
    try folder.write("film.mp4.farm/notes.txt", "mine")
    let place = try FarmFolder(for: "film.mp4", in: folder.url.path)
    #expect(throws: MoonreelError.self) { try place.readNote() }
    #expect(throws: MoonreelError.self) { try FarmFolder(for: "a.mp4", in: folder.path("none")) }
    let other = try FarmFolder(for: "b.mp4", in: folder.url.path)
    #expect(try other.readNote() == nil)
    try other.prepare(["task.sh": "true"])
    let note = FarmFolder.Note(engine: .local, jobs: ["12"], parts: 3)
    try other.write(note)
    #expect(try other.readNote() == note)
    other.remove()
    #expect(folder.names == ["film.mp4.farm"])
  }
}
