---@meta
-- SPDX-License-Identifier: MIT

---@class moonreel
local mr = {}

---What a player plays: what a script may return.
---@alias moonreel.Film moonreel.Composition|moonreel.Timeline|moonreel.Export|moonreel.VideoComposition|moonreel.Asset|moonreel.Image

---Makes a player of a film, or of several, one after the other. Its clock stands but for `player:run`: nothing is waited for, and
---the same calls always show the same frames at the same times. A film is taken as it is now; what is added to it later is not
---played. No picture is drawn for it, so an hour takes a second or two.
---@param film moonreel.Film|moonreel.Film[]
---@param options? { rate?: number, loop?: boolean|moonreel.Range, at_end?: "advance"|"pause"|"none", draw_time?: moonreel.Time }  of `play` (default 1); the first film is played again and again, or a stretch of it; what is done where a film ends (default "advance"); how long each picture takes to be drawn (default 0), to see what is left out then
---@return moonreel.Player
function mr.player(film, options) end

---A player. Times are seconds of the film that is played, but for `clock` and `at`. What it is told takes effect at once.
---@class moonreel.Player
---@field clock number             seconds that it has run, read-only
---@field current_time number      where in the film it is, read-only
---@field duration? number         of the film, read-only; nil without one
---@field status "paused"|"waiting"|"playing"  read-only
---@field waiting_reason? "no_item_to_play"|"opening_file"|"seeking"|"drawing_first_frame"  why it waits, read-only; nil where it does not
---@field rate number              film seconds a second, -64 to 64, 0 paused
---@field default_rate number      the rate of `play`
---@field at_end "advance"|"pause"|"none"  where a film ends: the next one plays, it pauses, or the last frame stays
---@field item? integer            which film is played, counted from 1 in the order in which they were given, read-only
---@field queue integer[]          the film that is played and those to come, read-only
---@field loop_count integer       how many times the stretch that is looped was played to its end since `loop`, the last seek or the last change of the film, read-only
---@field shown? moonreel.ShownFrame  the frame on screen, read-only
---@field loaded_time_ranges number[][]  what of the film can be played without waiting for a server, `{ { 0, 1.44 }, { 2.92, 3 } }`, read-only: all of it where its files lie on this machine; of files of servers, what is in the cache. Decoders may want a few pictures more
---@field forward_buffer number    how many seconds of them follow `current_time`, read-only
---@field counts moonreel.PlayerCounts  what became of frames so far, read-only
---@field error_log { item: integer, time: number, message: string }[]  what went wrong: in which film, where in it, and the sentence; the last 100 of each film, read-only
local Player = {}

---A frame that a player shows.
---@class moonreel.ShownFrame
---@field at number      when it was shown, by the player's clock
---@field frame integer  its number, from 0
---@field time number    when it begins, in its film
---@field item integer   which film it is of

---What became of a player's frames, and what servers were asked since it was made.
---@class moonreel.PlayerCounts
---@field shown integer        frames
---@field late integer         of these, how many came after their time
---@field dropped integer      frames that were not shown
---@field stalls integer       how often playing stopped to wait, or a frame came more than a quarter of a second late
---@field stall_reasons { drawing: integer, network: integer, next_item: integer }  of these, how often reading and drawing took too long, a server was waited for, or the next film was not open yet
---@field seeks integer        those that arrived
---@field requests integer     of servers, by all that the script has opened; those after redirects included
---@field bytes integer        that servers sent
---@field repetitions integer  requests that were made again

---Plays at the default rate.
function Player:play() end

---Stops; the frame on screen stays.
function Player:pause() end

---Goes to a time.
---@param time moonreel.Time
---@return boolean arrived
function Player:seek(time) end

---Pauses, and goes some frames on, or back.
---@param count? integer  negative: back (default 1)
function Player:step(count) end

---Lets the clock run, and gives the frames that are shown meanwhile.
---@param seconds moonreel.Time  at most a day
---@return moonreel.ShownFrame[]
function Player:run(seconds) end

---Puts a film into the queue.
---@param film moonreel.Film
---@param after? integer  the film that it follows (default: the last)
---@return integer item  its number
function Player:insert(film, after) end

---Takes a film out of the queue; where it is played, the next one begins.
---@param item integer
function Player:remove(item) end

---Ends the film that is played, and begins the next.
function Player:advance() end

---Plays the current film, or a stretch of it, again and again without a gap. After the last round the film plays on behind the
---stretch to its end.
---@param range? moonreel.Range  (default: as long as there are pictures)
---@param count? integer         rounds in all, the one that is played being the first (default: for ever)
function Player:loop(range, count) end

---Lets the round that plays be the last: after it the film plays on behind the stretch to its end, as after the last round of
---`loop(range, count)`.
function Player:end_loop() end

---Calls a function with the film's time at every multiple of an interval that is passed while playing, and after each seek. The
---function can ask the player anything, and tell it nothing.
---@param interval moonreel.Time  0.001 s or more
---@param call fun(time: number)
---@return integer observer
function Player:observe_every(interval, call) end

---Calls a function with the film's time whenever playing reaches one of the times; a seek across them does not.
---@param times moonreel.Time|moonreel.Time[]
---@param call fun(time: number)
---@return integer observer
function Player:observe_at(times, call) end

---Ends the calls.
---@param observer integer
function Player:stop_observing(observer) end

---What is on screen, as a picture: a still of the film. Nil before anything is.
---@return moonreel.Image?
function Player:image() end

---Sixty-four digits that stand for what is on screen: where they are equal, the pictures are. Nil where nothing is on screen.
---@return string?
function Player:digest() end
