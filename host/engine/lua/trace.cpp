#include "lua/trace.hpp"

#include <utility>

namespace gavel {
namespace {

std::string place_text(const std::string& file, std::size_t line) {
  return file.empty() ? std::string() : line == 0 ? file : file + ":" + std::to_string(line);
}

}  // namespace

// Where ctx is of interest, there is room for what handlers do, and for what lies between.
std::size_t Trace::open(TraceEvent event) {
  event.depth = depth_++;
  event.handlers = running_.size();
  std::size_t ran = asks_;
  for (const auto& [handler, times] : runs_) ran += times;
  if (with_asks ? ran <= kMost && all_.size() < 2 * kMost : all_.size() < kMost) {
    all_.push_back(std::move(event));
    return all_.size() - 1;
  }
  // The last one stands for all that come behind it: whoever fills it in and closes it does no harm.
  if (!with_asks || event.what != TraceEvent::What::kStep) ++unlisted_;
  if (all_.back().who != "unlisted") all_.emplace_back();
  const std::size_t depth = event.depth;
  all_.back() = TraceEvent();
  all_.back().who = "unlisted";
  all_.back().depth = depth;
  return all_.size() - 1;
}

void Trace::about(PathView path, const Json* before, const Json* after) {
  next_.path = Path(path);
  if (before != nullptr) next_.before = *before;
  if (after != nullptr) next_.after = *after;
}

void Trace::about(std::string_view event, Json data) {
  next_.more = Json(Json::value_t::object);
  next_.more["event"] = std::string(event);
  if (!data.is_null()) next_.more["data"] = std::move(data);
}

std::size_t Trace::begin(const Registry& registry, HandlerId handler, Json args) {
  const HandlerInfo& info = registry.handlers[handler];
  const Registration& registration = registry.all[info.registration];
  TraceEvent one = std::exchange(next_, TraceEvent());
  one.what = TraceEvent::What::kHandler;
  one.who = registration.kind;
  one.which = info.which;
  one.id = registration.id;
  one.at = place_text(info.file, info.line);
  one.args = std::move(args);
  ++runs_[handler];
  const std::size_t number = open(std::move(one));
  running_.push_back(std::chrono::steady_clock::now());
  return number;
}

void Trace::end(std::size_t number, const Result<Returned>& returned, const Spent& spent,
                const Vocabulary& vocabulary) {
  const auto since = running_.back();
  running_.pop_back();
  // What is called from within another is part of what that one spent.
  if (running_.empty()) {
    spent_.fuel += spent.fuel;
    spent_.bytes += spent.bytes;
    took_ += std::chrono::steady_clock::now() - since;
  }
  TraceEvent& one = all_[number];
  ended_ = number;
  one.fuel = spent.fuel;
  one.bytes = spent.bytes;
  if (returned) {
    one.answer = returned->word      ? vocabulary.words[*returned->word].name
                 : returned->nothing ? "nothing"
                                     : "value";
    if (returned->word ? !returned->value.empty() : !returned->nothing) one.said = returned->value;
    one.said_at = place_text(returned->file, returned->line);
  } else {
    const Error& error = returned.error();
    one.answer = "error";
    one.code = code_name(error.code);
    one.message = error.message;
    one.said_at = place_text(error.where.file, error.where.line);
  }
  close(number);
}

std::size_t Trace::ask(std::optional<std::size_t> handler, TraceEvent event) {
  event.what = TraceEvent::What::kAsk;
  event.who = "ctx";
  ++asks_;
  if (handler) ++all_[*handler].asks;
  const std::size_t number = open(std::move(event));
  close(number);
  return number;
}

}  // namespace gavel
