// Loops that go round until each pixel has had enough.
float seen = 0.0;

vec2 turn(vec2 z) {
  seen += 0.001;
  return vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y);
}

float steps(vec2 c) {
  vec2 z = vec2(0.0);
  for (int i = 0; i < 200; i++) {
    z = turn(z) + c;
    if (dot(z, z) > 4.0) return float(i) / 200.0;
  }
  return 1.0;
}

vec4 transition(vec2 uv) {
  float value = steps(uv * 3.0 - vec2(2.0, 1.5));
  float x = uv.x, total = 0.0;
  int i = 0;
  while (true) {
    i++;
    if (i % 2 == 0) continue;
    x = fract(x * 1.7 + 0.1);
    for (int j = 0; ; j++) {
      total += x * 0.001;
      if (float(j) > x * 30.0) break;
    }
    if (x < 0.2 || i > 40) break;
  }
  return vec4(value, total, float(i) * 0.01 + seen, 1.0);
}
