// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

extension ReaderPool {
  /// Takes over the decoders of `other` for `keys` that are idle and whose files are what they were when they were opened:
  /// a film that was changed a little then need not find its way to a frame again.
  func adopt(_ other: ReaderPool, keys: Set<ReaderUse.Key>) {
    let room = limits.openReaders - monitor.read { $0.readers.count }
    let taken = other.monitor.update { state -> [PooledReader] in
      let fitting = state.readers.filter {
        !$0.isBusy && $0.lane == 0 && keys.contains($0.key.original) && $0.reader?.isCurrent == true
      }
      let taken = fitting.sorted { $0.lastUse > $1.lastUse }.prefix(max(0, room))
      state.readers.removeAll { reader in taken.contains { $0 === reader } }
      return Array(taken)
    }
    for reader in taken { reader.claims = [] }
    monitor.update { $0.readers += taken }
  }

  /// Closes the decoders that nobody uses just now; they are opened anew where they are wanted again.
  func closeIdle() {
    let closing = monitor.update { state -> [PooledReader] in
      let idle = state.readers.filter { !$0.isBusy }
      state.readers.removeAll { !$0.isBusy }
      return idle
    }
    _ = closing  // a decoder joins its threads when it closes
  }
}
