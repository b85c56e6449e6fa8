// SPDX-License-Identifier: MIT

import MoonreelExport
import MoonreelMedia

extension MediaProxies {
  /// Finds the proxies of the files that `request` plays, on a thread of low priority. None is made.
  func look(for request: ExportRequest, gate: FileGate) {
    guard !isEmpty else { return }
    // Without a thread, files are read as they are.
    try? FilmThread.start { [self] in
      yieldThread()
      lookNow(for: request, gate: gate)
    }
  }

  /// The same on this thread.
  func lookNow(for request: ExportRequest, gate: FileGate) {
    guard let film = try? FilmReader(request, gate: gate) else { return }
    for track in film.tracks {
      _ = try? find(track, gate: gate, cancellation: gate.cancellation)
    }
  }
}
