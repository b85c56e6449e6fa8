// SPDX-License-Identifier: MIT

import MoonreelCore
import NIOCore

/// The connections that are open, which are so many at most. A page always gets in: where all places are taken, the oldest
/// connection has to go that has shown the least so far.
final class ConnectionCrowd: Sendable {
  /// What a connection has shown so far.
  enum Standing: Int, CaseIterable {
    /// Nothing: no request came.
    case silent
    /// It asked for something; it may be kept open for the next request.
    case asking
    /// It is a page's socket that said the token. It stays.
    case page
  }

  private struct Member {
    let channel: any Channel
    var standing: Standing
  }

  /// In the order in which they came.
  private let members = Locked<[Member]>([])
  private let limit: Int

  /// A crowd of at most `limit` connections.
  init(limit: Int) { self.limit = limit }

  /// Takes `channel` in, closes another one where that is one too many.
  ///
  /// - Returns: whether there is a place for it: there is none where all belong to pages.
  func enter(_ channel: any Channel) -> Bool {
    let (isIn, leaving) = members.withLock { members -> (Bool, (any Channel)?) in
      var leaving: (any Channel)?
      if members.count >= limit {
        guard let index = Self.weakest(members) else { return (false, nil) }
        leaving = members.remove(at: index).channel
      }
      members.append(Member(channel: channel, standing: .silent))
      return (true, leaving)
    }
    leaving?.close(promise: nil)
    guard isIn else { return false }
    channel.closeFuture.whenComplete { _ in
      self.members.withLock { $0.removeAll { $0.channel === channel } }
    }
    return true
  }

  /// Notes what `channel` has shown; it never shows less than before.
  func note(_ channel: any Channel, _ standing: Standing) {
    members.withLock { members in
      guard let index = members.firstIndex(where: { $0.channel === channel }) else { return }
      if members[index].standing.rawValue < standing.rawValue { members[index].standing = standing }
    }
  }

  private static func weakest(_ members: [Member]) -> Int? {
    for standing in Standing.allCases where standing != .page {
      if let index = members.firstIndex(where: { $0.standing == standing }) { return index }
    }
    return nil
  }
}
