// SPDX-License-Identifier: MIT
//
// Lua for Swift. Lua raises errors with longjmp, which must not pass through a Swift frame. So:
//
//   * Swift functions are called by one trampoline in C. They never raise; they return a count of
//     results, or MR_ERROR… with the message on top of the stack, and the trampoline raises it after
//     every Swift frame has returned.
//   * Whatever may raise (it allocates, or may run a metamethod) is called by Swift through a function
//     of the section "protected", which runs it under lua_pcall and returns a status.
//   * All limits live in one account per state: bytes, instructions, the clock. Once instructions or
//     time are spent the state is dead: every further instruction raises, no pcall can hold it.
#pragma once
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// MR_ERROR: the message on top gets the place of the user's code before it. MR_ERROR_PLACED: it has it.
enum { MR_ERROR = -1, MR_ERROR_PLACED = -2 };

/// Why a state is dead.
enum { MR_FATAL_NONE = 0, MR_FATAL_INSTRUCTIONS = 1, MR_FATAL_TIME = 2, MR_FATAL_MEMORY = 3 };

/// Called for function `id`; returns the number of results pushed, or MR_ERROR….
typedef int (*mr_dispatch)(lua_State *L, void *host, int64_t id);
/// Drops one reference to an object that a userdata held.
typedef void (*mr_release)(void *object);

// ---- macros that Swift cannot import ----
static inline void mr_pop(lua_State *L, int count) { lua_pop(L, count); }
static inline int mr_registry_index(void) { return LUA_REGISTRYINDEX; }

// ---- a state and its account (account.c) ----

/// A state that may use `memory_limit` bytes and run `instruction_limit` instructions per call.
lua_State *mr_new_state(size_t memory_limit, int64_t instruction_limit, void *host,
                        mr_dispatch dispatch, mr_release release);
void mr_set_host(lua_State *L, void *host);
void mr_close_state(lua_State *L);
/// Bytes in use, Lua's own and those of native objects.
size_t mr_memory_used(lua_State *L);
/// Whether `more` bytes fit where the host holds `held` for the script beside its objects; false too where
/// so many were made that garbage should be collected first.
bool mr_has_room(lua_State *L, size_t held, size_t more);
/// Collects all garbage.
void mr_collect(lua_State *L);
/// The same right after `mr_collect`: whether there is room at all. Where not, mr_memory_place says where.
bool mr_has_room_now(lua_State *L, size_t held, size_t more);
/// One of MR_FATAL_…; once set the state runs nothing more.
int mr_fatal_reason(lua_State *L);
/// Where memory ran out, "file:line: ", or "".
const char *mr_memory_place(lua_State *L);
/// Asks the code that runs to stop, for good; callable from any thread.
void mr_expire(lua_State *L);
/// Takes `count` instructions off the budget; false when it is spent.
bool mr_charge(lua_State *L, int64_t count);
/// As mr_charge, but raises. For C functions only.
void mr_spend(lua_State *L, int64_t count);
/// Seeds math.random from two numbers.
void mr_seed_random(lua_State *L, uint64_t seed, uint64_t stream);
/// The four numbers that math.random goes on from.
uint64_t *mr_random_state(lua_State *L);

// ---- calls (calls.c) ----

/// Calls the function below `argument_count` arguments with a fresh budget. On failure the message is
/// on top: "message \1 place \1 trace".
int mr_call(lua_State *L, int argument_count, int result_count);
/// Loads a text chunk; on success the function is on top, else the message.
int mr_load(lua_State *L, const char *text, size_t length, const char *chunk_name);
/// What a C function that asked the host returns: the count, or it raises.
int mr_finish_host_call(lua_State *L, int count);
/// Pushes "file:line: " of the nearest frame of the user's own code from `level` up, or "".
void mr_push_place(lua_State *L, int level);
/// Writes the same into `place`.
void mr_find_place(lua_State *L, int level, char *place, size_t size);

/// MR_CALLER_CHUNK: the code of a chunk calls. MR_CALLER_MODULE: that of a module which is being required.
/// MR_CALLER_LIKELY: Lua does not know; most likely that of a chunk, or, where its name is "", of nobody.
enum { MR_CALLER_CHUNK = 0, MR_CALLER_MODULE = 1, MR_CALLER_LIKELY = 2 };
/// Whose code of the user's calls the host; writes the chunk's name without its "@", or the module's, into `name`.
int mr_find_caller(lua_State *L, char *name, size_t size);

/// The id of the host's function at `index`; -1 where it is no function of the host.
int64_t mr_function_id(lua_State *L, int index);
/// How many bytes of a text that Lua cannot load it reads until it gives up.
size_t mr_syntax_offset(lua_State *L, const char *text, size_t length);
/// "file:line" where the Lua function at `index` stands, or ""; valid until the next call.
const char *mr_function_place(lua_State *L, int index);

// ---- where the time goes (profile.c) ----

/// What one line of a script has cost.
typedef struct mr_line_cost {
  char source[LUA_IDSIZE]; // as in messages
  int line;
  int function_line; // where its function begins; 0 for the script itself
  int64_t nanoseconds;
} mr_line_cost;

/// Measures from now on, on this state and coroutines made later; false where memory is short.
bool mr_start_profile(lua_State *L);
/// Forgets what was measured.
void mr_clear_profile(lua_State *L);
/// The lines and their number; valid until the next call into Lua.
size_t mr_profile_lines(lua_State *L, const mr_line_cost **lines);
/// Nanoseconds that finding out which line runs has taken so far.
int64_t mr_profile_overhead(lua_State *L);
static inline const char *mr_line_source(const mr_line_cost *line) { return line->source; }

// ---- protected: return a Lua status; on failure the message is on top ----
int mr_push_string(lua_State *L, const char *text, size_t length);
/// A sequence of `count` numbers.
int mr_push_numbers(lua_State *L, const float *numbers, int count);
/// Reads the first `count` items of the table at `index`; returns how many are numbers, up to the first that is none.
/// Needs one free slot; raises nothing.
int mr_read_numbers(lua_State *L, int index, float *numbers, int count);
int mr_new_table(lua_State *L, int array_count, int field_count);
int mr_push_function(lua_State *L, int64_t id);
/// Pushes the userdata that owns `object` and counts as `cost` bytes; the metatable is the registry's field
/// `type`. There is one for each object: where it exists it is pushed, and the reference given is dropped. On
/// failure `object` is not taken.
int mr_push_object(lua_State *L, void *object, size_t cost, const char *type);
/// Raw table[name] of the table at `index`; pushes the value (nil where absent).
int mr_get_field(lua_State *L, int index, const char *name);
/// Raw table[name] = the value on top, which is popped.
int mr_set_field(lua_State *L, int index, const char *name);
/// Raw table[position] = the value on top, which is popped.
int mr_set_item(lua_State *L, int index, int64_t position);
/// Pops the value on top and keeps it in the registry under `reference`.
int mr_make_reference(lua_State *L, int *reference);
void mr_drop_reference(lua_State *L, int reference);
void mr_push_reference(lua_State *L, int reference);
/// Makes the metatable of `type` from a table of methods and, on top of it, one of operators by event
/// (both popped); `getter` is called for (object, name) where no method has the name, `setter` for
/// (object, name, value).
int mr_define_type(lua_State *L, const char *type, int64_t getter, int64_t setter, int64_t describe);
/// The object of the userdata at `index`, or NULL where it is none of ours.
void *mr_object(lua_State *L, int index);
/// Lets tables be watched; before any script or prelude runs.
int mr_allow_watching(lua_State *L);
/// Makes of the table on top one whose reads are taken down; scripts see no difference.
int mr_watch(lua_State *L);
/// Makes the table at `index`, where it is watched, an ordinary one, all of it read.
int mr_settle(lua_State *L, int index);
/// Whether `name` was read from any watched table.
int mr_was_read(lua_State *L, const char *name, bool *was_read);
/// Opens the libraries of the sandbox.
int mr_open_sandbox(lua_State *L);
/// Makes the table at `index` the module that scripts write as `name`: the function of `missing` is called for
/// (table, name) where it lacks a name, that of `call` where it is itself called.
int mr_make_module(lua_State *L, int index, const char *name, int64_t missing, int64_t call);
/// From now on a global that was never set is no nil: the function of `id` is called with (globals, name, names
/// that may have been meant) and raises.
int mr_guard_globals(lua_State *L, int64_t id);
/// Takes the list of names on top, and makes the table below it one in which only these may be nil: for other
/// names the function of `id` is called as above.
int mr_make_strict(lua_State *L, int64_t id);
