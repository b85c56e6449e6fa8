// SPDX-License-Identifier: MIT

import CAuthorPages
import MoonreelCore
import MoonreelScript

/// The page of a gallery: a card for each plugin, with what it does, takes, and how it is called.
struct GalleryPage {
  let title: String
  let cards: [PluginGallery.Card]
  /// What is wrong with modules that could not be loaded.
  let problems: [MoonreelError]

  var html: String {
    let shown = problems.map { "<p class=\"problems\">\($0.message.asHTML)</p>\n" }.joined()
    let count = cards.count == 1 ? "1 plugin" : "\(cards.count) plugins"
    return HTMLPage(
      title: title, placeholder: "Find a plugin (press /)", count: count,
      body: shown + "<main class=\"cards\">\n\(cards.map(card).joined())</main>",
      scripts: [String(cString: mr_author_gallery())]
    ).text
  }

  private func card(_ card: PluginGallery.Card) -> String {
    let plugin = card.plugin
    let words = plugin.summary
    return """
      <article class="card" id="\(plugin.module.asHTML)" data-name="\(plugin.name.asHTML)" \
      data-words="\("\(plugin.kind.words): \(words)".asHTML)">
      \(preview(card))
      <div class="words">
      <h2>\(plugin.name.asHTML) <small>\(plugin.kind.words)</small></h2>
      <p>\(MarkdownHTML { _ in nil }.inline(words))</p>
      <pre><code>\(plugin.usage.asHTML)</code></pre>
      \(options(plugin))
      </div>
      </article>

      """
  }

  private func preview(_ card: PluginGallery.Card) -> String {
    guard let file = card.preview?.asHTML else {
      return "<p class=\"problem\">\((card.problem?.message ?? "").asHTML)</p>"
    }
    return card.plugin.kind == .soundEffect
      ? "<audio src=\"\(file)\" controls preload=\"metadata\"></audio>"
      : "<video src=\"\(file)\" loop muted playsinline preload=\"auto\"></video>"
  }

  private func options(_ plugin: Plugin) -> String {
    let options = plugin.describedOptions
    guard !options.isEmpty else { return "" }
    let rows = options.map { option in
      "<tr><td><code>\(option.name.asHTML)</code></td><td><code>\(option.type.asHTML)</code></td>"
        + "<td>\(MarkdownHTML { _ in nil }.inline(option.words))</td></tr>\n"
    }
    let head = "<tr><th>option</th><th>is</th><th></th></tr>\n"
    let summary = options.count == 1 ? "1 option" : "\(options.count) options"
    return
      "<details>\n<summary>\(summary)</summary>\n<table>\n\(head)\(rows.joined())</table>\n</details>"
  }
}
