// SPDX-License-Identifier: MIT

import CTrial
import Glibc
import MoonreelCore
import MoonreelSandbox

/// Something that misbehaves on request, as the libraries do that draw what strangers wrote.
final class Saboteur: Isolatable {
  static var kind: IsolatedKind { .svg }
  private let act: String
  private let object: String

  init(content: inout ByteReader) throws {
    (act, object) = (try content.text(), try content.text())
  }

  func answer(_ request: inout ByteReader, canvas: DrawingMemory?) throws -> ByteWriter {
    var answer = ByteWriter()
    switch act {
    case "abort": abort()
    case "crash": kill(getpid(), SIGSEGV)
    case "leave": exit(0)
    case "spin": while true { _ = getppid() }
    case "sleep": while true { pause() }
    case "hoard":
      var blocks: [UnsafeMutableRawPointer] = []
      while let block = malloc(1 << 24) {
        memset(block, 1, 1 << 24)
        blocks.append(block)
      }
      abort()
    case "complain": throw MoonreelError(.unsupportedFormat, "Complaint.", cause: "bad lines")
    case "parent": answer.append(getppid())
    case "paint":
      guard let canvas else { break }
      memset(canvas.base, 7, canvas.byteCount)
    case "calls": answer.append(text: AllCalls.text)
    default: answer.append(trial_act(act, object))
    }
    return answer
  }
}

/// A worker at its trial.
enum WorkerTrial {
  /// Has a worker do what `words` say, and prints what came of it.
  static func run(_ words: [String], mode: ProcessSandbox.Mode) throws {
    var settings = WorkerSettings()
    settings.sandbox = mode
    (settings.secondsOfComputing, settings.secondsOfWaiting) = (1, 4)
    settings.memoryLimit = 256 << 20
    if words[0] == "cancelled" { settings.cancellation.cancel() }
    try WorkerProcess.start([Saboteur.self], settings)
    try ProcessSandbox().close(mode)
    var content = ByteWriter()
    content.append(text: words[0])
    content.append(text: words.count > 1 ? words[1] : "")
    let object = try Isolated<Saboteur>(content, name: "a.svg")
    if words[0] == "paint" { return try paint(object) }
    if words[0] == "twice" { return try twice() }
    var answer = try object.ask(ByteWriter())
    if words[0] == "calls" { return print(try answer.text(), terminator: "") }
    print(try answer.number(Int32.self))
  }

  /// Memory that the worker filled is there.
  private static func paint(_ object: Isolated<Saboteur>) throws {
    let memory = try SharedMemory(byteCount: 100_000)
    _ = try object.ask(
      ByteWriter(),
      canvas: DrawingMemory(base: memory.base, byteCount: memory.byteCount, shared: memory))
    let bytes = UnsafeRawBufferPointer(start: memory.base, count: memory.byteCount)
    print(bytes.allSatisfy { $0 == 7 } ? 7 : 0)
  }

  /// What comes after a death.
  private static func twice() throws {
    var content = ByteWriter()
    content.append(text: "abort")
    content.append(text: "")
    let first = try Isolated<Saboteur>(content, name: "first.svg")
    let second = try Isolated<Saboteur>(content, name: "second.svg")
    _ = try? first.ask(ByteWriter())
    _ = try second.ask(ByteWriter())
  }
}
