-- Tests of plugin-name; moonreel test runs them.

local plugin_name = require "plugin-name"

describe("plugin-name", function()
  it("has options with defaults", function()
    expect(plugin_name().params.turn):to_be(60)
    expect(plugin_name { turn = -30 }.params.turn):to_be(-30)
  end)

  it("names an option that is misspelt", function()
    expect(function() plugin_name { trun = 1 } end):to_fail("did you mean 'turn'")
  end)
end)
