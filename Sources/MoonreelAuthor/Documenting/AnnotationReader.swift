// SPDX-License-Identifier: MIT

/// Reads stubs and modules in the notation of LuaCATS, one file after the other, into a ``Reference``.
///
/// A comment belongs to what it stands before: a class, an alias, a function. A class goes on in other files; what was
/// declared first counts.
struct AnnotationReader {
  /// How names of files become names of modules.
  enum Kind {
    /// Stubs of native functions: no module.
    case stubs
    /// A module that scripts require by this name.
    case module(String)
  }

  private(set) var reference = Reference()
  /// Modules whose entries have a page elsewhere; stubs may say something of them.
  let skipped: Set<String>

  private var places: [String: Int] = [:]
  private var known: Set<String> = []
  /// What stubs say of a module before its own file is read.
  private var stubWords: [String: String] = [:]

  // Of the file at hand.
  private var file = ""
  private var module: String?
  private var isHeadDone = false
  private var isInAlias = false
  /// Whether a block of code is open in the head of the module.
  private var isInBlock = false
  /// The entry that fields belong to.
  private var current: String?

  // What waits for the next declaration.
  private var words = ""
  private var items: [Reference.Item] = []

  init(skipping skipped: Set<String> = []) { self.skipped = skipped }

  /// Reads the file `path`.
  mutating func read(_ text: String, path: String, as kind: Kind) {
    file = path
    (module, isHeadDone, isInAlias, isInBlock, current) = (nil, false, false, false, nil)
    if case .module(let name) = kind {
      if skipped.contains(name) { return }
      module = name
    }
    forget()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() { read(line, number: number + 1) }
  }

  private mutating func read(_ line: Substring, number: Int) {
    if readHead(line, number: number) { return }
    if line.hasPrefix("---@meta") || line.hasPrefix("-- ") { return }
    if readDeclaration(line) { return }
    if readAnnotation(line) { return }
    if readComment(line) { return }
    readCode(line)
  }

  // MARK: Entries

  private mutating func forget() { (words, items) = ("", []) }

  /// The place of the entry `name`, which is made where there is none.
  private mutating func place(of name: String) -> Int {
    if let place = places[name] { return place }
    reference.entries.append(.init(name: name, file: file))
    places[name] = reference.entries.count - 1
    return reference.entries.count - 1
  }

  /// Begins an entry, or goes on with one that another file has begun.
  private mutating func enter(_ name: String) {
    let place = place(of: name)
    if !words.isEmpty {
      let before = reference.entries[place].words
      reference.entries[place].words = before.isEmpty ? words : before + "\n\n" + words
    }
    if name.hasPrefix("moonreel.") {
      stubWords[name] = reference.entries[place].words
      reference.entries[place].words = ""
    }
    current = name
    forget()
  }

  private mutating func addField(_ item: Reference.Item) {
    guard let current, let place = places[current] else { return }
    let key =
      "\(current) \(item.role)" + (item.role == .value || item.role == .call ? item.type : "")
    guard known.insert(key).inserted else { return }
    reference.entries[place].fields.append(item)
  }

  // MARK: Modules

  /// Reads the head of a module, `"-- curve: how something goes …"`, or lines without the name.
  private mutating func readHead(_ line: Substring, number: Int) -> Bool {
    guard let module, !isHeadDone, number > 1 || !line.contains("SPDX-") else { return false }
    if line == "--" || line.hasPrefix("-- ") {
      let place = place(of: module)
      var text = String(line.dropFirst(3))
      let name = (module.split(separator: ".").last ?? "") + ": "
      if reference.entries[place].words.isEmpty, text.hasPrefix(name) {
        text = String(text.dropFirst(name.count))
      }
      if text.hasPrefix("```") { isInBlock.toggle() }
      if text.hasPrefix("  "), !isInBlock { text = "  " + text }
      if !(reference.entries[place].words.isEmpty && text.isEmpty) {
        reference.entries[place].words += text + "\n"
      }
      return true
    }
    guard number > 2 else { return false }
    isHeadDone = true
    let place = place(of: module)
    var said = reference.entries[place].words
    while said.last == "\n" { said.removeLast() }
    said = said.prefix(1).uppercased() + said.dropFirst()
    // The stubs may have said it in their own words before.
    if let before = stubWords[module] { said = before + "\n\n" + said }
    reference.entries[place].words = said
    return false
  }

  /// The module is a function: what `require` gives.
  private mutating func makeModuleFunction(_ signature: String?) {
    guard let module else { return }
    let place = place(of: module)
    let call = signature.map { "`\($0)`\n\n" } ?? ""
    reference.entries[place].words += "\n\n" + call + words
    reference.entries[place].items = items
    forget()
  }

  // MARK: Classes and aliases

  private mutating func readDeclaration(_ line: Substring) -> Bool {
    if let text = AnnotationText.after("---@class ", line) {
      readClass(text)
      return true
    }
    if let text = AnnotationText.after("---@alias ", line) {
      let (name, kind) = AnnotationText.split(Self.bare(text))
      enter(name)
      if !kind.isEmpty, let place = places[name] {
        reference.entries[place].fields = [.init(role: .alias, type: kind, words: "")]
      }
      isInAlias = true
      return true
    }
    guard isInAlias else { return false }
    if let text = AnnotationText.after("---|", line) {
      let value = text.prefix { $0 != "#" }
      let note = text.dropFirst(value.count).drop { "# ".contains($0) }
      addField(.init(role: .value, type: value.trimmingSpaces, words: String(note)))
      return true
    }
    (isInAlias, current) = (false, nil)
    return false
  }

  /// `text` without `moonreel.` before it.
  private static func bare(_ text: String) -> String {
    text.hasPrefix("moonreel.") ? String(text.dropFirst("moonreel.".count)) : text
  }

  private mutating func readClass(_ line: String) {
    let exact = line.hasPrefix("(exact) ") ? String(line.dropFirst("(exact) ".count)) : line
    let text = Self.bare(exact)
    var name = String(text.prefix { $0 != ":" && $0 != " " })
    if module == nil, skipped.contains("moonreel." + name) || name == "options" {
      name = "moonreel." + name
    }
    // The class of a module itself: its entry is the module.
    if let module, module == name || module == "moonreel." + name {
      current = module
      forget()
      return
    }
    enter(name)
    guard let colon = text.firstIndex(of: ":"), let place = places[name] else { return }
    let parent = text[text.index(after: colon)...].drop { $0 == " " }.prefix { $0 != " " }
    reference.entries[place].base = String(parent)
  }

  // MARK: Annotations

  private mutating func readAnnotation(_ line: Substring) -> Bool {
    if let text = AnnotationText.after("---@field ", line) {
      let plain = AnnotationText.after("public ", text[...]) ?? text
      let (name, rest) = AnnotationText.split(plain)
      addField(AnnotationText.item(.named(name), rest.drop { $0 == " " }))
      return true
    }
    if let text = AnnotationText.after("---@param ", line) {
      let (name, rest) = AnnotationText.split(text)
      items.append(AnnotationText.item(.named(name), rest.drop { $0 == " " }))
      return true
    }
    if let text = AnnotationText.after("---@return ", line) {
      items.append(AnnotationText.item(.result, text))
      return true
    }
    if let text = AnnotationText.after("---@overload ", line) {
      let item = Reference.Item(role: .call, type: text, words: "")
      if current != nil { addField(item) } else { items.append(item) }
      return true
    }
    if let text = AnnotationText.after("---@deprecated", line) {
      addParagraph("Deprecated", text.isEmpty ? "" : "(" + text + ")")
    }
    if let text = AnnotationText.after("---@see ", line) { addParagraph("See", "`\(text)`") }
    return line.hasPrefix("---@")
  }

  /// Adds a remark to what is said of the next declaration.
  private mutating func addParagraph(_ head: String, _ text: String) {
    let end = text.isEmpty || text.hasSuffix(".") ? "" : "."
    words += (words.isEmpty ? "" : "\n\n") + head + (text.isEmpty ? "." : " \(text)\(end)")
  }

  private mutating func readComment(_ line: Substring) -> Bool {
    guard line.hasPrefix("---") else { return false }
    let text = line.dropFirst(line.hasPrefix("--- ") ? 4 : 3)
    words = words.isEmpty ? String(text) : words + "\n" + text
    current = nil
    return true
  }

  // MARK: Code

  private mutating func readCode(_ line: Substring) {
    if let match = line.prefixMatch(of: /mr\.[a-z]+ *= *\{\}/) {
      takeTable(String(match.0.prefix { $0 != " " && $0 != "=" }))
      return
    }
    let isDescribed = module != nil && !words.isEmpty
    let isLocal = line.hasPrefix("local function ") && isDescribed && !items.isEmpty
    if line.hasPrefix("function ") || isLocal {
      readFunction(line.dropFirst(isLocal ? "local function ".count : "function ".count), isLocal)
      return
    }
    if isDescribed, line.hasPrefix("return function") || line.hasPrefix("return setmetatable") {
      makeModuleFunction(nil)
      return
    }
    if line.isEmpty || line.first.map({ $0.isLowercase && $0.isASCII }) == true {
      forget()
      current = nil
    }
  }

  /// `mr.source = {}` after a class: the table that holds functions. Its entry takes the table's name.
  private mutating func takeTable(_ name: String) {
    guard let entry = current, entry != name, let place = places[entry] else { return }
    let moved = reference.entries.remove(at: place)
    places = Dictionary(
      uniqueKeysWithValues: reference.entries.enumerated().map { ($1.name, $0) })
    let table = self.place(of: name)
    reference.entries[table].file = moved.file
    reference.entries[table].words = moved.words
    current = nil
  }

  private mutating func readFunction(_ line: Substring, _ isLocal: Bool) {
    defer { forget() }
    guard let end = line.firstIndex(of: ")") else { return }
    let signature = String(line[...end])
    let path = String(signature.prefix { $0 != "(" })
    if module != nil, words.isEmpty { return }
    if isLocal {
      if module?.hasSuffix("." + path) == true || module == path { makeModuleFunction(signature) }
      return
    }
    if module != nil, path.first?.isUppercase == true, path.contains(":") { return }
    let (owner, name) = names(of: path)
    let function = Reference.Function(
      name: name, signature: signature, words: words, items: items)
    if known.insert("function \(owner ?? "") \(name)").inserted { add(function, to: owner) }
    current = nil
  }

  /// Under which entry a function stands, `nil` for one of its own, and what it is called.
  private func names(of path: String) -> (owner: String?, name: String) {
    let isOptions = path.hasPrefix("options.")
    if module != nil || isOptions {
      let owner = module ?? "moonreel.options"
      let head = path.prefix { $0 == "_" || $0.isLowercase || ($0.isNumber && $0.isASCII) }
      return (owner, owner + path.dropFirst(head.count))
    }
    let parts = path.split(whereSeparator: { ".:".contains($0) })
    guard path.hasPrefix("mr.") else { return (parts.first.map(String.init), path) }
    return (parts.count > 2 ? "mr.\(parts[1])" : nil, path)
  }

  private mutating func add(_ function: Reference.Function, to owner: String?) {
    if let owner {
      reference.entries[place(of: owner)].functions.append(function)
      return
    }
    reference.entries.append(
      .init(
        name: function.name, file: file, words: function.words, items: function.items,
        signature: function.signature))
    places[function.name] = reference.entries.count - 1
  }
}
