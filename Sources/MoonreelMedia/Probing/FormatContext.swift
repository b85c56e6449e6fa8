// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// An open media file: owns one `AVFormatContext` and the gate session it opens files through.
final class FormatContext {
  /// The path as the user gave it, for messages.
  let path: String
  /// libav's context, open and with its streams known.
  private(set) var context: UnsafeMutablePointer<AVFormatContext>
  /// The numbered pictures that the path stands for, if it does.
  let sequence: ImageSequence?
  /// The raw pictures that libav sees, where another library draws those of the file.
  private let rawFile: RawPictureFile?
  /// The file, all links followed; `nil` for addresses and numbered pictures.
  let realPath: String?
  private let session: GateSession
  let gate: FileGate
  private let frameRate: FrameRate?

  /// Opens `path` through `gate` and finds out about its streams.
  ///
  /// - Parameter frameRate: the rate of a numbered image sequence.
  init(path: String, gate: FileGate, frameRate: FrameRate? = nil) throws {
    Libav.start
    self.path = path
    let source = try InputSource(path: path, gate: gate)
    session = GateSession(gate: gate, url: source.url, name: path)
    (sequence, realPath) = (source.sequence, source.realPath)
    (self.gate, self.frameRate) = (gate, frameRate)
    do {
      (context, remote) = try Self.open(source, path, session, frameRate)
      rawFile = nil
    } catch {
      guard let found = session.takePictures() else { throw error }
      let pictures = try found.kind.pictures(in: found.bytes, path: path, gate: gate)
      let file = try RawPictureFile(pictures, path: path)
      context = try file.open(path)
      rawFile = file
    }
    // From here on all properties are set, so that a throw runs `deinit`.
    var code = try findStreams(limit: gate.pixelLimit)
    if code >= 0, rawFile == nil, hasUnknownPictures {
      code = try lookFurther(source, frameRate)
    }
    if let fault = session.interruption(path) ?? session.firstFault { throw fault }
    if code < 0 { throw Self.openError(path, code) }
    rawPictures?.tag(stream(0).pointee.codecpar)
  }

  /// Opens a piece of a stream, which is at hand as `bytes` and may name no other file; messages call it `name`.
  ///
  /// - Throws: `MoonreelError`.
  init(piece bytes: [UInt8], name: String, gate: FileGate) throws {
    Libav.start
    var closed = FileGate(folders: [], cancellation: gate.cancellation)
    closed.pixelLimit = gate.pixelLimit
    (path, self.gate) = (name, closed)
    session = GateSession(gate: closed, name: name)
    (sequence, realPath, rawFile, frameRate) = (nil, nil, nil, nil)
    let held = PlainBytes(bytes)
    context = try Self.open(
      "", name, session, over: try session.stream(held, name: name), nil,
      [("format_whitelist", Demuxers.pieces)])
    remote = held
    let code = try findStreams(limit: gate.pixelLimit)
    if let fault = session.interruption(path) ?? session.firstFault { throw fault }
    if code < 0 { throw Self.openError(path, code) }
  }

  /// Whether libav knows a stream of pictures, but not yet what they are like.
  private var hasUnknownPictures: Bool {
    (0..<streamCount).contains { index in
      let parameters = stream(index).pointee.codecpar.pointee
      return parameters.codec_type == AVMEDIA_TYPE_VIDEO && parameters.codec_id != AV_CODEC_ID_NONE
        && stream(index).pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
        && (parameters.width <= 0 || parameters.format == AV_PIX_FMT_NONE.rawValue)
    }
  }

  /// Opens the file once more and looks as far into it as it takes: a recording that begins in the middle of a
  /// group says only with its next key frame what its pictures are like.
  private func lookFurther(_ source: InputSource, _ frameRate: FrameRate?) throws -> Int32 {
    let further = try Self.open(source, path, session, frameRate, looksFar: true)
    var first: UnsafeMutablePointer<AVFormatContext>? = context
    (context, remote) = further
    avformat_close_input(&first)
    return try findStreams(limit: gate.pixelLimit)
  }

  /// Reads the next packet of any stream into `packet`, which is empty.
  ///
  /// - Returns: 0, or libav's code at the end, for damage, or where it was stopped.
  func read(into packet: UnsafeMutablePointer<AVPacket>) -> Int32 {
    while true {
      let code = av_read_frame(context, packet)
      if code != MR_EAGAIN || session.clock.isOver { return code }
    }
  }

  /// Throws where reading did not end by itself: somebody asked it to stop, or a server took too long.
  func requireUninterrupted() throws {
    if let interruption = session.interruption(path) { throw interruption }
  }

  /// The same file, opened once more, at its beginning.
  func reopened() throws -> FormatContext {
    try FormatContext(path: path, gate: gate, frameRate: frameRate)
  }

  deinit {
    var open: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&open)
  }

  /// A nested opening that was refused after the file was opened, if any.
  var fault: MoonreelError? { session.firstFault }

  /// libav's name of the container.
  var formatName: String {
    rawPictures?.formatName ?? String(cString: context.pointee.iformat.pointee.name)
  }

  /// Whether one of libav's names of the container is among `names`.
  func isOne(of names: Set<String>) -> Bool {
    formatName.split(separator: ",").contains { names.contains(String($0)) }
  }

  /// Whether files of the kind are streams that may be cut at any byte, so that what is broken at their beginning and
  /// end is a cut and no damage. Other kinds say where each of their packets lies.
  var isCutAnywhere: Bool {
    isOne(of: [
      "mpegts", "mpeg", "mp3", "aac", "ac3", "eac3", "dts", "truehd", "mlp", "loas", "flac", "sbc",
      "aptx", "g722", "gsm", "dv",
    ])
  }

  /// The bytes of the file; `nil` where they are not known.
  var byteCount: Int64? {
    guard let io = context.pointee.pb else { return nil }
    let size = avio_size(io)
    return size > 0 ? size : nil
  }

  /// The bytes of the file itself, read past libav where it lies on this machine: libav reads 32 KiB where eight
  /// are asked for. `nil` where one cannot jump in it.
  private(set) lazy var bytes: (any ByteSource)? = {
    if let realPath, let file = try? FileBytes(realPath, named: path) { return file }
    if let remote { return RemoteSource(remote: remote, session: session) }
    return LibavBytes(context.pointee.pb)
  }()

  /// The bytes of the file where it lies on a server.
  private(set) var remote: (any RemoteBytes)?

  /// Whether all that was read lies in one file of this machine.
  var isOneFile: Bool { session.isOneFile && rawFile == nil && sequence == nil }

  /// The pictures that another library than libav draws, where the file has such.
  var rawPictures: (any RawPictures)? { rawFile?.pictures }

  /// Whether the path stands for numbered pictures.
  var isSequence: Bool { sequence != nil }

  /// How many streams there are.
  var streamCount: Int { Int(context.pointee.nb_streams) }

  /// Stream `index`.
  ///
  /// - Precondition: `index` is a stream of the file.
  func stream(_ index: Int) -> UnsafeMutablePointer<AVStream> {
    // holds: libav counts them with 32 bits.
    guard let stream = mr_stream(context, Int32(index)) else {
      preconditionFailure("stream \(index) exists")
    }
    return stream
  }

  /// What libav has read of the container's own list of the packets of stream `index`; `nil` where it cannot be had.
  func listedEntries(_ index: Int) -> [mr_index_entry]? {
    let stream = stream(index)
    let count = Int(avformat_index_get_entries_count(stream))
    var entries: [mr_index_entry] = []
    entries.reserveCapacity(count)
    for number in 0..<count {
      var entry = mr_index_entry()
      // holds: libav counts them with 32 bits.
      guard mr_get_index_entry(stream, Int32(number), &entry) != 0 else { return nil }
      entries.append(entry)
    }
    return entries
  }

  /// Whether libav cuts the packets of `stream` anew by what is in them, once some have been read; at the end of the
  /// file it does not know any more (``isAtEnd``).
  static func isCutAnew(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
    // Every stream has a parser; whether packets go through it, and whole, is among its flags.
    guard let parser = av_stream_get_parser(stream) else { return false }
    let flags = parser.pointee.flags
    return flags & PARSER_FLAG_FETCHED_OFFSET != 0 && flags & PARSER_FLAG_COMPLETE_FRAMES == 0
  }

  /// Whether libav has come to the end of the file.
  var isAtEnd: Bool { context.pointee.pb.map { $0.pointee.eof_reached != 0 } ?? true }

  /// Tells libav to skip the packets of all streams but those in `wanted`.
  func read(only wanted: Set<Int>) {
    for index in 0..<streamCount {
      stream(index).pointee.discard = wanted.contains(index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
  }

  /// How far libav looks for streams where its own 5 MB and 5 s do not do.
  private static let farLook = [("probesize", "\(256 << 20)"), ("analyzeduration", "120000000")]

  private static func open(
    _ source: InputSource, _ path: String, _ session: GateSession, _ frameRate: FrameRate?,
    looksFar: Bool = false
  ) throws -> (UnsafeMutablePointer<AVFormatContext>, (any RemoteBytes)?) {
    let remote = try session.openFirst()
    let demuxer = source.demuxerName.flatMap { av_find_input_format($0) }
    let options = source.options(frameRate: frameRate) + (looksFar ? farLook : [])
    let context = try open(source.url, path, session, over: remote?.file, demuxer, options)
    return (context, remote?.bytes)
  }

  /// Lets libav open `url`, or read `file` where there is one.
  private static func open(
    _ url: String, _ path: String, _ session: GateSession,
    over file: UnsafeMutablePointer<AVIOContext>?,
    _ demuxer: UnsafePointer<AVInputFormat>?, _ options: [(String, String)]
  ) throws -> UnsafeMutablePointer<AVFormatContext> {
    guard let context = avformat_alloc_context() else {
      throw MoonreelError(.limitExceeded, "Cannot open '\(path)': out of memory.")
    }
    session.install(in: context)
    context.pointee.pb = file
    var entries = Libav.dictionary(options)
    defer { av_dict_free(&entries) }
    var open: UnsafeMutablePointer<AVFormatContext>? = context
    let code = avformat_open_input(&open, url, demuxer, &entries)
    guard code >= 0, let open else {
      throw session.interruption(path) ?? session.firstFault ?? openError(path, code)
    }
    return open
  }

  /// The error for a file that libav cannot open, by its `code` and the last line it logged.
  private static func openError(_ path: String, _ code: Int32) -> MoonreelError {
    let cause = Libav.cause(code)
    if let end = cause.firstRange(of: ": Format not on whitelist") {
      let name = cause[..<end.lowerBound].split(separator: " ").last ?? ""
      return MoonreelError(
        .accessDenied,
        "Cannot open '\(path)': a file of the kind '\(name)' names other files to open, which is not "
          + "allowed. Put the files on a track one after the other instead.")
    }
    if code == MR_EOF {
      return MoonreelError(
        .unsupportedFormat, "Cannot open '\(path)': the file is empty or ends too early.",
        cause: cause)
    }
    let what =
      code == MR_INVALID_DATA
      ? "it is not media that can be read, or its beginning is damaged or cut off"
      : Libav.words(code).lowercased()
    return MoonreelError(.unsupportedFormat, "Cannot open '\(path)': \(what).", cause: cause)
  }
}
