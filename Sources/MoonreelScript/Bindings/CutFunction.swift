// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelInterchange
import MoonreelMedia

extension ScriptHost {
  /// `mr.otio(path, { media =, fps = })`: the cut of another program as a composition. What is run is the script that
  /// `moonreel import` writes.
  func cut(_ call: Call) throws -> LuaValue {
    let path = try call[0].string()
    guard !path.isEmpty else {
      throw call[0].expected("the path of a cut: \(CutFormat.endings(of: CutFormat.readable))")
    }
    let options = try call[1].options(["media", "fps"], owner: call.name)
    let folders = try options["media"].ifGiven {
      try $0.list("a list of folders").map { try $0.string() }
    }
    let rate = try options["fps"].ifGiven { try $0.frameRate() }
    let located = try locate(path)
    state.watch.allowReading(located)
    let real = try gate.resolve(located)
    let timeline = try call[0].naming { try CutFile.timeline(at: real, named: path, rate: rate) }
    let beside = try call[0].naming {
      try CutFile.cachedMediaFolder(of: real, named: path, gate: gate)
    }
    let finder = MediaFinder(
      beside: beside, folders: try folders?.map { try locate($0) } ?? [],
      gate: gate,
      warnings: warnings)
    let script = try CutScript(timeline, CutScript.Options(fileName: path), finder: finder)
    for warning in script.warnings { warnings.warn("\(path): \(warning)") }
    return try state.run(text: script.text, name: FilePath.name(of: path)) {
      $0.value(label: "the cut").value
    }
  }
}
