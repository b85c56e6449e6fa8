// SPDX-License-Identifier: MIT
// Fields that are lit where whole vectors, matrices, structs and arrays are equal.
// Covers: == and != of vectors, of matrices, of structs, of arrays, length() of an array, array without a size, assignment of whole arrays, struct that holds an array, function that returns an array

struct Sign {
  ivec2 at;
  float marks[3];
};

float[3] marks_of(int n) { return float[](float(n % 2), float(n % 3), 0.5); }

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  ivec2 cell = ivec2(fragCoord / iResolution.xy * vec2(16.0, 9.0));
  float list[] = float[](0.1, 0.3, 0.5, 0.7, 0.9);
  float copy[5];
  copy = list;
  copy[cell.x % list.length()] += cell.y % 2 == 0 ? 0.0 : 0.1;
  Sign sign_ = Sign(cell % 4, marks_of(cell.x + cell.y));
  Sign other = Sign(ivec2(1, 2), marks_of(cell.x * cell.y));
  vec3 color = vec3(0.1, 0.1, 0.15);
  if (copy == list) color.b += 0.3;
  if (sign_ == other) color = vec3(1.0, 0.9, 0.3);
  if (sign_.at != other.at && sign_.marks == other.marks) color.r += 0.4;
  if (mat2(1.0) == mat2(vec2(cell.x % 3, 0), vec2(0, cell.y % 3))) color.g += 0.5;
  if (vec3(cell, 1) == vec3(cell.yx, 1)) color += 0.25;
  fragColor = vec4(color, 1.0);
}
