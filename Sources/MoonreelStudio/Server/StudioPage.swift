// SPDX-License-Identifier: MIT

import CStudioPage

/// The files of the page, embedded in the program.
enum StudioPage {
  /// One file as the browser gets it.
  struct File {
    var bytes: UnsafeBufferPointer<UInt8>
    var mediaType: String
  }

  /// The files by the paths under which browsers ask for them, `/` the page itself.
  ///
  /// `nonisolated(unsafe)`: the bytes are constants of the program.
  nonisolated(unsafe) static let files: [String: File] = {
    var files: [String: File] = [:]
    var index = 0
    while case let file = mr_page_file_at(index), let name = file.name, let bytes = file.bytes {
      let path = String(cString: name)
      files[path == "index.html" ? "/" : "/\(path)"] = File(
        bytes: UnsafeBufferPointer(start: bytes, count: file.count), mediaType: mediaType(of: path))
      index += 1
    }
    return files
  }()

  private static func mediaType(of path: String) -> String {
    switch path.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    default: "application/octet-stream"
    }
  }
}
