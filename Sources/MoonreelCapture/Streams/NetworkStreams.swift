// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// Where a live stream is, and who may ask for it.
public struct StreamPlace: Hashable, Sendable {
  /// The address of its playlist.
  public let address: String
  /// Which of its sizes is meant.
  public let variant: VariantChoice
  let gate: FileGate

  /// The stream at `address`, which is asked for through `gate`.
  ///
  /// - Throws: `MoonreelError` (`accessDenied`) where it is no address, or `gate` does not allow its host.
  public init(_ address: String, variant: VariantChoice = .highest, gate: FileGate) throws {
    (self.address, self.variant, self.gate) = (address, variant, gate)
    _ = try LiveFeed(address, variant: variant, gate: gate)
  }

  /// Whether both are the same stream, whoever asks.
  public static func == (first: StreamPlace, second: StreamPlace) -> Bool {
    first.address == second.address && first.variant == second.variant
  }

  /// Hashes what counts.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(address)
    hasher.combine(variant)
  }
}

/// The live streams that were asked for: each is opened once.
final class NetworkStreams: CaptureDiscovery {
  private let clock: any CaptureClock
  private let opened = Locked<[StreamPlace: NetworkStream]>([:])

  init(clock: any CaptureClock) { self.clock = clock }

  /// The stream at `place`, opened now or before.
  ///
  /// - Throws: `MoonreelError`: see ``NetworkStream``.
  func stream(at place: StreamPlace) throws -> NetworkStream {
    try opened.withLock { opened in
      if let known = opened[place] { return known }
      let stream = try NetworkStream(
        place.address, variant: place.variant, clock: clock, gate: place.gate)
      opened[place] = stream
      return stream
    }
  }

  /// None: a network has no list of them.
  func devices() -> [CaptureDevice] { [] }

  func source(for device: CaptureDevice) -> (any CaptureSource)? {
    let sources = opened.withLock { $0.values.flatMap { [$0.pictures, $0.sound] } }
    return sources.compactMap { $0 }.first { $0.device.id == device.id }
  }

  func changes() -> AsyncStream<CaptureDeviceChange> { AsyncStream { $0.finish() } }
}
