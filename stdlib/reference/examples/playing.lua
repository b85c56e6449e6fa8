-- SPDX-License-Identifier: MIT
-- Examples of docs/reference/playing.md; how such a file is read: docs/testing.md.

local mr = require "moonreel"
local show = mr.composition { size = { 64, 36 }, fps = 10 }
show:add { source = mr.source.lights {}, duration = 4 }
local player = mr.player(show)

-- mr.player
local two = mr.player({ show, show }, { at_end = "pause" })
assert(two.duration == 4 and #two.queue == 2)

-- Player:play, Player:run
player:play()
local frames = player:run(1)
assert(#frames > 0 and player.current_time == 1)

-- Player:pause
player:play()
player:run(1)
player:pause()
player:run(1)
assert(player.current_time == 1)

-- Player:seek
assert(player:seek(2.5))

-- Player:step
player:seek(1)
player:step(2)
assert(player.current_time == 1.2)

-- Player:insert
local number = player:insert(show)
assert(player.queue[2] == number)

-- Player:remove
local number = player:insert(show)
player:remove(number)
assert(#player.queue == 1)

-- Player:advance
player:insert(show)
player:advance()
assert(player.item == 2)

-- Player:loop
player:loop({ 1, 2 }, 3)
player:play()
player:run(4)
assert(player.loop_count > 0)

-- Player:end_loop
player:loop { 0, 1 }
player:play()
player:run(1.5)
player:end_loop()
player:run(3)
assert(player.current_time > 1)

-- Player:observe_every, Player:stop_observing
local count = 0
local observer = player:observe_every(0.5, function() count = count + 1 end)
player:play()
player:run(2)
player:stop_observing(observer)
assert(count >= 3)

-- Player:observe_at
local reached = 0
player:observe_at({ 1, 2 }, function() reached = reached + 1 end)
player:play()
player:run(3)
assert(reached == 2)

-- Player:image
player:run(0.1)
show:add { source = assert(player:image()), duration = 1 }

-- Player:digest
player:run(0.1)
assert(#player:digest() == 64)

return show
