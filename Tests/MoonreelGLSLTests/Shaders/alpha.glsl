vec4 transition(vec2 uv) {
  if (uv.y < 0.25) discard;
  vec4 c = getFromColor(uv);
  return vec4(c.rgb, c.a * progress);
}
