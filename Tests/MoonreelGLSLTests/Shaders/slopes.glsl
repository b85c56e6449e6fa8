// How values change from pixel to pixel.
vec4 transition(vec2 uv) {
  vec2 p = uv * uv;
  vec4 c = getFromColor(uv);
  float edge = uv.x > 0.5 ? uv.y : 0.0;
  return vec4(dFdx(p.x) * 10.0, dFdy(p.y) * 10.0 + fwidth(c.r), abs(dFdx(edge)) + dFdy(0.5), 1.0);
}
