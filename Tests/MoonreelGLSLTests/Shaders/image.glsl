const float speed = 2.0;
mat2 rotation(float angle) { return mat2(cos(angle), sin(angle), -sin(angle), cos(angle)); }

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 uv = fragCoord / iResolution.xy;
  vec2 p = rotation(iTime * speed) * (uv - 0.5) + 0.5;
  vec3 color = texture(iChannel1, uv).rgb * 0.5;
  color.r += iMouse.z > 0.0 ? iMouse.x / iResolution.x : 0.0;
  fragColor = vec4(color, 0.0);
  fragColor.y = p.y;
  fragColor.b += float(iFrame) * 0.01 + iChannelResolution[1].x * 0.001;
  if (gl_FragCoord.x < 1.0) fragColor = vec4(1.0);
}
