// SPDX-License-Identifier: MIT

/// Which of the sizes and rates of a stream is read.
public enum VariantChoice: Hashable, Sendable {
  /// The one with the highest rate.
  case highest
  /// The one with the lowest rate.
  case lowest
  /// The best that has no more lines than this; where all have more, the lowest.
  case height(Int)
  /// The best that needs no more bits a second; where all need more, the lowest.
  case bandwidth(Int)

  /// The number of the one that is chosen, of `offers`, each with its lines, where they are known, and its rate.
  func index(among offers: [(height: Int?, bandwidth: Int)]) -> Int? {
    let order = offers.indices.sorted { first, second in
      (offers[first].height ?? 0, offers[first].bandwidth, -first)
        < (offers[second].height ?? 0, offers[second].bandwidth, -second)
    }
    return switch self {
    case .highest: order.last
    case .lowest: order.first
    case .height(let limit):
      order.last { offers[$0].height.map { $0 <= limit } ?? false } ?? order.first
    case .bandwidth(let limit): order.last { offers[$0].bandwidth <= limit } ?? order.first
    }
  }
}
