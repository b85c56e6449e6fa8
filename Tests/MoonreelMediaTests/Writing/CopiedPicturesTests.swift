// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Which packets can be copied among others.
struct CopiedPicturesTests {
  /// A clip of numbered frames, written with `options`, and how many frames from which on can be copied.
  struct Case: CustomTestStringConvertible {
    var options: String
    var name = "a.mp4"
    var codec = VideoCodec.h264
    /// Frames that are to be copied.
    var wanted = 0..<100
    /// Frames that are.
    var copied: Range<Int>?
    var least = 1

    var testDescription: String { "\(options) \(name) \(wanted)" }
  }

  private static let x264 = "-c:v libx264 -preset veryfast -g 25 -sc_threshold 0"
  private static let x265 = "-c:v libx265 -preset ultrafast"

  private static let cases = [
    Case(options: "\(x264) -bf 0", copied: 0..<100),
    Case(options: "\(x264) -bf 0", wanted: 1..<100, copied: 25..<100),
    Case(options: "\(x264) -bf 0", wanted: 25..<61, copied: 25..<61),
    // Frames 60 and 61 need frame 62.
    Case(
      options: "\(x264) -bf 2 -x264-params b-adapt=0:b-pyramid=0", wanted: 24..<62, copied: 25..<60),
    Case(
      options: "\(x264) -bf 3 -x264-params b-adapt=0:b-pyramid=normal", wanted: 0..<51,
      copied: 0..<51),
    Case(options: "\(x264) -bf 3 -x264-params b-adapt=0", wanted: 0..<53, copied: 0..<51),
    // Of open groups only the first begins with a picture that clears all before.
    Case(options: "\(x264) -bf 3 -x264-params open-gop=1", wanted: 3..<100, copied: nil),
    Case(options: "\(x264) -bf 3 -x264-params open-gop=1", copied: 0..<100),
    Case(options: "\(x264) -intra-refresh 1 -bf 0", wanted: 10..<100, copied: nil),
    Case(options: "\(x264) -bf 2", name: "a.mkv", wanted: 30..<100, copied: 50..<100),
    Case(options: "\(x264) -bf 2", name: "a.ts", wanted: 30..<100, copied: 50..<100),
    Case(
      options: "\(x265) -x265-params log-level=none:keyint=25:min-keyint=25:scenecut=0:open-gop=0",
      codec: .hevc, wanted: 10..<100, copied: 25..<100),
    Case(
      options: "\(x265) -x265-params log-level=none:keyint=25:min-keyint=25:scenecut=0:open-gop=1",
      codec: .hevc, wanted: 10..<100, copied: nil),
    Case(
      options: "-c:v mpeg2video -g 10 -bf 0 -qscale 3", name: "a.mkv", codec: .mpeg2,
      wanted: 5..<95, copied: 10..<95),
    // The groups of this encoder are open but for the first, unless it is told otherwise.
    Case(
      options: "-c:v mpeg2video -g 10 -bf 2 -qscale 3", name: "a.mkv", codec: .mpeg2,
      wanted: 5..<95, copied: nil, least: 2),
    Case(
      options: "-c:v mpeg2video -g 10 -bf 2 -flags +cgop -sc_threshold 1000000000 -qscale 3",
      name: "a.mkv",
      codec: .mpeg2, wanted: 5..<100, copied: 10..<100),
    Case(
      options: "-c:v ffv1 -g 1 -level 3", name: "a.mkv", codec: .ffv1, wanted: 7..<31,
      copied: 7..<31),
    Case(
      options: "-c:v mjpeg -q:v 3 -pix_fmt yuvj420p", name: "a.mov", codec: .jpeg, wanted: 7..<31,
      copied: 7..<31),
    Case(
      options: "-c:v prores_ks -pix_fmt yuv422p10le", name: "a.mov", codec: .prores422,
      wanted: 99..<100, copied: 99..<100),
  ]

  @Test(arguments: cases) func stretchesBeginAndEndWhereNothingElseIsNeeded(_ test: Case) throws {
    let folder = try TemporaryFolder()
    let pictures = try Self.pictures(test, in: folder)
    let stretch = try pictures.stretch(in: test.wanted, least: test.least)
    #expect(stretch?.slots == test.copied)
    guard let stretch else { return }
    #expect(stretch.ordinals.count == stretch.slots.count)
    var slots: [Int] = []
    try pictures.read(stretch) { _, slot in slots.append(slot) }
    #expect(slots.sorted() == Array(stretch.slots))
    let pieces = pictures.pieces(of: stretch, count: 8)
    #expect(pieces.flatMap(\.slots) == Array(stretch.slots))
    #expect(pieces.flatMap(\.ordinals) == Array(stretch.ordinals))
  }

  private static func pictures(_ test: Case, in folder: TemporaryFolder) throws -> CopiedPictures {
    try FFmpegCommand.make(
      "-f lavfi -i testsrc2=s=160x96:r=25 -frames:v 100 -pix_fmt yuv420p \(test.options) \(test.name)",
      in: folder)
    let asset = try Asset.load(path: folder.file(test.name), gate: .unrestricted)
    return try CopiedPictures(try #require(asset.video), codec: test.codec, gate: .unrestricted)
  }

  @Test func aStretchIsNotShorterThanWanted() throws {
    let folder = try TemporaryFolder()
    let pictures = try Self.pictures(Case(options: "\(Self.x264) -bf 0"), in: folder)
    #expect(try pictures.stretch(in: 20..<34, least: 10) == nil)
    #expect(try pictures.stretch(in: 20..<35, least: 10)?.slots == 25..<35)
  }

  /// What was changed under the reader's hands is not copied.
  @Test func aFileThatChangesIsNoticed() throws {
    let folder = try TemporaryFolder()
    let pictures = try Self.pictures(Case(options: "\(Self.x264) -bf 0"), in: folder)
    let stretch = try #require(try pictures.stretch(in: 0..<100, least: 1))
    try FFmpegCommand.make(
      "-f lavfi -i testsrc=s=160x96:r=25 -frames:v 100 -pix_fmt yuv420p \(Self.x264) -bf 0 a.mp4",
      in: folder)
    let error = #expect(throws: MoonreelError.self) { try pictures.read(stretch) { _, _ in } }
    #expect(error?.message.contains("was changed") == true)
  }

  /// The encoder numbers its parameter sets so that nobody else has the number.
  @Test(arguments: [("", 1), ("-x264-params sps-id=5", nil), ("-x264-params sps-id=1", nil)])
  func encodersStandBesideFiles(_ options: String, _ number: Int?) throws {
    let folder = try TemporaryFolder()
    let file = try Self.pictures(Case(options: "\(Self.x264) -bf 0 \(options)"), in: folder)
    let encoding = VideoEncoding(
      codec: .h264, size: PixelSize(160, 96), frameRate: try FrameRate(25), quality: 0.4)
    let company = try CopyCompany([file], encoding, isAlone: false)
    #expect(company.obstacles == [nil])
    #expect(company.encoding.parameterSetNumber == number)
    let sets = try #require(company.sets)
    #expect(sets.units.count == 4)
    #expect(CodedUnits.ranges(in: company.description, .startCodes)?.count == 4)
  }

  /// Two clips whose sets have the same numbers and are not the same.
  @Test func filesThatDoNotGoTogetherAreNotCopiedBoth() throws {
    let folder = try TemporaryFolder()
    let first = try Self.pictures(Case(options: "\(Self.x264) -bf 0"), in: folder)
    let second = try Self.pictures(Case(options: "\(Self.x264) -bf 3", name: "b.mp4"), in: folder)
    let encoding = VideoEncoding(
      codec: .h264, size: PixelSize(160, 96), frameRate: try FrameRate(25))
    let company = try CopyCompany([first, second, first], encoding, isAlone: false)
    #expect(company.obstacles.map { $0 == nil } == [true, false, true])
  }

  @Test(arguments: [
    (
      "-c:v libx265 -preset ultrafast -x265-params log-level=none", PixelSize(160, 96),
      "coded as hevc"
    ),
    ("-c:v libx264 -preset ultrafast", PixelSize(320, 96), "another size"),
    (
      "-c:v libx264 -preset ultrafast -flags +ilme+ildct -x264-params interlaced=1:tff=1",
      PixelSize(160, 96), "interlaced"
    ),
    (
      "-c:v libx264 -preset ultrafast -color_range pc -vf format=yuvj420p", PixelSize(160, 96),
      "stored as"
    ),
  ])
  func whatDoesNotMatchIsNotCopied(_ options: String, _ size: PixelSize, _ reason: String) throws {
    let folder = try TemporaryFolder()
    let file = try Self.pictures(Case(options: options), in: folder)
    let encoding = VideoEncoding(codec: .h264, size: size, frameRate: try FrameRate(25))
    let obstacle = try CopyCompany([file], encoding, isAlone: false).obstacles[0]
    #expect(obstacle?.contains(reason) == true, "\(obstacle ?? "nothing")")
  }

  /// Units keep their bytes, whatever tells them apart.
  @Test func unitsAreTakenApart() throws {
    let units: [[UInt8]] = [[9, 16], [0x67, 0, 0, 3, 1], [0x65, 0x88, 0, 3]]
    var byLength: [UInt8] = []
    var byCode: [UInt8] = []
    for unit in units {
      byLength += [0, 0, UInt8(unit.count)]
      byLength += unit
      byCode += [0, 0, 0, 1]
      byCode += unit
    }
    byCode.append(0)
    for (bytes, form) in [(byLength, CodedUnitForm.lengths(3)), (byCode, .startCodes)] {
      #expect(CodedUnits.ranges(in: bytes, form)?.map { Array(bytes[$0]) } == units)
    }
    #expect(CodedUnits.ranges(in: Array(byLength.dropLast()), .lengths(3)) == nil)
    #expect(CodedUnits.ranges(in: [0, 0, 0], .lengths(3)) == nil)
    #expect(CodedUnits.ranges(in: [1, 2, 3], .startCodes) == nil)
  }
}
