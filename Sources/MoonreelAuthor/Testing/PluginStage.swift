// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel
import MoonreelRender
import MoonreelScript

/// On what a plugin is tried, once.
struct StageCase {
  /// The pictures of the stage, by their names in `stdlib/moonreel/test/stage.lua`.
  enum Picture: String { case card, sprite, scene, nothing }

  /// What an effect changes, and a transition begins with.
  var picture = Picture.scene
  /// What a transition ends with.
  var other = Picture.card
  /// How far a transition is, 0…1.
  var progress = 0.5
  /// Options besides those that the plugin's settings give.
  var options: [JSONValue.Member] = []
  /// Whether the plugin is left out: only the picture is shown.
  var isPlain = false
  /// How loud the sound is that goes through a sound effect.
  var gain = 0.3

  fileprivate var json: JSONValue {
    .members([
      "picture": .string(picture.rawValue), "other": .string(other.rawValue),
      "progress": .number(progress), "options": .object(options), "is_plain": .bool(isPlain),
      "gain": .number(gain),
    ])
  }
}

/// A film of one plugin's cases, drawn by whoever judges it. One thread at a time.
final class PluginStage {
  /// Seconds that each case is shown; the stage's script says so, too.
  private static let span = 4.0
  /// Seconds of each that are listened to: its sound lasts half of that.
  private static let heard = 0.5

  let size: PixelSize
  private let cases: [StageCase]
  private let request: ExportRequest
  private let gate: FileGate
  private let faults: [Int: String]
  private lazy var reader = CompositionReader(
    timeline: request.timeline, composition: request.videoComposition, audioMix: request.audioMix,
    gate: gate)
  private var renderers: [Int: PictureRenderer] = [:]

  /// Puts `plugin` on a stage of `size` pixels.
  ///
  /// - Throws: `MoonreelError` where its module or the stage cannot be run.
  init(
    _ plugin: Plugin, settings: LawSettings, size: PixelSize, cases: [StageCase],
    options: ScriptOptions
  ) throws {
    (self.size, self.cases) = (size, cases)
    let job = JSONValue.members([
      "kind": .string(plugin.kind.rawValue), "rules": .object(plugin.rules),
      "options": .object(settings.options), "size": .array([.int(size.width), .int(size.height)]),
      "cases": .array(cases.map(\.json)),
    ])
    let faults = Locked<[Int: String]>([:])
    var options = options
    options.path = FilePath.join(FilePath.folder(of: plugin.file), "stage.lua")
    options.text = """
      local author, film = require "author", require "moonreel.test.stage"
      return film(require "\(plugin.module)", author.job(), author.refuse)
      """
    (options.sets, options.paramsFile) = ([], nil)
    options.modules["author"] = [
      HostFunction("job") { _ in job },
      HostFunction("refuse", ["case", "fault"]) { values in
        guard let index = values[0].double, case .string(let fault) = values[1] else {
          return .null
        }
        faults.withLock { $0[Int(limiting: index) &- 1] = fault }
        return .null
      },
    ]
    let host = try ScriptHost(options: options)
    (request, gate) = (try host.run().request, host.gate)
    self.faults = faults.withLock { $0 }
  }

  /// Why the plugin could not be made with the options of a case; `nil`: it was.
  func fault(_ index: Int) -> String? { faults[index] }

  /// Case `index`, `seconds` after it began, in float over nothing.
  ///
  /// - Throws: `MoonreelError`: what the plugin raises, or why it could not be made.
  func samples(_ index: Int, at seconds: Double, threads: Int = 2) throws -> PictureSamples {
    var target = FrameTarget(
      size: size, format: .floatGBRA, color: .srgb, background: .transparent)
    target.alphaMode = .premultiplied
    return PictureSamples(try frame(index, at: seconds, target, threads))
  }

  /// The same as pictures are kept: R', G', B' and alpha of 8 bits.
  ///
  /// - Throws: as ``samples(_:at:threads:)``.
  func picture(_ index: Int, at seconds: Double) throws -> FrameBuffer {
    let target = FrameTarget(size: size, format: .rgba, color: .srgb, background: .transparent)
    return try frame(index, at: seconds, target, 2)
  }

  private func frame(
    _ index: Int, at seconds: Double, _ target: FrameTarget, _ threads: Int
  ) throws -> FrameBuffer {
    if let fault = faults[index] { throw MoonreelError(.script, fault) }
    let renderer = renderers[threads] ?? PictureRenderer(threadCount: threads)
    renderers[threads] = renderer
    let time = try Time(seconds: Double(index) * Self.span + seconds)
    return try renderer.render(try reader.image(at: time), to: target)
  }

  /// The sound of case `index`, a plane a channel, mixed in blocks of `block` samples.
  ///
  /// - Throws: as ``samples(_:at:threads:)``.
  func sound(
    _ index: Int, sampleRate: Int = 48_000, layout: ChannelLayout = .stereo, block: Int = 4096
  ) throws -> [[Float]] {
    if let fault = faults[index] { throw MoonreelError(.script, fault) }
    let start = try Time(seconds: Double(index) * Self.span)
    let range = TimeRange(start: start, duration: try Time(seconds: Self.heard))
    let mixer = try reader.sound(in: range, sampleRate: sampleRate, layout: layout)
    var planes = [[Float]](repeating: [], count: layout.count)
    while let samples = try mixer.next(frameCount: block) {
      for channel in planes.indices { planes[channel] += samples.channels[channel] }
    }
    return planes
  }
}
