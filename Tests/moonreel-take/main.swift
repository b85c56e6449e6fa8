// SPDX-License-Identifier: MIT

// Records synthetic sources on a virtual clock, as fast as it goes, until it is killed or time is over; the tests run it.
//
//   moonreel-take FILE SECONDS [BYTES]
//
// Prints how long the film is after each tenth of a second. With BYTES the system lets the file grow no further.

import Glibc
import MoonreelCapture
import MoonreelCore
import MoonreelMedia

/// Prints `line` at once: what was said is there when the program is killed.
func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = write(STDOUT_FILENO, bytes, bytes.count)
}

let arguments = CommandLine.arguments
guard arguments.count >= 3, let seconds = Int(arguments[2]) else {
  say("moonreel-take FILE SECONDS [BYTES]")
  exit(2)
}
if arguments.count > 3, let bytes = UInt(arguments[3]) {
  var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
  setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}
let clock = VirtualCaptureClock()
let session = CaptureSession(clock: clock)
let movie = MovieFileOutput(gate: .unrestricted)
do {
  let rate = try FrameRate(25)
  try session.configure { configuration in
    let size = PixelSize(320, 180)
    let camera = SyntheticCamera(sizes: [size], clock: clock)
    guard let format = camera.device.formats[0].picture?.at(rate) else { return }
    try configuration.addInput(camera, format: .picture(format))
    try configuration.addInput(SyntheticMicrophone(clock: clock))
    try configuration.addOutput(movie)
  }
  try session.start()
  var settings = MovieFileSettings()
  settings.freeSpaceLimit = 0
  try movie.start(arguments[1], settings)
  for _ in 0..<seconds * 10 {
    clock.run(for: Time(flicks: Time.flicksPerSecond / 10))
    say("\(movie.currentReport?.duration.seconds ?? 0)")
    if movie.currentReport?.ending != nil { break }
  }
  switch movie.stop().ending {
  case .failed(let error): say("failed: \(error.message)")
  case .stopped, .durationLimit, .sizeLimit, .freeSpace, nil: say("stopped")
  }
} catch {
  say("failed: \(error)")
  exit(1)
}
