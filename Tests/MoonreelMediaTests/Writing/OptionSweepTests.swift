// SPDX-License-Identifier: MIT

import CFFmpeg
import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// What options do to the process and to its folder, in processes of their own. `MOONREEL_WIDE_SWEEP=1`
/// tries every value of every encoder, for minutes.
@Suite("option sweeps", .serialized)
struct OptionSweepTests {
  /// The lines that the child of an exit test reported.
  private func lines(_ result: ExitTest.Result?) -> [Substring] {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      .split(separator: "\n").filter { $0.hasPrefix("sweep: ") }
  }

  @Test("no option on a list ends the process, hangs or makes a file, at the ends of its range")
  func borders() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      var count = 0
      for encoder in OptionSweep.encoders where OptionSweep.isReachable(encoder) {
        let attempts = OptionSweep.attempts(of: EncoderRow.of(encoder).options)
        let isSlow = encoder.contains("av1") || encoder == "flac" || encoder == "libx265"
        let step = OptionSweep.isWide ? 1 : isSlow ? 13 : 5
        for attempt in stride(from: 0, to: attempts.count, by: step).map({ attempts[$0] }) {
          let fault = Trial.run {
            try OptionSweep.encode(encoder, [attempt.name: attempt.value])
          }
          count += 1
          if let fault { Trial.report("sweep: \(encoder) \(attempt) \(fault)") }
        }
      }
      Trial.report("sweep: tried \(count)")
    }
    let told = lines(result)
    #expect(told.count == 1 && told.first?.hasPrefix("sweep: tried ") == true, "\(told)")
  }

  @Test("no option of any encoder takes a path")
  func paths() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let absolute = NSTemporaryDirectory() + "moonreel-sweep-\(getpid()).txt"
      var count = 0
      for encoder in OptionSweep.encoders where OptionSweep.isReachable(encoder) {
        let list = EncoderRow.of(encoder).options
        for name in OptionSweep.everything(encoder) {
          let keys = OptionSweep.parameterNames(of: list, name) + OptionSweep.dangerous
          let values = [""] + (list[name] == nil ? [] : keys.map { $0 + "=" })
          for value in values.flatMap({ [$0 + "a.txt", $0 + absolute] }) {
            count += 1
            // What is refused before an encoder opens costs nothing; the rest is really tried.
            let fault = Result { try OptionSweep.refuses(encoder, name, value) }
            guard case .success(false) = fault else { continue }
            let made = Trial.run { try OptionSweep.encode(encoder, [name: value]) }
            Trial.report("sweep: \(encoder) takes \(name)=\(value) \(made.map { "\($0)" } ?? "")")
          }
        }
      }
      if FileManager.default.fileExists(atPath: absolute) { Trial.report("sweep: \(absolute)") }
      Trial.report("sweep: tried \(count)")
    }
    let told = lines(result)
    #expect(told.count == 1 && told.first?.hasPrefix("sweep: tried ") == true, "\(told)")
  }

  /// With the lists off a library opens what it is told: that the sweeps see it, and what the lists are for.
  @Test("without the lists x264 and x265 write where a script says")
  func withoutLists() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let ways = [
        ("libx264", "x264-params", "dump-yuv=a.yuv"), ("libx264", "stats", "a.log"),
        ("libx265", "x265-params", "csv=a.csv:csv-log-level=2"),
      ]
      for (encoder, name, value) in ways {
        let flags = name == "stats" ? ["flags": "+pass1"] : [:]
        let options = flags.merging([name: value]) { $1 }
        let open = Trial.run { try OptionSweep.encode(encoder, options, guard: .none) }
        let closed = Trial.run { try OptionSweep.encode(encoder, options) }
        Trial.report(
          "sweep: \(name) \(open.map { "\($0)" } ?? "-") \(closed.map { "\($0)" } ?? "-")")
      }
    }
    #expect(
      lines(result) == [
        "sweep: x264-params made [\"a.yuv\"] -",
        "sweep: stats made [\"a.log\", \"a.log.mbtree\"] -",
        "sweep: x265-params made [\"a.csv\"] -",
      ])
  }

  @Test("no option of any muxer makes a file beside the output, whatever it is set to")
  func muxers() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      var count = 0
      for container in Container.allCases where container.traits.muxer != nil {
        for (name, value) in OptionSweep.muxerOptions(container) {
          let fault = Trial.run { try OptionSweep.mux(container, [(name, value)]) }
          count += 1
          guard let fault else { continue }
          // An output that was cut off leaves its partial file, which is its own.
          if case .files(let names) = fault, names.allSatisfy({ $0.contains("out.") }) { continue }
          Trial.report("sweep: \(container) \(name)=\(value) \(fault)")
        }
      }
      Trial.report("sweep: tried \(count)")
    }
    let told = lines(result)
    #expect(told.count == 1 && told.first?.hasPrefix("sweep: tried ") == true, "\(told)")
  }
}

extension OptionSweep {
  /// Whether the lists refuse `value`; no encoder is opened.
  static func refuses(_ encoder: String, _ name: String, _ value: String) throws -> Bool {
    guard let codec = avcodec_find_encoder_by_name(encoder),
      var context = Optional(avcodec_alloc_context3(codec))
    else { return true }
    defer { avcodec_free_context(&context) }
    let media: MediaType = codec.pointee.type == AVMEDIA_TYPE_VIDEO ? .video : .audio
    do {
      try context.map {
        try EncoderOptions($0, encoder: encoder, media: media).setChecked([name: value])
      }
      return false
    } catch is MoonreelError {
      return true
    }
  }

  /// Every option of the muxer of `container` that takes text, and some of all muxers, with a path.
  static func muxerOptions(_ container: Container) -> [(String, String)] {
    guard let name = container.traits.muxer, let format = av_guess_format(name, nil, nil) else {
      return []
    }
    var found: [(String, String)] = []
    for start in [format.pointee.priv_class, avformat_get_class()] {
      guard let start else { continue }
      var object: UnsafePointer<AVClass>? = start
      withUnsafeMutablePointer(to: &object) { object in
        var option: UnsafePointer<AVOption>?
        while let next = av_opt_next(object, option) {
          option = next
          guard next.pointee.type != AV_OPT_TYPE_CONST,
            next.pointee.flags & AV_OPT_FLAG_ENCODING_PARAM != 0
          else { continue }
          let name = String(cString: next.pointee.name)
          found += [(name, "a.txt")]

        }
      }
    }
    return found
  }

  /// Writes a little of `container` into the working folder with a muxer's `options`.
  static func mux(_ container: Container, _ options: [(String, String)]) throws {
    let file = try AtomicOutputFile(path: "out.\(container.pathExtensions[0])", gate: .unrestricted)
    let muxer = try Muxer(container, file: file)
    let (pictures, sounds) = (
      EncoderCatalogue.videoCodecs(in: container), EncoderCatalogue.audioCodecs(in: container)
    )
    if let codec = pictures.first {
      let size = PixelSize(64, 64)
      let encoding = VideoEncoding(codec: codec, size: size, frameRate: try FrameRate(25))
      let encoder = try VideoEncoder(encoding, globalHeader: muxer.wantsGlobalHeader)
      try muxer.addVideo(encoder)
      try muxer.start(options: options)
      let picture = TestPictures.frame(0, format: encoding.format, size: size)
      let unit = encoder.context.pointee.time_base
      try encoder.encode(picture, index: 0) { try muxer.write($0, to: 0, timeBase: unit) }
      try encoder.finish { try muxer.write($0, to: 0, timeBase: unit) }
    } else if let codec = sounds.first {
      let encoder = try AudioEncoder(
        AudioEncoding(codec: codec), globalHeader: muxer.wantsGlobalHeader)
      try muxer.addAudio(encoder)
      try muxer.start(options: options)
      let unit = encoder.context.pointee.time_base
      let tone = TestPictures.tone(0, 8000, rate: 48_000, channels: 2)
      try encoder.encode(tone) { try muxer.write($0, to: 0, timeBase: unit) }
      try encoder.finish { try muxer.write($0, to: 0, timeBase: unit) }
    }
    try muxer.finish()
    try file.commit()
  }
}
