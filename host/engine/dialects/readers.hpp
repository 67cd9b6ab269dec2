// The readers of single commands and bodies, one or two functions for each dialect. Each puts what it finds
// into the sink: a proposal for everything that looks like a command, whether or not it can be read.
#pragma once

#include <string_view>

#include "sink.hpp"
#include "token_list.hpp"

namespace gavel {

// `object` is the token of one command that is written as a JSON object.
void read_op(Sink& sink, const TokenList& tokens, std::size_t object);
void read_patch_op(Sink& sink, const TokenList& tokens, std::size_t object);
void read_patch_op(Sink& sink, const TokenList& tokens, std::size_t object, std::string_view dialect);
void read_ir_command(Sink& sink, const TokenList& tokens, std::size_t object);
void read_tool_call(Sink& sink, const TokenList& tokens, std::size_t object);
void read_tavern_entry(Sink& sink, const TokenList& tokens, std::size_t object);

// Whether `op` with this value names an operation of `ops`; of `patch`.
bool is_op(std::string_view name);
bool is_patch_op(std::string_view name);
// Whether a word is an opcode of `filament`, in any case.
bool is_opcode(std::string_view word);

// Whole containers. The value of "tavern_commands" (entries, or partitions of them), of "tavern_inspect", of
// "tool_calls".
void read_tavern_commands(Sink& sink, const TokenList& tokens, std::size_t value);
void read_tavern_inspect(Sink& sink, const TokenList& tokens, std::size_t value);
void read_tool_calls(Sink& sink, const TokenList& tokens, std::size_t value);
// Whether an object is a partition of tavern entries by itself.
bool is_tavern_partition(const TokenList& tokens, std::size_t object);

// A JSON value of any of these dialects, whatever it is wrapped in: every command in it once. False: there
// was none. `array`: the value is an array of commands, whatever its elements are.
bool read_json_commands(Sink& sink, const TokenList& tokens, bool array = false);
// Whether the tokens name something that only commands have.
bool looks_like_commands(const Sink& sink, const TokenList& tokens);
// The dialect that a broken value most likely was.
std::string_view likely_dialect(const Sink& sink, const TokenList& tokens);

// What is between the tags of an envelope. `body` is the whole text's part with its own offsets; the
// sink's base is where it starts.
void read_patch_body(Sink& sink, std::string_view body);
void read_filament_update(Sink& sink, std::string_view body);
// <variable_insert>, <variable_edit>, <variable_delete>.
void read_filament_tag(Sink& sink, std::string_view tag, std::string_view body);
void read_state_update(Sink& sink, std::string_view body);
// The body of any envelope, by its tag. `base`: where it starts in the text; `whole`: the envelope.
void read_envelope_body(Sink& sink, const Tag& tag, std::string_view body, std::size_t base, Span whole);
// Calls of `mvu` and patches in it; calls of `memory`.
void read_call_body(Sink& sink, std::string_view body, std::string_view dialect);

}  // namespace gavel
