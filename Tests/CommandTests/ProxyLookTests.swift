// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelExport
import MoonreelModel
import Testing

@testable import MoonreelMedia
@testable import moonreel

@Suite("Proxies of moonreel play") struct ProxyLookTests {
  @Test("those that are there are found, and none is made") func looks() async throws {
    let place = try TemporaryFolder()
    for name in ["a", "b"] {
      _ = try await Program.shell(
        "ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=2 -metadata title=\(name) -c:v libx264 -g 250 \(name).mp4",
        in: place.url)
    }
    var rule = ProxyRule()
    (rule.unit, rule.fewestFrames) = (1, 2)
    func proxies() throws -> MediaProxies {
      try #require(
        MediaProxies(folder: place.path("cache"), limit: 1 << 30, rule: rule))
    }
    var gate = FileGate.unrestricted
    var tracks: [AssetTrack] = []
    var timeline = Timeline()
    for name in ["a", "b"] {
      let asset = try await Asset.load(path: place.path("\(name).mp4"), gate: gate)
      tracks.append(try #require(asset.video))
      try timeline.insert(
        TimeRange(start: .zero, duration: asset.duration), of: asset, at: nil)
    }
    #expect(try proxies().isEmpty)
    try proxies().make(tracks[1], gate: gate, cancellation: CancellationFlag())
    let found = try proxies()
    #expect(!found.isEmpty && !found.has(tracks[1]))
    gate.proxies = found
    found.lookNow(for: ExportRequest(timeline: timeline), gate: gate)
    #expect(found.has(tracks[1]) && !found.has(tracks[0]))
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path("cache"))
    #expect(names.filter { $0.hasSuffix(".proxy.mov") }.count == 1)
  }

  @Test(
    "they are off where nothing is kept, and where it is said",
    arguments: [([], true), (["--proxies", "off"], false), (["--no-cache"], false)])
  func options(_ arguments: [String], _ isOn: Bool) throws {
    let command = try PlayCommand.parse(["film.lua"] + arguments)
    let access = command.script.access
    let found = command.proxies.proxies(access, limit: 1 << 20, areEnlarged: false)
    #expect((found != nil) == isOn)
    if let found { #expect(found.limit == 1 << 20 && !found.areEnlarged) }
  }
}
