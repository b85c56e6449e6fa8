uniform sampler2D luma;
uniform sampler2D from;

vec4 average(sampler2D picture, vec2 p, float by) {
  return 0.5 * (texture2D(picture, p - vec2(by, 0.0)) + texture(picture, p + vec2(by, 0.0)));
}

vec4 transition(vec2 uv) {
  vec4 a = average(luma, uv, 0.125);
  vec4 b = getToColor(vec2(uv.y, uv.x));
  vec4 c = texelFetch(from, ivec2(3, 4), 0);
  vec2 size = vec2(textureSize(luma, 0));
  return vec4(a.r, b.g * 0.5 + c.r, size.y / size.x * 0.5 + getFromColor(uv).b * ratio * 0.1, a.a);
}
