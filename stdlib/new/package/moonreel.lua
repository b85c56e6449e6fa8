-- What Moonreel knows of the package. This is data: nothing can be called or computed here.
return {
  name = "plugin-name",
  version = "0.1.0",
  licence = "MIT",
  moonreel = ">= host-version",   -- the versions of Moonreel that it works with
  entries = { "plugin-name" },    -- what films may require; "plugin-name.part" is the file part.lua
  assets = { "assets" },          -- files and folders that its modules open by such a path
}
