// SPDX-License-Identifier: MIT
// The second picture shoves the first one out, with a bar between them.
// Covers: lessThan, greaterThanEqual, all, any, bvec2, ivec2 default, vec2 from ivec2
// Ends: exact

uniform ivec2 way; // = ivec2(0, 1)
uniform float bar; // = 0.03

vec4 transition(vec2 uv) {
  vec2 first = uv - progress * (1.0 + bar) * vec2(way);
  bvec2 before = lessThan(first, vec2(0.0)), after = greaterThanEqual(first, vec2(1.0));
  if (!any(before) && !any(after)) return getFromColor(first);
  vec2 second = first + vec2(way) * (1.0 + bar);
  bvec2 begun = greaterThanEqual(second, vec2(0.0)), there = lessThan(second, vec2(1.0));
  if (progress >= 1.0) return getToColor(uv);
  return all(begun) && all(there) ? getToColor(second) : vec4(vec3(0.9), 1.0);
}
