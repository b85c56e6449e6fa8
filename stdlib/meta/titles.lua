---@meta
-- SPDX-License-Identifier: MIT

---@class moonreel
local mr = {}

---@class moonreel.sources
mr.source = {}

---A colour, or a gradient over the box: along a line (`from`, `to`; default from top to bottom), or outwards (`center`,
---default the middle; `radius`, a share of the longer side, default "50%"). Stops: colours, or { position, colour }.
---@alias moonreel.Paint moonreel.Color|{ stops: any[], from?: moonreel.Point, to?: moonreel.Point, center?: moonreel.Point, radius?: moonreel.Length }

---A picture in the box of what it fills: as small as covers it ("cover", the default), as large as fits inside
---("contain"), to its size ("stretch"), again and again from its corner ("tile"), or where it is ("none"); its size
---times `scale`.
---@alias moonreel.PictureFill { image: moonreel.Image, fit?: "cover"|"contain"|"stretch"|"tile"|"none", scale?: number }

---How letters look. What a span leaves out is as in the text around.
---@class moonreel.TextStyle
---@field font? string             families in order, and words of style: "Inter, DejaVu Sans Bold"; or a font file beside the script: "fonts/Title.ttf" (default "sans-serif")
---@field size? number             pixels to the em (default 48)
---@field weight? integer|"thin"|"light"|"regular"|"medium"|"semibold"|"bold"|"black"  100 to 1000
---@field slant? "normal"|"italic"|"oblique"
---@field stretch? "ultra_condensed"|"extra_condensed"|"condensed"|"semi_condensed"|"normal"|"semi_expanded"|"expanded"|"extra_expanded"|"ultra_expanded"
---@field variations? table<string, number>          axes of a variable font: { wght = 650 }
---@field features? table<string, boolean|integer>   OpenType features: { liga = false, ss01 = true }
---@field letter_spacing? number   pixels added after each letter
---@field rise? number             pixels above the line
---@field fill? moonreel.Paint|moonreel.PictureFill  a picture where letters stand still (default white)
---@field background? moonreel.Color  behind the letters, as high as the line
---@field underline? boolean|"none"|"single"|"double"
---@field strikethrough? boolean
---@field language? string         a tag such as "sr" or "zh-Hant": chooses between forms of letters (default "en")

---A text with a style of its own: `{ "word", weight = "bold" }`.
---@class moonreel.TextSpan: moonreel.TextStyle
---@field [1] string

---A line along outlines.
---@class moonreel.StrokeOptions
---@field width? number                     pixels; must be given
---@field color? moonreel.Paint             (default black)
---@field position? "outside"|"center"|"inside"  (default: outside for text, center for shapes)
---@field join? "miter"|"round"|"bevel"     corners (default "round")
---@field cap? "butt"|"round"|"square"      ends (default "butt")
---@field dashes? number[]                  lengths of dashes and gaps in turn
---@field dash_offset? number               pixels into the dashes where it begins (default 0)

---@class moonreel.ShadowOptions
---@field offset? number[]                  pixels (default { 4, 4 })
---@field blur? number                      standard deviation in pixels, 0 to 200 (default 4)
---@field spread? number                    pixels by which the outline is widened first (default 0)
---@field color? moonreel.Paint             (default black of alpha 0.6)

---@class moonreel.GlowOptions
---@field blur? number                      standard deviation in pixels, 0 to 200 (default 8)
---@field spread? number                    pixels by which the outline is widened first (default 0)
---@field strength? integer                 how often it is laid over itself, 1 to 16 (default 2)
---@field color? moonreel.Paint             (default white)

---A plate behind the lines.
---@class moonreel.TextBoxOptions
---@field color? moonreel.Paint             (default black of alpha 0.6)
---@field padding? number|number[]          pixels around the lines, or { across, down } (default 0)
---@field radius? number                    pixels of its corners (default 0)

---A title: one of `text`, `markup` and `spans`, the style of its letters, and:
---@class moonreel.TextOptions: moonreel.TextStyle
---@field text? string
---@field markup? string                    with Pango's markup: "<b>bold</b>"
---@field spans? (string|moonreel.TextSpan)[]
---@field width? number                     pixels where lines break (default: only where the text says)
---@field height? number                    pixels of the block (default: as high as its lines)
---@field align? "left"|"center"|"right"|"justify"  (default "left")
---@field vertical_align? "top"|"middle"|"bottom"   of lines in a block with a height (default "top")
---@field wrap? "word_character"|"word"|"character" where lines may break (default "word_character": long words too)
---@field ellipsis? "none"|"start"|"middle"|"end"   what is left out where there is no room; needs a width (default "none")
---@field max_lines? integer                with an ellipsis (default: as many as the height has room for, else 1)
---@field line_spacing? number              a share of the font's own distance of lines (default 1)
---@field fit? "none"|"shrink"|"fill"       smaller where there is no room in width and height; or as large as there is room (default "none")
---@field min_size? number                  to which size it shrinks at most (default 4)
---@field direction? "automatic"|"left_to_right"|"right_to_left"  (default: as each paragraph's first letter says)
---@field stroke? moonreel.StrokeOptions|moonreel.StrokeOptions[]   the first on top
---@field shadow? moonreel.ShadowOptions|moonreel.ShadowOptions[]   the first on top
---@field glow? moonreel.GlowOptions|moonreel.GlowOptions[]         over the shadows
---@field box? moonreel.TextBoxOptions

---A title as a picture: drawn sharp at every scale, and only once while it does not change. As a layer it is shown at its
---own size and placed by its box, the rectangle of its lines; strokes and shadows may hang over it.
---@param options moonreel.TextOptions
---@return moonreel.Image
function mr.text(options) end

---How large a title is, without drawing it.
---@class moonreel.TextMetrics
---@field width number        of its box, in pixels
---@field height number       of its box
---@field box number[]        `{ x, y, width, height }`: the lines', or their plate's
---@field ink? number[]       where something is drawn; nil: nowhere
---@field baseline number     of the first line, below its upper edge
---@field lines integer
---@field factor number       what `fit` multiplied the sizes by
---@field ellipsized boolean  whether something was left out
---@field missing string[]    characters that no font has

---Measures a title without drawing it.
---@param options moonreel.TextOptions  as of `mr.text`
---@return moonreel.TextMetrics
function mr.measure_text(options) end

---One letter, word or line of a title.
---@class moonreel.TextUnit
---@field text string
---@field box number[]      `{ x, y, width, height }`: its stretch of its line, as high as the line
---@field baseline number   where it stands, in pixels from above
---@field line integer      which line it begins on, from 1

---Where the letters, words or lines of a title lie, in the order in which they are read. White space belongs to none.
---@param options moonreel.TextOptions  as of `mr.text`
---@param by? "character"|"word"|"line"  (default "character")
---@return moonreel.TextUnit[]
function mr.text_units(options, by) end

---How a letter, word or line differs from what it is at rest, where it comes from or goes.
---@class moonreel.TextState
---@field x? number           pixels to the right
---@field y? number           pixels down
---@field scale? number|number[]  about its middle: a factor, or { across, down }
---@field rotation? number    degrees clockwise about its middle
---@field skew? number|number[]  degrees by which upright lines lean to the right downwards, or these and by which level ones lean down to the right; -89 to 89
---@field opacity? number     0 to 1
---@field blur? number        standard deviation in pixels, 0 to 200
---@field color? moonreel.Color  what it takes on
---@field tracking? number    pixels more from each to the next of its line

---Moves the letters, words or lines of a title one after the other: from a state to where they belong, or to one. Or a
---function says the state of each at every time, by its number in reading order and how many there are; nothing but `by`
---goes with it.
---@class moonreel.TextAnimator
---@field by? "character"|"word"|"line"   (default "character")
---@field from? moonreel.TextState        where each comes from
---@field to? moonreel.TextState          or where each goes
---@field state? moonreel.TextState|fun(time: number, index: integer, count: integer): moonreel.TextState  or what each is like
---@field range? moonreel.TextRange      with `state`: which parts show it, and how far; only `by`, `order`, `seed` and `ease` may stand beside it
---@field delay? moonreel.Time            when the first begins (default 0)
---@field duration? moonreel.Time         how long each takes (default 0.4)
---@field stagger? moonreel.Time          how much later every next begins (default 0.05)
---@field spread? moonreel.Time           in its place: from the first's beginning to the last's, for any number of parts
---@field ease? moonreel.Easing           (default "linear")
---@field order? "forward"|"reverse"|"center"|"edges"|"random"   which part begins (default "forward")
---@field seed? integer                   of the random order (default 0)

---A stretch of a title's letters, words or lines in the order in which they begin: 0 is before the first, 1 behind the
---last. Its ends may move: numbers, keyframes (shares of time are of the source's `duration`), or functions of time.
---@class moonreel.TextRange
---@field start? number|moonreel.Keyframes|(fun(time: number): number)   (default 0)
---@field stop? number|moonreel.Keyframes|(fun(time: number): number)    (default 1)
---@field offset? number|moonreel.Keyframes|(fun(time: number): number)  added to both (default 0)
---@field shape? "square"|"ramp_up"|"ramp_down"|"triangle"|"round"|"smooth"  how much of the state those within show (default "square": all)

---@class moonreel.TextSourceOptions: moonreel.TextOptions
---@field animators moonreel.TextAnimator[]  in the order in which their moves are made
---@field duration? moonreel.Time            (default: no end)

---A title whose letters, words or lines move. As a layer it is shown at its own size, like `mr.text`.
---@param options moonreel.TextSourceOptions
---@return moonreel.Source
function mr.source.text(options) end

---An outline: one of its kinds. As part of a combination it may be another combination.
---@class moonreel.OutlineOptions
---@field rect? moonreel.Rect         in pixels
---@field radius? number              of the rectangle's corners (default 0)
---@field ellipse? moonreel.Rect      the rectangle whose sides it touches
---@field polygon? moonreel.Point[]
---@field line? moonreel.Point[]      from point to point, not closed
---@field star? { radius: number, inner_radius?: number, points?: integer, center?: moonreel.Point, rotation?: number }  inner_radius: (default 0.4 of the radius); points: (default 5); rotation: degrees clockwise
---@field arc? { radius: number, from?: number, to: number, center?: moonreel.Point, pie?: boolean }  degrees clockwise, 0 being to the right; pie: closed over the centre
---@field path? string                as SVG writes it: M, L, H, V, C, S, Q, T, A, Z
---@field morph? { [1]: string, [2]: string, [3]: number }  path data twice, of the same steps, and the share of the way from one to the other
---@field rule? "non_zero"|"even_odd" what is inside where outlines overlap (default "non_zero")
---@field union? moonreel.OutlineOptions[]      what lies in any of these
---@field intersect? moonreel.OutlineOptions[]  what lies in all of these
---@field subtract? moonreel.OutlineOptions[]   what lies in the first and in none of the others
---@field exclude? moonreel.OutlineOptions[]    what lies in an odd number of these

---A shape: an outline, filled, lined or both.
---@class moonreel.ShapeDrawingOptions: moonreel.OutlineOptions
---@field fill? moonreel.Paint|moonreel.PictureFill  (default: white without a stroke, else nothing)
---@field stroke? moonreel.StrokeOptions|moonreel.StrokeOptions[]   the first on top
---@field shadow? moonreel.ShadowOptions|moonreel.ShadowOptions[]   the first on top
---@field glow? moonreel.GlowOptions|moonreel.GlowOptions[]         over the shadows
---@field trim? { [1]: number, [2]: number, offset?: number }       which part of the outlines is there, as shares of their length

---A shape as a picture: drawn sharp at every scale. As a layer it is shown at its own size and placed by the
---rectangle around its outlines.
---@param options moonreel.ShapeDrawingOptions
---@return moonreel.Image
function mr.shape(options) end

---A line along outlines that may change over time.
---@class moonreel.MovingStrokeOptions: moonreel.StrokeOptions
---@field width? moonreel.Animated          pixels; must be given
---@field color? moonreel.Animated          (default black)
---@field dash_offset? moonreel.Animated    pixels into the dashes where it begins (default 0)

---A shadow that may change over time.
---@class moonreel.MovingShadowOptions: moonreel.ShadowOptions
---@field offset? moonreel.Animated         pixels (default { 4, 4 })
---@field blur? moonreel.Animated           standard deviation in pixels, 0 to 200 (default 4)
---@field spread? moonreel.Animated         pixels by which the outline is widened first (default 0)
---@field color? moonreel.Animated          (default black of alpha 0.6)

---A glow that may change over time.
---@class moonreel.MovingGlowOptions: moonreel.GlowOptions
---@field blur? moonreel.Animated           standard deviation in pixels, 0 to 200 (default 8)
---@field spread? moonreel.Animated         pixels by which the outline is widened first (default 0)
---@field color? moonreel.Animated          (default white)

---What moves in a shape may be keyframes, or a function of the time in seconds: numbers, points, rectangles, colours and
---gradients of the outline, of `fill`, `stroke`, `shadow`, `glow` and `trim`; `polygon` and `line` also as a whole, with
---as many points at each key; `morph` as keyframes of path data. What counts, chooses or switches stays.
---@class moonreel.MovingShapeOptions: moonreel.ShapeDrawingOptions
---@field rect? moonreel.Animated     in pixels
---@field radius? moonreel.Animated   of the rectangle's corners (default 0)
---@field ellipse? moonreel.Animated  the rectangle whose sides it touches
---@field polygon? moonreel.Animated
---@field line? moonreel.Animated     from point to point, not closed
---@field star? { radius: moonreel.Animated, inner_radius?: moonreel.Animated, points?: integer, center?: moonreel.Animated, rotation?: moonreel.Animated }  as of `mr.shape`
---@field arc? { radius: moonreel.Animated, from?: moonreel.Animated, to: moonreel.Animated, center?: moonreel.Animated, pie?: boolean }  as of `mr.shape`
---@field morph? moonreel.Keyframes|{ [1]: string, [2]: string, [3]: moonreel.Animated }  path data as keyframes; or path data twice and the share
---@field fill? moonreel.Animated
---@field stroke? moonreel.MovingStrokeOptions|moonreel.MovingStrokeOptions[]  the first on top
---@field shadow? moonreel.MovingShadowOptions|moonreel.MovingShadowOptions[]  the first on top
---@field glow? moonreel.MovingGlowOptions|moonreel.MovingGlowOptions[]        over the shadows
---@field trim? { [1]: moonreel.Animated, [2]: moonreel.Animated, offset?: moonreel.Animated }  which part of the outlines is there, as shares of their length
---@field duration? moonreel.Time     what shares of time are shares of (default: no end)
---@field fps? moonreel.Rate          what frames are counted at
---@field repeats? "none"|"loop"|"ping_pong"  what happens after the last key (default "none": its value is held)
---@field box? moonreel.Rect          by which it is placed as a layer (default: around the outlines at time 0 and at all keys)

---A shape that moves. As a layer it is shown at its own size, like `mr.shape`.
---@param options moonreel.MovingShapeOptions
---@return moonreel.Source
function mr.source.shape(options) end

---An SVG picture with rules and a colour of one's own.
---@class moonreel.SVGOptions
---@field [1]? string                the path of the file; or
---@field text? string               the file's text, which may refer to nothing outside
---@field css? string                rules that change what attributes of the file say; with `!important`, everything
---@field color? moonreel.Color      what `currentColor` stands for

---An SVG file as a picture: drawn sharp at every scale. Its own size is that of its `width` and `height`, or of its
---`viewBox`. Pictures that it refers to are put in where the script may read them. As a layer it is fitted like any
---image file; `source = "logo.svg"` and `mr.asset "logo.svg"` show the same.
---@param file string|moonreel.SVGOptions
---@return moonreel.Image
function mr.svg(file) end

---A Lottie animation and how often it is shown.
---@class moonreel.LottieOptions
---@field [1]? string     the path of the file; or
---@field text? string    the file's text, which may refer to nothing outside
---@field loop? boolean   begin again where it ends, for ever (default false)

---A Lottie animation as a source with its own size, rate and duration: trimmed, sped up, reversed and remapped like a clip,
---drawn at the scale at which it is seen, transparent where nothing is. `source = "confetti.json"` and
---`mr.asset "confetti.json"` show the same. What a file has that is not drawn (text, sound, cameras) is a warning.
---@param file string|moonreel.LottieOptions
---@return moonreel.Source
function mr.source.lottie(file) end
