// SPDX-License-Identifier: MIT
// A page is lifted at its corner and rolls over; what lies under it is in shadow.
// Covers: acos, asin, sqrt, several early returns, rotation by hand, uniform initialisers that need others, divergent branches
// Ends: exact

uniform float curl; // = 0.09 the roll's radius

const float PI = 3.141592653589793;
float front = mix(1.0 + 2.0 * curl, -1.6 * curl - 0.1, progress);
float rolled = PI * curl;

float shadow(float off) {
  return 1.0 - 0.55 * exp(-8.0 * off / curl);
}

vec4 transition(vec2 uv) {
  if (progress <= 0.0) return getFromColor(uv);
  if (progress >= 1.0) return getToColor(uv);
  vec2 axis = vec2(0.8, 0.6);
  float along = dot(uv, axis) / (axis.x + axis.y);
  vec2 across = uv - along * axis * (axis.x + axis.y);
  float off = along - front;
  if (off > curl) {
    vec4 under = getToColor(uv);
    return vec4(under.rgb * shadow(off - curl), under.a);
  }
  if (off < -curl) return getFromColor(uv);
  float lean = asin(clamp(off / curl, -1.0, 1.0));
  float on_back = front + curl * (PI - lean);
  vec2 back = across + on_back * axis * (axis.x + axis.y);
  if (on_back < 1.0 && back.x >= 0.0 && back.x <= 1.0 && back.y >= 0.0 && back.y <= 1.0) {
    vec4 paper = getFromColor(back);
    float light = 0.75 + 0.25 * sqrt(max(0.0, 1.0 - pow(off / curl, 2.0)));
    return vec4(mix(vec3(0.92), paper.rgb, 0.25) * light, 1.0);
  }
  if (off < 0.0) return getFromColor(uv);
  float up = front + curl * acos(clamp(1.0 - off / curl, -1.0, 1.0));
  vec2 front_side = across + up * axis * (axis.x + axis.y);
  if (all(lessThan(abs(front_side - 0.5), vec2(0.5)))) {
    return getFromColor(front_side);
  }
  vec4 under = getToColor(uv);
  return vec4(under.rgb * 0.6, under.a);
}
