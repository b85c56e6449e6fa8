// SPDX-License-Identifier: MIT

import Foundation
import MoonreelMedia

/// A folder of its own for one test, gone with it.
final class Workspace: Sendable {
  let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "moonreel-export-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The path of the file `name` in the folder.
  func path(_ name: String) -> String { folder + "/" + name }

  /// Everything in the folder, partial files included.
  var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  /// Lets pass what lies in the folder.
  var gate: FileGate { FileGate(folders: [folder, Self.sharedFolder]) }

  /// Real clips, beside the repository; absent on most machines.
  static let sharedFolder =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("shared").path

  /// Whether the shared file at `path` is there.
  static func hasShared(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: sharedFolder + "/" + path)
  }
}
