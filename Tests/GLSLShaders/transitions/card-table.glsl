// SPDX-License-Identifier: MIT
// The picture is a card that is thrown on a table and turns over in the air.
// Covers: mat4 by columns, product of mat4, vec4 division by w, ray and plane, matrix element access, vec3 constructors of vec2
// Ends: exact

uniform float back; // = 1.2

mat4 tipped(float a) {
  return mat4(
    cos(a), 0.0, sin(a), 0.0,
    0.0, 1.0, 0.0, 0.0,
    -sin(a), 0.0, cos(a), 0.0,
    0.0, 0.0, 0.0, 1.0);
}

mat4 leaning(float a) {
  mat4 m = mat4(1.0);
  m[1][1] = cos(a);
  m[1][2] = -sin(a);
  m[2][1] = sin(a);
  m[2].z = cos(a);
  return m;
}

vec4 transition(vec2 uv) {
  if (progress <= 0.0) return getFromColor(uv);
  if (progress >= 1.0) return getToColor(uv);
  float air = sin(3.14159265 * progress);
  mat4 m = tipped(3.14159265 * progress) * leaning(0.4 * air);
  vec4 x = m * vec4(1.0, 0.0, 0.0, 0.0);
  vec4 y = m * vec4(0.0, 1.0, 0.0, 0.0);
  vec3 normal = cross(x.xyz, y.xyz);
  vec3 eye = vec3(0.0, 0.0, 2.0);
  vec3 ray = vec3((uv - 0.5) * vec2(ratio, 1.0), -2.0);
  vec3 card = vec3(0.0, 0.0, -back * air);
  float down = dot(card - eye, normal) / dot(ray, normal);
  vec3 hit = eye + ray * down - card;
  vec2 p = vec2(dot(hit, x.xyz) / ratio, dot(hit, y.xyz));
  if (abs(p.x) > 0.5 || abs(p.y) > 0.5) return vec4(0.02, 0.12, 0.06, 1.0);
  if (progress < 0.5) return getFromColor(p + 0.5);
  return getToColor(vec2(-p.x, p.y) + 0.5);
}
