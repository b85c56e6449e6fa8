-- Tests of plugin-name; moonreel test runs them.

local plugin_name = require "plugin-name"

describe("plugin-name", function()
  it("takes what every title takes", function()
    expect(plugin_name { text = "Good evening", size = 40, leave = 0.5 } ~= nil):to_be(true)
  end)

  it("names an option that is misspelt", function()
    expect(function() plugin_name { text = "a", distanse = 1 } end):to_fail("did you mean 'distance'")
  end)
end)
