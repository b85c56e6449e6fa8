// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel

extension Studio {
  func preset(_ message: Message, _ session: StudioSession) throws {}
  func gallery(_ message: Message, _ session: StudioSession) throws {}
  func thumbnails(_ message: Message, _ session: StudioSession) throws {}
  func waveform(_ message: Message, _ session: StudioSession) throws {}
}
