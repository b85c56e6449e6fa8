// SPDX-License-Identifier: MIT

import Testing

extension TemporaryFolder {
  /// Width, height and codec of the pictures of `file`, and the codec of its sound, as ffprobe has them.
  func streams(of file: String) async throws -> String {
    let result = try await Program.shell(
      "ffprobe -v error -show_entries stream=codec_name,width,height -of csv=p=0 '\(file)'", in: url
    )
    #expect(result.code == 0, "\(result.errors)")
    return result.output.split(separator: "\n").joined(separator: " ")
  }
}
