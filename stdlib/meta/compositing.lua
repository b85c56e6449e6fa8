---@meta
-- SPDX-License-Identifier: MIT

---@class moonreel
local mr = {}

---@class moonreel.images
mr.image = {}

---@class moonreel.Image
local Image = {}

---@alias moonreel.BlendMode "normal"|"multiply"|"screen"|"overlay"|"darken"|"lighten"|"color_dodge"|"color_burn"|"hard_light"|"soft_light"|"difference"|"exclusion"|"hue"|"saturation"|"color"|"luminosity"|"linear_dodge"|"linear_burn"|"vivid_light"|"linear_light"|"pin_light"|"hard_mix"|"subtract"|"divide"|"negation"|"extremity"|"phoenix"|"reflect"|"glow"|"freeze"|"heat"|"grain_extract"|"grain_merge"|"average"|"geometric_mean"|"harmonic_mean"|"interpolate"|"soft_difference"|"bleach"|"stain"|"hard_overlay"|"multiply128"|"bit_and"|"bit_or"|"bit_xor"|"darker_color"|"lighter_color"|"noise_dissolve"
---@alias moonreel.CompositeOperator "clear"|"source"|"destination"|"source_over"|"destination_over"|"source_in"|"destination_in"|"source_out"|"destination_out"|"source_atop"|"destination_atop"|"xor"|"plus"

---This picture on another, its colours mixed with those under it.
---@param bottom moonreel.Image|moonreel.Color
---@param mode moonreel.BlendMode
---@param options? { opacity?: number, seed?: integer }  opacity: 0 to 1 (default 1); seed: of "noise_dissolve" (default 0)
---@return moonreel.Image
function Image:blend(bottom, mode, options) end

---This picture (the source) and another (the destination) by a Porter-Duff operator.
---@param bottom moonreel.Image|moonreel.Color
---@param operator moonreel.CompositeOperator
---@return moonreel.Image
function Image:composite(bottom, operator) end

---This picture within a matte: multiplied by the matte's alpha, or by its luma times alpha.
---@param matte moonreel.Image|moonreel.Color
---@param options? { channel?: "alpha"|"luma", inverted?: boolean }  (default: alpha, not inverted)
---@return moonreel.Image
function Image:matte(matte, options) end

---Two masks as one: what either shows, what this shows and the other does not, what both show.
---@param mask moonreel.Image
---@param combination "add"|"subtract"|"intersect"
---@return moonreel.Image
function Image:combine(mask, combination) end

---White inside an outline, nothing outside: a mask for `image:matte`. One of rect, ellipse, polygon and path.
---@class moonreel.MaskOptions
---@field rect? moonreel.Rect       pixels, or shares of `size`
---@field radius? number            of the rectangle's corners (default 0)
---@field ellipse? moonreel.Rect    the rectangle whose sides it touches
---@field polygon? moonreel.Point[]
---@field path? string              as SVG writes it: M, L, H, V, C, S, Q, T, A, Z
---@field feather? number           pixels from nothing to all, half on each side of the outline (default 0)
---@field rule? "non_zero"|"even_odd"  what is inside where outlines overlap (default "non_zero")
---@field size? moonreel.Size       what shares are shares of (default: the frame that a callback draws)

---A white area with a soft or hard edge, made to be a mask. For coloured shapes see `mr.shape`.
---@param options moonreel.MaskOptions
---@return moonreel.Image
function mr.image.mask(options) end
