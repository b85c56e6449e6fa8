// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelSandbox
import MoonreelText

/// The process in which SVG pictures, Lottie animations and scripts of ASS are drawn.
///
/// Their libraries may abort, run for ever or take any memory on what a stranger wrote. In a process of their own
/// that ends one drawing with a sentence, and not the program. Without one they draw in the program itself; the
/// pictures are the same to the bit.
///
/// For example, first thing in a host's `main`:
///
///     try DrawingWorker.start()
public enum DrawingWorker {
  /// Starts it, for all that is drawn from now on. It costs next to nothing until something is.
  ///
  /// To be called once, **before the process makes a thread** (it is a copy of the process in which only the
  /// calling thread goes on) and before a ``ProcessSandbox`` is closed. It ends with the process.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where no process can be started.
  public static func start(_ settings: WorkerSettings = WorkerSettings()) throws {
    try WorkerProcess.start(
      [SVGDocument.self, LottieFilm.self] + TextIsolation.types, settings)
  }
}
