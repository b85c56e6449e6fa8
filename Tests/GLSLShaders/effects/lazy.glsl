// SPDX-License-Identifier: MIT
// Stripes that tell whether what need not be computed is left alone.
// Covers: && and || that stop early before a side effect, ternary with a side effect on one side, for with two counters and a comma, declaration in a condition, return inside two loops, side effects under a divergent branch

int calls = 0;

bool counted(bool answer) {
  calls++;
  return answer;
}

float weighed(float x) {
  calls += 10;
  return x * 0.5;
}

int first_square(int least) {
  for (int i = 0, j = 9; i < 10; i++, j--) {
    for (int k = 0; k <= j; k++) {
      if (i * i + k > least) return i * 10 + k;
    }
  }
  return -1;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 uv = fragCoord / iResolution.xy;
  bool left = uv.x < 0.5, low = uv.y < 0.5;
  bool both = left && counted(low);
  bool either = low || counted(left);
  float x = uv.x > 0.75 ? weighed(uv.y) : uv.y;
  if (fract(uv.x * 8.0) < 0.5) counted(true);
  while (bool more = calls < 3) if (counted(more)) continue;
  int found = first_square(int(uv.y * 90.0));
  fragColor = vec4(float(calls) / 15.0, both == either ? 0.3 + 0.2 * x : 0.8, float(found) / 100.0, 1.0);
}
