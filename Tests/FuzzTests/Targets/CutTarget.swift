// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelInterchange
import MoonreelMedia

/// Cuts of other programs: the first byte says of which kind, the rest is the file. What is read becomes a script.
enum CutTarget: FuzzTarget {
  static let name = "cut"
  static let shortRunCount = 2000

  static func seeds() -> [[UInt8]] {
    let bundle = zip("content.otio", Array(timeline.utf8))
    let files: [CutFormat: [UInt8]] = [
      .otio: Array(timeline.utf8), .otioz: bundle, .fcpxml: Array(project.utf8),
      .edl: Array(list.utf8),
    ]
    return CutFormat.readable.enumerated().compactMap { index, format in
      files[format].map { [UInt8(index)] + $0 }
    }
  }

  static func take(_ input: [UInt8]) throws {
    guard let first = input.first else { return }
    let format = CutFormat.readable[Int(first) % CutFormat.readable.count]
    let timeline = try CutFile.timeline(
      format, Array(input.dropFirst()), named: "a.cut", rate: FrameRate(25))
    let finder = MediaFinder(beside: "/", folders: [], gate: FileGate(folders: []))
    let script = try CutScript(timeline, CutScript.Options(fileName: "a.cut"), finder: finder)
    guard script.text.hasSuffix("\n"), !script.text.utf8.contains(0) else {
      throw FuzzFinding(description: "a script that is no text: \(script.text)")
    }
  }

  /// An archive of one file that is not packed.
  private static func zip(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    func number(_ value: Int, _ width: Int) -> [UInt8] {
      (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var sum: UInt32 = .max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    let facts =
      number(20, 2) + number(0, 8) + number(Int(~sum), 4) + number(bytes.count, 4)
      + number(bytes.count, 4) + number(name.utf8.count, 2)
    let head = number(0x0403_4b50, 4) + facts + number(0, 2) + Array(name.utf8)
    let record =
      number(0x0201_4b50, 4) + number(20, 2) + facts + number(0, 2 + 2 + 2 + 2 + 4) + number(0, 4)
      + Array(name.utf8)
    return head + bytes + record + number(0x0605_4b50, 4) + number(0, 4) + number(1, 2)
      + number(1, 2) + number(record.count, 4) + number(head.count + bytes.count, 4) + number(0, 2)
  }

  private static let list = """
    TITLE: a
    FCM: NON-DROP FRAME

    001  TAPE     V     C        00:00:01:00 00:00:03:00 01:00:00:00 01:00:02:00
    * FROM CLIP NAME: a.mov
    002  TAPE     V     C        00:00:03:00 00:00:03:00 01:00:02:00 01:00:02:00
    002  CARD     V     D    012 00:00:05:00 00:00:09:00 01:00:02:00 01:00:04:00
    M2   CARD     050.0          00:00:05:00
    * TO CLIP NAME: b.mov
    * SOURCE FILE: m/b.mov
    """

  private static let project = """
    <?xml version="1.0"?><!DOCTYPE fcpxml><fcpxml version="1.10"><resources>
    <format id="f" frameDuration="1/25s" width="64" height="48"/><effect id="e" uid="x" name="Title"/>
    <asset id="a" start="1s" duration="10s" hasVideo="1" hasAudio="1" format="f"><media-rep src="a.mov"/></asset>
    <media id="m"><sequence format="f"><spine><video ref="e" duration="1s"/></spine></sequence></media>
    </resources><library><event><project name="p"><sequence format="f" tcStart="1s"><spine>
    <asset-clip ref="a" offset="1s" start="2s" duration="2s" audioStart="1s" audioDuration="4s"><timeMap>
    <timept time="1s" value="1s"/><timept time="3s" value="9s"/><timept time="5s" value="9s"/></timeMap>
    <adjust-transform position="10 20"/><adjust-blend amount="0.5"/><clip lane="1" offset="2s" duration="1s">
    <video ref="a" offset="0s" duration="9s"/></clip><marker start="2s" value="m"/></asset-clip>
    <transition offset="2s" duration="1s"/><ref-clip ref="m" duration="1s"/><gap duration="1s"/>
    </spine></sequence></project></event></library></fcpxml>
    """

  private static let timeline = """
    {"OTIO_SCHEMA": "Timeline.1", "tracks": {"OTIO_SCHEMA": "Stack.1", "children": [
     {"OTIO_SCHEMA": "Track.1", "kind": "Video", "children": [
      {"OTIO_SCHEMA": "Clip.2", "name": "a", "source_range": {"OTIO_SCHEMA": "TimeRange.1",
       "start_time": {"OTIO_SCHEMA": "RationalTime.1", "rate": 25, "value": 5},
       "duration": {"OTIO_SCHEMA": "RationalTime.1", "rate": 25, "value": 50}},
       "effects": [{"OTIO_SCHEMA": "LinearTimeWarp.1", "time_scalar": -2}],
       "metadata": {"moonreel": {"options": {"opacity": [[0, 1], [1, 0.5]], "x": "10%"}}},
       "media_references": {"DEFAULT_MEDIA": {"OTIO_SCHEMA": "ExternalReference.1", "target_url": "a.mov"}}},
      {"OTIO_SCHEMA": "Transition.1", "transition_type": "SMPTE_Dissolve",
       "in_offset": {"OTIO_SCHEMA": "RationalTime.1", "rate": 25, "value": 5},
       "out_offset": {"OTIO_SCHEMA": "RationalTime.1", "rate": 25, "value": 5}},
      {"OTIO_SCHEMA": "Gap.1", "source_range": {"OTIO_SCHEMA": "TimeRange.1",
       "start_time": {"OTIO_SCHEMA": "RationalTime.1", "rate": 25, "value": 0},
       "duration": {"OTIO_SCHEMA": "RationalTime.1", "rate": 25, "value": 9}}}]}]}}
    """
}
