// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

@Suite("moonreel probe --waveform")
struct WaveformFileTests {
  @Test("draws every channel of a file in a lane of its own, as ffmpeg reads the picture")
  func lanes() async throws {
    let folder = try TemporaryFolder()
    // A square wave of half of full scale at the left, silence at the right.
    let made = try await Program.shell(
      """
      ffmpeg -v error -f lavfi -i "aevalsrc=0.5*(1-2*mod(floor(t*800)\\,2))|0:d=1:s=48000" -c:a pcm_s16le s.wav
      moonreel probe s.wav --waveform s.png --size 100x80 &&
      ffmpeg -v error -i s.png -f rawvideo -pix_fmt gray s.gray
      """, in: folder.url)
    #expect(made.code == 0, "\(made)")
    let gray = try Data(contentsOf: folder.url.appendingPathComponent("s.gray"))
    #expect(gray.count == 8000)
    for x in [10, 50, 90] {
      let column = (0..<80).map { gray[gray.startIndex + $0 * 100 + x] > 100 }
      #expect(
        column.indices.filter { column[$0] } == Array(10..<30) + (column[59] ? [59] : [])
          + (column[60] ? [60] : []))
    }
  }

  @Test(
    "wrong use is said",
    arguments: [
      ("probe clip.mp4 film.lua --waveform w.png", 2, "one file"),
      ("probe clip.mp4 --size 10x10", 2, "--waveform"),
      ("probe clip.mp4 --waveform w.mp4", 2, "w.mp4"),
      ("probe still.png --waveform w.png", 1, "no sound"),
      ("probe clip.mp4 --waveform w.png --size 90000x10", 2, "too large"),
    ])
  func wrongUse(line: String, code: Int32, words: String) async throws {
    let place = try await Workplace()
    _ = try await place.moonreel("frame", "film.lua", "--at", "0", "-o", "still.png")
    let result = try await Program.shell("moonreel \(line)", in: place.folder.url)
    #expect(result.code == code, "\(result)")
    #expect(result.errors.contains(words), "\(result.errors)")
  }
}
