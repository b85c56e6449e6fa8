// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import Testing

@testable import MoonreelExport
@testable import MoonreelRender

/// What the camera does, beside moves that are known.
@Suite struct CameraMotionTests {
  private static let size = PixelSize(320, 180)

  /// How far apart two maps bring a corner or the middle of the picture at most.
  private func error(_ found: Similarity, _ expected: Similarity, _ size: PixelSize) -> Double {
    let (x, y) = (Double(size.width) / 2, Double(size.height) / 2)
    return [Point(0, 0), Point(-x, -y), Point(x, -y), Point(x, y), Point(-x, y)].map { point in
      let (a, b) = (found.apply(to: point), expected.apply(to: point))
      return ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
    }.max() ?? 0
  }

  private static let moves: [(String, Similarity)] = [
    ("nothing", .identity),
    ("parts of a pixel", Similarity(tx: 0.3, ty: -0.2)),
    ("some pixels", Similarity(tx: 7.4, ty: 3.1)),
    ("many pixels", Similarity(tx: 40.5, ty: -22.25)),
    ("a turn", Similarity(degrees: 2)),
    ("growing", Similarity(a: 1.03)),
    ("all of it", Similarity(degrees: -1.5, scale: 0.98, tx: -11.3, ty: 6.6)),
  ]

  @Test("moves that are known are found", arguments: moves) func known(
    _ name: String, _ move: Similarity
  ) throws {
    let upright = AffineTransform(
      translationX: -Double(Self.size.width) / 2, y: -Double(Self.size.height) / 2)
    let first = try LumaPyramid(DrawnScene(seed: 1).frame(Self.size, .identity))
    let second = try LumaPyramid(DrawnScene(seed: 1).frame(Self.size, move))
    let motion = FrameMotion(from: first, to: second, upright: upright)
    #expect(motion.isSure)
    let error = error(motion.map, move, Self.size)
    #expect(error < 0.15, "\(name): \(motion.map) beside \(move) is off by \(error) pixels")
  }

  @Test("neither another exposure nor what moves inside is the camera's") func disturbed() throws {
    let upright = AffineTransform(
      translationX: -Double(Self.size.width) / 2, y: -Double(Self.size.height) / 2)
    let move = Similarity(tx: 3.25, ty: -1.5)
    var other = DrawnScene(seed: 1)
    (other.contrast, other.brightness) = (0.8, 25)
    let first = try LumaPyramid(DrawnScene(seed: 1).frame(Self.size, .identity))
    let exposed = try LumaPyramid(other.frame(Self.size, move))
    let exposure = FrameMotion(from: first, to: exposed, upright: upright)
    #expect(exposure.isSure)
    #expect(error(exposure.map, move, Self.size) < 0.3)
    // A third of the picture is something else that goes another way.
    var (here, there) = (DrawnScene(seed: 1), DrawnScene(seed: 1))
    here.cover = (seed: 9, move: .identity)
    there.cover = (seed: 9, move: Similarity(tx: -12, ty: 5))
    let covered = FrameMotion(
      from: try LumaPyramid(here.frame(Self.size, .identity)),
      to: try LumaPyramid(there.frame(Self.size, move)), upright: upright)
    #expect(covered.isSure)
    #expect(error(covered.map, move, Self.size) < 0.3, "\(covered.map)")
  }

  private static let formats: [(String, [String])] = [
    ("a.mp4", ["-c:v", "libx264", "-qp", "12", "-pix_fmt", "yuv420p"]),
    ("b.mkv", ["-c:v", "ffv1", "-pix_fmt", "yuv422p10le"]),
    ("c.mkv", ["-c:v", "ffv1", "-pix_fmt", "bgr0"]),
    ("d.mkv", ["-c:v", "ffv1", "-pix_fmt", "gray"]),
    ("e.mov", ["-c:v", "prores_ks", "-pix_fmt", "yuv444p10le"]),
  ]

  /// Two shots of five frames.
  private func film(_ workspace: Workspace, _ path: String, _ format: [String]) throws
    -> [Similarity]
  {
    let moves: [Similarity] = [
      .identity, Similarity(tx: 2.5, ty: 1), Similarity(degrees: 0.8, tx: -3),
      Similarity(tx: 6, ty: -4.5), Similarity(a: 1.01, ty: 2.25),
    ]
    var (bytes, place) = (Data(), Similarity.identity)
    for seed in [1, 2] {
      place = .identity
      for move in moves {
        place = place.followed(by: move)
        let frame = DrawnScene(seed: UInt64(seed)).frame(Self.size, place)
        for row in 0..<Self.size.height {
          bytes.append(
            Data(
              bytes: frame.planes[0].base + row * frame.planes[0].strideBytes,
              count: Self.size.width))
        }
      }
    }
    let raw = workspace.path("raw.gray")
    try bytes.write(to: URL(fileURLWithPath: raw))
    try Tool.ffmpeg(
      ["-f", "rawvideo", "-pix_fmt", "gray", "-s", "320x180", "-r", "25", "-i", raw] + format
        + [path])
    return moves + moves
  }

  private func motion(_ path: String, _ range: TimeRange? = nil) throws -> CameraMotion {
    let track = try #require(
      try Asset.load(path: path, gate: .unrestricted).tracks(.video).first)
    return try CameraMotionReader(gate: .unrestricted).motion(of: track, range: range)
  }

  @Test("files of any format, and where a shot begins", arguments: formats) func files(
    _ name: String, _ format: [String]
  ) throws {
    let workspace = try Workspace()
    let path = workspace.path(name)
    let moves = try film(workspace, path, format)
    let motion = try motion(path)
    #expect(motion.size == Self.size)
    #expect(motion.frames.map(\.isCut) == (0..<10).map { $0 % 5 == 0 }, "\(name)")
    for (index, frame) in motion.frames.enumerated() where index % 5 > 0 {
      let error = error(frame.map, moves[index], Self.size)
      #expect(error < 0.4, "\(name), frame \(index): off by \(error) pixels")
    }
    // A stretch begins with the frame that is on screen then.
    let part = try self.motion(path, try TimeRange(seconds: 0.05, 0.15))
    #expect(part.frames.count == 3)
    for (frame, time) in zip(part.frames, [0.05, 0.08, 0.12]) {
      #expect(abs(frame.time.seconds - time) < 0.001, "\(name): \(frame.time)")
    }
  }

  @Test("what is turned is measured upright") func turned() throws {
    let workspace = try Workspace()
    let (plain, path) = (workspace.path("a.mp4"), workspace.path("turned.mp4"))
    let moves = try film(workspace, plain, Self.formats[0].1)
    try Tool.turn(plain, to: path)
    let motion = try motion(path)
    #expect(motion.size == PixelSize(180, 320))
    for (index, frame) in motion.frames.enumerated() where index % 5 > 0 {
      // A quarter clockwise: what went right goes down, what went down goes left.
      let move = moves[index]
      let upright = Similarity(a: move.a, b: move.b, tx: -move.ty, ty: move.tx)
      #expect(error(frame.map, upright, motion.size) < 0.4, "frame \(index): \(frame.map)")
    }
  }

  @Test(
    "where nothing can be seen nothing moves",
    arguments: ["color=black:s=64x36:r=25:d=0.4", "color=white:s=2x2:r=25:d=0.04"])
  func blank(_ source: String) throws {
    let workspace = try Workspace()
    let path = workspace.path("a.mkv")
    try Tool.ffmpeg(["-f", "lavfi", "-i", source, "-c:v", "ffv1", path])
    let motion = try motion(path)
    #expect(motion.frames.allSatisfy { $0.map == .identity })
    #expect(motion.frames.map(\.isCut) == motion.frames.indices.map { $0 == 0 })
    let steady = try SteadyPath(motion, .init(), cancellation: CancellationFlag())
    #expect(steady.steps.allSatisfy { $0.zoom == 1 && $0.move == .zero && $0.scale == 1 })
  }

  @Test("one picture, and a range behind the end, are refused") func refused() throws {
    let workspace = try Workspace()
    let (still, clip) = (workspace.path("a.png"), workspace.path("a.mkv"))
    try Tool.ffmpeg(["-f", "lavfi", "-i", "testsrc=s=64x36", "-frames:v", "1", still])
    try Tool.ffmpeg(["-f", "lavfi", "-i", "testsrc=s=64x36:r=25:d=0.4", "-c:v", "ffv1", clip])
    let one = #expect(throws: MoonreelError.self) { try motion(still) }
    #expect(one?.message.contains("it is one picture") == true)
    let behind = #expect(throws: MoonreelError.self) { try motion(clip, TimeRange(seconds: 2, 3)) }
    #expect(behind?.message.contains("no frame begins there") == true)
  }
}
