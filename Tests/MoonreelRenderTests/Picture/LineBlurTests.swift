// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelRender
import Testing

@testable import MoonreelModel

/// Blurs along lines, rays and arcs that take more than one pass.
struct LineBlurTests {
  /// Where all reads of some passes lie together, as shares of the whole way.
  private func reads(_ passes: ReadPasses) -> [Double] {
    (0..<passes.count).reduce([0]) { reads, pass in
      reads.flatMap { read in passes.shares(pass).map { read + $0 } }
    }.sorted()
  }

  @Test(
    "together, passes read evenly, and near enough", arguments: [0.5, 6, 6.1, 24, 100, 960, 5000])
  func evenly(length: Double) {
    let passes = ReadPasses(length: length)
    let reads = reads(passes)
    for (index, read) in reads.enumerated() {
      #expect(abs(read - ((Double(index) + 0.5) / Double(reads.count) - 0.5)) < 1e-12)
    }
    #expect(length / Double(reads.count) <= 1.5)
    #expect(passes.count == 1 || length / Double(reads.count) > 1.5 / 4)
    let reach = (0..<passes.count).map { passes.reach($0) }.reduce(0, +)
    #expect(abs(reach - 0.5) < 1e-12)
  }

  /// Gray that rises evenly from left to right: means of it are known wherever they are read.
  private var ramp: Image {
    Image(
      .linearGradient(
        from: Point(-80, 0), to: Point(140, 0), stops: [.init(0, .black), .init(1, .white)])
    ).cropped(to: Rect(x: -80, y: -80, width: 220, height: 220))
  }

  private func compare(_ image: Image, _ position: (Double, Double) -> Double) throws {
    let drawn = try PlainPicture(drawing: image, 60, 55)
    for y in 0..<55 {
      for x in 0..<60 {
        let wanted = (position(Double(x) + 0.5, Double(y) + 0.5) + 80) / 220
        #expect(abs(drawn[x, y][0] - wanted) < 1e-4, "\(x),\(y)")
        #expect(abs(drawn[x, y][3] - 1) < 1e-5, "\(x),\(y)")
      }
    }
  }

  @Test func raysAreMeansOfPowers() throws {
    let (near, far) = (log(1 - 0.2), log(1 + 0.2))
    let count = reads(ReadPasses(length: 213 * (far - near))).count
    let mean =
      (0..<count).map { exp(near + (far - near) * (Double($0) + 0.5) / Double(count)) }
      .reduce(0, +) / Double(count)
    try compare(ramp.zoomBlurred(amount: 0.4, center: Point(30, 20))) { x, _ in
      30 + (x - 30) * mean
    }
  }

  @Test func arcsAreMeansOfTurns() throws {
    // Sines cancel out.
    let shares = (0..<64).map { (Double($0) + 0.5) / 64 - 0.5 }
    let mean = shares.map { cos($0 * 30 * Double.pi / 180) }.reduce(0, +) / 64
    try compare(ramp.spinBlurred(angleDegrees: 30, center: Point(30, 20))) { x, _ in
      30 + (x - 30) * mean
    }
  }

  @Test("a line is what two plain passes make of it, whatever its direction", arguments: [0.0, 90])
  func lines(angle: Double) throws {
    let image = Image(color: .white).cropped(to: Rect(x: 20, y: 20, width: 3, height: 3))
    let drawn = try PlainPicture(
      drawing: image.motionBlurred(length: 20, angleDegrees: angle), 45, 45)
    var line = (0..<45).map { (20..<23).contains($0) ? 1.0 : 0 }
    let passes = ReadPasses(length: 20)
    #expect(passes.count == 2)
    for pass in 0..<passes.count {
      let before = line
      for index in line.indices {
        line[index] =
          passes.shares(pass).map { share in
            let position = Double(index) + 20 * share
            let (low, rest) = (Int(position.rounded(.down)), position - position.rounded(.down))
            func at(_ place: Int) -> Double { before.indices.contains(place) ? before[place] : 0 }
            return at(low) * (1 - rest) + at(low + 1) * rest
          }.reduce(0, +) / 4
      }
    }
    for place in 0..<45 {
      let found = angle == 0 ? drawn[place, 21] : drawn[21, place]
      #expect(abs(found[3] - line[place]) < 1e-5, "\(place)")
    }
  }
}
