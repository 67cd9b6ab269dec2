#include "rules/witness.hpp"

#include <utility>

#include "ruleset/words.hpp"

namespace gavel {
namespace {

std::string witness_place_of(const std::string& file, std::size_t line) {
  return file.empty() ? std::string() : line == 0 ? file : file + ":" + std::to_string(line);
}

std::string answer_of(const Returned& returned) {
  if (returned.word) return std::string(vocabulary().words[*returned.word].name);
  return returned.nothing ? "nothing" : "value";
}

}  // namespace

std::size_t Witness::open(Testimony testimony) {
  testimony.depth = depth_++;
  if (all_.size() < kMost) {
    all_.push_back(std::move(testimony));
    return all_.size() - 1;
  }
  // The last one stands for all that come behind it: whoever fills it in and closes it does no harm.
  ++unlisted_;
  if (all_.size() == kMost) all_.emplace_back();
  const std::size_t depth = testimony.depth;
  all_.back() = Testimony();
  all_.back().who = "unlisted";
  all_.back().depth = depth;
  return kMost;
}

void Witness::about(PathView path, const Json* before, const Json* after) {
  next_.path = Path(path);
  if (before != nullptr) next_.before = *before;
  if (after != nullptr) next_.after = *after;
}

void Witness::about(std::string_view event, Json data) {
  next_.more = Json(Json::value_t::object);
  next_.more["event"] = std::string(event);
  if (!data.is_null()) next_.more["data"] = std::move(data);
}

std::size_t Witness::begin(const Registration& registration, const HandlerInfo& handler) {
  Testimony one = std::exchange(next_, Testimony());
  one.who = registration.kind;
  one.which = handler.which;
  one.id = registration.id;
  one.at = witness_place_of(handler.file, handler.line);
  return open(std::move(one));
}

void Witness::end(std::size_t number, const Result<Returned>& returned, const Spent& spent) {
  Testimony& one = all_[number];
  ended_ = number;
  one.fuel = spent.fuel;
  one.bytes = spent.bytes;
  if (returned) {
    one.answer = answer_of(*returned);
    if (returned->word ? !returned->value.empty() : !returned->nothing) one.said = returned->value;
    one.said_at = witness_place_of(returned->file, returned->line);
  } else {
    const Error& error = returned.error();
    one.answer = "error";
    one.code = code_name(error.code);
    one.message = error.message;
    one.said_at = witness_place_of(error.where.file, error.where.line);
  }
  close(number);
}

}  // namespace gavel
