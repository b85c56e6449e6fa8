// SPDX-License-Identifier: MIT

import CStage
import Foundation

/// A display of a test's own, which no screen shows: Xvfb, under a number that it finds itself.
public final class DisplayServer: Sendable {
  /// Whether Xvfb is installed.
  public static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/Xvfb")

  /// What `DISPLAY` has to be for this display.
  public let name: String
  private let folder: String
  private let server: pid_t

  /// Starts a display of `width` × `height` pixels and waits until it answers; `nil` where it does not start here.
  public init?(width: Int = 640, height: Int = 360) {
    folder = NSTemporaryDirectory() + "moonreel-display-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let number = folder + "/number"
    let process = try? ServerProcess.start(
      ["/usr/bin/Xvfb", "-displayfd", "1", "-screen", "0", "\(width)x\(height)x24"]
        + ["-nolisten", "tcp", "-noreset"],
      environment: ["HOME=\(folder)", "PATH=/usr/bin:/bin"], output: number)
    server = process ?? 0
    var found = ""
    // It writes its number, and a line break, once it accepts connections.
    for _ in 0..<6000 where process != nil && !found.hasSuffix("\n") {
      usleep(10_000)
      found = (try? String(contentsOfFile: number, encoding: .utf8)) ?? ""
      if waitpid(server, nil, WNOHANG) == server { break }
    }
    name = ":" + found.trimmingCharacters(in: .whitespacesAndNewlines)
    guard found.hasSuffix("\n") else {
      print("Xvfb does not start here: what captures a display is not tested.")
      stop()
      return nil
    }
  }

  deinit { stop() }

  private func stop() {
    if server > 0 { ServerProcess.end(server) }
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Ends the display.
  public func kill() { if server > 0 { ServerProcess.end(server) } }
}

/// What a display shows, for a test. One thread at a time.
///
/// `@unchecked Sendable`: the test uses it from one thread at a time.
public final class Stage: @unchecked Sendable {
  private let stage: OpaquePointer

  /// The stage of the display `name`; `nil` where it is not there.
  public init?(_ name: String) {
    guard let stage = mr_open_stage(name) else { return nil }
    self.stage = stage
  }

  deinit { mr_close_stage(stage) }

  /// Fills the background with a colour, 0xRRGGBB.
  public func fill(_ color: UInt32) { mr_fill_stage(stage, color) }

  /// Shows a window of one colour; its identifier.
  public func addWindow(
    x: Int, y: Int, width: Int, height: Int, color: UInt32, title: String
  ) -> UInt32 {
    mr_add_window(stage, Int16(x), Int16(y), UInt16(width), UInt16(height), color, title)
  }

  /// Moves a window.
  public func move(_ window: UInt32, x: Int, y: Int) {
    mr_move_window(stage, window, Int32(x), Int32(y))
  }

  /// Gives a window another size.
  public func resize(_ window: UInt32, width: Int, height: Int) {
    mr_resize_window(stage, window, UInt32(width), UInt32(height))
  }

  /// Hides a window.
  public func hide(_ window: UInt32) { mr_hide_window(stage, window) }

  /// Shows a window again.
  public func show(_ window: UInt32) { mr_show_window(stage, window) }

  /// Closes a window.
  public func remove(_ window: UInt32) { mr_remove_window(stage, window) }

  /// Puts the mouse pointer somewhere.
  public func movePointer(x: Int, y: Int) { mr_move_pointer(stage, Int16(x), Int16(y)) }
}
