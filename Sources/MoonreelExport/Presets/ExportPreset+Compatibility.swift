// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

extension ExportPreset {
  /// The presets that `request` can be exported with, in the order of ``all``
  /// (`exportPresets(compatibleWith:)`).
  public static func compatible(with request: ExportRequest) -> [ExportPreset] {
    all.filter { !$0.supportedContainers(for: request).isEmpty }
  }

  /// The containers that `request` can be written to with this preset, the usual one first; empty where
  /// the encoders are missing or the file would hold nothing (`supportedFileTypes`).
  ///
  /// Passthrough is judged by the timeline alone, without opening its files.
  public func supportedContainers(for request: ExportRequest) -> [Container] {
    guard isAvailable, let range = try? request.effectiveRange() else { return [] }
    if isPassthrough, (try? PassthroughPlan(request, range: range)) == nil { return [] }
    return containers.filter { isCompatible(with: request, container: $0) }
  }

  /// Whether `request` can be written to `container` with this preset.
  public func isCompatible(with request: ExportRequest, container: Container) -> Bool {
    guard containers.contains(container) else { return false }
    var request = request
    request.preset = self
    request.output.container = container
    guard let settings = try? request.settings(forPath: "") else { return false }
    return isPassthrough || (try? EncoderCatalogue.validate(settings)) != nil
  }
}
