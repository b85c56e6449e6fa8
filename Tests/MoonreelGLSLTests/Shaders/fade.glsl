// Both pictures at the pixel itself.
vec4 transition (vec2 uv) {
  return mix(getFromColor(uv), getToColor(uv.xy), progress);
}
