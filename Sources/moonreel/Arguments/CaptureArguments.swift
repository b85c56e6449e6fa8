// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCapture
import MoonreelCore
import MoonreelMedia

/// The devices and streams that a capture records.
struct CaptureInputArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A camera: its number, name or identifier, default, or synthetic:camera.", valueName: "name"))
  var camera: String?

  @Option(
    help: ArgumentHelp(
      "A display :0, from a point on :0+100,100, a region :0+100,100,640x360, or a window :0/Title.",
      valueName: "place"))
  var screen: ScreenPlace?

  @Option(
    help: ArgumentHelp(
      "A live stream (HLS), its pictures and its sound, from a host that --allow-net names.",
      valueName: "address"))
  var stream: String?

  @Option(
    help: ArgumentHelp(
      "Which size of the stream: highest (default), lowest, or the best of at most so many lines.",
      valueName: "variant"))
  var variant: VariantArgument?

  @Option(
    help: ArgumentHelp(
      "A microphone: its number, name or identifier, default, or synthetic:microphone.",
      valueName: "name"))
  var mic: String?

  @Option(
    help: ArgumentHelp(
      "How large pictures are; of a screen, how much of it is seen (default: as the device has them).",
      valueName: "WxH"))
  var size: SizeArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A constant rate, such as 30 (default: pictures keep the times at which they were taken).",
      valueName: "rate"))
  var fps: String?

  @Flag(help: "Leave the mouse pointer out of pictures of a screen.")
  var noPointer = false
}

/// What a capture writes, and when it ends.
struct CaptureOutputArguments: ParsableArguments {
  @Option(help: ArgumentHelp("The codec of the pictures, such as h264.", valueName: "name"))
  var codec: VideoCodec?

  @Option(
    name: .customLong("for"), parsing: .unconditional,
    help: ArgumentHelp("End after so long (default: at Ctrl-C).", valueName: "time"))
  var duration: SecondsArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Begin another file every so often; files are numbered, none loses a picture.",
      valueName: "time"))
  var split: SecondsArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("End before a file exceeds so many bytes, such as 2G.", valueName: "bytes"))
  var maxOutput: ByteCountArgument?

  @Option(
    help: ArgumentHelp("Take a photo at the beginning: .png or .jpg.", valueName: "file"),
    completion: .file())
  var photo: String?
}

/// The devices that a script may use.
struct DeviceAccessArguments: ParsableArguments {
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Let the script use devices of this kind: camera, microphone or screen; repeat it for several.",
      valueName: "kind"))
  var allowDevice: [DeviceAccessArgument] = []

  /// The kinds of devices that the script may use.
  var kinds: Set<CaptureDevice.Kind> { Set(allowDevice.map(\.kind)) }
}

/// What the script of a capture gets.
struct CaptureScriptArguments: ParsableArguments {
  @OptionGroup var devices: DeviceAccessArguments

  @OptionGroup var parameters: ParameterArguments

  /// The first option that was given; `nil` where there is none.
  var first: String? {
    if !devices.allowDevice.isEmpty { return "--allow-device" }
    if !parameters.settings.isEmpty { return "--set" }
    return parameters.params == nil ? nil : "--params"
  }
}

extension ScreenPlace: ExpressibleByArgument {
  /// The place that was typed; `nil` where it is none.
  public init?(argument: String) { self.init(argument) }
}

extension VideoCodec: ExpressibleByArgument {}
