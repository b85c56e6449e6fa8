// Loops that are counted, with what leaves them.
uniform int open; // = 5

float early(float x) {
  for (int i = 0; i < 8; i++) {
    if (float(i) * 0.1 > x) return float(i) * 0.1;
  }
  return 1.0;
}

vec4 transition(vec2 uv) {
  float sum = 0.0;
  for (float f = 0.0; f < 1.0; f += 0.25) { sum += f * uv.x; }
  int rounds = 0;
  for (int i = 0; i < 20; ++i) {
    if (i == 3) continue;
    if (float(i) > uv.y * 20.0) break;
    rounds++;
  }
  float left = 0.0;
  int n = open;
  while (n > 0) { left += 0.0625; n--; }
  do { left += uv.x * 0.25; n++; } while (n < 2);
  float nested = 0.0;
  for (int i = 0; i < 3; i++)
    for (int j = i; j < 3; j++)
      nested += 0.01 * float(i * 3 + j);
  return vec4(sum * 0.5 + float(rounds) * 0.01, left * 0.5, early(uv.x) * 0.5 + nested, 1.0);
}
