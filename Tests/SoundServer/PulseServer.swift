// SPDX-License-Identifier: MIT

import Foundation

/// A sound server of a test's own, whose loudspeakers lead nowhere and whose sound is recorded.
public final class PulseServer: Sendable {
  /// Whether the server and the program that records are installed.
  public static let isInstalled = ["pulseaudio", "parec"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0)
  }

  private let folder: String
  private let server: pid_t
  /// What `PULSE_SERVER` has to be for this server.
  public var address: String { "unix:\(folder)/socket" }

  /// Starts a server and waits until it listens.
  public init() throws {
    folder = NSTemporaryDirectory() + "moonreel-pulse-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder + "/run", withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    server = try Self.spawn(
      ["/usr/bin/pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--log-target=null"]
        + ["--exit-idle-time=-1", "--disable-shm=yes"]
        + ["-L", "module-null-sink sink_name=nowhere rate=48000"]
        + ["-L", "module-native-protocol-unix socket=\(folder)/socket auth-anonymous=1"],
      in: folder, output: "/dev/null")
    for _ in 0..<1000 where access(folder + "/socket", F_OK) != 0 { usleep(10_000) }
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Ends the server.
  public func stop() { ServerProcess.end(server) }

  /// Has `pactl` tell the server something, and waits until that is done.
  public func control(_ words: [String]) throws {
    waitpid(try Self.spawn(["/usr/bin/pactl"] + words, in: folder, output: "/dev/null"), nil, 0)
  }

  /// The left channel of all that is heard while `body` runs, at 48 kHz.
  public func record(during body: () async throws -> Void) async throws -> [Float] {
    let path = folder + "/record-\(UUID().uuidString)"
    let recorder = try Self.spawn(
      ["/usr/bin/parec", "-d", "nowhere.monitor", "--raw", "--format=float32le", "--rate=48000"]
        + ["--channels=2", "--latency-msec=20"], in: folder, output: path)
    defer { ServerProcess.end(recorder) }
    func size() -> Int {
      var about = stat()
      return stat(path, &about) == 0 ? Int(about.st_size) : 0
    }
    for _ in 0..<1000 where size() == 0 { usleep(10_000) }
    try await body()
    // All that was played is in the file once a third of a second more is.
    let wanted = size() + 128_000
    for _ in 0..<1000 where size() < wanted { usleep(10_000) }
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    return data.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count / 8 * 8, by: 8).map {
        bytes.loadUnaligned(fromByteOffset: $0, as: Float.self)
      }
    }
  }

  /// What ``record(during:)`` hears of a tone whose period is `period` samples: its length, and its largest step from one period
  /// to the next. A machine that has no time for the server for a tenth of a second leaves gaps: of three attempts
  /// the first without one counts, else the last.
  public func tone(
    period: Int, during body: () async throws -> Void
  ) async throws -> (length: Int, step: Float, peak: Float) {
    var heard = (length: 0, step: Float.infinity, peak: Float(0))
    for _ in 0..<3 where heard.step > 0.02 {
      let all = try await record(during: body)
      guard let first = all.firstIndex(where: { abs($0) > 0.01 }),
        let last = all.lastIndex(where: { abs($0) > 0.01 })
      else { continue }
      let tone = Array(all[first...last])
      let step = zip(tone, tone.dropFirst(period)).map { abs($0 - $1) }.max() ?? .infinity
      heard = (tone.count, step, tone.max() ?? 0)
    }
    return heard
  }

  private static func spawn(
    _ words: [String], in folder: String, output: String
  ) throws -> pid_t {
    try ServerProcess.start(
      words,
      environment: [
        "HOME=\(folder)", "XDG_RUNTIME_DIR=\(folder)/run", "PULSE_SERVER=unix:\(folder)/socket",
      ], output: output)
  }
}
