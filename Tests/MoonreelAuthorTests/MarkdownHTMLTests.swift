// SPDX-License-Identifier: MIT

import Testing

@testable import MoonreelAuthor

@Suite struct MarkdownHTMLTests {
  @Test(
    arguments: [
      ("One `a < b` line", "<p>One <code>a &lt; b</code> line</p>"),
      (
        "**Bold** and *soft* & <tag>",
        "<p><strong>Bold</strong> and <em>soft</em> &amp; &lt;tag&gt;</p>"
      ),
      ("2 * 3 * 4", "<p>2 * 3 * 4</p>"),
      ("[`Layer`](#layer): x", "<p><a href=\"#layer\"><code>Layer</code></a>: x</p>"),
      ("- one\n  goes on\n- two", "<ul>\n<li>one goes on</li>\n<li>two</li>\n</ul>"),
      ("```lua\nlocal a = \"<b>\"\n```", "<pre><code>local a = &quot;&lt;b&gt;&quot;</code></pre>"),
      ("    code\n\n    more\n\nwords", "<pre><code>code\n\nmore</code></pre>\n<p>words</p>"),
      (
        "| a | b |\n| --- | --- |\n| 1 | `x\\|y` |",
        "<table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td>1</td><td><code>x|y</code></td></tr>\n</table>"
      ),
    ])
  func blocks(markdown: String, html: String) {
    #expect(MarkdownHTML().html(markdown) == html)
  }

  @Test func linksThatLeadNowhereAreWords() {
    #expect(MarkdownHTML { _ in nil }.html("[there](x.md)") == "<p>there</p>")
  }

  @Test func picturesOfThePageAreShown() {
    let text = "![a `b`](c.png)!\n\n![d](https://e/f.png) and !"
    #expect(MarkdownHTML().html(text) == "<p>a `b`!</p>\n<p>d and !</p>")
    let converter = MarkdownHTML(picture: { $0.contains(":") ? nil : $0 })
    #expect(
      converter.html(text)
        == "<p><img src=\"c.png\" alt=\"a `b`\" loading=\"lazy\">!</p>\n<p>d and !</p>")
  }

  @Test func examplesCarryTheirWholeScript() {
    let converter = MarkdownHTML(script: { "first\n\($0)" })
    #expect(
      converter.html("```lua example\nsecond\n```")
        == "<pre data-script=\"first\nsecond\"><code>second</code></pre>")
  }
}
