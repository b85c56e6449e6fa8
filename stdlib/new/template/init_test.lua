-- Tests of plugin-name; moonreel test runs them.

local plugin_name = require "plugin-name"

describe("plugin-name", function()
  it("takes a name", function()
    expect(type(plugin_name { name = "Anybody" })):to_be("userdata")
  end)

  it("names an option that is misspelt", function()
    expect(function() plugin_name { name = "a", rolle = "b" } end):to_fail("did you mean 'role'")
  end)
end)
