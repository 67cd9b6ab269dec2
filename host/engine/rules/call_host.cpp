#include "rules/call_host.hpp"

#include "base/utf8.hpp"
#include "rules/batch.hpp"
#include "state/effects.hpp"
#include "state/json_writer.hpp"
#include "state/past.hpp"
#include "state/path_text.hpp"
#include "state/resolve.hpp"

namespace gavel {
namespace {

constexpr std::size_t kMostChanges = 1000;
constexpr std::size_t kEventBytes = 8192;  // what an event takes, however little it says
constexpr std::size_t kMostEventName = 64;
constexpr std::uint64_t kNoteSteps = 4;
constexpr std::size_t kBytesPerStep = 8;  // of what a write moves, looks at and gives back
// What the price of a call pays for already.
constexpr std::uint64_t kFreeLooks = 64;  // a path of eight words
constexpr std::uint64_t kFreeDice = 10;
constexpr std::uint64_t kStepsPerDie = 4;
constexpr std::size_t kFreeOptionsWeight = 512;  // of the options of a write
constexpr std::size_t kFreeMemoryWeight = 4096;  // of a plugin's memory, which each write weighs
constexpr std::uint64_t kFreePattern = 64;       // parts of a pattern times segments of a path

// What goes beyond.
std::uint64_t beyond(std::uint64_t count, std::uint64_t free) { return count - std::min(count, free); }

Error bad_argument(std::string what, std::string hint = {}) {
  return {Code::kPluginError, std::move(what), std::move(hint)};
}

Verb verb_of_ask(Ask ask) {
  switch (ask) {
    case Ask::kMerge:
      return Verb::kMerge;
    case Ask::kInsert:
      return Verb::kInsert;
    case Ask::kPush:
      return Verb::kPush;
    case Ask::kPull:
      return Verb::kPull;
    case Ask::kDelete:
      return Verb::kDelete;
    case Ask::kMove:
      return Verb::kMove;
    case Ask::kAdd:
      return Verb::kAdd;
    default:
      return Verb::kSet;
  }
}

Result<void> name_place(const Json& given, const Limits& limits, Path& path,
                        std::optional<std::string>& raw) {
  if (given.is_string()) {
    raw = string_of(given);
    return {};
  }
  Result<Path> read = path_from_json(given, limits);
  if (!read)
    return bad_argument("the path " + shortened(to_text(given), 64) + " is none: " + read.error().message);
  path = std::move(*read);
  return {};
}

// How much of a path is there, in segments, and whether that is all of it.
struct Reach {
  std::size_t segments = 0;
  bool whole = true;
};
Reach reach_of(PathView path, const Json& data) {
  const Json* node = &data;
  Reach reach;
  for (const Segment segment : path) {
    Path one;
    one.push(segment);
    node = resolve(*node, one).node;
    if (node == nullptr) return {reach.segments, false};
    ++reach.segments;
  }
  return reach;
}

Reach reach_of(PathView path, const Past& past) {
  const std::size_t reached = past.reach(path);
  return {reached, reached == path.size()};
}

Path resolved(const PathText& text, const Json& data, std::uint64_t& looks) {
  return text.resolve(data, {}, &looks);
}
Path resolved(const PathText& text, const Past& past, std::uint64_t& looks) {
  return past.resolve(text, looks);
}

bool same_beginning(PathView a, PathView b, std::size_t segments) {
  auto x = a.begin();
  auto y = b.begin();
  for (; segments != 0 && x != a.end() && y != b.end(); --segments, ++x, ++y)
    if (*x != *y) return false;
  return segments == 0;
}

// A text whose every dot splits.
Path split_of(const PathText& text) {
  static const Json kNothing(Json::value_t::object);
  return text.resolve(kNothing);
}

// The path that a handler's text means. A dot splits wherever something stands under the key before it,
// whatever else does: somebody who may make the key "lamp.oil" must not be able to put it in the place of the
// lamp's oil.
template <typename Data>
Path meant_by(const PathText& text, const Data& data, std::uint64_t& looks) {
  Path path = resolved(text, data, looks);
  if (path.bytes().find('.') == std::string_view::npos) return path;
  Path split = split_of(text);
  looks += 4 * split.size();
  const Reach reach = reach_of(split, data);
  const bool other =
      !reach.whole && same_beginning(path, split, reach.segments) && reach_of(path, data).whole;
  return other ? path : split;
}

// What `meant_by` would come to if it stood there: the keys, single and joined, at the first node that lacks
// the single one. What is computed from a text depends on them, too.
void note_rivals(const PathText& text, const Json& data, std::vector<Path>& out) {
  const Path split = split_of(text);
  const Reach reach = reach_of(split, data);
  if (reach.whole || split.bytes().empty()) return;
  Path above;
  std::string joined;
  std::size_t number = 0;
  for (const Segment segment : split) {
    if (++number <= reach.segments) {
      above.push(segment);
      continue;
    }
    if (segment.is_index) return;
    joined += (joined.empty() ? "" : ".") + std::string(segment.key);
    out.push_back(above.child(joined));
  }
}

}  // namespace

const Json* CallHost::read(const PathText& path) {
  const Json& data = state_.document.data();
  if (reads_ != nullptr) note_others(path, data);
  return read(meant(path));
}

// What looking takes is paid for by whoever asks.
Path CallHost::meant(const PathText& text) const {
  std::uint64_t looks = 0;
  Path path = meant_by(text, state_.document.data(), looks);
  work_ += beyond(looks, kFreeLooks);
  return path;
}

// What is noted is kept to the end of the turn, and paid for as long as it is.
void CallHost::note_others(const PathText& path, const Json& data) const {
  const std::size_t before = reads_->size();
  note_rivals(path, data, *reads_);
  for (std::size_t i = before; i < reads_->size(); ++i)
    work_ += kNoteSteps + (*reads_)[i].bytes().size() / 16;
}

const Json* CallHost::read(PathView path) {
  if (reads_ != nullptr) {
    reads_->emplace_back(path);
    work_ += kNoteSteps + path.bytes().size() / 16;
  }
  if (state_.context.described.empty() && reads_ == nullptr) return state_.document.find(path);
  const Place place = resolve(state_.document.data(), path, state_.context.described);
  return place.node;
}

Path CallHost::locate(const PathText& path) {
  const Path text = meant(path);
  return resolve(state_.document.data(), text, state_.context.described).shown;
}

const Json& CallHost::shown(PathView path, const Json& node) {
  return is_described(state_.context.described, path, node) ? array_of(node)[0] : node;
}

const Json* CallHost::field(std::size_t field) {
  const auto which = static_cast<Field>(field);
  if (reads_ != nullptr && (kPureFields & bit(which)) == 0) {
    if (impure_.empty()) impure_ = "ctx." + vocabulary().fields[field];
    return nullptr;
  }
  switch (which) {
    case Field::kActor:
      return &state_.actor;
    case Field::kTurn:
      return &state_.turn;
    case Field::kNow:
      return &state_.now;
    case Field::kSettings:
      return &state_.facts.settings;
    case Field::kCampaign:
      return state_.facts.campaign.is_null() ? nullptr : &state_.facts.campaign;
    case Field::kParams:
      return params_ ? &*params_ : params_of_plugin();
    case Field::kMemory: {
      const Json* memory = member(state_.document.meta(), "memory");
      return memory == nullptr ? nullptr : member(*memory, source_.plugin);
    }
  }
  return nullptr;
}

const Json* CallHost::params_of_plugin() const {
  for (const Pack& pack : state_.ruleset.packs())
    if (pack.as == source_.plugin) return &pack.params;
  return nullptr;
}

void CallHost::lay_over(const Json& params) {
  const Json* own = params_of_plugin();
  params_ = own != nullptr && own->is_object() ? *own : Json(Json::value_t::object);
  for (const auto& [name, value] : object_of(params)) (*params_)[name] = value;
}

Result<Json> CallHost::call(std::size_t function, std::span<const Json> args) {
  const auto ask = static_cast<Ask>(function);
  switch (ask) {
    case Ask::kExists: {
      const Path path = TRY(place(args[0]));
      return Json(read(path) != nullptr);
    }
    case Ask::kBefore:
      return before(args[0]);
    case Ask::kChanges:
      return changes(args);
    case Ask::kHistory:
      return history(args);
    case Ask::kLog:
      return log(args);
    case Ask::kRoll:
      return roll(args);
    case Ask::kEmit:
      return emit(args);
    case Ask::kRemember:
      return remember(args);
    case Ask::kFindNames:
      return state_.names.find(state_.document, args, work_);
    case Ask::kFindWords:
      return find_words(args);
    default:
      return write(ask, args);
  }
}

Result<PathText> CallHost::parsed(const std::string& raw) const {
  Result<PathText> text = PathText::parse(raw, state_.context.limits);
  if (!text)
    return bad_argument("\"" + shortened(raw, 64) + "\": " + text.error().message, text.error().hint);
  return text;
}

// Where a path given as a text or as segments leads, as the document stands.
Result<Path> CallHost::place(const Json& given) const {
  Path path;
  std::optional<std::string> raw;
  TRY(name_place(given, state_.context.limits, path, raw));
  if (!raw) return path;
  const PathText text = TRY(parsed(*raw));
  if (reads_ != nullptr) note_others(text, state_.document.data());
  return meant(text);
}

// What a handler names is no text of a model's.
void CallHost::settle(Path& path, std::optional<std::string>& raw) const {
  if (!raw) return;
  const Result<PathText> text = PathText::parse(*raw, state_.context.limits);
  if (!text) return;  // the kernel says what is wrong with it
  path = meant(*text);
  raw.reset();
}

// A path means what stood there then: its indices, its keys with dots and its described pairs.
Result<Json> CallHost::before(const Json& given) {
  Path path;
  std::optional<std::string> raw;
  TRY(name_place(given, state_.context.limits, path, raw));
  std::optional<PathText> text;
  if (raw) {
    PathText read = TRY(parsed(*raw));
    if (reads_ != nullptr) note_others(read, state_.document.data());
    text = std::move(read);
  }
  const Past past(state_.document, since_);
  work_ += past.steps();
  if (text) {
    std::uint64_t looks = 0;
    path = meant_by(*text, past, looks);
    work_ += beyond(looks, kFreeLooks);
  }
  return past.value(path, state_.context.described).value_or(Json());
}

Result<Json> CallHost::changes(std::span<const Json> args) {
  std::optional<Pattern> wanted;
  if (!args.empty() && !args[0].is_null()) {
    if (!args[0].is_string()) return bad_argument("ctx.changes takes a pattern, such as \"**.date\"");
    Result<Pattern> pattern = Pattern::parse(string_of(args[0]), state_.context.limits);
    if (!pattern) return bad_argument(pattern.error().message);
    wanted = std::move(*pattern);
  }
  Json rows(Json::value_t::array);
  EffectOptions options;
  if (!state_.context.described.empty()) options.described = &state_.context.described;
  options.steps = &work_;
  visit_effects(state_.document, since_, options, [&](const Effect& effect) {
    if (wanted) work_ += beyond(wanted->size() * effect.path.size(), kFreePattern) / 16;
    if (effect.implied || (wanted && !wanted->covers(effect.path))) return true;
    Json row(Json::value_t::object);
    row["path"] = to_dotted(effect.path);
    if (effect.before != nullptr) row["before"] = *effect.before;
    if (effect.after != nullptr) row["after"] = *effect.after;
    rows.push_back(std::move(row));
    return rows.size() < kMostChanges;
  });
  return rows;
}

Result<Json> CallHost::history(std::span<const Json> args) {
  std::size_t most = state_.facts.history == nullptr ? 0 : state_.facts.history->size();
  if (!args.empty()) {
    if (!args[0].is_number_integer() || number_less(args[0], Json(0)))
      return bad_argument("ctx.history takes how many turns back, an integer from 0");
    if (wide(args[0]) < static_cast<WideInteger>(most)) most = static_cast<std::size_t>(wide(args[0]));
  }
  Json turns(Json::value_t::array);
  if (most == 0) return turns;
  const JsonArray& all = array_of(*state_.facts.history);
  for (std::size_t i = all.size() - most; i < all.size(); ++i) turns.push_back(all[i]);
  return turns;
}

Result<Json> CallHost::log(std::span<const Json> args) {
  std::string text;
  for (const Json& value : args)
    text += (text.empty() ? "" : " ") + (value.is_string() ? string_of(value) : to_text(value));
  const std::size_t room =
      state_.context.limits.max_log_bytes - std::min(state_.context.limits.max_log_bytes, logged_);
  logged_ += text.size();
  if (room == 0 || !state_.log_lines.take(source_.pack, 1)) return Json();
  Json line(Json::value_t::object);
  line["handler"] = source_.id;
  line["text"] = shortened(printable(text), room);
  state_.notes.logs.push_back(std::move(line));
  return Json();
}

Result<Json> CallHost::roll(std::span<const Json> args) {
  constexpr std::size_t kRollBytes = 1024;  // about what the record of a roll takes
  if (!state_.keep_bytes(source_, kRollBytes)) return state_.too_much_kept(source_);
  if (args.size() == 1 && args[0].is_string()) {
    const std::int64_t total = TRY(state_.dice.roll(source_.id, string_of(args[0])));
    work_ += kStepsPerDie * beyond(state_.dice.rolls().back().each.size(), kFreeDice);
    return Json(total);
  }
  std::vector<std::int64_t> bounds;
  for (const Json& value : args) {
    if (!value.is_number_integer() || wide(value) > INT64_MAX || wide(value) < INT64_MIN)
      return bad_argument("ctx.roll takes dice (\"2d6\"), a highest number, or a lowest and a highest");
    bounds.push_back(static_cast<std::int64_t>(wide(value)));
  }
  const std::int64_t low = bounds.size() == 2 ? bounds[0] : 1;
  if (bounds.back() < low)
    return bad_argument("ctx.roll: " + std::to_string(bounds.back()) + " is below " + std::to_string(low));
  return Json(state_.dice.between(source_.id, low, bounds.back()));
}

Result<Json> CallHost::write(Ask ask, std::span<const Json> args) {
  const Limits& limits = state_.context.limits;
  Command command;
  command.verb = verb_of_ask(ask);
  command.origin.dialect = "plugin";
  command.origin.actor = writer_;
  command.reason = source_.id;
  if (ask == Ask::kMove) {
    Path from;
    std::optional<std::string> raw_from;
    TRY(name_place(args[0], limits, from, raw_from));
    settle(from, raw_from);
    command.from = raw_from ? std::nullopt : std::optional(from);
    command.raw_from = raw_from;
  }
  const Json& target = ask == Ask::kMove ? args[1] : args[0];
  TRY(name_place(target, limits, command.path, command.raw_path));
  settle(command.path, command.raw_path);
  const bool valued = ask != Ask::kMove && ask != Ask::kDelete;
  if (valued) command.value = args[1];
  const std::size_t last = ask == Ask::kDelete ? 1 : 2;
  if (args.size() > last && !args[last].is_null()) {
    if (!args[last].is_object()) return bad_argument("options are a table, such as { dedupe = true }");
    work_ += beyond(weight_of(args[last]), kFreeOptionsWeight) / 2;
    std::vector<std::string> problems;
    std::vector<Warning> warnings;
    command.options = read_options(args[last], command.verb, problems, warnings);
    for (const Warning& warning : warnings) problems.push_back(warning.message);
    if (!problems.empty()) return bad_argument(problems.front());
    if (ask == Ask::kPull && command.options.where) command.value.reset();
  }
  // What rules of others make of it, these pay for.
  const std::uint16_t payer = state_.payer_of(source_);
  const std::size_t before = state_.document.account(payer).work;
  Outcome outcome = state_.write(command, source_);
  work_ += (state_.document.account(payer).work - before) / kBytesPerStep;
  if (outcome.status == Status::kRejected) {
    if (!denied_) denied_ = *outcome.error;
    return *outcome.error;
  }
  return Json(std::string(status_name(outcome.status)));
}

// ctx.find_words(text, "list"): { b, e, "group", b, e, "group", … }, flat because there are many.
Result<Json> CallHost::find_words(std::span<const Json> args) {
  if (!args[0].is_string() || !args[1].is_string())
    return bad_argument("ctx.find_words takes a text and the name of one of the claim's `words`");
  const ClaimWords& words = state_.kinds.claim_words;
  std::optional<std::uint32_t> list;
  for (std::size_t i = 0; i < state_.kinds.claims.size(); ++i)
    if (state_.kinds.claims[i].source.number == source_.number)
      for (const auto& [name, number] : words.claim(i).lists)
        if (name == string_of(args[1])) list = number;
  if (!list)
    return bad_argument("ctx.find_words: the claim has no `words." +
                        printable(shortened(string_of(args[1]), 64)) + "`");
  const std::string& text = string_of(args[0]);
  const bool heard = state_.heard != nullptr && state_.heard->text == text;
  const WordIndex::Hits found = heard ? WordIndex::Hits() : words.index().find(text);
  const std::vector<WordIndex::Hit>& hits = heard ? state_.heard->hits[*list] : found[*list];
  work_ = text.size() / 8 + hits.size() * 4;
  Json rows(Json::value_t::array);
  JsonArray& all = array_of(rows);
  all.reserve(hits.size() * 3);
  for (const WordIndex::Hit& hit : hits) {
    all.emplace_back(hit.begin + 1);
    all.emplace_back(hit.end);
    all.emplace_back(words.index().group(*list, hit.group));
  }
  return rows;
}

Result<Json> CallHost::emit(std::span<const Json> args) {
  if (!args[0].is_string() || string_of(args[0]).empty() || string_of(args[0]).size() > kMostEventName)
    return bad_argument("ctx.emit takes the event's name, 1 to 64 bytes, and data");
  const std::string& name = string_of(args[0]);
  if (name == "turn_start" || name == "turn_end" || name == "milestone_advanced" ||
      name.starts_with("changed(") || name.starts_with("command("))
    return bad_argument("the event \"" + name + "\" is the host's own");
  if (!state_.keep_bytes(source_, kEventBytes + (args.size() > 1 ? 2 * weight_of(args[1]) : 0)))
    return state_.too_much_kept(source_);
  Event event{name, args.size() > 1 ? args[1] : Json(), source_.id};
  Json row(Json::value_t::object);
  row["name"] = event.name;
  if (args.size() > 1) row["data"] = event.data;
  row["by"] = event.by;
  state_.notes.events.push_back(std::move(row));
  state_.events.push_back(std::move(event));
  return Json();
}

// ctx.memory.<key> = value: kept in the document's meta, so that it goes back with the turn.
Result<Json> CallHost::remember(std::span<const Json> args) {
  if (!args[0].is_string()) return bad_argument("ctx.memory has names as keys");
  Document& document = state_.document;
  const Paying paying(document, state_.payer_of(source_));
  if (Result<void> key = check_key(string_of(args[0]), state_.context.limits); !key)
    return bad_argument("ctx.memory: " + key.error().message);
  Path path;
  for (const std::string& step : {std::string("memory"), source_.plugin}) {
    path.push_key(step);
    if (document.find(path, Tree::kMeta) == nullptr)
      document.put(path, Json(Json::value_t::object), Tree::kMeta);
  }
  path.push_key(string_of(args[0]));
  const Limits& limits = state_.context.limits;
  const Json* all = document.find(path.parent(), Tree::kMeta);
  if (!state_.keep_bytes(source_, weight_of(args[1]))) return state_.too_much_kept(source_);
  const std::size_t weight = all == nullptr ? 0 : weight_of(*all);
  work_ += beyond(weight, kFreeMemoryWeight) / 128;
  if (weight + weight_of(args[1]) > limits.max_memory_bytes)
    return over_limit(Code::kPluginError, "ctx.memory of " + source_.plugin + " would hold too much",
                      limits.max_memory_bytes, "max_memory_bytes");
  if (!args[1].is_null()) {
    document.put(path, args[1], Tree::kMeta);
  } else if (document.find(path, Tree::kMeta) != nullptr) {
    document.erase(path, Tree::kMeta);
  }
  return Json();
}

}  // namespace gavel
