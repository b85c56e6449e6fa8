// Returns before the end, and inside choices.
float band(float x) {
  if (x < 0.2) return 0.1;
  if (x < 0.4) {
    if (progress > 0.5) return 0.2;
    x += 0.05;
  } else if (x < 0.6) {
    return x;
  } else {
    x = 1.0 - x;
  }
  return x * 0.5;
}

vec4 transition(vec2 p) {
  if (p.y > 0.75) return vec4(band(p.x));
  vec3 c = vec3(band(p.x), band(p.y), 0.0);
  if (p.x > 0.5) { c.z = c.x > c.y ? c.x : c.y; return vec4(c, 1.0); }
  c.z = 1.0;
  return vec4(c, 1.0);
}
