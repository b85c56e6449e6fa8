// SPDX-License-Identifier: MIT

import MoonreelCore

/// What `moonreel render --json-progress` says in another process.
enum RenderEvent {
  case progress(Double)
  case done(frames: Int64, reused: Int64, bytes: Int64, inputs: [FileStamp])
  case error(String)

  /// What a line says; `nil` for what is of no use here.
  init?(line: [UInt8]) {
    guard
      case .object(let members)? = try? JSONValue(parsing: String(decoding: line, as: UTF8.self)),
      case .string(let kind)? = members.value("event")
    else { return nil }
    func number(_ key: String) -> Double { members.value(key)?.double ?? 0 }
    switch kind {
    case "progress":
      let (done, total) =
        number("frames") > 0
        ? (number("frame"), number("frames")) : (number("time"), number("duration"))
      guard total > 0 else { return nil }
      self = .progress(done / total)
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
    case "error":
      guard case .string(let message)? = members.value("message") else { return nil }
      self = .error(message)
    default: return nil
    }
  }
}
