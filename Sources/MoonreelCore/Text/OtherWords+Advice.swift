// SPDX-License-Identifier: MIT

extension OtherWords {
  /// What to do instead of what other tools call `name`, where `owner` has no single name for it.
  static func advice(on name: String, for owner: String) -> String? {
    let known = owner.hasPrefix("parameter ") ? parameters : advice[owner]
    return known?[letters(of: name)]
  }

  private static let advice: [String: [String: String]] = {
    var table = [
      "composition:add": layers, "composition:sequence": layers, "layer": layerMethods,
      "composition": films, "timeline": films, "mr": module, "mr.image": images, "image": pictures,
      "mr.export": exports, "effects": effects, "mr.easing": easings, "mr.timeline": timelines,
      "preset": presets, "mr.shape": ["box": "it is rect = { x, y, width, height }"],
    ]
    table["video composition"] = films
    table["mr.audio"] = Dictionary(
      uniqueKeysWithValues: soundEffects.map {
        (letters(of: $0), "the library's effects are in require \"moonreel.audio\"")
      })
    table["mr.source"] = [
      "solid": "a colour is a source itself: mr.color \"red\"",
      "color": "a colour is a source itself: mr.color \"red\"",
      "video": "a file is opened with mr.asset \"clip.mp4\"",
      "file": "a file is opened with mr.asset \"clip.mp4\"",
    ]
    return table
  }()

  private static let soundEffects = [
    "reverb", "delay", "gain", "compressor", "limiter", "equalizer", "gate", "chorus",
    "pitch_shift", "duck", "low_pass",
    "high_pass", "convolution", "noise_reduction",
  ]

  private static let fading = "let it move: opacity = { { 0, 0 }, { 1, 1 } }"
  private static let looping = "put it several times into composition:sequence { clip, clip }"
  private static let sound = "sound has options of its own: audio = { volume = 0.5 }"

  /// What is no preset of Moonreel's: those of encoders, and kinds of files.
  private static let presets: [String: String] = {
    let encoders =
      "ultrafast superfast veryfast faster fast slow slower veryslow placebo".split(separator: " ")
    let kinds = "mp4 mov mkv".split(separator: " ")
    let pairs =
      encoders.map {
        (
          String($0),
          "for x264's own presets write video_options = { preset = \"\($0)\" } in mr.export"
        )
      }
      + kinds.map { (String($0), "the ending of the output's name says the kind of file") }
    return Dictionary(uniqueKeysWithValues: pairs)
  }()

  /// Options of layers.
  private static let layers = [
    "fade": fading, "fadein": fading, "fadeout": fading, "loop": looping, "loops": looping,
    "repeat": looping, "volume": sound, "gain": sound, "pan": sound,
    "muted": "for silence say audio = false", "mute": "for silence say audio = false",
    "width": "say 'scale' as a factor, or 'fit' to fill the frame",
    "height": "say 'scale' as a factor, or 'fit' to fill the frame",
    "size": "say 'scale' as a factor, or 'fit' to fill the frame",
    "end": "say 'duration', or the stretch of the source with 'trim'",
    "stop": "say 'duration', or the stretch of the source with 'trim'",
    "text": "letters are a source: source = mr.text { text = \"…\" }",
    "color": "a colour is a source: source = mr.color \"red\"",
  ]

  /// Names of layers.
  private static let layerMethods = [
    "fade": "write layer:animate(\"opacity\", { { 0, 0 }, { 1, 1 } })",
    "fadein": "write layer:animate(\"opacity\", { { 0, 0 }, { 1, 1 } })",
    "fadeout": "write layer:animate(\"opacity\", { { \"80%\", 1 }, { \"100%\", 0 } })",
    "moveto": "write layer:animate(\"position\", { { 0, { 0, 0 } }, { 1, { 100, 0 } } })",
  ]

  private static let writing = "return it at the end of the script; moonreel render writes the file"
  private static let films = [
    "render": writing, "export": writing, "save": writing, "write": writing, "output": writing,
    "addtext": "add a layer: composition:add { source = mr.text { text = \"…\" }, duration = 3 }",
  ]

  private static let module = [
    "effects": "it is a module of its own: require \"moonreel.effects\"",
    "transitions": "it is a module of its own: require \"moonreel.transitions\"",
    "titles": "it is a module of its own: require \"moonreel.titles\"",
    "templates": "it is a module of its own: require \"moonreel.templates\"",
    "charts": "it is a module of its own: require \"moonreel.charts\"",
    "ease": "it is a module of its own: require \"moonreel.ease\"",
    "layer": "layers are added to a composition: composition:add { source = … }",
    "track": "tracks are added to a timeline: timeline:add_track \"video\"",
  ]

  private static let opening = "a picture file is opened with mr.asset \"photo.png\""
  private static let images = [
    "load": opening, "open": opening, "file": opening, "read": opening, "new": opening,
  ]

  /// Names of pictures.
  private static let pictures = [
    "width": "the third number of 'extent', { x, y, width, height }",
    "height": "the fourth number of 'extent', { x, y, width, height }",
    "size": "see 'extent', { x, y, width, height }",
    "translate": "write image:transform(mr.transform.translate(x, y))",
    "move": "write image:transform(mr.transform.translate(x, y))",
    "resize": "write image:scale(factor), or image:fit { width, height }",
    "add": "write image:blend(other, \"linear_dodge\")",
    "multiply": "write image:blend(other, \"multiply\")",
    "screen": "write image:blend(other, \"screen\")",
  ]

  private static let naming =
    "the file is named in the command: moonreel render script.lua -o film.mp4"
  private static let exports = [
    "output": naming, "file": naming, "filename": naming, "out": naming, "path": naming,
    "timeline": "the timeline stands first, without a name: mr.export { timeline, … }",
  ]

  private static let effects = [
    "blur": "it is a method of pictures: effects = { function(image) return image:blur(4) end }",
    "sepia": "fx.old_film has it, and image:color_matrix any tone",
    "grayscale": "use a function: effects = { function(image) return image:saturation(0) end }",
    "brightness": "use a function: effects = { function(image) return image:brightness(0.1) end }",
    "contrast": "use a function: effects = { function(image) return image:contrast(1.2) end }",
  ]

  private static let timelines = [
    "size": "a timeline has no size; say it in mr.video_composition or mr.export",
    "width": "a timeline has no size; say it in mr.video_composition or mr.export",
    "height": "a timeline has no size; say it in mr.video_composition or mr.export",
  ]

  private static let named = "an easing is found by its name: mr.easing.named \"in_out_sine\""
  private static let easings = [
    "inoutsine": named, "insine": named, "outsine": named, "linear": named, "easein": named,
    "easeout": named, "easeinout": named, "inoutcubic": named, "outcubic": named, "incubic": named,
  ]

  private static let parameters = [
    "type": "the kind stands first, without a name: { \"number\", default = 1 }",
    "kind": "the kind stands first, without a name: { \"number\", default = 1 }",
  ]
}
