# SPDX-License-Identifier: MIT
# Writes the recipes of docs/cookbook.md into a folder (-v folder=…), each as NUMBER.lua, its commands as NUMBER.sh;
# prints the pictures: number, name, and times or the file that the commands write.

/^### / { recipe++ }
/^<!-- picture: / {
  gsub(/<!-- picture: | -->/, "")
  name = $1
  if (name ~ /\./) sub(/\..*/, "", name)
  else sub(/^[^ ]+ /, "")
  printf "%d\t%s\t%s\n", recipe, name, $0
}
/^```lua$/ && recipe { file = folder "/" recipe ".lua"; next }
/^```sh$/ && recipe { file = folder "/" recipe ".sh"; next }
/^```/ { if (file != "") close(file); file = "" }
file != "" { print >>file }
