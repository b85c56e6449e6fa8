// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelExport

/// Films that cannot be made: whoever is asked, the answer is the same.
@Suite("Refused by all alike") struct RefusalTests {
  /// Who looks at a film.
  enum Way: CaseIterable, Sendable {
    case check, render, plan, still
  }

  /// A film, to be made in a workspace.
  struct Film: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var output: String
    /// Who cannot know, and why stands beside the film.
    var unaware: Set<Way>
    var make: @Sendable (Workspace) throws -> ExportRequest

    init(
      _ name: String, to output: String = "out.mkv", unaware: Set<Way> = [],
      _ make: @escaping @Sendable (Workspace) throws -> ExportRequest
    ) {
      (testDescription, self.output, self.unaware) = (name, output, unaware)
      self.make = make
    }

    /// The error of `way`; `nil` where there is none.
    func error(_ way: Way, _ request: ExportRequest, in workspace: Workspace) throws
      -> MoonreelError?
    {
      let (path, gate) = (workspace.path(output), workspace.gate)
      do {
        switch way {
        case .check: try ExportSession(request, outputPath: path, gate: gate).rehearse()
        case .render: _ = try ExportSession(request, outputPath: path, gate: gate).run()
        case .plan: _ = try ExportPlan(request, outputPath: path, gate: gate)
        case .still:
          let generator = try StillGenerator(
            timeline: request.timeline, composition: request.videoComposition,
            timeRange: request.timeRange, gate: gate)
          _ = try generator.still(at: request.timeRange?.start ?? .zero)
        }
        return nil
      } catch let error as MoonreelError {
        return error
      }
    }
  }

  private struct Unwilling: Compositor {
    struct Unready: Error {}
    func image(for request: FrameRequest) -> Image { .empty }
    func prerollForRendering(in range: TimeRange) throws { throw Unready() }
  }

  private static func clip(_ workspace: Workspace) throws -> Asset {
    try Clips.flashes(workspace.path("clip.mkv"), seconds: 1)
    return try Asset.load(path: workspace.path("clip.mkv"), gate: workspace.gate)
  }

  /// A film of the clip, whose file is then taken away.
  private static func gone(
    _ workspace: Workspace, _ change: (inout ExportRequest, Asset) throws -> Void
  ) throws -> ExportRequest {
    let asset = try clip(workspace)
    var request = ExportRequest(timeline: Timeline())
    try change(&request, asset)
    try FileManager.default.removeItem(atPath: asset.path)
    return request
  }

  private static let second = TimeRange(start: .zero, end: Time(wholeSeconds: 1))

  private static func insert(
    _ source: SegmentSource, on type: MediaType, of timeline: inout Timeline
  ) throws {
    try timeline.updateTrack(timeline.addTrack(type)) { try $0.insert(second, of: source) }
  }

  /// A second of gray with an instruction that `change` spoils.
  private static func gray(
    _ change: (inout VideoComposition, inout Timeline) throws -> Void
  ) throws -> ExportRequest {
    var timeline = try Timeline.of(GraySource(), seconds: 1)
    var look = VideoComposition(propertiesOf: timeline)
    try change(&look, &timeline)
    return ExportRequest(timeline: timeline, videoComposition: look)
  }

  static let films = [
    Film("nothing") { _ in ExportRequest(timeline: Timeline()) },
    Film("a file that is gone") { workspace in
      try gone(workspace) { try $0.timeline.insert(second, of: $1, at: nil) }
    },
    Film("one that would be copied") { workspace in
      try gone(workspace) {
        try $0.timeline.insert(second, of: $1, at: nil)
        $0.passthrough = .required
      }
    },
    Film("one in a timeline in a composition") { workspace in
      try gone(workspace) { request, asset in
        var inner = Timeline()
        try inner.insert(second, of: asset, at: nil)
        var show = Composition(size: PixelSize(32, 16), frameRate: try FrameRate(25))
        show.add(Layer(.media(video: .timeline(inner), audio: nil), over: second))
        request = ExportRequest(try show.lowered())
      }
    },
    Film("a picture that is gone") { workspace in
      let path = workspace.path("still.png")
      try Tool.ffmpeg(["-f", "lavfi", "-i", "color=red:s=32x16", "-frames:v", "1", path])
      let asset = try Asset.load(path: path, gate: workspace.gate)
      var timeline = Timeline()
      try insert(.asset(try #require(asset.video)), on: .video, of: &timeline)
      try FileManager.default.removeItem(atPath: path)
      return ExportRequest(timeline: timeline)
    },
    // Stills have no sound.
    Film("sound that is gone, in a timeline", unaware: [.still]) { workspace in
      try gone(workspace) { request, asset in
        var inner = Timeline()
        try insert(.asset(try #require(asset.audio)), on: .audio, of: &inner)
        request.timeline = try Timeline.of(GraySource(), seconds: 1)
        try insert(.timeline(inner), on: .audio, of: &request.timeline)
      }
    },
    // Nor captions.
    Film("captions that are gone", unaware: [.still]) { workspace in
      let path = workspace.path("words.srt")
      try "1\n00:00:00,100 --> 00:00:00,900\nhello\n".write(
        toFile: path, atomically: true, encoding: .utf8)
      let asset = try Asset.load(path: path, gate: workspace.gate)
      var timeline = try Timeline.of(GraySource(), seconds: 1)
      let track = try #require(asset.tracks(.subtitle).first)
      try timeline.updateTrack(timeline.addTrack(.subtitle)) {
        try $0.insert(TimeRange(seconds: 0, 0.9), of: .asset(track))
      }
      try FileManager.default.removeItem(atPath: path)
      return ExportRequest(timeline: timeline)
    },
    Film("a track that the timeline does not have") { _ in
      try gray { look, _ in look.instructions[0].requiredTrackIDs = [TrackID(9)] }
    },
    Film("a track of sound for pictures") { _ in
      try gray { look, timeline in
        look.instructions[0].passthroughTrackID = timeline.addTrack(.audio)
      }
    },
    Film("time without an instruction") { _ in
      try gray { look, _ in look.instructions[0].timeRange = try TimeRange(seconds: 0, 0.5) }
    },
    Film("pictures of no size") { _ in try gray { look, _ in look.renderSize.width = 0 } },
    Film("pictures that are too large") { _ in
      try gray { look, _ in look.renderSize = PixelSize(30_000, 30_000) }
    },
    Film("a scale that nobody draws at") { _ in try gray { look, _ in look.renderScale = 40 } },
    Film("a mix of what is not there", unaware: [.still]) { _ in
      var request = ExportRequest(
        timeline: try Timeline.of(GraySource(), seconds: 1, audio: LevelSource()))
      request.audioMix = AudioMix(parameters: [AudioMixParameters(trackID: TrackID(9))])
      return request
    },
    // A plan calls nobody.
    Film("a compositor that cannot get ready", unaware: [.plan]) { _ in
      try gray { look, _ in
        look.instructions = [VideoInstruction(timeRange: second)]
        look.instructions[0].compositor = Unwilling()
      }
    },
  ]

  @Test("check, render, plan and still say the same", arguments: films)
  func alike(_ film: Film) throws {
    let workspace = try Workspace()
    let request = try film.make(workspace)
    let wanted = try #require(try film.error(.render, request, in: workspace))
    for way in Way.allCases {
      let found = try film.error(way, request, in: workspace)
      if film.unaware.contains(way) {
        #expect(found == nil, "\(way): \(found?.message ?? "")")
      } else {
        #expect(found?.code == wanted.code && found?.message == wanted.message, "\(way)")
      }
    }
    #expect(workspace.files.filter { $0.hasPrefix("out") || $0.hasSuffix(".part") }.isEmpty)
  }

  @Test("what is not shown may be gone", arguments: Way.allCases)
  func unread(_ way: Way) throws {
    let workspace = try Workspace()
    let film = Film("files that nobody reads") { workspace in
      try Self.gone(workspace) { request, asset in
        request.timeline = try Timeline.of(GraySource(), seconds: 1)
        try request.timeline.insert(Self.second, of: asset, at: Time(wholeSeconds: 1))
        let off = request.timeline.addTrack(.audio)
        try request.timeline.updateTrack(off) {
          try $0.insert(Self.second, of: .asset(try #require(asset.audio)))
          $0.isEnabled = false
        }
        request.timeRange = Self.second
      }
    }
    let request = try film.make(workspace)
    let error = try film.error(way, request, in: workspace)
    #expect(error == nil, "\(error?.message ?? "")")
  }
}
