// SPDX-License-Identifier: MIT
// The picture in sepia on stained paper, by a matrix of colours.
// Covers: mat4 of colour by columns, vector times matrix, lessThanEqual and mix by a bvec, sinh cosh tanh, asinh acosh atanh, modf, sign, ceil, reversed clamp avoided

const mat4 sepia = mat4(
  0.393, 0.349, 0.272, 0.0,
  0.769, 0.686, 0.534, 0.0,
  0.189, 0.168, 0.131, 0.0,
  0.0, 0.0, 0.0, 1.0);

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 uv = fragCoord / iResolution.xy, whole;
  vec4 color = sepia * texture(iChannel0, uv);
  vec2 part = modf(uv * 6.0, whole);
  float stain = tanh(3.0 * sin(whole.x * 2.3 + whole.y * 1.7)) * sinh(0.5) * cosh(part.x - 0.5);
  float edge = atanh(0.9 * clamp(abs(uv.x - 0.5) * 2.0, 0.0, 1.0)) + asinh(abs(uv.y - 0.5)) + acosh(1.0 + part.y * 0.01);
  vec3 paper = mix(vec3(0.98, 0.93, 0.8), vec3(0.75, 0.62, 0.42), lessThanEqual(vec3(part.x), vec3(0.02, 0.015, 0.01)));
  color.rgb *= paper * (1.0 - 0.06 * stain) * (1.0 - 0.12 * edge * edge);
  fragColor = color * vec4(vec3(ceil(uv.x) * sign(uv.y)), 1.0);
}
