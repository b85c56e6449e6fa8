// SPDX-License-Identifier: MIT
// A ball, a box and a ring on a table: 64 steps along each ray, with shadows.
// Covers: ray marching with break, early return in a function with a loop, vec3 functions, abs, max, normal by differences, reflect, two loops one after the other

float ball(vec3 p, float r) { return length(p) - r; }

float box(vec3 p, vec3 half_size) {
  vec3 q = abs(p) - half_size;
  return length(max(q, 0.0)) + min(max(q.x, max(q.y, q.z)), 0.0);
}

float ring(vec3 p, vec2 r) {
  vec2 q = vec2(length(p.xz) - r.x, p.y);
  return length(q) - r.y;
}

float scene(vec3 p) {
  float d = p.y + 0.5;
  d = min(d, ball(p - vec3(-1.1, 0.0, 0.1), 0.5));
  d = min(d, box(p - vec3(0.2, -0.1, -0.3), vec3(0.35)) - 0.04);
  return min(d, ring(p - vec3(1.3, -0.35, 0.3), vec2(0.4, 0.14)));
}

vec3 normal_at(vec3 p) {
  vec2 e = vec2(0.001, 0.0);
  return normalize(vec3(
    scene(p + e.xyy) - scene(p - e.xyy),
    scene(p + e.yxy) - scene(p - e.yxy),
    scene(p + e.yyx) - scene(p - e.yyx)));
}

float lit(vec3 p, vec3 to_light) {
  float t = 0.03, least = 1.0;
  for (int i = 0; i < 24; i++) {
    float d = scene(p + to_light * t);
    if (d < 0.001) return 0.0;
    least = min(least, 8.0 * d / (0.2 + t));
    t += d;
    if (t > 4.0) break;
  }
  return clamp(least, 0.0, 1.0);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 p = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
  float turn = 0.4 * sin(iTime * 0.5);
  vec3 eye = vec3(3.2 * sin(turn), 1.2, -3.2 * cos(turn));
  vec3 ahead = normalize(vec3(0.0, -0.1, 0.0) - eye);
  vec3 right = normalize(cross(vec3(0.0, 1.0, 0.0), ahead));
  vec3 up = cross(ahead, right);
  vec3 ray = normalize(p.x * right + p.y * up + 1.8 * ahead);
  float t = 0.0;
  bool hit = false;
  for (int i = 0; i < 64; i++) {
    float d = scene(eye + ray * t);
    if (d < 0.001 * t) {
      hit = true;
      break;
    }
    t += d;
    if (t > 20.0) break;
  }
  vec3 color = mix(vec3(0.75, 0.85, 0.95), vec3(0.3, 0.45, 0.7), clamp(ray.y * 2.0, 0.0, 1.0));
  if (hit) {
    vec3 at = eye + ray * t, n = normal_at(at), to_light = normalize(vec3(0.6, 0.9, -0.5));
    float shine = pow(max(dot(reflect(ray, n), to_light), 0.0), 32.0);
    float light = max(dot(n, to_light), 0.0) * lit(at, to_light);
    vec3 paint = 0.5 + 0.4 * cos(vec3(0.0, 1.5, 3.0) + floor(at.x + 0.5) * 1.3);
    color = paint * (0.25 + 0.8 * light) + shine * light * 0.4;
    color = mix(color, vec3(0.75, 0.85, 0.95), 1.0 - exp(-0.002 * t * t * t));
  }
  fragColor = vec4(sqrt(color), 1.0);
}
