// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelScript

/// Runs the examples in the comments of a module, as scripts that lie beside it.
struct ExampleTrial {
  /// The folder in which films find the module.
  let folder: String
  /// The module's name and file.
  let module: (name: String, file: String)
  /// What scripts may use; path and text are not read.
  let options: ScriptOptions

  /// The examples, in order.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`) where the file cannot be read.
  func examples() throws -> [CommentExample] {
    CommentExample.all(in: try TextFile.read(module.file) ?? "")
  }

  /// Runs `example`, and draws the frame in the middle of its film.
  ///
  /// - Throws: `MoonreelError`: what the script says, or whatever cannot be read or drawn.
  func run(_ example: CommentExample) throws {
    var options = options
    // Films find their files in the folder of their path.
    let isBeside = FilePath.folder(of: module.file) == folder
    options.path = isBeside ? module.file : FilePath.join(folder, "\(module.name).lua")
    options.text = example.script
    (options.sets, options.paramsFile) = ([], nil)
    let host = try ScriptHost(options: options)
    let request = try host.run().request
    guard request.hasPictures else { return }
    let generator = try StillGenerator(of: request, gate: host.gate)
    generator.maximumSize = LawTrial.size
    _ = try generator.still(
      at: request.timeline.duration.multiplied(by: 1, dividedBy: 2))
  }
}
