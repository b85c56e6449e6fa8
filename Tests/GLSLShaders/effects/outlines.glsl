// SPDX-License-Identifier: MIT
// Edges of the picture, by Sobel's weights.
// Covers: mat3 as a table, matrix element by computed indices, matrixCompMult, loops over ints, 9 fetches, offsets of one pixel

const mat3 across = mat3(-1.0, -2.0, -1.0, 0.0, 0.0, 0.0, 1.0, 2.0, 1.0);

float grey(vec2 p) { return dot(texture(iChannel0, p).rgb, vec3(0.299, 0.587, 0.114)); }

float total(mat3 m) {
  vec3 sums = m[0] + m[1] + m[2];
  return sums.x + sums.y + sums.z;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  mat3 near;
  for (int x = 0; x < 3; x++) {
    for (int y = 0; y < 3; y++) {
      near[x][y] = grey((fragCoord + vec2(x - 1, y - 1)) / iResolution.xy);
    }
  }
  vec2 slope = vec2(total(matrixCompMult(near, across)), total(matrixCompMult(near, transpose(across))));
  vec4 own = texture(iChannel0, fragCoord / iResolution.xy);
  fragColor = vec4(mix(own.rgb * 0.2, vec3(0.4, 1.0, 0.7), clamp(length(slope), 0.0, 1.0)), own.a);
}
