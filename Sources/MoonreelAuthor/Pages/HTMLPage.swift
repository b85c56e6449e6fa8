// SPDX-License-Identifier: MIT

import CAuthorPages

/// One page of HTML that needs nothing else: its look and its scripts stand in it.
struct HTMLPage {
  var title: String
  /// What the search field says while it is empty.
  var placeholder: String
  /// How many things are on the page, in words.
  var count: String
  /// HTML below the bar.
  var body: String
  /// Scripts besides the search.
  var scripts: [String] = []

  /// Sources are named by the page's own rules alone: no network, no frames.
  private static let policy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; media-src 'self'; img-src 'self' data:"

  var text: String {
    let scripts = [String(cString: mr_author_search())] + scripts
    return """
      <!DOCTYPE html>
      <!-- SPDX-License-Identifier: MIT -->
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
      <title>\(title.asHTML)</title>
      <style>
      \(String(cString: mr_author_style()))</style>
      </head>
      <body>
      <header class="bar">
      <h1>\(title.asHTML)</h1>
      <input id="search" type="search" placeholder="\(placeholder.asHTML)" autocomplete="off" spellcheck="false" role="combobox" \
      aria-expanded="false" aria-controls="found" aria-label="\(placeholder.asHTML)">
      <span class="count">\(count.asHTML)</span>
      </header>
      <ul id="found" class="found" role="listbox" hidden></ul>
      \(body)
      <script>
      \(scripts.joined(separator: "</script>\n<script>\n"))</script>
      </body>
      </html>

      """
  }
}

extension StringProtocol {
  /// The text with what means something in HTML put as entities.
  var asHTML: String {
    var text = ""
    for character in self {
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      default: text.append(character)
      }
    }
    return text
  }
}
