// SPDX-License-Identifier: MIT

import CFFmpeg
import Glibc
import MoonreelCore

/// Which build of the program runs, with which libraries: what another one made may differ.
enum ProgramIdentity {
  /// The size and the time of the program's file, in words, after libav's versions.
  static let text: String = {
    let libraries = [avformat_version(), avcodec_version()].map { String($0) }
    var status = stat()
    guard stat("/proc/self/exe", &status) == 0 else { return libraries.joined(separator: " ") }
    let own = FileIdentity(status)
    return (libraries + ["\(own.size)", "\(own.modified)"]).joined(separator: " ")
  }()

  /// The same with the files of all libraries that were loaded when it was first asked for: encoders are replaced
  /// without libav's being.
  static let digest: Digest = {
    let libraries = ProgramFiles.libraries.sorted().map { path in
      var status = stat()
      guard stat(path, &status) == 0 else { return path }
      let file = FileIdentity(status)
      return "\(FilePath.name(of: path)) \(file.size) \(file.modified)"
    }
    return DigestWriter("program", text, libraries).digest
  }()
}
