// SPDX-License-Identifier: MIT
//
// What a sandbox forbids, done on purpose.
#pragma once

/// Does what `act` names, to or with `object`; 0, or the `errno` it failed with, or -1 for an unknown name.
int trial_act(const char *act, const char *object);

/// Encodes some frames by libav itself, with `option` (`name=value`) that no list of ours looked at; 0, or an
/// error's number.
int trial_encode(const char *encoder, const char *option);
