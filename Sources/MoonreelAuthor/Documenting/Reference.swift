// SPDX-License-Identifier: MIT

/// What annotations in the notation of LuaCATS declare: types, functions and modules, as a reference has them.
public struct Reference: Sendable {
  /// A parameter, a result, a field, or one of a few values.
  public struct Item: Hashable, Sendable {
    /// What an item is of its function or type.
    public enum Role: Hashable, Sendable {
      /// A field or a parameter, by its name; `?` at its end says that it may be left out.
      case named(String)
      /// What a function gives.
      case result
      /// Another way to call a function, or that a value can be called.
      case call
      /// One of the values of an alias.
      case value
      /// What an alias stands for.
      case alias
    }

    /// What it is of its function or type.
    public var role: Role
    /// As it is written, with `moonreel.` before the names of types.
    public var type: String
    /// What is said of it; empty where nothing is.
    public var words: String
  }

  /// A function and how it is called.
  public struct Function: Hashable, Sendable {
    /// As a reference names it: `"mr.text"`, `"Layer:animate"`.
    public var name: String
    /// How it is called: `"Layer:animate(values)"`; `nil` for a module that is a function.
    public var signature: String?
    /// What is said of it, in Markdown.
    public var words: String
    /// Its parameters, then its results.
    public var items: [Item]
  }

  /// What has a heading of its own.
  public struct Entry: Hashable, Sendable {
    /// The heading: `"Layer"`, `"mr.text"`, `"moonreel.noise"`.
    public var name: String
    /// The file that declares it first, below the folder that was read.
    public var file: String
    /// What is said of it, in Markdown.
    public var words = ""
    /// The type whose fields it has, too.
    public var base: String?
    /// The entry's own parameters and results, where it can be called.
    public var items: [Item] = []
    /// The fields of a type, the values of an alias.
    public var fields: [Item] = []
    /// What `mr.NAME` is called with; `nil` for types and modules.
    public var signature: String?
    /// The functions that stand below it.
    public var functions: [Function] = []
  }

  /// In the order in which they were read.
  public internal(set) var entries: [Entry] = []

  /// The entry `name`.
  public func entry(_ name: String) -> Entry? { entries.first { $0.name == name } }

  /// What a script can call or ask for by name: functions of `mr`, methods, modules and their functions.
  public var publicNames: [String] {
    entries.flatMap { entry -> [String] in
      let isCalled = entry.signature != nil || entry.name.hasPrefix("moonreel.")
      return (isCalled ? [entry.name] : []) + entry.functions.map(\.name)
    }
  }
}
