// SPDX-License-Identifier: MIT

import MoonreelCore

/// What a session is made of: inputs, outputs, and the connections between them. A value: ``CaptureSession/configure(_:)``
/// changes a copy, and takes it over as a whole or not at all.
public struct CaptureConfiguration: Sendable {
  /// A device that gives something.
  public struct Input: Sendable {
    /// Names the input in its configuration.
    public let number: Int
    /// The open device.
    public internal(set) var source: any CaptureSource
    /// What it is started with.
    public internal(set) var format: CaptureFormat
  }

  /// The inputs, in the order in which they were added.
  public private(set) var inputs: [Input] = []
  /// The connections.
  public var connections: [CaptureConnection] = []
  private var count = 0

  /// Adds `source`, which is started with `format`; the number of the input.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where the device is an input already.
  @discardableResult
  public mutating func addInput(_ source: any CaptureSource, format: CaptureFormat) throws -> Int {
    guard !inputs.contains(where: { $0.source === source }) else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot add '\(source.device.name)': it is an input of the session already.")
    }
    count += 1
    inputs.append(Input(number: count, source: source, format: format))
    return count
  }

  /// Adds `source` with the format that `preset` means, for pictures or for sound, whichever it gives.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where it has no such format.
  @discardableResult
  public mutating func addInput(
    _ source: any CaptureSource, preset: CapturePreset = .high, rate: FrameRate? = nil
  ) throws -> Int {
    let device = source.device
    return try addInput(
      source,
      format: device.givesPictures
        ? preset.format(of: device, rate: rate) : CapturePreset.soundFormat(of: device))
  }

  /// Puts `source` in the place of input `number`: its connections stay, so that a file goes on with another camera.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where there is no such input, or one gives pictures and one sound.
  public mutating func replaceInput(
    _ number: Int, with source: any CaptureSource, format: CaptureFormat
  ) throws {
    let index = try place(of: number)
    guard (inputs[index].format.picture == nil) == (format.picture == nil) else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot put '\(source.device.name)' in the place of '\(inputs[index].source.device.name)': one gives "
          + "pictures, the other sound.")
    }
    inputs[index] = Input(number: number, source: source, format: format)
  }

  /// Removes input `number` and its connections.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where there is no such input.
  public mutating func removeInput(_ number: Int) throws {
    inputs.remove(at: try place(of: number))
    connections.removeAll { $0.input == number }
  }

  /// Adds `output`, connected to the first input of each kind that it takes and that is not of another kind.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where no input gives what it takes.
  public mutating func addOutput(_ output: any CaptureOutput) throws {
    let firsts = [
      output.takesPictures ? inputs.first { $0.format.picture != nil } : nil,
      output.takesSound ? inputs.first { $0.format.sound != nil } : nil,
    ].compactMap { $0 }
    guard !firsts.isEmpty else {
      let wish =
        output.takesPictures ? output.takesSound ? "pictures or sound" : "pictures" : "sound"
      throw MoonreelError(
        .invalidArgument, "Cannot add an output: no input gives \(wish). Add the input first.")
    }
    for input in firsts { connections.append(CaptureConnection(from: input.number, to: output)) }
  }

  /// Removes `output` and its connections.
  public mutating func removeOutput(_ output: any CaptureOutput) {
    connections.removeAll { $0.output === output }
  }

  private func place(of number: Int) throws -> Int {
    guard let index = inputs.firstIndex(where: { $0.number == number }) else {
      throw MoonreelError(
        .invalidArgument,
        "There is no input \(number): the session has \(inputs.map { "\($0.number)" }.joined(separator: ", "))."
      )
    }
    return index
  }

  /// Refuses what does not fit together.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`).
  func check() throws {
    for connection in connections {
      let input = inputs[try place(of: connection.input)]
      let (name, output) = (input.source.device.name, connection.output)
      guard input.format.picture != nil ? output.takesPictures : output.takesSound else {
        throw MoonreelError(
          .invalidArgument,
          "Cannot connect '\(name)' to an output that does not take what it gives.")
      }
      guard (0...3).contains(connection.quarterTurns), (0...16).contains(connection.level) else {
        throw MoonreelError(
          .invalidArgument,
          "Cannot connect '\(name)': quarter turns are 0 to 3, and the level is from 0 to 16.")
      }
      let rivals = connections.filter { other in
        other.output === output
          && inputs.contains {
            $0.number == other.input && ($0.format.picture == nil) == (input.format.picture == nil)
          }
      }
      guard rivals.count == 1 else {
        throw MoonreelError(
          .invalidArgument,
          "Cannot connect several inputs of one kind to an output: '\(name)' is one of \(rivals.count)."
        )
      }
    }
  }
}
