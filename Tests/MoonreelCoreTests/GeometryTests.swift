// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@Suite struct Geometry {
  static let maps: [AffineTransform] = [
    .identity, AffineTransform(translationX: 3, y: -4), AffineTransform(scaleX: 2, y: 0.5),
    AffineTransform(rotationDegrees: 90), AffineTransform(rotationDegrees: 33),
    AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 640, ty: 0),
    AffineTransform(a: 1, b: 0.5, c: -0.25, d: 2, tx: 7, ty: 9),
  ]

  static func isNear(_ a: Point, _ b: Point) -> Bool {
    abs(a.x - b.x) < 1e-9 && abs(a.y - b.y) < 1e-9
  }

  @Test func mapsFollowEachOther() {
    let point = Point(12, 5)
    for first in Self.maps {
      for second in Self.maps {
        let both = first.followed(by: second)
        let stepwise = second.apply(to: first.apply(to: point))
        #expect(Self.isNear(both.apply(to: point), stepwise), "\(first), then \(second)")
      }
    }
  }

  @Test("Maps and back", arguments: maps)
  func inverse(_ map: AffineTransform) throws {
    let inverse = try #require(map.inverted)
    #expect(Self.isNear(inverse.apply(to: map.apply(to: Point(12, 5))), Point(12, 5)))
    #expect(abs(map.determinant * inverse.determinant - 1) < 1e-12)
  }

  @Test func flatMapsHaveNoInverse() {
    #expect(AffineTransform(scaleX: 0, y: 1).inverted == nil)
    #expect(AffineTransform(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0).inverted == nil)
    #expect(AffineTransform(scaleX: 1e-200, y: 1e-200).inverted == nil)
    #expect(AffineTransform(scaleX: .nan, y: 1).inverted == nil)
    #expect(!AffineTransform(scaleX: .nan, y: 1).isFinite)
  }

  @Test func positiveTurnsGoClockwiseWithYDown() {
    let quarter = AffineTransform(rotationDegrees: 90)
    #expect(quarter == AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0))
    #expect(quarter.apply(to: Point(1, 0)) == Point(0, 1))
    let box = quarter.boundingBox(of: Rect(x: 0, y: 0, width: 1920, height: 1080))
    #expect(box == Rect(x: -1080, y: 0, width: 1080, height: 1920))
  }

  @Test func interpolationKeepsItsEnds() {
    for from in Self.maps {
      for to in Self.maps {
        #expect(from.interpolated(to: to, 0) == from)
        #expect(from.interpolated(to: to, 1) == to)
      }
      #expect(from.interpolated(to: from, 0.3) == from)
    }
  }

  @Test(
    "Rectangles",
    arguments: [
      (Rect(x: 0, y: 0, width: 4, height: 4), Rect(x: 2, y: 1, width: 4, height: 2), false),
      (Rect(x: 0, y: 0, width: 4, height: 4), Rect(x: 4, y: 0, width: 1, height: 1), true),
      (Rect(x: 0, y: 0, width: 4, height: 4), Rect(x: 9, y: 9, width: 1, height: 1), true),
    ])
  func rectangles(_ a: Rect, _ b: Rect, _ isApart: Bool) {
    #expect(a.intersection(b) == b.intersection(a))
    #expect(a.intersection(b).isEmpty == isApart)
    #expect(a.union(b) == b.union(a))
    #expect(a.union(b).contains(a) && a.union(b).contains(b))
    if !isApart { #expect(a.contains(a.intersection(b))) }
  }

  @Test(
    "Fitting 100x50 into 200x200, offset source",
    arguments: [
      (FitMode.contain, Rect(x: 0, y: 50, width: 200, height: 100)),
      (.cover, Rect(x: -100, y: 0, width: 400, height: 200)),
      (.stretch, Rect(x: 0, y: 0, width: 200, height: 200)),
      (.none, Rect(x: 50, y: 75, width: 100, height: 50)),
    ])
  func fitting(_ mode: FitMode, _ expected: Rect) {
    let source = Rect(x: -30, y: 10, width: 100, height: 50)
    #expect(mode.transform(from: source, into: Size(200, 200)).boundingBox(of: source) == expected)
    #expect(mode.transform(from: .zero, into: Size(200, 200)) == .identity)
  }

  @Test(
    "Whole sizes from hostile numbers",
    arguments: [
      (Size(.nan, 3.5), PixelSize(1, 4)), (Size(.infinity, -5), PixelSize(1, 1)),
      (Size(1e300, 0.2), PixelSize(1_000_000, 1)), (Size(719.5, 480.49), PixelSize(720, 480)),
    ])
  func wholeSizes(_ size: Size, _ expected: PixelSize) {
    #expect(PixelSize(rounding: size) == expected)
  }
}

@Suite struct AssetDescriptions {
  static func video(
    _ size: PixelSize, _ aspect: Rational, turned degrees: Double = 0
  ) -> AssetTrack.Video {
    AssetTrack.Video(
      codedSize: size, pixelAspect: aspect,
      preferredTransform: AffineTransform(rotationDegrees: degrees), nominalFrameRate: nil,
      minFrameDuration: nil, isVariableFrameRate: false, requiresFrameReordering: false,
      color: .bt709, isColorTagged: false, pixelFormatName: "yuv420p", format: .yuv420(),
      isNativeFormat: true, hasAlpha: false, isStillImage: false)
  }

  @Test(
    "Natural and display size",
    arguments: [
      (PixelSize(1920, 1080), Rational.one, 0.0, PixelSize(1920, 1080), PixelSize(1920, 1080)),
      (PixelSize(1920, 1080), .one, 90, PixelSize(1920, 1080), PixelSize(1080, 1920)),
      (PixelSize(720, 576), Rational(64, 45), 0, PixelSize(1024, 576), PixelSize(1024, 576)),
      (PixelSize(1440, 1080), Rational(4, 3), 270, PixelSize(1920, 1080), PixelSize(1080, 1920)),
      (PixelSize(1, 1), Rational(1, 1_000_000), 0, PixelSize(1, 1), PixelSize(1, 1)),
      (PixelSize(100, 1), Rational(.max, 1), 180, PixelSize(1_000_000, 1), PixelSize(1_000_000, 1)),
    ])
  func sizes(
    _ coded: PixelSize, _ aspect: Rational, _ degrees: Double, _ natural: PixelSize,
    _ display: PixelSize
  ) {
    let video = Self.video(coded, aspect, turned: degrees)
    #expect(video.naturalSize == natural)
    #expect(video.displaySize == display)
  }
}
