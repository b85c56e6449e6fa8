// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelPlayback

extension PlayerHandle {
  static func addObserving(_ type: inout TypeBuilder<PlayerHandle>) {
    type.method("observe_every", ["interval", "call"]) { handle, call in
      let interval = try call[0].duration(handle.frameRate)
      let body = handle.observer(try call[1].callback("a function (time)"))
      try handle.checkObservers()
      let token = try call[0].naming {
        try handle.player.addPeriodicTimeObserver(interval: interval, body)
      }
      return handle.keep(token)
    }
    type.method("observe_at", ["times", "call"]) { handle, call in
      let times = try call[0].list("a list of times").map { try $0.time(handle.frameRate) }
      let body = handle.observer(try call[1].callback("a function (time)"))
      try handle.checkObservers()
      return handle.keep(handle.player.addBoundaryTimeObserver(times: times, body))
    }
    type.method("stop_observing", ["observer"]) { handle, call in
      let number = try call[0].integer(1...Int(Int32.max))
      guard let token = handle.observers.removeValue(forKey: number) else {
        throw call[0].expected("what player:observe_every or player:observe_at gave, once")
      }
      handle.player.removeTimeObserver(token)
      return .nil
    }
  }

  private func checkObservers() throws {
    guard observers.count < 1000 else {
      throw MoonreelError(.limitExceeded, "a player has at most 1000 observers")
    }
  }

  private func keep(_ token: TimeObserverToken) -> LuaValue {
    lastObserver += 1
    observers[lastObserver] = token
    return .count(lastObserver)
  }

  /// What calls `function`; where it fails, the run ends, and raises.
  private func observer(_ function: LuaReference) -> @Sendable (Time) -> Void {
    let failure = failure
    return { time in
      guard failure.withLock({ $0 == nil }) else { return }
      do {
        try function.state.call(function, [.seconds(time)]) { _ in }
      } catch {
        failure.withLock { $0 = (error as? ScriptFailure)?.error ?? error }
      }
    }
  }
}
