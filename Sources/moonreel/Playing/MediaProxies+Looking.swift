// SPDX-License-Identifier: MIT

import MoonreelExport
import MoonreelMedia

extension MediaProxies {
  /// Finds the proxies of the files that `request` plays, on a thread that only gets what the others leave. None is made.
  func look(for request: ExportRequest, gate: FileGate) {
    guard !isEmpty else { return }
    // Without a thread, files are read as they are.
    try? FilmThread.start { [self] in
      yieldThread()
      guard let film = try? FilmReader(request, gate: gate) else { return }
      for track in film.tracks {
        _ = try? find(track, gate: gate, cancellation: gate.cancellation)
      }
    }
  }
}
