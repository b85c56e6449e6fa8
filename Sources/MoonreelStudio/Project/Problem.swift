// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelScript

/// Why a film cannot be shown as it was saved.
public struct Problem: Error, Hashable, Sendable {
  /// What kind of thing went wrong.
  public var code: MoonreelError.Code
  /// The whole message, as the command line says it; it begins with the place where there is one.
  public var message: String
  /// The message without its place.
  public var sentence: String
  /// Where it happened: the path of a script or module, and the line; `nil` where it names none.
  public var place: ScriptPlace?

  /// What `error` says, which may name one of the files that were asked for by `names`.
  public init(_ error: any Error, among names: [OpenedFiles.Name] = []) {
    let error =
      error as? MoonreelError ?? MoonreelError(.internalError, "The film cannot be read: \(error)")
    (code, message) = (error.code, error.description)
    place = ScriptPlace(of: error, among: names)
    sentence = place == nil ? message : ScriptPlace.parts(of: message).sentence
  }
}
