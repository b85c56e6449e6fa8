// SPDX-License-Identifier: MIT
// Waveforms, noise, notes and drums, each sample from its index alone.
#include "moonreel_synth.h"

#pragma clang fp contract(off)

/// The part of `x` behind the whole number below it.
static inline double fraction(double x) {
  double whole = (double)(int64_t)x;
  return whole > x ? x - (whole - 1) : x - whole;
}

/// Taylor series to x¹⁷ on a quarter turn.
double mr_sine_turns(double turns) {
  double r = fraction(turns);
  r = r > 0.75 ? r - 1 : r > 0.25 ? 0.5 - r : r;
  double x = r * 6.283185307179586477, s = x * x;
  double sum = 1.0 / 355687428096000;
  sum = sum * s - 1.0 / 1307674368000;
  sum = sum * s + 1.0 / 6227020800;
  sum = sum * s - 1.0 / 39916800;
  sum = sum * s + 1.0 / 362880;
  sum = sum * s - 1.0 / 5040;
  sum = sum * s + 1.0 / 120;
  sum = sum * s - 1.0 / 6;
  return x + x * s * sum;
}

/// What rounds a unit step at phase 0: two parabolas, one sample to each side.
static double rounded_step(double phase, double step) {
  if (step <= 0) return 0;
  if (phase < step) {
    double x = phase / step;
    return x + x - x * x - 1;
  }
  if (phase > 1 - step) {
    double x = (phase - 1) / step;
    return x * x + x + x + 1;
  }
  return 0;
}

static double wave_value(int wave, double phase, double step) {
  switch (wave) {
    case MR_WAVE_SQUARE:
      return (phase < 0.5 ? 1 : -1) + rounded_step(phase, step)
          - rounded_step(fraction(phase + 0.5), step);
    case MR_WAVE_SAW:
      return 2 * fraction(phase + 0.5) - 1 - rounded_step(fraction(phase + 0.5), step);
    case MR_WAVE_TRIANGLE:
      return phase < 0.25 ? 4 * phase : phase < 0.75 ? 2 - 4 * phase : 4 * phase - 4;
    default:
      return mr_sine_turns(phase);
  }
}

void mr_synth_wave(
    float *out, ptrdiff_t count, int64_t first, int wave, double frequency, double rate,
    double gain) {
  double step = frequency / rate;
  for (ptrdiff_t i = 0; i < count; i++) {
    double phase = fraction((double)(first + i) * frequency / rate);
    out[i] = (float)(gain * wave_value(wave, phase, step));
  }
}

// SplitMix64 (Steele, Lea, Flood 2014), addressed by index.
uint64_t mr_synth_hash(uint64_t seed, uint64_t index) {
  uint64_t z = seed * 0xD1342543DE82EF95u + (index + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/// Uniform in -1 … 1.
static double noise(uint64_t seed, int64_t index) {
  return (double)(int64_t)mr_synth_hash(seed, (uint64_t)index) * (1.0 / 9223372036854775808.0);
}

void mr_synth_white(float *out, ptrdiff_t count, int64_t first, uint64_t seed, double gain) {
  for (ptrdiff_t i = 0; i < count; i++) out[i] = (float)(gain * noise(seed, first + i));
}

// Voss and McCartney's rows, addressed by index instead of kept as state.
void mr_synth_pink(float *out, ptrdiff_t count, int64_t first, uint64_t seed, double gain) {
  for (ptrdiff_t i = 0; i < count; i++) {
    double sum = 0;
    for (int row = 0; row < 16; row++) {
      sum += noise(seed + (uint64_t)row * 0x5851F42D4C957F2Du, (first + i) >> row);
    }
    out[i] = (float)(gain * sum / 16);
  }
}

void mr_synth_colored(
    float *out, ptrdiff_t count, int64_t first, uint64_t seed, double gain, const double *taps,
    ptrdiff_t tap_count) {
  for (ptrdiff_t i = 0; i < count; i++) {
    double sum = 0;
    for (ptrdiff_t tap = 0; tap < tap_count; tap++)
      sum += taps[tap] * noise(seed, first + i - (int64_t)tap);
    out[i] = (float)(gain * sum);
  }
}

// Stretches of a third of a second, each begun from silence a stretch earlier: what is forgotten by then is 180 dB down.
void mr_synth_brown(
    float *out, ptrdiff_t count, int64_t first, uint64_t seed, double gain, int rate) {
  const int64_t length = rate / 3 + 1;
  const double keep = 1 - 62.831853071795865 / rate;
  // A third of the white noise's power times what the sum makes of it, and 4.5 times its root below the gain.
  const double scale = gain / (4.5 * __builtin_sqrt(1 / (3 * (1 - keep * keep))));
  int64_t position = first;
  while (position < first + count) {
    const int64_t stretch = position / length - (position % length < 0), begin = stretch * length;
    double sum = 0;
    for (int64_t n = begin - length; n < position; n++) sum = keep * sum + noise(seed, n);
    for (; position < begin + length && position < first + count; position++) {
      sum = keep * sum + noise(seed, position);
      const double x = scale * sum;
      out[position - first] = (float)(x > gain ? gain : x < -gain ? -gain : x);
    }
  }
}

/// The sum of harmonics at `phase`, by the recurrence of multiple angles.
static double harmonic_sum(const double *harmonics, double phase) {
  double twice = 2 * mr_sine_turns(phase + 0.25);
  double before = 0, now = mr_sine_turns(phase), sum = 0;
  for (int k = 0; k < 6; k++) {
    sum += harmonics[k] * now;
    double next = twice * now - before;
    before = now;
    now = next;
  }
  return sum;
}

static double envelope(int64_t i, int64_t attack, int64_t length, int power) {
  if (i < 0 || i >= length) return 0;
  double rest = (double)(length - i) / (double)length, value = 1;
  for (int k = 0; k < power; k++) value *= rest;
  if (i >= attack) return value;
  double rise = (double)i / (double)attack;
  return value * rise * rise * (3 - 2 * rise);
}

void mr_synth_add_note(
    float *left, float *right, ptrdiff_t count, int64_t first, const mr_synth_note *note) {
  double low = note->step * (1 - note->spread), high = note->step * (1 + note->spread);
  for (ptrdiff_t i = 0; i < count; i++) {
    int64_t n = first + i;
    double level = envelope(n, note->attack, note->length, note->power);
    double one = harmonic_sum(note->harmonics, fraction((double)n * low));
    double other =
        note->spread > 0 ? harmonic_sum(note->harmonics, fraction((double)n * high)) : one;
    left[i] += (float)(level * note->left * (0.7 * one + 0.3 * other));
    right[i] += (float)(level * note->right * (0.3 * one + 0.7 * other));
  }
}

void mr_synth_add_drum(
    float *left, float *right, ptrdiff_t count, int64_t first, const mr_synth_drum *drum) {
  double length = (double)drum->length;
  for (ptrdiff_t i = 0; i < count; i++) {
    int64_t n = first + i;
    double level = envelope(n, 32, drum->length, 3);
    double rest = 1 - (double)n / length, fall = rest * rest * rest;
    // The integral of a pitch that falls with the sixth power of what is left.
    double turns = drum->low * (double)n
        + (drum->high - drum->low) * length / 7 * (1 - fall * fall * rest);
    double hiss = 0.5 * (noise(drum->seed, n) - noise(drum->seed, n - 1));
    double value = level * (drum->tone * mr_sine_turns(turns) + drum->noise * hiss);
    left[i] += (float)(value * drum->left);
    right[i] += (float)(value * drum->right);
  }
}

void mr_synth_add_echo(
    float *restrict out, const float *restrict in, ptrdiff_t count, float gain) {
  for (ptrdiff_t i = 0; i < count; i++) out[i] += in[i] * gain;
}

void mr_synth_soften(float *samples, ptrdiff_t count) {
  const float knee = 0.6f, room = 0.29f;
  for (ptrdiff_t i = 0; i < count; i++) {
    float magnitude = samples[i] < 0 ? -samples[i] : samples[i];
    if (!(magnitude > knee)) continue;
    float beyond = (magnitude - knee) / room;
    float bent = knee + room * (beyond / (1 + beyond));
    samples[i] = samples[i] < 0 ? -bent : bent;
  }
}
