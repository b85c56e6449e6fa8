// SPDX-License-Identifier: MIT
// Façade: squares step forward, written on another system, by Zoë.
// Covers: lines that end in carriage return and newline, tabs, letters beyond ASCII in comments, no newline at the end, empty statements
// Ends: exact

uniform float squares; // = 6.0 « Größe »

vec4 transition(vec2 uv)
{
	vec2 inside = fract(uv * squares) - 0.5;;
	float t = progress * 1.001;
	if (max(abs(inside.x), abs(inside.y)) < t * 0.5) { return getToColor(uv); }
	else ;
	return getFromColor(uv);
}