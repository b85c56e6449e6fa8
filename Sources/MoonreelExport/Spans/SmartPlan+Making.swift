// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

extension SmartPlan {
  /// What can be copied of the film of `job`, and how the rest is encoded so that both stand in one track.
  ///
  /// - Parameters:
  ///   - shown: what each frame shows.
  ///   - tracks: the tracks of which they are frames, by number.
  ///   - rules: how the film is encoded where nothing is copied.
  ///   - provesWhole: whether what is copied is decoded to see that it is not damaged.
  /// - Throws: `MoonreelError` (`decodingFailed`, `encodingFailed`).
  static func make(
    _ shown: [ShownFrame], of tracks: [AssetTrack], rules: SpanRules, gate: FileGate,
    provesWhole: Bool
  ) throws -> (plan: SmartPlan, rules: SpanRules) {
    let showsFiles = shown.contains { if case .file = $0 { true } else { false } }
    guard showsFiles else { return (try SmartPlan(shown, sources: [], least: 1), rules) }
    let files = Self.open(tracks, rules, gate, provesWhole)
    let encoder = try CodecParameters(ofEncoder: rules.encoding)
    // A film that is copied as a whole needs no encoder, so files need not go together with one.
    var (plan, company) = try planned(shown, files, rules, encoder, isAlone: true)
    if plan.copiedFrameCount < shown.count {
      (plan, company) = try planned(shown, files, rules, encoder, isAlone: false)
    }
    guard plan.copiedFrameCount > 0 else { return (plan, rules) }
    return (plan, rules.joining(company, reordering: plan.reordering))
  }

  private static func open(
    _ tracks: [AssetTrack], _ rules: SpanRules, _ gate: FileGate, _ provesWhole: Bool
  ) -> [Result<CopiedPictures, SmartObstacle>] {
    tracks.map { track in
      do {
        let pictures = try CopiedPictures(
          track, codec: rules.encoding.codec, gate: gate, provesWhole: provesWhole)
        if tracks.count > mostOpen { pictures.close() }
        return .success(pictures)
      } catch {
        let message = (error as? MoonreelError)?.message ?? "\(error)"
        return .failure(SmartObstacle(reason: "'\(track.path)' cannot be copied: \(message)"))
      }
    }
  }

  /// Files of which most is shown come first where two do not go together.
  private static func planned(
    _ shown: [ShownFrame], _ files: [Result<CopiedPictures, SmartObstacle>], _ rules: SpanRules,
    _ encoder: CodecParameters, isAlone: Bool
  ) throws -> (SmartPlan, CopyCompany) {
    var counts = [Int](repeating: 0, count: files.count)
    for case .file(let source, _) in shown { counts[source] += 1 }
    let known = files.indices.compactMap { index in
      (try? files[index].get()).map { (index: index, pictures: $0) }
    }.sorted { (counts[$1.index], $0.index) < (counts[$0.index], $1.index) }
    let company = try CopyCompany(
      known.map(\.pictures), rules.encoding, saidBy: encoder, isAlone: isAlone)
    var sources = files
    for (file, obstacle) in zip(known, company.obstacles) {
      guard let obstacle else { continue }
      let reason = "'\(file.pictures.track.path)' cannot be copied: \(obstacle)"
      sources[file.index] = .failure(SmartObstacle(reason: reason))
    }
    let plan = try SmartPlan(
      shown, sources: sources, least: rules.encoding.fewestCopiedFrames)
    return (plan, company)
  }

  /// The most that packets of any stretch are out of order.
  private var reordering: Int64 {
    parts.reduce(0) { most, part in
      guard case .copied(let stretch, let source) = part.way, let pictures = sources[source] else {
        return most
      }
      return max(most, pictures.reordering(of: stretch))
    }
  }

  /// The spans of `stretch` of file `source`, which begins with frame `first` of the film.
  func copied(
    _ stretch: CopiedPictures.Stretch, of source: Int, at first: Int64, _ rules: SpanRules,
    atMost count: Int64
  ) -> [Span] {
    guard let pictures = sources[source] else { return [] }
    return pictures.pieces(of: stretch, count: Int(count)).map { piece in
      let start = first + Int64(piece.slots.lowerBound - stretch.slots.lowerBound)
      let endsStretch = piece.ordinals.upperBound == stretch.ordinals.upperBound
      let copied = CopiedSpan(
        pictures: pictures, stretch: piece, rules: rules, endsStretch: endsStretch,
        isLast: endsStretch && sources.count > Self.mostOpen)
      return Span(
        frames: start..<start + Int64(piece.slots.count), source: .copied(copied))
    }
  }

  /// What became of the film, for those who wait for it.
  func summary(_ job: ExportJob) -> CopySummary {
    CopySummary(
      parts.map { part in
        let range = job.range(ofFrames: part.frames)
        switch part.way {
        case .copied(_, let source):
          return .copied(range, from: sources[source]?.track.path ?? "")
        case .encoded(let reason): return .encoded(range, because: reason)
        }
      })
  }
}
