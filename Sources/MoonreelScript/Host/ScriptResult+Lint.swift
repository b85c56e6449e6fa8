// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelModel

extension ScriptResult {
  /// Likely mistakes in a film that can be rendered: what ``MoonreelModel/Lint`` finds in the film, what is
  /// wrong with the file's chapters, and parameters that the script declares and never reads (known where it
  /// was run to be checked).
  ///
  /// - Parameter peak: how loud the mix was measured to be, which takes the place of guesses by volumes;
  ///   `nil`: it was not.
  /// - Throws: `MoonreelError`: whatever an expression of the script raises.
  public func findings(measured peak: SoundPeak? = nil) throws -> [Finding] {
    let film = request.film
    var findings = unreadParameters + (try Lint.findings(in: film)) + chapterFindings(film)
    if let peak {
      findings.removeAll { $0.rule == .clipping }
      findings += Lint.clipping(peak: peak.magnitude, at: peak.time, in: film).map { [$0] } ?? []
    }
    return findings
  }

  private func chapterFindings(_ film: ComposedTimeline) -> [Finding] {
    let whole = TimeRange(start: .zero, duration: film.duration)
    let shown = request.timeRange.map { $0.intersection(whole) } ?? whole
    return Lint.findings(in: request.output.chapters, until: shown.duration)
  }

  private var unreadParameters: [Finding] {
    parameters.filter { $0.isRead == false }.map { parameter in
      Finding(
        .unreadParameter, nil, place: parameter.place,
        "Parameter '\(parameter.name)' is declared and never read; use it, or take it away.")
    }
  }
}
