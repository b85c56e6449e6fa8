---@meta
-- SPDX-License-Identifier: MIT

---Tracks of segments: what is shown and heard when. Edits return the timeline.
---@class moonreel.Timeline
---@field duration number            seconds
---@field fps? number         can be set; default: that of the fastest pictures
---@field natural_size integer[]     can be set; default: of the first clip, upright
---@field tracks moonreel.Track[]    in the order they were added; the last is on top
local Timeline = {}

---Adds a track, on top of the others.
---@param kind moonreel.MediaKind
---@param preferred_id? integer  used only where no track has or ever had it
---@return moonreel.Track
function Timeline:add_track(kind, preferred_id) end

---Removes a track with all that is on it.
---@param track moonreel.Track
function Timeline:remove_track(track) end

---The track with an identifier; nil where there is none.
---@param id integer
---@return moonreel.Track?
function Timeline:track(id) end

---The tracks of one kind.
---@param kind moonreel.MediaKind
---@return moonreel.Track[]
function Timeline:tracks_of(kind) end

---The first track that can take the source.
---@param source moonreel.Insertable
---@return moonreel.Track?
function Timeline:compatible_track(source) end

---Adds a subtitle track with captions, which is written beside pictures and sound; it ends where the timeline ends,
---unless that is empty. Captions can be inserted into a
---subtitle track with `track:insert`, too.
---@param captions moonreel.Captions
---@param options? moonreel.CaptionTrackOptions
---@return moonreel.Track
function Timeline:add_captions(captions, options) end

---Adds a metadata track, which is written beside pictures and sound into MP4, QuickTime and MPEG-TS files; it ends
---where the timeline ends, unless that is empty.
---
---    timeline:add_metadata {
---      { range = { 0, 2 }, items = { ["com.example.score"] = "3:1" } },
---      { range = { 2, 5 }, items = { ["com.example.score"] = "3:2" } },
---    }
---@param groups moonreel.MetadataGroup[]
---@param options? moonreel.MetadataTrackOptions
---@return moonreel.Track
function Timeline:add_metadata(groups, options) end

---Inserts a range of all tracks of an asset, or copies the segments of another timeline; later content
---moves.
---@param source moonreel.Asset|moonreel.Timeline
---@param range? moonreel.Range  (default: all)
---@param at? moonreel.Time      (default: the end)
---@return moonreel.Timeline
function Timeline:insert(source, range, at) end

---Inserts a gap into every track that goes on there.
---@param range moonreel.Range
---@return moonreel.Timeline
function Timeline:insert_empty(range) end

---Takes a range out of every track; later content moves to its start.
---@param range moonreel.Range
---@return moonreel.Timeline
function Timeline:remove(range) end

---Plays a range of every track in another duration.
---@param range moonreel.Range
---@param duration moonreel.Time
---@return moonreel.Timeline
function Timeline:retime(range, duration) end

---Plays a range of every track backwards.
---@param range? moonreel.Range  (default: all)
---@return moonreel.Timeline
function Timeline:reverse(range) end

---What a track can show.
---@alias moonreel.Insertable moonreel.AssetTrack|moonreel.Asset|moonreel.Timeline|moonreel.Composition|moonreel.Source|moonreel.Image|moonreel.Captions

---A row of segments. Edits return the track.
---@class moonreel.Track
---@field id integer
---@field kind moonreel.MediaKind
---@field duration number
---@field segments moonreel.Segment[]                in order, from zero, without holes
---@field enabled boolean                         can be set
---@field language? string                           can be set
---@field extended_language? string                  can be set
---@field title? string                              what players call a subtitle track; can be set
---@field is_default boolean                         whether players show a subtitle track unless told otherwise; can be set
---@field is_forced boolean                          whether a subtitle track is shown even where subtitles are off; can be set
---@field preferred_volume number                    can be set
---@field preferred_transform? moonreel.Transform    can be set; nil: each source's own
---@field natural_time_scale integer                 can be set
local Track = {}

---Inserts a range of a source; later content moves. A timeline goes in as one nested piece, and so does
---a composition, as it is now: transparent where it has neither layers nor a background.
---@param source moonreel.Insertable
---@param range? moonreel.Range  (default: all)
---@param at? moonreel.Time      (default: the end)
---@return moonreel.Track
function Track:insert(source, range, at) end

---Inserts pieces one after the other, all or none: `{ source, range }`, or `{ range = … }` for a gap.
---@param pieces table[]
---@param at? moonreel.Time  (default: the end)
---@return moonreel.Track
function Track:insert_all(pieces, at) end

---Inserts a gap; later content moves. Not at the end of the track.
---@param range moonreel.Range
---@return moonreel.Track
function Track:insert_empty(range) end

---Takes a range out; later content moves to its start.
---@param range moonreel.Range
---@return moonreel.Track
function Track:remove(range) end

---Plays a range in another duration; later content moves.
---@param range moonreel.Range
---@param duration moonreel.Time
---@return moonreel.Track
function Track:retime(range, duration) end

---Plays a range backwards.
---@param range? moonreel.Range  (default: all)
---@return moonreel.Track
function Track:reverse(range) end

---The segment at a time; nil beyond the end.
---@param time moonreel.Time
---@return moonreel.Segment?
function Track:segment_at(time) end

---Replaces all segments by a list such as `segments`: in order, from zero, without holes; one without a source is
---a gap. Where one of them is not possible, none is set.
---@param segments moonreel.NewSegment[]
---@return moonreel.Track
function Track:set_segments(segments) end

---Replaces what the file says of a source, in the segments that show it now; without a format, what the
---file says counts again.
---@param source moonreel.AssetTrack|moonreel.Asset
---@param format? moonreel.FormatOverride
---@return moonreel.Track
function Track:replace_format(source, format) end

---@alias moonreel.TrackAssociation "audio_fallback"|"chapter_list"|"forced_subtitles_only"|"metadata_referent"|"selection_follower"|"timecode"

---Notes that another track of the timeline belongs to this one.
---@param track moonreel.Track
---@param kind moonreel.TrackAssociation
---@return moonreel.Track
function Track:associate(track, kind) end

---Removes an association.
---@param track moonreel.Track
---@param kind moonreel.TrackAssociation
---@return moonreel.Track
function Track:dissociate(track, kind) end

---The tracks that belong to this one.
---@param kind moonreel.TrackAssociation
---@return moonreel.Track[]
function Track:associated(kind) end

---Raises an error where segments are not contiguous from zero.
---@return moonreel.Track
function Track:validate() end

---@class moonreel.Segment
---@field range number[]             where it lies on the track
---@field is_empty boolean
---@field source? moonreel.Insertable
---@field source_range? number[]     on the source's clock
---@field rate? number               source seconds per second
---@field is_reversed? boolean

---@class moonreel.NewSegment
---@field range moonreel.Range           where it lies on the track
---@field source? moonreel.Insertable    nothing: a gap
---@field source_range? moonreel.Range   on the source's clock; another length is another speed
---@field is_reversed? boolean           (default false)
---@field rate? number                   ignored: follows from the ranges
---@field is_empty? boolean              ignored: follows from the source

---@class moonreel.FormatOverride
---@field color? moonreel.ColorTags
---@field pixel_aspect? integer[]  the width and height of a pixel, such as { 64, 45 }
---@field language? string

---How tracks and the whole sound. Setters return the mix. Frames and timecodes are counted at the rate of
---the export that the mix goes into.
---@class moonreel.AudioMix
local AudioMix = {}

---@alias moonreel.PitchAlgorithm "varispeed"|"spectral"|"time_domain"|"low_quality_zero_latency"

---Sets a track's volume from a time on.
---@param track moonreel.Track
---@param volume number      a factor, 1 is as it is
---@param at? moonreel.Time  (default 0)
---@return moonreel.AudioMix
function AudioMix:volume(track, volume, at) end

---Lets a track's volume go evenly from one value to another.
---@param track moonreel.Track
---@param from number
---@param to number
---@param range moonreel.Range
---@return moonreel.AudioMix
function AudioMix:volume_ramp(track, from, to, range) end

---Frames are counted at the track's timeline's rate here.
---@param track moonreel.Track
---@param time moonreel.Time
---@return number
function AudioMix:volume_at(track, time) end

---Sets the volume of the whole mix from a time on.
---@param volume number
---@param at? moonreel.Time  (default 0)
---@return moonreel.AudioMix
function AudioMix:master_volume(volume, at) end

---Lets the volume of the whole mix go evenly from one value to another.
---@param from number
---@param to number
---@param range moonreel.Range
---@return moonreel.AudioMix
function AudioMix:master_volume_ramp(from, to, range) end

---Lets a track's sound swell wherever it begins and die away before it ends, so that cuts do not click; 0.005 s is
---enough. Where the same sound goes on it does not.
---@param track moonreel.Track
---@param duration moonreel.Time
---@return moonreel.AudioMix
function AudioMix:declick(track, duration) end

---Sets a track's gain in decibels, besides its volume. What moves is on the timeline's clock, here and below.
---@param track moonreel.Track
---@param decibels moonreel.MovingNumber  -1000 to 60; -120 and less is silence
---@return moonreel.AudioMix
function AudioMix:volume_db(track, decibels) end

---Places a track between left and right, keeping its power.
---@param track moonreel.Track
---@param position moonreel.MovingNumber  -1 to 1
---@return moonreel.AudioMix
function AudioMix:pan(track, position) end

---Places a track between left and right, making the other side quieter.
---@param track moonreel.Track
---@param position moonreel.MovingNumber  -1 to 1
---@return moonreel.AudioMix
function AudioMix:balance(track, position) end

---Turns a track's polarity around.
---@param track moonreel.Track
---@param on? boolean  (default true)
---@return moonreel.AudioMix
function AudioMix:invert(track, on) end

---Says what each channel of the film is made of: the number of a channel of the source, or the gains of all of them.
---
---    mix:channels(dialogue, { 3, 3 })  -- the centre of 5.1, on both sides
---@param track moonreel.Track
---@param matrix integer[]|number[][]
---@return moonreel.AudioMix
function AudioMix:channels(track, matrix) end

---Sets the effects of a track, one after the other, before its volume.
---@param track moonreel.Track
---@param effects moonreel.SoundEffects
---@return moonreel.AudioMix
function AudioMix:effects(track, effects) end

---Lets a track go to a bus in place of the mix.
---@param track moonreel.Track
---@param bus moonreel.SoundBus
---@return moonreel.AudioMix
function AudioMix:bus(track, bus) end

---Sends a track to a bus besides its own way.
---@param track moonreel.Track
---@param bus moonreel.SoundBus
---@param gain? number  a factor (default 1)
---@return moonreel.AudioMix
function AudioMix:send(track, bus, gain) end

---Takes a track out of the mix; what listens to it hears it all the same.
---@param track moonreel.Track
---@param on? boolean  (default true)
---@return moonreel.AudioMix
function AudioMix:mute(track, on) end

---Takes all tracks out of the mix but those that are set so.
---@param track moonreel.Track
---@param on? boolean  (default true)
---@return moonreel.AudioMix
function AudioMix:solo(track, on) end

---Brings what a track plays of its sources to a loudness, by one gain before its volumes.
---@param track moonreel.Track
---@param target moonreel.Loudness
---@return moonreel.AudioMix
function AudioMix:loudness(track, target) end

---How the track's sound is made faster or slower.
---@param track moonreel.Track
---@param algorithm moonreel.PitchAlgorithm
---@return moonreel.AudioMix
function AudioMix:pitch(track, algorithm) end
