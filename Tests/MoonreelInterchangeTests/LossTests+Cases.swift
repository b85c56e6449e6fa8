// SPDX-License-Identifier: MIT

import MoonreelInterchange

extension LossTests {
  static let cases = wholeCases + layerCases + soundCases + transitionCases + trackCases + fileCases

  /// Those of a composition, which `option` of it causes.
  private static func whole(_ name: String, _ option: String, _ words: String) -> Case {
    Case(
      name: name, words: words,
      body: """
        options.\(option)
        local show = mr.composition(options) -- here
        show:add { source = clip "dunes" }
        return show
        """)
  }

  /// Those of a layer, which `option` of it causes.
  private static func layer(
    _ name: String, _ option: String, _ words: String, in formats: [CutFormat] = formats,
    source: String = "clip \"dunes\"", isBaked: Bool = false, before: String = ""
  ) -> Case {
    Case(
      name: name, words: words, formats: formats, isBaked: isBaked,
      body: """
        local audio = require "moonreel.audio"
        local show = mr.composition(options)
        \(before)
        show:add { source = \(source), duration = 1, \(option) } -- here
        return show
        """)
  }

  private static let wholeCases = [
    whole(
      "compositor", "compositor = function(stack) return stack:composed() end",
      "its compositor draws the layers"),
    whole("motion blur", "motion_blur = true", "its motion blur"),
    whole("master", "audio = { volume = 0.5 }", "what happens to the whole mix"),
    whole("colours", "color = \"bt2020_pq\"", "its colours are not those of BT.709"),
    whole("light", "working_space = \"linear\"", "its layers are mixed as light"),
    whole("background", "background = \"#102030\"", "its background '#102030'"),
    Case(
      name: "function of every picture", words: "the function that changes every picture",
      body: """
        local show = mr.composition(options) -- here
        show:add { source = clip "dunes" }
        show:on_frame(function(frame) return frame end)
        return show
        """),
    Case(
      name: "captions", words: "captions have no place",
      body: """
        local show = mr.composition(options)
        show:add { source = clip "dunes" }
        show:add_captions(mr.captions { { range = { 0, 1 }, text = "One" } }) -- here
        return show
        """),
    Case(
      name: "metadata", words: "timed metadata has no place",
      body: """
        local show = mr.composition(options)
        show:add { source = clip "dunes" }
        show:add_metadata { { range = { 0, 1 }, items = { ["com.example.score"] = "2:1" } } } -- here
        return show
        """),
    Case(
      name: "background inside", words: "others show nothing",
      body: """
        local show = mr.composition(options)
        options.background = "black"
        local inner = mr.composition(options) -- here
        inner:add { source = clip "dunes" }
        show:add { source = inner }
        return show
        """),
    Case(
      name: "chapters", words: "a list has no chapters", formats: [.edl],
      body: """
        local show = mr.composition(options) -- here
        show:add { source = clip "dunes" }
        return mr.export { show, chapters = { { range = { 0, 1 }, title = "One" } } }
        """),
  ]

  private static let layerCases = [
    layer("sample", "", "is made by Moonreel", source: "mr.samples.clips[1]"),
    layer("title", "", "has no file", source: "mr.text { text = \"A\" }"),
    layer("baked", "", "was rendered into", source: "mr.text { text = \"A\" }", isBaked: true),
    layer("effect", "effects = fx.black_and_white {}", "its effect 'black_and_white'"),
    layer("mask", "mask = mr.color \"white\"", "its mask"),
    layer(
      "matte", "matte = other", "its matte",
      before: "local other = show:add { source = clip \"tide\" }"),
    layer(
      "parent", "parent = other", "its parent",
      before: "local other = show:add { source = clip \"tide\" }"),
    layer(
      "compositor of a layer", "compositor = function(image) return image end", "its compositor"),
    layer(
      "kernel as a blend mode",
      "blend = mr.kernel { inputs = { \"a\", \"b\" }, body = function(k) return k.a end }",
      "its blending"),
    layer("path", "motion_path = \"M 0 0 L 80 45\"", "its motion path"),
    layer(
      "easing", "opacity = { { 0, 0 }, { 1, 1, function(p) return p * p end } }",
      "'opacity' is eased by a function"),
    layer(
      "expression", "rotation = function(t) return 30 * t end", "'rotation' is a function"),
    layer(
      "speed", "time_remap = { { 0, 0 }, { 1, 2, \"in_out_sine\" } }", "its changing speed"),
    layer("sampling", "sampling = \"nearest\"", "not told to other programs: sampling"),
    layer("skew", "skew = { 10, 0 }", "not told to other programs: skew_x"),
    layer("opacity", "opacity = 0.5", "not told to other programs: opacity", in: [.edl]),
    layer("place", "x = 20", "not told to other programs: x", in: [.edl]),
    layer("blend mode", "blend = \"screen\"", "not written for premiere", in: [.otio, .otioz]),
    layer(
      "blend mode of Resolve", "blend = \"luminosity\"", "not written for resolve",
      in: [.otio, .otioz]),
    layer("blend mode of Final Cut", "blend = \"hue\"", "not written for fcpxml", in: [.fcpxml]),
    layer(
      "blend mode in lists", "blend = \"screen\"", "not told to other programs: blend", in: [.edl]),
    Case(
      name: "adjustment layer", words: "an adjustment layer",
      body: """
        local show = mr.composition(options)
        show:add { source = clip "dunes" }
        show:add { effects = fx.black_and_white {}, duration = 1 } -- here
        return show
        """),
  ]

  private static let soundCases = [
    layer("pan", "audio = { pan = 0.5 }", "not told to other programs: pan"),
    layer(
      "curve of a fade", "audio = { fade_in = 0.5, fade_in_curve = \"qsin\" }", "fade_in_curve"),
    layer("sound effect", "audio = { effects = { audio.reverb {} } }", "what changes its sound"),
    layer("bus", "audio = { bus = mr.bus { name = \"music\" } }", "the bus"),
    layer("channels", "audio = { channels = { 2, 1 } }", "its matrix of channels"),
    layer("loudness", "audio = { loudness = -20 }", "the loudness"),
    layer(
      "volume", "audio = { volume_db = -6 }", "its volume is not written for premiere",
      in: [.otio, .otioz]),
    layer(
      "volume in lists", "audio = { volume_db = -6 }", "not told to other programs: volume_db",
      in: [.edl]),
    layer("loud", "audio = { volume_db = 20 }", "above the 12.0 dB", in: [.fcpxml]),
    layer("louder", "audio = { volume_db = 40 }", "above the 30.0 dB", in: [.otio, .otioz]),
    layer(
      "speed of sound", "time_remap = { { 0, 0 }, { 1, 2 } }", "its changing speed",
      source: "mr.asset(clip \"dunes\").audio"),
    layer("tone", "", "has no file", source: "mr.source.tone {}"),
    layer("baked sound", "", "was mixed into", source: "mr.source.tone {}", isBaked: true),
  ]

  private static let transitionCases = [
    Case(
      name: "transition of Moonreel's own", words: "others show one of their own",
      body: """
        local show = mr.composition(options)
        local first = show:add { source = clip "dunes", duration = 1 }
        local second = show:add { source = clip "tide", at = 0.5, duration = 1 } -- here
        show:transition(first, second, tr.wipe {})
        return show
        """),
    Case(
      name: "transition over a transition", words: "overlaps another",
      body: """
        options.fps, options.duration = 10, 4
        local show = mr.composition(options)
        local first = show:add { source = clip "dunes", duration = 2 }
        local second = show:add { source = clip "tide", at = 1, duration = 1.06 }
        local third = show:add { source = clip "lanterns", at = 1.01, duration = 2 } -- here
        show:transition(first, second, tr.dissolve())
        show:transition(second, third, tr.dissolve())
        show:transition(first, third, tr.dissolve())
        return show
        """),
    Case(
      name: "transition between tracks", words: "its layers are no neighbours",
      body: """
        options.duration = 4
        local show = mr.composition(options)
        local first = show:add { source = clip "dunes", duration = 2 }
        show:add { source = clip "tide", at = 1, duration = 2 }
        local third = show:add { source = clip "lanterns", at = 1.5, duration = 2 } -- here
        show:transition(first, third, tr.dissolve())
        return show
        """),
  ]

  /// Those of a film of tracks.
  private static func tracks(
    _ name: String, _ words: String, _ body: String, isFirstLine: Bool = false
  ) -> Case {
    Case(
      name: name, words: words,
      body: """
        local timeline = mr.timeline()
        local track = timeline:add_track("video")
        track:insert(mr.asset(clip "dunes"), { 0, 2 })\(isFirstLine ? " -- here" : "")
        local size = { 160, 90 }
        \(body)
        """)
  }

  private static let trackCases = [
    tracks(
      "times of a track", "follow the times of one track",
      """
      local video = mr.video_composition(timeline, { size = size, frame_timing = track }) -- here
      return mr.export { timeline, video = video }
      """),
    tracks(
      "compositor of an instruction", "a function of the script draws the pictures",
      """
      local draw = { range = { 0, 2 }, compositor = function(r) return r:frame(track) end, sources = { track } }
      local video = mr.video_composition { size = size, instructions = { draw } } -- here
      return mr.export { timeline, video = video }
      """),
    tracks(
      "compositor of all instructions", "a function of the script draws the pictures",
      """
      local function draw(request) return request:frame(track) end
      local video = mr.video_composition(timeline, { size = size, compositor = draw }) -- here
      return mr.export { timeline, video = video }
      """),
    tracks(
      "backgrounds", "its background changes",
      """
      local one = { range = { 0, 1 }, layers = { track }, background = "red" }
      local two = { range = { 1, 2 }, layers = { track }, background = "blue" }
      local video = mr.video_composition { size = size, instructions = { one, two } } -- here
      return mr.export { timeline, video = video }
      """),
    tracks(
      "order", "the order in which its tracks lie",
      """
      local other = timeline:add_track("video"):insert(mr.asset(clip "tide"), { 0, 2 })
      local one = { range = { 0, 1 }, layers = { track, other } }
      local two = { range = { 1, 2 }, layers = { other, track } }
      local three = { range = { 2, 2.5 }, layers = { track, other } }
      timeline:insert(mr.asset(clip "tide"), { 0, 0.5 }, 2)
      local video = mr.video_composition { size = size, instructions = { one, two, three } } -- here
      return mr.export { timeline, video = video }
      """),
    tracks(
      "crop", "the crop of its layer instruction",
      """
      local one = { range = { 0, 2 }, layers = { mr.layer_instruction(track):crop { 0, 0, 80, 45 } } }
      return mr.export { timeline, video = mr.video_composition { size = size, instructions = { one } } }
      """, isFirstLine: true),
    tracks(
      "turning", "its turning goes by angles",
      """
      local turn = mr.layer_instruction(track):transform_ramp(
        mr.transform.identity(), mr.transform.rotate(90), { 0, 2 })
      local one = { range = { 0, 2 }, layers = { turn } }
      return mr.export { timeline, video = mr.video_composition { size = size, instructions = { one } } }
      """, isFirstLine: true),
    tracks(
      "master of a mix", "what happens to the whole mix",
      "return mr.export { timeline, audio = mr.audio_mix():master_volume(0.5) }",
      isFirstLine: true),
    Case(
      name: "pan of a track", words: "the pan, balance or moving volume",
      body: """
        local timeline = mr.timeline()
        local track = timeline:add_track("audio")
        track:insert(mr.asset(clip "dunes"), { 0, 2 }) -- here
        return mr.export { timeline, audio = mr.audio_mix():pan(track, 0.5) }
        """),
    Case(
      name: "inserted sample", words: "is made by Moonreel",
      body: """
        local timeline = mr.timeline()
        timeline:insert(mr.asset(mr.samples.clips[1])) -- here
        return timeline
        """),
    Case(
      name: "film of one sample", words: "is made by Moonreel",
      body: "local sample = mr.asset(mr.samples.clips[1])\nreturn sample -- here"),
    Case(
      name: "film of one picture", words: "has no file",
      body: "return mr.text { text = \"A\" } -- here"),
    Case(
      name: "exported sample", words: "is made by Moonreel",
      body: "return mr.export { mr.asset(mr.samples.clips[1]) } -- here"),
  ]

  /// Those that one kind of file causes.
  private static let fileCases = [
    layer("colour in XML", "", "plain colour becomes", in: [.fcpxml], source: "mr.color \"red\""),
    layer("colour in lists", "", "no plain colours", in: [.edl], source: "mr.color \"red\""),
    layer(
      "numbered pictures in bundles", "", "do not go into a bundle", in: [.otioz], source: pictures),
    layer(
      "numbered pictures in XML", "", "have no place in this file", in: [.fcpxml], source: pictures),
    layer("numbered pictures in lists", "", "no numbered pictures", in: [.edl], source: pictures),
    layer("parts of frames", "at = 0.51", "between two frames", in: [.fcpxml, .edl]),
    layer(
      "second track of pictures", "at = 0.5", "one track of pictures", in: [.edl],
      before: "show:add { source = clip \"tide\", duration = 2, audio = false }"),
    layer(
      "fifth track of sound", "", "four tracks of sound", in: [.edl],
      source: "mr.asset(clip \"dunes\").audio",
      before:
        "for _ = 1, 4 do show:add { source = mr.asset(clip \"tide\").audio, duration = 1 } end"),
    layer(
      "timeline inside", "", "no timelines in timelines", in: [.edl], source: "inner",
      before: "local inner = mr.composition(options) inner:add { source = clip \"tide\" }"),
  ]

  private static let pictures = "mr.asset(\"PICTURES/p%02d.png\", { fps = 30 })"
}
