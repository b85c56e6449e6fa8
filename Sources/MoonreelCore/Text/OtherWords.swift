// SPDX-License-Identifier: MIT

/// What other tools call things that Moonreel has under another name, or does in another way.
public enum OtherWords {
  /// `name` in small letters without what joins its words: `fade_in`, `fadeIn` and `fade-in` are one.
  static func letters(of name: String) -> String {
    String(name.lowercased().filter { $0.isLetter || $0.isNumber })
  }

  /// The words of `name` in small letters: those of `inOutSine` and `in_out_sine` are the same.
  static func words(of name: String) -> [String] {
    var words = [""]
    for character in name {
      if !character.isLetter && !character.isNumber {
        words.append("")
      } else {
        if character.isUppercase { words.append("") }
        words[words.count - 1] += character.lowercased()
      }
    }
    return words.filter { !$0.isEmpty }
  }

  /// Moonreel's words for the words of other programs, the likeliest first. Which of them fits depends on the place.
  static let meanings: [String: [String]] = {
    var table: [String: [String]] = [:]
    for (ours, theirs) in groups {
      let ours = ours.split(separator: " ").map(String.init)
      for word in theirs.split(separator: " ") { table[String(word), default: []] += ours }
    }
    return table
  }()

  /// Our words, and those of others that stand for one of them.
  private static let groups: [(String, String)] = [
    // Time
    ("at from start range", "start begin starttime starts from offset timestamp"),
    ("duration stop to range", "end stop until endtime out"),
    ("at time range", "time when"),
    ("duration range", "duration length dur len seconds lasting"),
    ("trim range", "cut subclip inpoint section segment"),
    ("fps", "fps framerate rate frames_per_second framespersecond"),
    ("repeats", "loop loops looping repeat repeated"),
    ("speed tempo", "speed playbackrate velocity timescale bpm"),
    ("reverse", "reversed backwards backward rewind"),
    ("freeze", "freezeframe hold"),
    ("time_remap", "timeremapping timeramp speedramp"),
    ("fade_in", "fade fadein"), ("fade_out", "fadeout"),
    ("time", "t frame"), ("value", "val v"),
    ("ease", "easing timing interpolation curve timingfunction tween interp"),
    // Where and how large
    ("size extent scale", "width height w h resolution dimensions framesize size"),
    ("position", "pos location xy coordinates place"), ("x", "left posx"), ("y", "top posy"),
    ("anchor", "origin pivot anchorpoint transformorigin"),
    ("rotation rotate angle", "rotate rotation angle degrees rotationdegrees orientation"),
    ("scale", "zoom resize scaleto"), ("transform", "translate move offset"),
    ("fit", "objectfit scalemode resizemode"), ("level", "zindex z zorder order depth layer"),
    ("motion_path", "path trajectory"),
    // Look
    ("opacity", "alpha transparency"),
    ("blend mode", "blendmode mixblendmode compositeoperation blending"),
    ("effects filter", "effect filter filters fx"),
    ("color fill colors stops", "color colour colors colours fillcolor fill colorstops"),
    ("background", "bg backdrop backgroundcolor backgroundcolour"),
    ("enabled", "visible show display active hidden"),
    ("stroke", "outline border line"), ("drop_shadow shadow", "shadow dropshadow"),
    ("sigma radius", "radius sigma"), ("strength amount", "strength amount intensity"),
    ("spectrum waveform", "color colour type kind"), ("side size", "cellsize cell"),
    ("frequency", "freq hz"), ("volume gain", "volume gain loudness"),
    ("red", "r"), ("green", "g"), ("blue", "b"), ("alpha", "a"),
    // Text
    ("text", "txt string label content caption title words"),
    ("size text_size", "fontsize textsize pointsize"),
    ("font", "fontfamily family typeface fontname"),
    ("weight", "fontweight bold"), ("slant", "fontstyle italic"),
    ("align", "textalign alignment halign justify"), ("line_spacing", "lineheight leading"),
    ("letter_spacing", "tracking kerning"),
    // Choices
    ("linear_dodge", "add plus additive lighter"), ("subtract", "sub minus"),
    ("cover", "fill crop"), ("contain", "letterbox inside fit"), ("stretch", "distort"),
    ("contain_blur", "blur"), ("center", "middle centre"), ("left", "start"), ("right", "end"),
    ("regular", "normal book"), ("black", "heavy fat ultra extrabold"),
    ("in_out_sine", "ease easeinout smooth"), ("in_sine", "easein"), ("out_sine", "easeout"),
    ("hold", "step"), ("grayscale", "greyscale desaturate bw blackandwhite"),
    // Transitions and effects
    ("dissolve", "crossfade crossdissolve mix blend xfade"), ("fade", "fadein fadeout fadetoblack"),
    ("slide", "slidein"), ("push", "pushslide"), ("film_grain", "grain"), ("fade", "appear"),
    ("tilt_shift", "miniature"), ("old_film", "sepia"), ("pie donut", "piechart pie"),
    ("chroma_key", "greenscreen bluescreen ultra keyer keying"), ("denoise", "nr noisereduction"),
    ("deflicker", "flicker"), ("trails", "ghost ghosting afterimage"),
    ("lens_blur", "bokeh defocus"),
    ("posterize_time", "stopmotion framehold"), ("black_and_white", "bw monochrome desaturate"),
    ("god_rays", "lightrays volumetric"), ("lens_flare", "flare opticalflare"),
    ("clarity", "localcontrast structure"), ("color_pop", "colorsplash leavecolor"),
    ("oil_paint", "kuwahara"), ("stained_glass", "voronoi crystallize"),
    ("dither", "bayer pixelart"),
    ("match_color", "colormatch"), ("sharpen", "unsharp"), ("tiny_planet", "polar littleplanet"),
    ("bar", "barchart column"), ("line", "linechart"),
    // Sources
    ("asset", "video clip load open media file import read movie footage audio sound"),
    ("source", "src file filename clip media asset video image input content url path"),
    ("color", "solid rgb rgba"), ("shape", "circle rectangle rect ellipse polygon path"),
    ("ellipse", "circle oval"), ("rect", "rectangle box square"), ("line", "polyline"),
    ("text", "text font typography"), ("captions", "subtitles subtitle srt"),
    ("composition", "group scene comp project film"), ("timeline", "track sequence"),
    ("export", "render output write encode save"), ("kernel", "shader glsl"),
    ("body", "code main shader draw"), ("params", "args arguments options"),
    ("mr moonreel", "mr"), ("moonreel", "mr moon reel"),
    // Methods
    (
      "add insert add_track",
      "append push insert add addlayer addclip addtext addimage addvideo put"
    ),
    ("add_track", "addvideotrack addaudiotrack newtrack"), ("blur", "gaussianblur"),
    ("sequence", "concat concatenate chain"), ("saturation", "saturate"),
    ("brightness", "brighten"), ("volume_ramp opacity_ramp", "ramp fade"),
    // Files
    ("video_codec", "codec vcodec encoder"), ("audio_codec", "acodec"),
    ("video_bit_rate", "bitrate videobitrate vbitrate"),
    ("audio_bit_rate", "audiobitrate abitrate"),
    ("loudness", "lufs loudnorm normalize normalise ebur128 r128"),
    ("quality", "crf qp cq"), ("container", "format filetype extension ext muxer"),
    ("sample_rate", "samplerate hz"), ("metadata", "tags"), ("h264", "x264 avc"),
    ("hevc", "x265 h265"), ("prores422", "prores prores422hq"), ("2160p", "4k uhd ultrahd"),
    ("1080p", "fullhd fhd"), ("720p", "hd"), ("hevc-4320p", "8k 4320p"), ("webm", "vp8 vp9"),
    ("highest", "best high h264 x264 avc"), ("low", "small smallest"),
    // Parameters
    ("integer", "int whole"), ("number", "float double num real"), ("boolean", "bool flag"),
    ("string", "str text"), ("files", "images pictures clips videos list"),
    ("file", "image picture video audio asset path"), ("choice", "enum select option"),
    ("color", "colour rgb"), ("time", "seconds duration"),
    ("doc", "description help label desc"), ("required", "optional mandatory"),
    ("choices", "options values among"), ("min", "minimum low"), ("max", "maximum high"),
    ("default", "value initial fallback"),
  ]
}
