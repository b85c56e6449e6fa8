// SPDX-License-Identifier: MIT

import MoonreelCore

/// Records a live stream of HLS to a file of this machine: the pieces as they come, from a few before the newest on.
public struct LiveRecording {
  private let stream: LiveStream

  /// The most bytes of one piece.
  private static let largestPiece = 256 << 20
  /// A stream that brings nothing new so often has ended.
  private static let mostIdle = 24

  /// A recording of the stream at `address`, which is asked for through `gate`.
  ///
  /// - Throws: `MoonreelError` (`accessDenied`) where it is no address of `http` or `https`.
  public init(_ address: String, variant: VariantChoice = .highest, gate: FileGate) throws {
    stream = try LiveStream(address, variant: variant, gate: gate)
  }

  /// What a recording of `address` is called, without an ending.
  public static func stem(of address: String) -> String {
    guard let address = try? NetworkAddress(address) else { return "live" }
    return FilePath.stem(of: RemoteFetch.name(of: address))
  }

  /// Records `seconds` of it, or what there is until it ends.
  ///
  /// - Parameters:
  ///   - open: gives the file, told how its name is to end (`"ts"`, `"mp4"`, `"aac"`).
  ///   - progress: told how many seconds are there.
  /// - Returns: how many seconds were recorded.
  /// - Throws: `MoonreelError`.
  public func run(
    seconds: Double, open: (_ ending: String) throws -> AtomicOutputFile,
    progress: (_ seconds: Double) -> Void
  ) throws -> Double {
    var state = State(stream: stream)
    while true {
      let fresh = try state.stream.reload()
      if state.stream.missed > 0 {
        stream.warn(
          "'\(stream.name)': \(state.stream.missed) pieces were gone before they could be recorded."
        )
      }
      state.idle = fresh.isEmpty ? state.idle + 1 : 0
      for segment in fresh {
        try take(segment, &state, open)
        progress(state.seconds)
        if state.seconds >= seconds { return try finish(state) }
      }
      if state.stream.hasEnded { return try finish(state) }
      guard state.idle <= Self.mostIdle else {
        guard state.seconds > 0 else { throw stream.refusal("the stream brings nothing new") }
        return try finish(state)
      }
      try stream.question.wait(state.stream.pause)
    }
  }

  private struct State {
    var stream: LiveStream
    var seconds = 0.0
    var idle = 0
    var file: AtomicOutputFile?
    var map: HLSPlaylist.Map?
  }

  private func take(
    _ segment: HLSPlaylist.Segment, _ state: inout State,
    _ open: (String) throws -> AtomicOutputFile
  ) throws {
    let bytes = try state.stream.take(segment, limit: Self.largestPiece)
    let file = try state.file ?? open(segment.map == nil ? RemoteFetch.ending(bytes) : "mp4")
    state.file = file
    if let map = segment.map, map != state.map {
      guard state.map == nil else {
        throw stream.refusal("its pieces have different heads (#EXT-X-MAP)")
      }
      try file.write(try state.stream.head(map))
      state.map = map
    }
    try file.write(bytes)
    state.seconds += segment.duration
  }

  private func finish(_ state: State) throws -> Double {
    guard let file = state.file else { throw stream.refusal("the stream has no pieces") }
    try file.commit()
    return state.seconds
  }
}
