---@meta
-- SPDX-License-Identifier: MIT

---@class moonreel
local mr = {}

---A picture in passes: files of shaders, and what their channels show.
---@class moonreel.ShaderPasses
---@field image string|table     the file of the pass that is shown, or `{ file, iChannel0 = "A" }`
---@field buffers? table<string, string|table>   the files of the passes that others read, by name; none may read itself

---The constructor of what a shader draws: called with a table of its uniforms, each of which is an option, it gives a
---transition, an effect, or the source of a layer.
---@class moonreel.ShaderConstructor
---@field name string     the file's, without folder and ending
---@field options table<string, moonreel.OptionRule>   by name: the uniforms, with what the comments beside them say, and the pictures that it reads besides
---@overload fun(opts?: table): any

---A shader in GLSL ES, as it is: a transition after the contract of gl-transitions (`vec4 transition(vec2 uv)`), or a
---picture after that of Shadertoy (`void mainImage(out vec4 color, in vec2 position)`).
---
---A transition goes between layers, a picture that reads `iChannel0` is an effect (the channel shows the layer), and one
---that reads none is the source of a layer. Uniforms are options, with the defaults that the comments beside them state;
---three and four numbers may be a colour, and those of effects move with `layer:animate`. Further pictures that the
---shader names are options, too. `iMouse` is one of pictures: `{ x, y, z, w }`, in pixels from the lower left corner.
---`iDate` is 0, so that a film is always the same.
---@param shader string|moonreel.ShaderPasses   the path of its file, or passes
---@return moonreel.ShaderConstructor
function mr.glsl(shader) end

---A shader as the library sees it.
---@class moonreel.Shader
---@field name string
---@field kind "transition"|"image"
---@field samplers string[]   the pictures that it reads
---@field uniforms table[]    name, type, count, component, line, default, documentation
local Shader = {}

---What it draws.
---@param pictures moonreel.Image[]   one for each sampler
---@param values table                by the contract's names and the uniforms'
---@param size number[]               of the picture, in pixels
---@return moonreel.Image
function Shader:draw(pictures, values, size) end
