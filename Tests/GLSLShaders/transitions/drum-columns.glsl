// SPDX-License-Identifier: MIT
// Columns fall in an order that a table gives.
// Covers: local array filled entry by entry, array indexed by a computed value, int from float
// Ends: exact

vec4 transition(vec2 uv) {
  float late[8];
  late[0] = 0.30;
  late[1] = 0.00;
  late[2] = 0.55;
  late[3] = 0.15;
  late[4] = 0.70;
  late[5] = 0.40;
  late[6] = 0.85;
  late[7] = 0.10;
  int column = int(min(floor(uv.x * 8.0), 7.0));
  float wait = 0.0;
  for (int i = 0; i < 8; i++) {
    if (i == column) wait = late[i];
  }
  float t = clamp(progress * 2.0 - wait, 0.0, 1.0);
  float y = uv.y + t * t;
  return y < 1.0 ? getFromColor(vec2(uv.x, y)) : getToColor(uv);
}
