// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// What a script returned, as values of the model.
public struct ScriptResult: Sendable {
  /// The tracks.
  public var timeline: Timeline
  /// How pictures are composed; `nil`: as ``VideoComposition/init(propertiesOf:prototype:)`` does.
  public var videoComposition: VideoComposition?
  /// How sound is mixed; `nil`: every track as it is.
  public var audioMix: AudioMix?
  /// What the script says about the file.
  public var export: ExportDescription
  /// The parameters that the script declared, with the values it got.
  public var parameters: [ScriptParameter]

  /// A result that only shows `timeline`.
  public init(
    timeline: Timeline, videoComposition: VideoComposition? = nil, audioMix: AudioMix? = nil,
    export: ExportDescription = ExportDescription(), parameters: [ScriptParameter] = []
  ) {
    (self.timeline, self.videoComposition, self.audioMix) = (timeline, videoComposition, audioMix)
    (self.export, self.parameters) = (export, parameters)
  }
}

/// One parameter that a script declared with `mr.params`.
public struct ScriptParameter: Hashable, Sendable {
  /// Its name.
  public var name: String
  /// Its kind: `"string"`, `"number"`, `"integer"`, `"boolean"`, `"color"`, `"file"`, `"files"`,
  /// `"choice"` or `"time"`.
  public var kind: String
  /// What it is for.
  public var doc: String?
  /// Whether it must be given.
  public var isRequired: Bool
  /// The value that the script got, as text.
  public var value: String?

  /// A parameter with every property given.
  public init(name: String, kind: String, doc: String?, isRequired: Bool, value: String?) {
    (self.name, self.kind, self.doc) = (name, kind, doc)
    (self.isRequired, self.value) = (isRequired, value)
  }
}
