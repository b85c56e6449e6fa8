// SPDX-License-Identifier: MIT
//
// What a sandbox forbids, done on purpose.
#pragma once

#include <stddef.h>

/// Does what `act` names, to or with `object`; 0, or the `errno` it failed with, or -1 for an unknown name.
int trial_act(const char *act, const char *object);

/// Calls every system call there could be with arguments that no call takes, but those that would end or fork the
/// caller, and writes into `text` lines of a call's name (its number where it has none) and the `errno` it failed
/// with, or 0.
void trial_calls(char *text, size_t size);

/// Encodes some frames by libav itself, with `option` (`name=value`) that no list of ours looked at; 0, or an
/// error's number.
int trial_encode(const char *encoder, const char *option);
