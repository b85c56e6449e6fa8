// SPDX-License-Identifier: MIT
#pragma once
#include <stddef.h>
#include <stdint.h>

// Sound from nothing. Every sample is a function of its own index, so that any stretch can be made alone
// and every CPU gives the same bits.

/// The sine of `turns` full turns, to about 1e-11.
double mr_sine_turns(double turns);

/// A waveform of one period a turn.
enum { MR_WAVE_SINE, MR_WAVE_SQUARE, MR_WAVE_SAW, MR_WAVE_TRIANGLE };

/// Writes `count` samples of a waveform from sample `first` on: `frequency` periods a second at `rate`
/// samples a second, full scale ±`gain`. Square and saw have their steps rounded (polynomial
/// band-limited steps).
void mr_synth_wave(
    float *out, ptrdiff_t count, int64_t first, int wave, double frequency, double rate,
    double gain);

/// 64 well-mixed bits from any two numbers.
uint64_t mr_synth_hash(uint64_t seed, uint64_t index);

/// Writes white noise in ±`gain`, one hash a sample.
void mr_synth_white(float *out, ptrdiff_t count, int64_t first, uint64_t seed, double gain);

/// Writes pink noise (equal power per octave) in ±`gain`: the mean of 16 rows, each held twice as long
/// as the one before.
void mr_synth_pink(float *out, ptrdiff_t count, int64_t first, uint64_t seed, double gain);

/// Writes white noise through a filter: sample n is `gain` times the sum of taps[k] and the noise's sample n - k.
void mr_synth_colored(
    float *out, ptrdiff_t count, int64_t first, uint64_t seed, double gain, const double *taps,
    ptrdiff_t tap_count);

/// Writes brown noise (6 dB less in each octave above 10 Hz, even below) in ±`gain`, its root mean square `gain` / 4.5.
void mr_synth_brown(
    float *out, ptrdiff_t count, int64_t first, uint64_t seed, double gain, int rate);

/// A note: a few harmonics under an envelope that rises over `attack` samples and falls to exactly zero
/// at `length`, the steeper the higher `power`.
typedef struct {
  double step;           ///< turns a sample
  int64_t attack, length;
  int power;
  double harmonics[6];   ///< amplitudes of the fundamental and its multiples
  double left, right;    ///< gains of the two channels
  double spread;         ///< the channels are detuned against each other by ± this share of `step`
} mr_synth_note;

/// Adds `count` samples of `note` from its sample `first` (0 is its onset) on to two planes.
void mr_synth_add_note(
    float *left, float *right, ptrdiff_t count, int64_t first, const mr_synth_note *note);

/// A drum: a tone whose pitch falls from `high` to `low` turns a sample, and noise without its lows.
typedef struct {
  double low, high;
  int64_t length;
  double tone, noise;    ///< gains
  double left, right;
  uint64_t seed;
} mr_synth_drum;

/// Adds `count` samples of `drum` from its sample `first` on to two planes.
void mr_synth_add_drum(
    float *left, float *right, ptrdiff_t count, int64_t first, const mr_synth_drum *drum);

/// `out[i] += in[i] * gain`: one echo.
void mr_synth_add_echo(float *out, const float *in, ptrdiff_t count, float gain);

/// Bends what lies beyond ±0.6 so that nothing passes ±0.89.
void mr_synth_soften(float *samples, ptrdiff_t count);
