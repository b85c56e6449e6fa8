// Arrays and structures, read and written at places that are not known beforehand.
struct Spot { vec2 place; float weight; };
uniform int chosen; // = 1

vec3[4] rows(vec3[4] c, int which) {
  c[which].y = 0.75;
  c[which + 1] *= 0.5;
  return c;
}

vec4 transition(vec2 uv) {
  vec3[4] c;
  for (int i = 0; i < 4; i++) c[i] = vec3(float(i) * 0.1, 0.1, uv.x);
  c = rows(c, chosen);
  Spot spots[2] = Spot[2](Spot(uv, 0.5), Spot(vec2(0.1, 0.2), 0.25));
  int index = uv.x > 0.5 ? 1 : 0;
  spots[index].place.x += 0.125;
  spots[1 - index].weight = 0.0625;
  mat3 m = mat3(1.0);
  m[index][index + 1] = 0.5;
  float sum = 0.0;
  for (int i = 0; i < c.length(); i++) sum += c[i].y * 0.25;
  Spot copy = spots[index];
  bool same = copy == spots[1];
  return vec4(
    sum, copy.place.x * 0.5 + spots[0].weight + spots[1].weight,
    m[0][1] + m[1][2] * 0.5 + c[2].z * 0.1 + (same ? 0.125 : 0.0), 1.0);
}
