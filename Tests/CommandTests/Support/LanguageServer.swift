// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore

/// A language server for Lua that is asked what it thinks of scripts: EmmyLua's, where it is installed.
///
/// `@unchecked Sendable`: one thread listens from the start; what it hears is locked, and so is what is written.
final class LanguageServer: @unchecked Sendable {
  /// Where `emmylua_ls` is: `MOONREEL_EMMYLUA_LS`, what `scripts/setup --all` unpacked, or on the path.
  static let program: String? = {
    let environment = ProcessInfo.processInfo.environment
    let folders = (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/emmylua_ls" }
    let unpacked = Documents.root.appendingPathComponent(".build/test-programs/emmylua_ls").path
    return ([environment["MOONREEL_EMMYLUA_LS"]].compactMap { $0 } + [unpacked] + folders)
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// What the server finds wrong in one place.
  struct Finding: CustomStringConvertible {
    var file: String
    var line: Int
    var code: String
    var message: String
    var description: String { "\(file):\(line): \(message) [\(code)]" }
  }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let number = Locked(0)
  private let writing = Locked(())
  private let heard = Locked<(findings: [String: [Finding]], last: Date)>(([:], Date()))
  /// The names that the server offered, by the number of the request.
  private let offers = Locked<[Int: [String]]>([:])

  /// A server for the scripts in `folder`.
  init(_ folder: TemporaryFolder) async throws {
    process.executableURL = URL(fileURLWithPath: Self.program ?? "")
    process.arguments = ["-c", "stdio"]
    process.currentDirectoryURL = folder.url
    (process.standardInput, process.standardOutput) = (input, output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    let uri = "file://\(folder.url.path)"
    Thread.detachNewThread { self.listen() }
    let greeting = try send(
      "initialize",
      [
        "processId": Int(getpid()), "rootUri": uri,
        "workspaceFolders": [["uri": uri, "name": "scripts"]],
        // Without the word on settings, EmmyLua never reads its own library.
        "capabilities": [
          "textDocument": ["publishDiagnostics": [:]], "workspace": ["configuration": true],
        ],
      ])
    _ = try await answer(to: greeting)
    try tell("initialized", [:])
  }

  /// Ends the server.
  func end() { process.terminate() }

  /// What is wrong in the files at `paths`, as the server says it last: it speaks before it has read the stubs, and again.
  func findings(in paths: [String]) async throws -> [Finding] {
    for path in paths { try open(path) }
    let (patience, calm) = (60.0, 6.0)
    let began = Date()
    while Date().timeIntervalSince(began) < patience {
      try await Task.sleep(for: .milliseconds(200))
      let heard = heard.withLock { $0 }
      let isComplete = paths.allSatisfy { heard.findings[$0] != nil }
      if isComplete, Date().timeIntervalSince(heard.last) > calm { break }
    }
    return heard.withLock { $0.findings.sorted { $0.key < $1.key }.flatMap(\.value) }
  }

  /// Shows the server the file at `path`, as an editor does that opens it.
  private func open(_ path: String) throws {
    let document: [String: Any] = [
      "uri": "file://\(path)", "languageId": "lua", "version": 1,
      "text": try String(contentsOfFile: path, encoding: .utf8),
    ]
    try tell("textDocument/didOpen", ["textDocument": document])
  }

  /// The names that the server offers in the file at `path` behind `text`, its beginning; only after `findings(in:)`.
  ///
  /// A busy server may offer nothing: it has not looked at the file yet, or it forgot to. It is then shown the
  /// file anew, as an editor does after every key, and asked again. None where it has fallen silent for good.
  func completions(in path: String, behind text: String) async throws -> Set<String> {
    try open(path)
    let lines = text.components(separatedBy: "\n")
    let position = ["line": lines.count - 1, "character": lines.last?.utf16.count ?? 0]
    for version in 2...10 {
      let request = try send(
        "textDocument/completion",
        ["textDocument": ["uri": "file://\(path)"], "position": position])
      guard let names = try await answer(to: request) else { return [] }
      if !names.isEmpty { return names }
      try change(path, to: version)
      try await Task.sleep(for: .seconds(1))
    }
    return []
  }

  /// Shows the server the file at `path` once more, whole, as its version `version`.
  private func change(_ path: String, to version: Int) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try tell(
      "textDocument/didChange",
      [
        "textDocument": ["uri": "file://\(path)", "version": version],
        "contentChanges": [["text": text]],
      ])
  }

  /// The labels that the server answers to a request with; nil after 15 seconds of silence.
  private func answer(to request: Int) async throws -> Set<String>? {
    for _ in 0..<150 {
      if let names = offers.withLock({ $0[request] }) { return Set(names) }
      try await Task.sleep(for: .milliseconds(100))
    }
    return nil
  }

  /// Keeps what the server says until it ends.
  private func listen() {
    while let message = try? read() {
      if message["method"] == nil, let id = message["id"] as? Int { note(message["result"], id) }
      guard message["method"] as? String == "textDocument/publishDiagnostics",
        let parameters = message["params"] as? [String: Any],
        let path = (parameters["uri"] as? String)?.dropFirst("file://".count)
      else { continue }
      let list = parameters["diagnostics"] as? [[String: Any]] ?? []
      heard.withLock {
        $0.findings[String(path)] = list.map { Self.finding($0, String(path)) }
        $0.last = Date()
      }
    }
  }

  /// Keeps the answer to request `id`: a list of items, or an object that holds one.
  private func note(_ result: Any?, _ id: Int) {
    let items = (result as? [String: Any])?["items"] ?? result
    let labels = (items as? [[String: Any]] ?? []).compactMap { $0["label"] as? String }
    // Options are offered as "strength? = ".
    offers.withLock { $0[id] = labels.map { String($0.prefix { !"? =".contains($0) }) } }
  }

  private static func finding(_ diagnostic: [String: Any], _ path: String) -> Finding {
    let range = diagnostic["range"] as? [String: [String: Int]]
    return Finding(
      file: (path as NSString).lastPathComponent, line: (range?["start"]?["line"] ?? 0) + 1,
      code: diagnostic["code"] as? String ?? "", message: diagnostic["message"] as? String ?? "")
  }

  /// Sends a request, and gives its number.
  private func send(_ method: String, _ parameters: [String: Any]) throws -> Int {
    let id = number.withLock {
      $0 += 1
      return $0
    }
    try write(["jsonrpc": "2.0", "id": id, "method": method, "params": parameters])
    return id
  }

  private func tell(_ method: String, _ parameters: [String: Any]) throws {
    try write(["jsonrpc": "2.0", "method": method, "params": parameters])
  }

  private func write(_ message: [String: Any]) throws {
    let body = try JSONSerialization.data(withJSONObject: message)
    try writing.withLock { _ in
      try input.fileHandleForWriting.write(
        contentsOf: Data("Content-Length: \(body.count)\r\n\r\n".utf8) + body)
    }
  }

  /// The next message; a request of the server is answered with nothing, one for settings with none.
  private func read() throws -> [String: Any] {
    let file = output.fileHandleForReading
    var head = Data()
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard let byte = try file.read(upToCount: 1), !byte.isEmpty else {
        throw CocoaError(.fileReadUnknown)
      }
      head += byte
    }
    let lines = String(decoding: head, as: UTF8.self).lowercased().split(separator: "\r\n")
    let length = lines.first { $0.hasPrefix("content-length:") }
      .flatMap { Int($0.dropFirst("content-length:".count).filter { $0 != " " }) }
    var body = Data()
    while body.count < length ?? 0, let part = try file.read(upToCount: length! - body.count) {
      guard !part.isEmpty else { throw CocoaError(.fileReadUnknown) }
      body += part
    }
    let message = try JSONSerialization.jsonObject(with: body) as? [String: Any] ?? [:]
    if let id = message["id"], message["method"] != nil {
      let items = (message["params"] as? [String: Any])?["items"] as? [Any]
      let settings = items?.map { _ in [String: String]() }
      try write(["jsonrpc": "2.0", "id": id, "result": settings ?? NSNull()])
    }
    return message
  }
}
