// SPDX-License-Identifier: MIT

/// What plays sound faster or slower at its own pitch, by one ratio from its first sample to its last.
///
/// It runs on the caller's thread only. What it makes follows from the samples it is fed and from the sizes
/// of the pieces they come in.
protocol TimeStretcher: AnyObject {
  /// Takes samples in, one plane a channel, at most the size of a piece.
  func feed(_ planes: [[Float]]) throws

  /// All samples that are ready, one plane a channel; the first ever belongs to the first one fed.
  func take() throws -> [[Float]]
}

/// A stretcher whose ratio may change from step to step.
protocol SteerableTimeStretcher: TimeStretcher {
  /// Output samples for each input sample from the next step on.
  var ratio: Double { get set }

  /// How many samples have to be fed until the next step is taken, at least 1, where all that was ready is
  /// taken.
  var inputForNextStep: Int { get }

  /// The input sample in the middle of the next step, counted from the first fed, and the output sample that
  /// it will be put at, counted from the first taken.
  var progress: (input: Int64, output: Int64) { get }
}
