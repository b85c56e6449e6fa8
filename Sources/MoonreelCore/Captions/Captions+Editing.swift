// SPDX-License-Identifier: MIT

extension Captions {
  /// All captions `offset` later, earlier where it is negative.
  public func shifted(by offset: Time) -> Captions {
    changed { caption in
      var caption = caption
      caption.timeRange = caption.timeRange.shifted(by: offset)
      return caption
    }
  }

  /// All times, counted from zero, multiplied by `factor`: those of a film that runs at 25 frames a second
  /// instead of 24 by 24/25.
  ///
  /// - Precondition: `factor` is above 0.
  public func scaled(by factor: Rational) -> Captions {
    precondition(factor.numerator > 0, "times keep their order")
    return changed { caption in
      var caption = caption
      let end = caption.timeRange.end.scaled(by: factor)
      caption.timeRange = TimeRange(start: caption.timeRange.start.scaled(by: factor), end: end)
      caption.spans = caption.spans.map { span in
        CaptionSpan(span.text, style: span.style, start: span.start?.scaled(by: factor))
      }
      return caption
    }
  }

  /// What of the captions is shown within `range`; times stay as they are.
  ///     |--A--|  |--B--|   clipped to   [.......)   ->   |-A-|  |-B|
  public func clipped(to range: TimeRange) -> Captions {
    changed { $0.clipped(to: range) }
  }

  /// These captions and `others` in one list, with this list's language and title where it has them.
  public func merged(with others: Captions) -> Captions {
    Captions(
      items + others.items, language: language ?? others.language, title: title ?? others.title)
  }

  /// The captions that `change` makes of these; `nil` leaves one out.
  public func changed(_ change: (Caption) throws -> Caption?) rethrows -> Captions {
    Captions(try items.compactMap(change), language: language, title: title)
  }

  /// The stretches of time in which the same captions are shown, with their positions; those without any
  /// are left out.
  ///     |--A--|        ->   |A|AB|B|
  ///        |--B--|
  public var stretches: [(range: TimeRange, positions: [Int])] {
    let times = Set(items.flatMap { [$0.timeRange.start, $0.timeRange.end] }).sorted()
    return zip(times, times.dropFirst()).compactMap { start, end in
      let positions = positions(at: start)
      return positions.isEmpty ? nil : (TimeRange(start: start, end: end), positions)
    }
  }
}

extension Caption {
  /// What of it is shown within `range`; `nil` where nothing is.
  public func clipped(to range: TimeRange) -> Caption? {
    let part = timeRange.intersection(range)
    guard !part.isEmpty || range.contains(timeRange) else { return nil }
    var caption = self
    let cut = part.start - timeRange.start
    caption.timeRange = part
    caption.spans = spans.map { span in
      CaptionSpan(span.text, style: span.style, start: span.start.map { $0 - cut })
    }
    return caption
  }
}
