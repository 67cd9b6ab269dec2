#include "view.hpp"

#include <cstring>
#include <new>

#include "base/utf8.hpp"
#include "state/child_at.hpp"

#include "bridge.hpp"
#include "context.hpp"
#include "fuel.hpp"
#include "sol_api.hpp"
#include "state.hpp"

namespace gavel {
namespace {

Frame& frame_of(lua_State* lua, std::uint64_t epoch) {
  State& state = state_of(lua);
  if (state.frame == nullptr || state.frame->epoch != epoch)
    raise_text(lua, "a value of ctx was used after its call; read it again through ctx");
  return *state.frame;
}

// Writes to a table of ctx need not be writes to the document.
std::uint64_t generation_of(const Frame& frame) { return frame.host->generation() + frame.table_writes; }

const Json* walk(const Json* json, PathView path) { return json == nullptr ? nullptr : find_at(*json, path); }

ViewBox& new_view(lua_State* lua, const Json& json, std::string_view path) {
  State& state = state_of(lua);
  void* memory = lua_newuserdatauv(lua, sizeof(ViewBox) + path.size(), 0);
  auto* view = new (memory) ViewBox;
  view->what = Boxed::kView;
  view->epoch = state.frame->epoch;
  view->node = &json;
  view->path_bytes = static_cast<std::uint32_t>(path.size());
  if (!path.empty()) std::memcpy(view + 1, path.data(), path.size());
  state.push(kRefViewMeta);
  lua_setmetatable(lua, -2);
  return *view;
}

// What the view shows now; nullptr: nothing any more.
const Json* node_of(lua_State* lua, ViewBox& view) {
  Frame& frame = frame_of(lua, view.epoch);
  if (view.root == ViewBox::Root::kFixed || view.generation == generation_of(frame)) return view.node;
  spend(lua, 4 + view.path_bytes / 16 + view.path_bytes / 64 * 4);  // a segment is a look-up
  view.generation = generation_of(frame);
  view.node = view.root == ViewBox::Root::kDocument ? frame.host->read(view.path())
                                                    : walk(frame.host->field(view.field), view.path());
  return view.node;
}

std::string shown_place(lua_State* lua, const char* base) {
  std::string out = base;
  if (lua_type(lua, -1) == LUA_TSTRING) out += "." + printable(shortened(text_at(lua, -1), 80));
  return out;
}

// The member of `node` that the key on top of the stack means.
const Json* child_of(lua_State* lua, const Json& node, Segment& segment) {
  if (node.is_array()) {
    int exact = 0;
    const lua_Integer index = lua_type(lua, -1) == LUA_TNUMBER ? lua_tointegerx(lua, -1, &exact) : 0;
    if (exact == 0 || index < 1 || static_cast<std::uint64_t>(index) > node.size()) return nullptr;
    segment.is_index = true;
    segment.index = static_cast<std::uint64_t>(index) - 1;
    return &array_of(node)[segment.index];
  }
  if (!node.is_object() || lua_type(lua, -1) != LUA_TSTRING) return nullptr;
  segment.key = text_at(lua, -1);
  return member_named(lua, node, segment.key);
}

void push_view_member(lua_State* lua, ViewBox& view) {
  const Json* node = node_of(lua, view);
  Segment segment;
  const Json* child = node == nullptr ? nullptr : child_of(lua, *node, segment);
  if (child == nullptr) {
    lua_pop(lua, 1);
    lua_pushnil(lua);
    return;
  }
  if (view.root == ViewBox::Root::kFixed) {
    lua_pop(lua, 1);
    push_value(lua, child);
    return;
  }
  spend_bytes(lua, view.path_bytes);
  Path path(view.path());
  path.push(segment);
  lua_pop(lua, 1);
  if (view.root == ViewBox::Root::kField) {
    push_field(lua, *child, view.field, path);
  } else {
    push_document(lua, state_of(lua).frame->host->shown(path, *child), path);
  }
}

void push_record_member(lua_State* lua, RecordBox& box) {
  frame_of(lua, box.epoch);
  const RecordShape& shape = state_of(lua).build.vocabulary->records[box.record->shape()];
  const Json* found = nullptr;
  if (lua_type(lua, -1) == LUA_TSTRING) {
    const std::string_view key = text_at(lua, -1);
    for (std::size_t i = 0; i < shape.members.size(); ++i) {
      if (shape.members[i] != key) continue;
      found = box.record->member(i);
      lua_pop(lua, 1);
      push_value(lua, found);
      return;
    }
  }
  const std::string place = shown_place(lua, shape.name.c_str());
  raise_unknown(lua, "there is no " + place, lua_type(lua, -1) == LUA_TSTRING ? text_at(lua, -1) : "",
                {shape.members.begin(), shape.members.end()});
}

int index_box(lua_State* lua) {
  spend(lua, 2);
  lua_settop(lua, 2);
  push_member(lua, 1);
  return 1;
}

int length_of_box(lua_State* lua) {
  lua_pushinteger(lua, box_length(lua, 1));
  return 1;
}

}  // namespace

const Json* member_named(lua_State* lua, const Json& object, std::string_view name) {
  if (name.size() > state_of(lua).build.limits.max_key_bytes) return nullptr;
  spend(lua, name.size() / 64);
  return member(object, name);
}

int refuse_write(lua_State* lua) {
  std::string what = "this table";
  const Box* box = box_at(lua, 1);
  const std::string key =
      lua_type(lua, 2) == LUA_TSTRING ? " '" + printable(shortened(text_at(lua, 2), 80)) + "'" : "";
  if (box != nullptr && box->what == Boxed::kView) {
    raise_text(
        lua, "cannot write" + key + ": values that ctx gives are read-only; change the document through ctx");
  }
  if (box != nullptr) what = box->what == Boxed::kContext ? "ctx" : "this value";
  raise_text(lua, "cannot write" + key + ": " + what + " is read-only");
}

void push_value(lua_State* lua, const Json* json) {
  if (json == nullptr) {
    lua_pushnil(lua);
  } else if (is_container(*json)) {
    new_view(lua, *json, {});
  } else {
    push_scalar(lua, *json);
  }
}

void push_field(lua_State* lua, const Json& json, std::size_t field, PathView path) {
  if (!is_container(json)) {
    push_scalar(lua, json);
    return;
  }
  ViewBox& view = new_view(lua, json, path.bytes());
  view.root = ViewBox::Root::kField;
  view.field = static_cast<std::uint32_t>(field);
  view.generation = generation_of(*state_of(lua).frame);
}

void push_document(lua_State* lua, const Json& json, PathView path) {
  if (!is_container(json)) {
    push_scalar(lua, json);
    return;
  }
  ViewBox& view = new_view(lua, json, path.bytes());
  view.root = ViewBox::Root::kDocument;
  view.generation = generation_of(*state_of(lua).frame);
}

void push_record(lua_State* lua, Record& record) {
  auto* box = new (lua_newuserdatauv(lua, sizeof(RecordBox), 0)) RecordBox;
  box->what = Boxed::kRecord;
  box->epoch = state_of(lua).frame->epoch;
  box->record = &record;
  state_of(lua).push(kRefRecordMeta);
  lua_setmetatable(lua, -2);
}

void push_member(lua_State* lua, int index) {
  Box* box = box_at(lua, index);
  switch (box->what) {
    case Boxed::kView:
      push_view_member(lua, *static_cast<ViewBox*>(box));
      return;
    case Boxed::kRecord:
      push_record_member(lua, *static_cast<RecordBox*>(box));
      return;
    case Boxed::kHostTable:
      push_host_table_member(lua, *box);
      return;
    default:
      lua_pop(lua, 1);
      lua_pushnil(lua);
  }
}

lua_Integer box_length(lua_State* lua, int index) {
  std::string why;
  const Box* box = box_at(lua, index);
  if (box->what == Boxed::kRecord) return 0;
  if (box->what == Boxed::kView) frame_of(lua, static_cast<const ViewBox*>(box)->epoch);
  const Json* json = json_of_box(lua, index, why);
  return json != nullptr && json->is_array() ? static_cast<lua_Integer>(json->size()) : 0;
}

lua_Integer push_keys(lua_State* lua, int index, bool& array) {
  array = false;
  const Box* box = box_at(lua, index);
  if (box->what == Boxed::kRecord) {
    const auto& record = *static_cast<const RecordBox*>(box);
    frame_of(lua, record.epoch);
    const RecordShape& shape = state_of(lua).build.vocabulary->records[record.record->shape()];
    lua_createtable(lua, static_cast<int>(shape.members.size()), 0);
    for (std::size_t i = 0; i < shape.members.size(); ++i) {
      push_text(lua, shape.members[i]);
      lua_rawseti(lua, -2, static_cast<lua_Integer>(i) + 1);
    }
    return static_cast<lua_Integer>(shape.members.size());
  }
  if (box->what == Boxed::kView) frame_of(lua, static_cast<const ViewBox*>(box)->epoch);
  std::string why;
  const Json* json = json_of_box(lua, index, why);
  if (json != nullptr && json->is_array()) {
    array = true;
    return static_cast<lua_Integer>(json->size());
  }
  if (json == nullptr || !json->is_object()) {
    lua_createtable(lua, 0, 0);
    return 0;
  }
  spend(lua, json->size());
  push_new_array(lua, json->size());
  lua_Integer count = 0;
  for (const auto& [key, ignored] : object_of(*json)) {
    push_text(lua, key);
    lua_rawseti(lua, -2, ++count);
  }
  return count;
}

bool is_past(lua_State* lua, const Box& box) {
  const Frame* frame = state_of(lua).frame;
  if (box.what != Boxed::kView && box.what != Boxed::kRecord) return false;
  const std::uint64_t epoch = box.what == Boxed::kView ? static_cast<const ViewBox&>(box).epoch
                                                       : static_cast<const RecordBox&>(box).epoch;
  return frame == nullptr || frame->epoch != epoch;
}

const Json* json_of_box(lua_State* lua, int index, std::string& why) {
  Box* box = box_at(lua, index);
  switch (box->what) {
    case Boxed::kView: {
      if (is_past(lua, *box)) {
        why = "is a value of ctx that was used after its call; read it again through ctx";
        return nullptr;
      }
      const Json* json = node_of(lua, *static_cast<ViewBox*>(box));
      if (json == nullptr) why = "shows a place of the document that is gone";
      return json;
    }
    case Boxed::kHostTable: {
      const Json* json = host_table_json(lua, *box);
      if (json == nullptr) why = "is empty";
      return json;
    }
    case Boxed::kWord:
      why = "is a word that handlers return, which JSON has no word for";
      return nullptr;
    default:
      why = "is a value of the host, which JSON has no word for; take what is in it";
      return nullptr;
  }
}

void show_as_table(lua_State* lua, lua_CFunction write) {
  sol::stack_table(lua, -1).raw_set("__newindex", write, "__metatable", false, "__name", "table");
}

void make_view_metatables(lua_State* lua) {
  State& state = state_of(lua);
  for (const Ref ref : {kRefViewMeta, kRefRecordMeta, kRefTableMeta}) {
    sol::stack_table(lua, sol::new_table(0, 5)).raw_set("__index", &index_box, "__len", &length_of_box);
    show_as_table(lua, ref == kRefTableMeta ? write_host_table : refuse_write);
    state.keep(ref);
  }
}

}  // namespace gavel
