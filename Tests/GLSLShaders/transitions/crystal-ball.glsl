// SPDX-License-Identifier: MIT
// A ball of glass grows out of the middle and shows the second picture.
// Covers: refract, reflect, sqrt, tan, atan of one, inversesqrt, vec3 normal, branch inside a ball only
// Ends: exact

uniform float glass; // = 1.3

vec4 transition(vec2 uv) {
  vec2 p = (uv - 0.5) * vec2(ratio, 1.0);
  float radius = progress * (0.52 * sqrt(ratio * ratio + 1.0));
  float inside = radius * radius - dot(p, p);
  if (inside <= 0.0) return getFromColor(uv);
  float z = sqrt(inside);
  vec3 normal = vec3(p, z) * inversesqrt(dot(vec3(p, z), vec3(p, z)));
  vec3 bent = refract(vec3(0.0, 0.0, -1.0), normal, 1.0 / glass);
  float deep = radius * (1.0 - progress);
  vec2 q = p + bent.xy / max(-bent.z, 0.05) * deep;
  vec3 mirror = reflect(vec3(0.0, 0.0, -1.0), normal);
  float shine = pow(max(dot(mirror, normalize(vec3(-0.5, 0.7, 1.0))), 0.0), 40.0);
  float edge = atan(mirror.x) * tan(0.1);
  vec4 color = getToColor(q / vec2(ratio, 1.0) + 0.5);
  float air = 4.0 * progress * (1.0 - progress);
  return vec4(color.rgb + (shine + edge * edge) * air, color.a);
}
