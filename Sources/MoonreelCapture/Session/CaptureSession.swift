// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelPlayback

/// What happens to a session.
public enum CaptureSessionEvent: Sendable {
  /// Its inputs run.
  case started
  /// Its inputs do not run any more.
  case stopped
  /// An input, by its number, gives nothing for a while.
  case interrupted(input: Int, CaptureInterruption)
  /// It goes on.
  case resumed(input: Int)
}

/// Takes what devices give to outputs (`AVCaptureSession`).
///
/// For example, a film of ten seconds of the first camera with sound:
///
///     let session = CaptureSession(clock: try HostCaptureClock())
///     let movie = MovieFileOutput(gate: .unrestricted)
///     try session.configure { configuration in
///       try configuration.addInput(camera, preset: .size1280x720)
///       try configuration.addInput(microphone)
///       try configuration.addOutput(movie)
///     }
///     try session.start()
///     var settings = MovieFileSettings()
///     settings.durationLimit = Time(wholeSeconds: 10)
///     try movie.start("take.mp4", settings)
///     for await event in movie.events() { if case .ended = event { break } }
///
/// All calls come from any thread; they wait for each other.
public final class CaptureSession: Sendable {
  private struct State {
    var configuration = CaptureConfiguration()
    var pipelines: [InputPipeline] = []
    var isRunning = false
  }

  /// What the session tells the time by.
  public let clock: any CaptureClock
  /// Samples a second of all sound that outputs get.
  public let soundRate: Int
  private let broadcast = Broadcast<CaptureSessionEvent>()
  private let state = Locked(State())

  /// A session without inputs.
  public init(clock: any CaptureClock, soundRate: Int = 48_000) {
    (self.clock, self.soundRate) = (clock, soundRate)
  }

  deinit { for pipeline in state.withLock({ $0.pipelines }) { pipeline.stop() } }

  /// What happens from now on.
  public func events() -> AsyncStream<CaptureSessionEvent> { broadcast.stream() }

  /// Whether the inputs run.
  public var isRunning: Bool { state.withLock { $0.isRunning } }

  /// The inputs and connections.
  public var configuration: CaptureConfiguration { state.withLock { $0.configuration } }

  /// What became of what each input gave, by its number.
  public var counts: [Int: CaptureCounts] {
    let pipelines = state.withLock { $0.pipelines }
    return Dictionary(pipelines.map { ($0.input.number, $0.counts) }, uniquingKeysWith: { $1 })
  }

  /// How loud the sound of input `number` was lately; nothing where it gives none.
  public func levels(ofInput number: Int) -> SoundLevels {
    let pipeline = state.withLock { $0.pipelines.first { $0.input.number == number } }
    return pipeline?.levels ?? SoundLevels()
  }

  /// Changes the inputs and connections in one step (`beginConfiguration`, `commitConfiguration`): all that `change` does,
  /// or nothing where it throws or the result does not fit together. While the session runs, new inputs are started before
  /// old ones are stopped; a recording goes on.
  ///
  /// - Throws: `MoonreelError`: what `change` throws; `invalidArgument` for what does not fit together; what a device says
  ///   that cannot be started. Nothing is changed then.
  public func configure(_ change: (inout CaptureConfiguration) throws -> Void) throws {
    try state.withLock { state in
      var draft = state.configuration
      try change(&draft)
      try draft.check()
      let kept = state.pipelines.filter { old in draft.inputs.contains { old.serves($0) } }
      let added = try draft.inputs.filter { input in !kept.contains { $0.serves(input) } }.map {
        try InputPipeline($0, clock: clock, soundRate: soundRate, events: broadcast)
      }
      let removed = state.pipelines.filter { old in !kept.contains { $0 === old } }
      describe(draft, kept + added)
      for pipeline in added { pipeline.connect(draft.connections) }
      if state.isRunning { try exchange(removed, for: added, restoring: state.configuration) }
      for pipeline in kept { pipeline.connect(draft.connections) }
      (state.configuration, state.pipelines) = (draft, kept + added)
    }
  }

  /// Starts all inputs.
  ///
  /// - Throws: `MoonreelError` where a device cannot be started; none runs then.
  public func start() throws {
    try state.withLock { state in
      guard !state.isRunning else { return }
      guard !state.pipelines.isEmpty else {
        throw MoonreelError(.invalidArgument, "Cannot start a session without inputs: add one.")
      }
      try Self.start(state.pipelines)
      state.isRunning = true
    }
    broadcast.send(.started)
  }

  /// Stops all inputs, when what they are giving has been taken. Recordings are stopped by their outputs.
  public func stop() {
    let wasRunning = state.withLock { state in
      for pipeline in state.pipelines where state.isRunning { pipeline.stop() }
      defer { state.isRunning = false }
      return state.isRunning
    }
    if wasRunning { broadcast.send(.stopped) }
  }

  // MARK: Inside

  /// Starts `pipelines`, or none.
  private static func start(_ pipelines: [InputPipeline]) throws {
    var started: [InputPipeline] = []
    do {
      for pipeline in pipelines {
        try pipeline.start()
        started.append(pipeline)
      }
    } catch {
      for pipeline in started { pipeline.stop() }
      throw error
    }
  }

  /// Stops `removed` and starts `added`: the new first, but for a device that is to give something else.
  private func exchange(
    _ removed: [InputPipeline], for added: [InputPipeline],
    restoring configuration: CaptureConfiguration
  ) throws {
    let changed = removed.filter { old in added.contains { $0.input.source === old.input.source } }
    for pipeline in changed { pipeline.stop() }
    do {
      try Self.start(added)
    } catch {
      for pipeline in changed {
        pipeline.connect(configuration.connections)
        try? pipeline.start()
      }
      throw error
    }
    for pipeline in removed where !changed.contains(where: { $0 === pipeline }) { pipeline.stop() }
  }

  /// Tells each output what will come to it.
  private func describe(_ configuration: CaptureConfiguration, _ pipelines: [InputPipeline]) {
    var outputs: [any CaptureOutput] = []
    for connection in configuration.connections
    where !outputs.contains(where: { $0 === connection.output }) {
      outputs.append(connection.output)
    }
    for output in outputs {
      var description = CaptureDescription(clock: clock)
      for connection in configuration.connections where connection.output === output {
        guard let pipeline = pipelines.first(where: { $0.input.number == connection.input }) else {
          continue
        }
        if let shape = pipeline.shape {
          let isTurned = connection.quarterTurns % 2 == 1
          description.size =
            isTurned ? PixelSize(shape.size.height, shape.size.width) : shape.size
          description.rate = shape.rate
        }
        if let sound = pipeline.soundShape { description.sound = sound }
      }
      output.prepare(description)
    }
  }
}
