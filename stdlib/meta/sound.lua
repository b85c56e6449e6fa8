---@meta
-- SPDX-License-Identifier: MIT

---@class moonreel
local mr = {}

---A number, keyframes with times in seconds of what it belongs to, what follows a sound (`sound:follow`), or a function of that time.
---@alias moonreel.MovingNumber number|moonreel.Keyframes|moonreel.SoundCurve|(fun(time: number): number)

---What `mr.sound_kernel` makes a kernel from.
---@class moonreel.SoundKernelOptions
---@field name? string                   for messages (default: the body's place in the script)
---@field inputs? string[]               names of the sounds that it reads: its own, then those that steer it (default `{ "sound" }`)
---@field params? table<string, number>  defaults by name
---@field tail? number|string            seconds by which it outlasts its sound, 0 to 60, or the name of the parameter that says so (default 0)
---@field latency? number|string         seconds by which its result comes late, which is made up for, 0 to 60, or a parameter's name (default 0)
---@field body fun(k: moonreel.SoundKernelArguments): moonreel.KernelValue|number  run once; gives the sample

---What the body of a sound kernel gets: its sounds and its parameters by name, and these. Every value holds one number
---for each channel.
---@class moonreel.SoundKernelArguments
---@field rate moonreel.KernelValue      samples a second
---@field time moonreel.KernelValue      seconds since the effect began
---@field channel moonreel.KernelValue   the channel's number, from 1
---@field channels moonreel.KernelValue  how many there are
---@field delay fun(value: moonreel.KernelValue, seconds: moonreel.KernelValue|number, longest: number): moonreel.KernelValue  the value so long ago, at most `longest`, 0 to 10; between samples by a cubic
---@field loop fun(seconds: moonreel.KernelValue|number, longest: number, body: fun(back: moonreel.KernelValue): moonreel.KernelValue|number): moonreel.KernelValue  what the body makes of what it made so long ago: at least one sample, at most `longest`; `seconds` must not depend on the sound
---@field biquad fun(value: moonreel.KernelValue, b0: moonreel.KernelValue|number, b1: moonreel.KernelValue|number, b2: moonreel.KernelValue|number, a1: moonreel.KernelValue|number, a2: moonreel.KernelValue|number): moonreel.KernelValue  a filter of second order, a0 = 1
---@field all_pass fun(value: moonreel.KernelValue, coefficient: moonreel.KernelValue|number, count?: integer): moonreel.KernelValue  filters of first order, 1 to 64 (default 1) after one another: all frequencies at their level, those around one of them late
---@field follow fun(value: moonreel.KernelValue, rise: moonreel.KernelValue|number, fall: moonreel.KernelValue|number): moonreel.KernelValue  comes closer to the value with each sample, by the share `rise` of the distance on the way up, `fall` on the way down
---@field highest fun(value: moonreel.KernelValue, seconds: moonreel.KernelValue|number): moonreel.KernelValue  the greatest of the last seconds, at most 10; how many is asked when the effect begins
---@field mean fun(value: moonreel.KernelValue, seconds: moonreel.KernelValue|number): moonreel.KernelValue  their mean
---@field phase fun(hertz: moonreel.KernelValue|number): moonreel.KernelValue  a share of a round, 0 to 1, that goes through so many rounds a second
---@field sum fun(value: moonreel.KernelValue): moonreel.KernelValue      of all channels
---@field loudest fun(value: moonreel.KernelValue): moonreel.KernelValue  the greatest of all channels
---@field of fun(value: moonreel.KernelValue, channel: integer): moonreel.KernelValue  one channel's, 0 where there is none
---@field noise fun(): moonreel.KernelValue  evenly spread over -1 to 1, another sequence for each channel and each call
---@field [string] any

---A function of one sample, made native: called with a table of parameters, it gives an effect.
---@class moonreel.SoundKernel
---@field name string
---@field steps integer      operations in it
---@overload fun(params?: table<string, any>): moonreel.SoundEffect
local SoundKernel = {}

---A change to sound, for `effects` of a layer's `audio`, of a bus or of a composition's `audio`.
---@class moonreel.SoundEffect
---@field name string
---@field tail number  seconds by which it outlasts its sound
local SoundEffect = {}

---The effect for a while; it goes in and out within 5 ms.
---@param range moonreel.Range  in seconds of what it is applied to
---@return moonreel.SoundEffect
function SoundEffect:during(range) end

---One effect, or several that follow one another.
---@alias moonreel.SoundEffects moonreel.SoundEffect|{ [integer]: moonreel.SoundEffect }

---A function of one sample. Its body runs once, here, with values that stand for numbers; what it does with them runs
---natively for every sample, in double precision. Parameters may move: what depends on them alone is computed every 64
---samples and followed in straight lines between.
---@param options moonreel.SoundKernelOptions
---@return moonreel.SoundKernel
function mr.sound_kernel(options) end

---A sound effect that is no kernel; `moonreel.audio` has each with options that are checked: `audio.pitch_shift { semitones = 3 }`.
---@param kind "pitch_shift"|"convolution"|"noise_reduction"
---@param options? table
---@return moonreel.SoundEffect
function mr.sound_processor(kind, options) end

---A plugin and what it is set to; `moonreel plugins` lists plugins with their controls.
---@class moonreel.PluginOptions
---@field uri string       the address that names it
---@field controls? table<string, moonreel.MovingNumber|boolean>  by symbol; what moves is asked every 64 samples (default: as the plugin has them)
---@field tail? number     seconds for which it is heard after its sound has ended, 0 to 60 (default 2)

---A number that a plugin is steered by.
---@class moonreel.PluginControl
---@field symbol string   its name in `controls`
---@field name string     its name for people
---@field kind "number"|"integer"|"boolean"
---@field min number
---@field max number
---@field default number

---An LV2 plugin of the machine.
---@class moonreel.Plugin
---@field uri string
---@field name string
---@field inputs integer   sounds that it takes: an effect takes one or two
---@field outputs integer  sounds that it gives
---@field problem? string  why it cannot be used
---@field controls moonreel.PluginControl[]

---LV2 plugins of the machine. They are native code that Moonreel cannot hold back, and switched off unless
---`--allow-plugins` is given.
mr.audio = {}

---An LV2 plugin as an effect for sound: `mr.audio.lv2 "http://plugin.org.uk/swh-plugins/amp"`. One with one sound in and
---out works on each channel, others on pairs of channels. What it looks ahead is made up for.
---@param plugin string|moonreel.PluginOptions  its address, or a table with options
---@return moonreel.SoundEffect
function mr.audio.lv2(plugin) end

---The plugins of the machine, by their addresses.
---@return moonreel.Plugin[]
function mr.audio.lv2_list() end

---@class moonreel.SoundBusOptions
---@field name? string        for messages
---@field effects? moonreel.SoundEffects
---@field volume? number      a gain factor, 0 to 1000 (default 1)
---@field bus? moonreel.SoundBus  where it goes (default: the mix)
---@field sends? any[][]      where it goes besides, `{ { bus, gain } }`

---A place where sounds come together on their way to the mix.
---@class moonreel.SoundBus
---@field name string
local SoundBus = {}

---A bus: sounds whose `audio` names it go there, and are changed as one.
---@param options? moonreel.SoundBusOptions
---@return moonreel.SoundBus
function mr.bus(options) end

---How a whole composition sounds.
---@class moonreel.CompositionAudioOptions
---@field volume? moonreel.MovingNumber     a gain factor, 0 to 1000 (default 1)
---@field volume_db? moonreel.MovingNumber  more gain, in decibels, -1000 to 60 (default 0)
---@field effects? moonreel.SoundEffects  one after the other, before the volume

---A stretch of sound: `block[channel][sample]`, both from 1, full scale -1 to 1.
---@class moonreel.SoundBlock
---@field [integer] number[]
---@field frames integer    samples of a channel
---@field rate integer      samples a second
---@field position integer  its first sample, counted from the effect's start
---@field time number       the same in seconds
---@field film_position integer   its first sample on the clock of the composition that is mixed
---@field film_time number        the same in seconds
---@field layer_position integer  its first sample on the clock of the layer, or for buses and wholes of the composition
---@field layer_time number       the same in seconds
local SoundBlock = {}

---Makes it louder or quieter.
---@param factor number|number[]  or one for each sample
---@return moonreel.SoundBlock
function SoundBlock:gain(factor) end

---Adds another block, channel by channel.
---@param other number[][]
---@param factor? number  (default 1)
---@return moonreel.SoundBlock
function SoundBlock:mix(other, factor) end

---Changes every sample.
---@param change fun(sample: number, channel: integer, index: integer): number
---@return moonreel.SoundBlock
function SoundBlock:map(change) end

---The greatest magnitude of all channels.
---@return number
function SoundBlock:peak() end

---The root of the mean square of all channels.
---@return number
function SoundBlock:rms() end

---One channel, or the mean of all, as a list of its own.
---@param channel? integer
---@return number[]
function SoundBlock:copy(channel) end

---Filters it by a filter of second order that remembers from block to block, the cookbook's as in `moonreel.audio`. Several
---in one tap are told apart by their order, so call the same ones in every block.
---@param kind "low_pass"|"high_pass"|"band_pass"|"notch"|"peak"|"low_shelf"|"high_shelf"
---@param hertz number
---@param q? number         (default 0.707)
---@param decibels? number  the gain of "peak" and of the shelves (default 0)
---@return moonreel.SoundBlock
function SoundBlock:filter(kind, hertz, q, decibels) end

---How loud it is at each sample: the greatest magnitude of the channels, followed from block to block. In each time, 63 % of a
---step are gone.
---@param attack? number     seconds upwards (default 0.01)
---@param release? number    seconds downwards (default 0.1)
---@param channel? integer   (default: all)
---@return number[]
function SoundBlock:envelope(attack, release, channel) end

---Frequencies, real and imaginary parts, of a channel (default: the mean of all) or of a list of numbers: of as many of the first
---as the largest power of two, at most 65536. Number k + 1 is the one of k periods in all of them. Native, in double precision, and
---rounded to 24 bits.
---@param from? integer|number[]
---@param imaginary? number[]  of the list
---@return { real: number[], imaginary: number[] }
function SoundBlock:fft(from, imaginary) end

---Back to samples: `block[1] = block:ifft(frequencies)`. The second result is 0 where the frequencies are those of samples.
---@param frequencies { real: number[], imaginary: number[] }
---@return number[] real
---@return number[] imaginary
function SoundBlock:ifft(frequencies) end

---How strong each frequency is in the first samples of the block, the largest power of two of them: amplitudes of
---`frames / 2` bands from 0 Hz to half the rate, under a Hann window.
---@param channel? integer  (default: the mean of all)
---@return number[]
function SoundBlock:spectrum(channel) end

---What a tap is told before its sound begins.
---@class moonreel.SoundFormat
---@field rate integer       samples a second
---@field channels string[]  names of the loudspeakers, such as `{ "FL", "FR" }`

---What a tap knows while its sound is played. The fields of a state that is a table can be read and set as if they were its own;
---a state of another kind is handed over in its place, and the context as a third argument.
---@class moonreel.TapContext
---@field state any          what `prepare` returned, kept between blocks
---@field rate integer       samples a second
---@field channels string[]  names of the loudspeakers
---@field time number        of the block's first sample, in seconds of the composition that is mixed
---@field layer_time number  the same on the layer's clock
---@field [any] any

---@class moonreel.TapOptions
---@field process fun(block: moonreel.SoundBlock, context: moonreel.TapContext)  changes the block in place; called for one block after the other, from the sound's start on
---@field prepare? fun(format: moonreel.SoundFormat): any        called whenever the sound is played from its start; gives the context's `state`
---@field finish? fun(context: moonreel.TapContext)              called once when the sound has been played, or could not be
---@field name? string
---@field tail? number     seconds by which it outlasts its sound, 0 to 60 (default 0)
---@field latency? number  seconds by which its result comes late, which is made up for, 0 to 60 (default 0)

---A Lua function as a sound effect. It sees every sample, and takes a tenth of the sound's time and less; a sound kernel is
---twenty times as fast.
---@param options moonreel.TapOptions
---@return moonreel.SoundEffect
function mr.tap(options) end
