// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport

/// What `moonreel render --json-progress` says in another process.
enum RenderEvent {
  case progress(ExportProgress)
  case done(frames: Int64, reused: Int64, bytes: Int64, inputs: [FileStamp])
  case warning(String)
  case error(MoonreelError)

  /// What a line says; `nil` for what is of no use here.
  init?(line: some Sequence<UInt8>) {
    guard
      case .object(let members)? = try? JSONValue(
        parsing: String(decoding: Array(line), as: UTF8.self)),
      case .string(let kind)? = members.value("event")
    else { return nil }
    self.init(kind, members)
  }

  /// What an event of this kind says.
  init?(_ kind: String, _ members: [JSONValue.Member]) {
    func number(_ key: String) -> Double { members.value(key)?.double ?? 0 }
    switch kind {
    case "progress":
      guard let progress = ExportProgress(json: members) else { return nil }
      self = .progress(progress)
    case "done":
      var inputs: [FileStamp] = []
      if case .array(let items)? = members.value("inputs") {
        inputs = items.compactMap { FileStamp($0) }
      }
      var reused: Int64 = 0
      if case .object(let spans)? = members.value("spans") {
        reused = Int64(spans.value("frames_reused")?.double ?? 0)
      }
      self = .done(
        frames: Int64(number("frames")), reused: reused, bytes: Int64(number("bytes")),
        inputs: inputs)
    case "warning", "error":
      guard case .string(let message)? = members.value("message") else { return nil }
      guard kind == "error" else {
        self = .warning(message)
        return
      }
      let code = members.value("code").flatMap {
        if case .string(let word) = $0 { MoonreelError.Code(rawValue: word) } else { nil }
      }
      let ownLines = Int(limiting: members.value("own_lines")?.double ?? 0)
      self = .error(MoonreelError(code ?? .internalError, message, ownLines: ownLines))
    default: return nil
    }
  }
}
