// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// Fontconfig's settings as Moonreel wants them: which folders hold fonts and what stands in for what, and
/// nothing of what the machine's own settings say about how letters are drawn.
public enum FontConfiguration {
  /// The settings in Fontconfig's format.
  static let text = """
    <?xml version="1.0"?>
    <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
    <fontconfig>
    \(folders.map { "<dir>\($0.markupEscaped)</dir>" }.joined(separator: "\n"))
    <cachedir>/var/cache/fontconfig</cachedir>
    <cachedir prefix="xdg">fontconfig</cachedir>
    <include ignore_missing="yes">/usr/share/fontconfig/conf.avail/10-scale-bitmap-fonts.conf</include>
    \(aliases.map(alias).joined(separator: "\n"))
    </fontconfig>
    """

  /// The folders that fonts are installed in; some need not exist.
  public static var folders: [String] {
    let home = getenv("HOME").map { String(cString: $0) }
    let own = home.map { ["\($0)/.local/share/fonts", "\($0)/.fonts"] } ?? []
    return ["/usr/share/fonts", "/usr/local/share/fonts"] + own
  }

  /// What stands for the fonts that are installed: the names, the sizes and the times of all files in ``folders``. What was
  /// drawn of titles with other fonts may look different.
  public static var digest: Digest {
    var files: [String] = []
    var waiting = folders
    while let folder = waiting.popLast(), files.count < mostFiles {
      for name in Folder.names(in: folder).sorted() {
        let path = FilePath.join(folder, name)
        var status = stat()
        guard stat(path, &status) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFDIR {
          waiting.append(path)
        } else {
          files.append("\(path) \(status.st_size) \(status.st_mtim.tv_sec)")
        }
      }
    }
    return DigestWriter("fonts", files).digest
  }

  /// Files that are looked at: links may lead in a circle.
  private static let mostFiles = 100_000

  /// What generic names stand for, the first that is installed.
  private static let aliases: [(String, [String])] = [
    ("sans-serif", ["DejaVu Sans", "Noto Sans", "Liberation Sans"]),
    ("sans", ["DejaVu Sans", "Noto Sans", "Liberation Sans"]),
    ("serif", ["DejaVu Serif", "Noto Serif", "Liberation Serif"]),
    ("monospace", ["DejaVu Sans Mono", "Noto Sans Mono", "Liberation Mono"]),
    ("emoji", ["Noto Color Emoji"]),
  ]

  /// The names that always stand for some font.
  static let genericFamilies = Set(aliases.map(\.0))

  private static func alias(_ name: String, _ families: [String]) -> String {
    let list = families.map { "<family>\($0)</family>" }.joined()
    // Emoji also before fonts of the text's language: these have the digits that keycaps begin with.
    let binding = name == "emoji" ? " binding=\"same\"" : ""
    return "<alias\(binding)><family>\(name)</family><prefer>\(list)</prefer></alias>"
  }

}
