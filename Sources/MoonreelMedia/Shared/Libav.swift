// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import Glibc
import MoonreelCore

/// What the whole module needs of libav: its silence, its words for an error, its dictionaries. Errors of libav become
/// ours in one place, ``MoonreelError/init(_:_:time:libav:)``.
enum Libav {
  /// Done once, before the first call: libav's log goes to the causes of errors, not to the terminal, and
  /// libav speaks to no proxy that the environment names, which would be a host that nobody allowed.
  static let start: Void = {
    mr_quiet_log()
    unsetenv("http_proxy")
  }()

  /// libav's words for the error `code`.
  static func words(_ code: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      buffer[0] = 0
      mr_error_text(code, buffer.baseAddress, 256)
      return String(cString: buffer.baseAddress!)
    }
  }

  /// What to say as the cause of a failure with `code`: the last line logged on this thread, if any,
  /// after libav's words for the code.
  static func cause(_ code: Int32) -> String {
    let line = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
      mr_take_log(buffer.baseAddress, 512)
      return String(cString: buffer.baseAddress!)
    }
    let log = withoutAddress(line)
    return log.isEmpty ? words(code) : "\(words(code)): \(log)"
  }

  /// A log line without the object's address, which changes from run to run:
  /// `"[h264 @ 0x55] text"` → `"h264: text"`.
  private static func withoutAddress(_ line: String) -> String {
    guard line.hasPrefix("["), let end = line.firstIndex(of: "]") else { return line }
    let name = line[line.index(after: line.startIndex)..<end].split(separator: " ").first ?? ""
    let text = line[line.index(after: end)...].drop { $0 == " " }
    return "\(name): \(text)"
  }

  /// The entries of `dictionary`; later entries win.
  static func entries(_ dictionary: OpaquePointer?) -> [(key: String, value: String)] {
    var result: [(key: String, value: String)] = []
    var entry: UnsafeMutablePointer<AVDictionaryEntry>?
    while let next = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
      entry = next
      result.append((String(cString: next.pointee.key), String(cString: next.pointee.value)))
    }
    return result
  }

  /// A dictionary with `entries`, which the caller frees.
  static func dictionary(_ entries: [(String, String)]) -> OpaquePointer? {
    var result: OpaquePointer?
    for (key, value) in entries { av_dict_set(&result, key, value, 0) }
    return result
  }
}

extension MoonreelError {
  /// The error for a call of libav that failed with `status`; the cause is what libav says of it: its words for the
  /// status, and the last line that it logged as an error on this thread.
  ///
  /// For example: `guard code >= 0 else { throw MoonreelError(.encodingFailed, "Cannot …", libav: code) }`
  init(_ code: Code, _ message: String, time: Time? = nil, libav status: Int32) {
    self.init(code, message, cause: Libav.cause(status), time: time)
  }
}

extension Rational {
  /// libav's fraction; `nil` where it is not positive or has no denominator.
  init?(positive value: AVRational) {
    guard value.num > 0, value.den > 0 else { return nil }
    self.init(Int64(value.num), Int64(value.den))
  }
}
