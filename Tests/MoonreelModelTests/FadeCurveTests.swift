// SPDX-License-Identifier: MIT

import Testing

@testable import MoonreelModel

/// The curves of fades against those of ffmpeg 5.1's `afade`.
@Suite struct FadeCurveTests {
  /// What `afade` makes of samples 0, 1, 20, 40, 60 and 79 of 80 ones.
  static let known: [(FadeCurve, [Double])] = [
    (.tri, [0, 0.0125, 0.25, 0.5, 0.75, 0.9875]),
    (.qsin, [0, 0.0196336925, 0.382683432, 0.707106781, 0.923879533, 0.99980724]),
    (.hsin, [0, 0.00038548188, 0.146446609, 0.5, 0.853553391, 0.999614518]),
    (.esin, [0, 0.00164948235, 0.226989547, 0.292893219, 0.365606716, 0.942587075]),
    (.log, [0, 0.619382003, 0.879588002, 0.939794001, 0.975012253, 0.998907421]),
    (.ipar, [0, 0.02484375, 0.4375, 0.75, 0.9375, 0.99984375]),
    (.qua, [0, 0.00015625, 0.0625, 0.25, 0.5625, 0.97515625]),
    (.cub, [0, 1.953125e-06, 0.015625, 0.125, 0.421875, 0.962966797]),
    (.squ, [0, 0.111803399, 0.5, 0.707106781, 0.866025404, 0.993730346]),
    (.cbr, [0, 0.232079442, 0.629960525, 0.793700526, 0.908560296, 0.995815851]),
    (.par, [0, 0.00626965428, 0.133974596, 0.292893219, 0.5, 0.888196601]),
    (.exp, [1e-05, 1.15478198e-05, 0.000177827941, 0.00316227766, 0.0562341325, 0.865964323]),
    (.iqsin, [0, 0.0079579544, 0.160861247, 0.333333333, 0.539893088, 0.899236427]),
    (.ihsin, [0, 0.0713253786, 0.333333333, 0.5, 0.666666667, 0.928674621]),
    (.dese, [0, 0.146200887, 0.396850263, 0.5, 0.603149737, 0.853799113]),
    (.desi, [0, 7.8125e-06, 0.0625, 0.5, 0.9375, 0.999992187]),
    (.losi, [0, 0.00240077379, 0.117632357, 0.5, 0.882367643, 0.997599226]),
    (.sinc, [0, 0.0126549747, 0.300105439, 0.636619772, 0.900316316, 0.999742999]),
    (.isinc, [0, 0.000257001131, 0.0996836838, 0.363380228, 0.699894561, 0.987345025]),
    (.nofade, [1, 1, 1, 1, 1, 1]),
  ]

  @Test(arguments: known.indices) func isTheirs(_ index: Int) {
    let (curve, values) = Self.known[index]
    for (sample, value) in zip([0, 1, 20, 40, 60, 79], values) {
      let gain = curve.gain(at: Double(sample) / 80)
      #expect(abs(gain - value) < 2e-9, "\(curve) at \(sample): \(gain), not \(value)")
    }
  }

  @Test("all are there, and all but one rise from nothing to everything") func ends() {
    #expect(Set(Self.known.map(\.0)) == Set(FadeCurve.allCases))
    for curve in FadeCurve.allCases where curve != .nofade {
      let gains = (0...200).map { curve.gain(at: Double($0) / 200) }
      #expect(gains[0] < 1.1e-5 && abs(gains[200] - 1) < 1e-12, "\(curve)")
      #expect(zip(gains, gains.dropFirst()).allSatisfy { $0 <= $1 }, "\(curve)")
      #expect(curve.gain(at: -3) == gains[0] && curve.gain(at: 7) == gains[200])
    }
  }
}
