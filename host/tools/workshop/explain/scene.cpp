#include "explain/scene.hpp"

#include "command/verb.hpp"

namespace gavel {

std::string place_of(const Registration& registration) {
  return registration.file + ":" + std::to_string(registration.line);
}

std::optional<Pattern> pattern_of(const Registration& registration, const Limits& limits) {
  const Json* path = registration.spec.is_object() ? member(registration.spec, "path") : nullptr;
  if (path == nullptr || !path->is_string()) return std::nullopt;
  Result<Pattern> pattern = Pattern::parse(string_of(*path), limits);
  return pattern ? std::optional(std::move(*pattern)) : std::nullopt;
}

std::vector<Awaited> awaited_by(const Registration& registration, const Limits& limits) {
  std::vector<Awaited> all;
  const Json* on = registration.spec.is_object() ? member(registration.spec, "on") : nullptr;
  if (registration.kind != "automation" || on == nullptr) return all;
  const JsonArray names = on->is_array() ? array_of(*on) : JsonArray{*on};
  for (const Json& name : names) {
    if (!name.is_string()) continue;
    Awaited& one = all.emplace_back();
    one.on = string_of(name);
    for (const std::string_view head : {"changed(", "command("}) {
      if (!one.on.starts_with(head) || !one.on.ends_with(')')) continue;
      const std::string_view inside =
          std::string_view(one.on).substr(head.size(), one.on.size() - head.size() - 1);
      if (Result<Pattern> pattern = Pattern::parse(inside, limits)) one.pattern = std::move(*pattern);
    }
  }
  return all;
}

Json actors_json(std::uint32_t actors) {
  Json all(Json::value_t::array);
  for (unsigned i = 0; i <= static_cast<unsigned>(Actor::kMigration); ++i)
    if ((actors >> i & 1U) != 0) all.push_back(std::string(actor_name(static_cast<Actor>(i))));
  return all;
}

Json field_row_json(const FieldRow& row) {
  Json json(Json::value_t::object);
  json["pattern"] = row.pattern.text();
  if (!row.where.file.empty()) json["at"] = row.where.file + ":" + std::to_string(row.where.line);
  if (row.writers) json["write"] = actors_json(*row.writers);
  if (row.readers) json["read"] = actors_json(*row.readers);
  if (!row.types.empty()) json["type"] = Json(row.types);
  if (row.min) json["min"] = *row.min;
  if (row.max) json["max"] = *row.max;
  if (row.values) json["enum"] = Json(*row.values);
  return json;
}

namespace {

// The segments of a pattern as they are written: keys, `*`, `**`, `["key.with.dots"]`.
std::vector<std::string> words_of(const Pattern& pattern) {
  std::vector<std::string> words;
  std::string word;
  bool quoted = false, bracketed = false;
  const auto end = [&] {
    if (!word.empty()) words.push_back(std::move(word));
    word.clear();
  };
  for (const char byte : pattern.text()) {
    if (byte == '"') quoted = !quoted;
    if (!quoted && !bracketed && byte == '.') {
      end();
      continue;
    }
    if (!quoted && byte == '[') {
      end();
      bracketed = true;
    }
    word += byte;
    if (!quoted && byte == ']') {
      end();
      bracketed = false;
    }
  }
  end();
  return words;
}

}  // namespace

Json precedence_json(const Pattern& wins, const Pattern& loses) {
  const std::vector<std::string> mine = words_of(wins), its = words_of(loses);
  std::size_t at = 0;
  while (at < mine.size() && at < its.size() && mine[at] == its[at]) ++at;
  Json json(Json::value_t::object);
  json["segment"] = at + 1;
  json["mine"] = at < mine.size() ? mine[at] : std::string();
  json["its"] = at < its.size() ? its[at] : std::string();
  return json;
}

}  // namespace gavel
