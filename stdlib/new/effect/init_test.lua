-- Tests of plugin-name; moonreel test runs them.

local plugin_name = require "plugin-name"

describe("plugin-name", function()
  it("has options with defaults", function()
    expect(plugin_name().params.strength):to_be_near(0.8, 1e-6)
    expect(plugin_name { strength = 0.25 }.params.strength):to_be(0.25)
  end)

  it("names an option that is misspelt", function()
    expect(function() plugin_name { strenght = 1 } end):to_fail("did you mean 'strength'")
  end)

  it("refuses more than all of the look", function()
    expect(function() plugin_name { strength = 2 } end):to_fail("strength")
  end)
end)
