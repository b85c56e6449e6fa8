-- Tests of plugin-name; moonreel test runs them.

local mr = require "moonreel"
local film = require "film"   -- with the defaults of its parameters

describe("plugin-name", function()
  it("has pictures from its beginning to its end", function()
    expect(film.size):to_equal { 1920, 1080 }
    expect(film.duration > 3):to_be(true)
  end)

  it("looks as it did", function()
    local player = mr.player(film)
    player:seek(1.5)
    local picture = player:image()
    expect(picture and picture:fit { 160, 90 }):to_look_like "headline"
  end)
end)
