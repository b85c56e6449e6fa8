// SPDX-License-Identifier: MIT
// A tilted band with the second picture grows, all of whose settings come with qualifiers.
// Covers: uniform with a precision qualifier, two uniforms in one declaration, uniforms that stay 0, lowp and highp locals, parameters with precision, uniform mat2 and mat3 defaults, bvec2 default
// Ends: exact

uniform highp float width; // = 0.5
uniform mediump vec2 lean; // = vec2(0.8, 0.6)
uniform float shift, extra;
uniform mat2 turn; // = mat2(1.0, 0.0, 0.0, 1.0)
uniform mat3 tint; // = mat3(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
uniform bvec2 flips; // = bvec2(true, false)

float across(in highp vec2 p, const lowp float more) {
  highp float way = dot(turn * (p - 0.5), lean) + shift + more;
  return flips.x ? -way : way;
}

vec4 transition(vec2 uv) {
  lowp vec4 from = getFromColor(uv);
  highp vec4 to = getToColor(uv);
  float off = abs(across(uv, extra)) - progress * 1.5 * width;
  to.rgb = tint * to.rgb;
  return off < 0.0 ? to : from;
}
