// SPDX-License-Identifier: MIT

import MoonreelCapture
import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel
import MoonreelPlayback
import MoonreelScript

/// A film as it was saved at one time, which can be shown.
public final class FilmVersion: Sendable {
  /// Its number: higher ones are newer.
  public let generation: Int
  /// What is shown and heard.
  public let request: ExportRequest
  /// What it may open.
  public let gate: FileGate
  /// The parameters that the script declares, with the values it got.
  public let parameters: [ScriptParameter]
  /// The devices that it shows.
  public let captured: CapturedInputs
  /// What was noticed while the script ran, and goes on being noticed while its functions are called.
  public let warnings: WarningLog
  /// What plays it. Its readers and what is kept of its pictures go on from the version before.
  public let item: PlayerItem
  private let compared = Locked<Result<FilmDigests, Problem>?>(nil)
  private let heard = Locked<FilmDigests?>(nil)
  private let found = Locked<Result<[Finding], Problem>?>(nil)

  init(_ film: LoadedFilm, generation: Int, warnings: WarningLog, after previous: FilmVersion?) {
    (request, gate) = (film.result.request, film.gate)
    (parameters, self.generation) = (film.result.parameters, generation)
    self.warnings = film.host?.warnings ?? warnings
    captured = film.host?.captured ?? CapturedInputs()
    item = PlayerItem(film.result.request, gate: film.gate, continuing: previous?.item)
  }

  /// Whether it shows live pictures, which are others each time that they are drawn.
  public var isLive: Bool { !captured.pictures.isEmpty }

  /// Draws the frame on screen at `time`, or at the film's end where it is shorter, at 1 / `divisor` of the size.
  ///
  /// - Throws: `MoonreelError` where it cannot be read or drawn, or there are no pictures.
  public func frame(at time: Time, divisor: Int = 1) throws -> FrameBuffer {
    try item.frame(at: time, divisor: divisor)
  }

  /// The files that it has asked for so far, those that were missing included.
  public var openedFiles: [OpenedFiles.Name] { gate.names }

  /// What stands for each frame; found once, when it is first asked for. Files count as they are then.
  ///
  /// - Throws: `Problem`: whatever a function of the script raises.
  public func digests() throws -> FilmDigests {
    try compared.withLock { compared in
      if let known = compared { return known }
      var options = FilmDigests.Options()
      (options.includesSound, options.cancellation) = (false, gate.cancellation)
      let result = Result { try FilmDigests(request, gate: gate, options: options) }
        .mapError { Problem($0, among: openedFiles) }
      compared = result
      return result
    }.get()
  }

  /// The same with the sound, which has to be mixed for it.
  ///
  /// - Parameter cancellation: ends the mixing; then it is done anew the next time.
  /// - Throws: `Problem`: whatever a function of the script raises.
  public func digestsWithSound(_ cancellation: CancellationFlag = CancellationFlag()) throws
    -> FilmDigests
  {
    try heard.withLock { heard in
      if let known = heard { return known }
      var options = FilmDigests.Options()
      options.cancellation = cancellation
      do {
        let digests = try digests().addingSound(of: request, gate: gate, options: options)
        heard = digests
        return digests
      } catch { throw error as? Problem ?? Problem(error, among: openedFiles) }
    }
  }

  /// Likely mistakes that can be rendered; looked for once, when they are first asked for.
  ///
  /// - Throws: `Problem`: whatever an expression of the script raises.
  public func findings() throws -> [Finding] {
    try found.withLock { found in
      let result =
        found
        ?? Result {
          try ScriptResult(request: request, parameters: parameters).findings()
        }.mapError { Problem($0, among: openedFiles) }
      found = result
      return result
    }.get()
  }
}
