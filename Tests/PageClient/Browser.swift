// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// Headless Chromium, driven over its debugging port.
package final class Browser {
  /// Where Debian's Chromium is; `nil`: it is not installed, and tests that need it are skipped.
  package static let program: String? = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].first {
    access($0, X_OK) == 0
  }

  private let process: Process
  private let folder: String
  private var socket: WebSocketClient?
  private var lastID = 0

  /// Starts it with an empty page of `width` × `height`.
  package init(width: Int = 1280, height: Int = 800) async throws {
    folder = NSTemporaryDirectory() + "moonreel-chromium-\(UUID().uuidString)"
    process = Process()
    process.executableURL = URL(fileURLWithPath: Self.program ?? "/usr/bin/false")
    process.arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions",
      "--disable-dev-shm-usage", "--remote-debugging-port=0", "--remote-allow-origins=*",
      "--autoplay-policy=no-user-gesture-required", "--user-data-dir=\(folder)",
      "--window-size=\(width),\(height)", "about:blank",
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let port = try await debuggingPort()
    let list = try await Answer(
      port: port, "GET /json HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
    let tabs = try JSONSerialization.jsonObject(with: Data(list.body)) as? [[String: Any]]
    let page = tabs?.first { $0["type"] as? String == "page" }?["webSocketDebuggerUrl"] as? String
    guard let path = page.flatMap({ URL(string: $0)?.path }) else {
      throw Connection.Failure(description: "Chromium shows no page")
    }
    socket = try await WebSocketClient(port: port, path: path)
    _ = try await call("Page.enable")
    _ = try await call(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Chromium writes it into a file when it is ready.
  private func debuggingPort() async throws -> Int {
    for _ in 0..<2400 {
      if let text = try? String(contentsOfFile: folder + "/DevToolsActivePort", encoding: .utf8),
        let port = text.split(separator: "\n").first.flatMap({ Int($0) })
      {
        return port
      }
      try await Task.sleep(nanoseconds: 100_000_000)
    }
    throw Connection.Failure(description: "Chromium did not start within four minutes")
  }

  /// Calls a method of the debugging protocol.
  package func call(_ method: String, _ parameters: [String: Any] = [:]) async throws -> [String:
    Any]
  {
    guard let socket else { throw Connection.Failure(description: "Chromium is not there") }
    lastID += 1
    let message: [String: Any] = ["id": lastID, "method": method, "params": parameters]
    try socket.send(
      String(decoding: JSONSerialization.data(withJSONObject: message), as: UTF8.self))
    while true {
      switch try await socket.receive() {
      case .binary: continue
      case .closed: throw Connection.Failure(description: "Chromium has gone")
      case .text(let text):
        let answer = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        guard let answer, answer["id"] as? Int == lastID else { continue }
        if let error = answer["error"] {
          throw Connection.Failure(description: "\(method): \(error)")
        }
        return answer["result"] as? [String: Any] ?? [:]
      }
    }
  }

  /// What the page makes of `script`, which may be a promise.
  package func evaluate(_ script: String) async throws -> Any? {
    let answer = try await call(
      "Runtime.evaluate",
      ["expression": script, "awaitPromise": true, "returnByValue": true, "userGesture": true])
    if let failure = answer["exceptionDetails"] as? [String: Any] {
      throw Connection.Failure(description: "\(failure["exception"] ?? failure)")
    }
    return (answer["result"] as? [String: Any])?["value"]
  }

  /// Waits until `script` is true on the page, four minutes at most: less than a ``Connection`` waits for bytes.
  package func wait(for script: String, _ comment: String = "") async throws {
    let found = try await evaluate(
      """
      new Promise((done) => {
        const start = performance.now();
        const look = () => {
          if (\(script)) return done(true);
          if (performance.now() - start > 240000) return done(false);
          setTimeout(look, 10);
        };
        look();
      })
      """)
    guard found as? Bool == true else {
      throw Connection.Failure(description: "the page never had: \(script) \(comment)")
    }
  }

  /// Presses a key as a person does.
  package func press(_ key: String, shift: Bool = false) async throws {
    for type in ["keyDown", "keyUp"] {
      var parameters: [String: Any] = ["type": type, "key": key, "modifiers": shift ? 8 : 0]
      if key.count == 1, type == "keyDown" { parameters["text"] = key }
      _ = try await call("Input.dispatchKeyEvent", parameters)
    }
  }
}
