// SPDX-License-Identifier: MIT
#include "transitions.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const char maker[] = {
#embed "../../stdlib/moonreel/transition.lua" suffix(, )
    0};
static const char noise[] = {
#embed "../../stdlib/moonreel/noise.lua" suffix(, )
    0};
static const char space[] = {
#embed "../../stdlib/moonreel/space.lua" suffix(, )
    0};
static const char by_name[] = {
#embed "../../stdlib/moonreel/transitions.lua" suffix(, )
    0};
static const char transition_aperture[] = {
#embed "../../stdlib/moonreel/transitions/aperture.lua" suffix(, )
    0};
static const char transition_barn_door[] = {
#embed "../../stdlib/moonreel/transitions/barn_door.lua" suffix(, )
    0};
static const char transition_blinds[] = {
#embed "../../stdlib/moonreel/transitions/blinds.lua" suffix(, )
    0};
static const char transition_blur[] = {
#embed "../../stdlib/moonreel/transitions/blur.lua" suffix(, )
    0};
static const char transition_book_flip[] = {
#embed "../../stdlib/moonreel/transitions/book_flip.lua" suffix(, )
    0};
static const char transition_burn[] = {
#embed "../../stdlib/moonreel/transitions/burn.lua" suffix(, )
    0};
static const char transition_checkerboard[] = {
#embed "../../stdlib/moonreel/transitions/checkerboard.lua" suffix(, )
    0};
static const char transition_clock[] = {
#embed "../../stdlib/moonreel/transitions/clock.lua" suffix(, )
    0};
static const char transition_cover[] = {
#embed "../../stdlib/moonreel/transitions/cover.lua" suffix(, )
    0};
static const char transition_cross_zoom[] = {
#embed "../../stdlib/moonreel/transitions/cross_zoom.lua" suffix(, )
    0};
static const char transition_cube[] = {
#embed "../../stdlib/moonreel/transitions/cube.lua" suffix(, )
    0};
static const char transition_dissolve[] = {
#embed "../../stdlib/moonreel/transitions/dissolve.lua" suffix(, )
    0};
static const char transition_door[] = {
#embed "../../stdlib/moonreel/transitions/door.lua" suffix(, )
    0};
static const char transition_dreamy[] = {
#embed "../../stdlib/moonreel/transitions/dreamy.lua" suffix(, )
    0};
static const char transition_fade[] = {
#embed "../../stdlib/moonreel/transitions/fade.lua" suffix(, )
    0};
static const char transition_film_burn[] = {
#embed "../../stdlib/moonreel/transitions/film_burn.lua" suffix(, )
    0};
static const char transition_flash[] = {
#embed "../../stdlib/moonreel/transitions/flash.lua" suffix(, )
    0};
static const char transition_flip[] = {
#embed "../../stdlib/moonreel/transitions/flip.lua" suffix(, )
    0};
static const char transition_glitch[] = {
#embed "../../stdlib/moonreel/transitions/glitch.lua" suffix(, )
    0};
static const char transition_halftone[] = {
#embed "../../stdlib/moonreel/transitions/halftone.lua" suffix(, )
    0};
static const char transition_iris[] = {
#embed "../../stdlib/moonreel/transitions/iris.lua" suffix(, )
    0};
static const char transition_kaleidoscope[] = {
#embed "../../stdlib/moonreel/transitions/kaleidoscope.lua" suffix(, )
    0};
static const char transition_luma_matte[] = {
#embed "../../stdlib/moonreel/transitions/luma_matte.lua" suffix(, )
    0};
static const char transition_luma_melt[] = {
#embed "../../stdlib/moonreel/transitions/luma_melt.lua" suffix(, )
    0};
static const char transition_morph[] = {
#embed "../../stdlib/moonreel/transitions/morph.lua" suffix(, )
    0};
static const char transition_page_curl[] = {
#embed "../../stdlib/moonreel/transitions/page_curl.lua" suffix(, )
    0};
static const char transition_pixelate[] = {
#embed "../../stdlib/moonreel/transitions/pixelate.lua" suffix(, )
    0};
static const char transition_push[] = {
#embed "../../stdlib/moonreel/transitions/push.lua" suffix(, )
    0};
static const char transition_ripple[] = {
#embed "../../stdlib/moonreel/transitions/ripple.lua" suffix(, )
    0};
static const char transition_slice[] = {
#embed "../../stdlib/moonreel/transitions/slice.lua" suffix(, )
    0};
static const char transition_slide[] = {
#embed "../../stdlib/moonreel/transitions/slide.lua" suffix(, )
    0};
static const char transition_spin[] = {
#embed "../../stdlib/moonreel/transitions/spin.lua" suffix(, )
    0};
static const char transition_squares[] = {
#embed "../../stdlib/moonreel/transitions/squares.lua" suffix(, )
    0};
static const char transition_squeeze[] = {
#embed "../../stdlib/moonreel/transitions/squeeze.lua" suffix(, )
    0};
static const char transition_swap[] = {
#embed "../../stdlib/moonreel/transitions/swap.lua" suffix(, )
    0};
static const char transition_swirl[] = {
#embed "../../stdlib/moonreel/transitions/swirl.lua" suffix(, )
    0};
static const char transition_uncover[] = {
#embed "../../stdlib/moonreel/transitions/uncover.lua" suffix(, )
    0};
static const char transition_water_drop[] = {
#embed "../../stdlib/moonreel/transitions/water_drop.lua" suffix(, )
    0};
static const char transition_whip_pan[] = {
#embed "../../stdlib/moonreel/transitions/whip_pan.lua" suffix(, )
    0};
static const char transition_wipe[] = {
#embed "../../stdlib/moonreel/transitions/wipe.lua" suffix(, )
    0};
static const char transition_zoom[] = {
#embed "../../stdlib/moonreel/transitions/zoom.lua" suffix(, )
    0};

static const mr_library_file files[] = {
    {"moonreel/transition.lua", maker, sizeof maker - 1},
    {"moonreel/noise.lua", noise, sizeof noise - 1},
    {"moonreel/space.lua", space, sizeof space - 1},
    {"moonreel/transitions.lua", by_name, sizeof by_name - 1},
    {"moonreel/transitions/aperture.lua", transition_aperture, sizeof transition_aperture - 1},
    {"moonreel/transitions/barn_door.lua", transition_barn_door, sizeof transition_barn_door - 1},
    {"moonreel/transitions/blinds.lua", transition_blinds, sizeof transition_blinds - 1},
    {"moonreel/transitions/blur.lua", transition_blur, sizeof transition_blur - 1},
    {"moonreel/transitions/book_flip.lua", transition_book_flip, sizeof transition_book_flip - 1},
    {"moonreel/transitions/burn.lua", transition_burn, sizeof transition_burn - 1},
    {"moonreel/transitions/checkerboard.lua", transition_checkerboard, sizeof transition_checkerboard - 1},
    {"moonreel/transitions/clock.lua", transition_clock, sizeof transition_clock - 1},
    {"moonreel/transitions/cover.lua", transition_cover, sizeof transition_cover - 1},
    {"moonreel/transitions/cross_zoom.lua", transition_cross_zoom, sizeof transition_cross_zoom - 1},
    {"moonreel/transitions/cube.lua", transition_cube, sizeof transition_cube - 1},
    {"moonreel/transitions/dissolve.lua", transition_dissolve, sizeof transition_dissolve - 1},
    {"moonreel/transitions/door.lua", transition_door, sizeof transition_door - 1},
    {"moonreel/transitions/dreamy.lua", transition_dreamy, sizeof transition_dreamy - 1},
    {"moonreel/transitions/fade.lua", transition_fade, sizeof transition_fade - 1},
    {"moonreel/transitions/film_burn.lua", transition_film_burn, sizeof transition_film_burn - 1},
    {"moonreel/transitions/flash.lua", transition_flash, sizeof transition_flash - 1},
    {"moonreel/transitions/flip.lua", transition_flip, sizeof transition_flip - 1},
    {"moonreel/transitions/glitch.lua", transition_glitch, sizeof transition_glitch - 1},
    {"moonreel/transitions/halftone.lua", transition_halftone, sizeof transition_halftone - 1},
    {"moonreel/transitions/iris.lua", transition_iris, sizeof transition_iris - 1},
    {"moonreel/transitions/kaleidoscope.lua", transition_kaleidoscope, sizeof transition_kaleidoscope - 1},
    {"moonreel/transitions/luma_matte.lua", transition_luma_matte, sizeof transition_luma_matte - 1},
    {"moonreel/transitions/luma_melt.lua", transition_luma_melt, sizeof transition_luma_melt - 1},
    {"moonreel/transitions/morph.lua", transition_morph, sizeof transition_morph - 1},
    {"moonreel/transitions/page_curl.lua", transition_page_curl, sizeof transition_page_curl - 1},
    {"moonreel/transitions/pixelate.lua", transition_pixelate, sizeof transition_pixelate - 1},
    {"moonreel/transitions/push.lua", transition_push, sizeof transition_push - 1},
    {"moonreel/transitions/ripple.lua", transition_ripple, sizeof transition_ripple - 1},
    {"moonreel/transitions/slice.lua", transition_slice, sizeof transition_slice - 1},
    {"moonreel/transitions/slide.lua", transition_slide, sizeof transition_slide - 1},
    {"moonreel/transitions/spin.lua", transition_spin, sizeof transition_spin - 1},
    {"moonreel/transitions/squares.lua", transition_squares, sizeof transition_squares - 1},
    {"moonreel/transitions/squeeze.lua", transition_squeeze, sizeof transition_squeeze - 1},
    {"moonreel/transitions/swap.lua", transition_swap, sizeof transition_swap - 1},
    {"moonreel/transitions/swirl.lua", transition_swirl, sizeof transition_swirl - 1},
    {"moonreel/transitions/uncover.lua", transition_uncover, sizeof transition_uncover - 1},
    {"moonreel/transitions/water_drop.lua", transition_water_drop, sizeof transition_water_drop - 1},
    {"moonreel/transitions/whip_pan.lua", transition_whip_pan, sizeof transition_whip_pan - 1},
    {"moonreel/transitions/wipe.lua", transition_wipe, sizeof transition_wipe - 1},
    {"moonreel/transitions/zoom.lua", transition_zoom, sizeof transition_zoom - 1},
};

const size_t mr_transition_file_count = sizeof files / sizeof *files;

mr_library_file mr_transition_file_at(size_t index) { return files[index]; }
