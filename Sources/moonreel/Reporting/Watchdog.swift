// SPDX-License-Identifier: MIT

@preconcurrency import Glibc

/// The end of a program whose script cannot be stopped: nothing may wait for its threads.
enum Watchdog {
  /// Says why, removes the partial files that this process writes beside `output`, and ends.
  static func end(_ sentence: String, output: String?) -> Never {
    Terminal.remark(Terminal.emphasized("error:") + " " + sentence)
    if let output { removePartials(beside: output) }
    _exit(ExitStatus.tooLong.rawValue)
  }

  private static func removePartials(beside output: String) {
    let folder = FilePaths.folder(of: output)
    guard let stream = opendir(folder) else { return }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasPrefix("."), name.contains(".moonreel-\(getpid())-") {
        unlink(folder + "/" + name)
      }
    }
  }
}
