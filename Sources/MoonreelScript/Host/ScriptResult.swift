// SPDX-License-Identifier: MIT

import MoonreelExport

/// What a script returned, as values of the model.
public struct ScriptResult: Sendable {
  /// What is to be rendered and what the script says about the file; where it does not say, the file's
  /// name and the command line decide.
  public var request: ExportRequest
  /// The parameters that the script declared, with the values it got.
  public var parameters: [ScriptParameter]

  /// A result that asks for `request`; where that does not say whether packets are copied, those are for which it goes
  /// without saying.
  public init(request: ExportRequest, parameters: [ScriptParameter] = []) {
    (self.request, self.parameters) = (request, parameters)
    self.request.copiesUntouched = request.copiesUntouched ?? .unasked
  }
}
