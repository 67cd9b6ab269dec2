// gavel campaign export, import, delete: a campaign as a file, out of one, and gone.

#include <cstdio>
#include <unistd.h>

#include "base/utf8.hpp"
#include "store/export.hpp"
#include "store/stored_json.hpp"

#include "campaign.hpp"
#include "files.hpp"
#include "streams.hpp"

namespace gavel {
namespace {

constexpr int kExitKept = 1;

std::string counted(std::uint64_t count, const char* what) {
  const std::string word = what;
  return std::to_string(count) + " " + word + (count == 1 ? "" : word.ends_with("ch") ? "es" : "s");
}

}  // namespace

void CampaignCommand::add_moving() {
  add("export")->add_option("--out", out_file_);
  add("import", {"FILE"})->get_option("FILE")->required();
  add("delete")->add_flag("--yes", yes_);
}

Result<bool> CampaignCommand::agreed(const std::string& question) const {
  if (::isatty(STDIN_FILENO) == 0 || ::isatty(STDERR_FILENO) == 0)
    return Error(Code::kUsage, "cannot ask for confirmation without a terminal: " + question, "add --yes");
  std::fprintf(stderr, "%s [y/N] ", question.c_str());
  std::fflush(stderr);
  std::string word;
  for (int c = std::fgetc(stdin); c != EOF && c != '\n'; c = std::fgetc(stdin))
    if (word.size() < 8) word += static_cast<char>(c);
  return word == "y" || word == "Y" || word == "yes";
}

int CampaignCommand::erase() {
  const Result<Campaign> there = store_->load(id_);
  if (!there && there.error().code == Code::kStoreUnknownCampaign) return fail(there.error());
  Json told(Json::value_t::object);
  told["campaign_id"] = id_;
  std::string what = "\"" + printable(id_) + "\"";
  if (there) {
    const Result<Json> record = read_stored_json(there->record);
    const Json* title = record ? member(*record, "title") : nullptr;
    if (title != nullptr && title->is_string() && !string_of(*title).empty()) {
      told["title"] = *title;
      what += " (" + printable(string_of(*title)) + ")";
    }
    told["turns"] = there->head.version;
    told["branches"] = there->branches.size();
    what += ", " + counted(there->head.version, "turn") + " and " + counted(there->branches.size(), "branch");
  } else {
    // What cannot be read any more can still be got rid of.
    told["damaged"] = there.error().message;
    what += ", which is damaged";
  }
  if (!yes_) {
    const Result<bool> yes = agreed("Delete the campaign " + what + "? Nothing brings it back.");
    if (!yes) return fail(yes.error());
    if (!*yes) {
      std::fputs("nothing was deleted\n", stderr);
      return kExitKept;
    }
  }
  if (const Result<void> gone = store_->remove(id_); !gone) return fail(gone.error());
  told["deleted"] = true;
  return print(told, "deleted the campaign " + what + "\n");
}

int CampaignCommand::export_file() {
  if (!part_) {
    const Result<std::vector<Finding>> found = campaigns_->verify(id_);
    if (!found) return fail(found.error());
    if (!found->empty()) return fail(Error(Code::kStoreCorrupt, found->front().what));
  }
  std::string bytes;  // all of it, or nothing
  const Result<void> done = export_campaign(*store_, id_, [&](std::string_view piece) -> Result<void> {
    bytes += piece;
    return {};
  });
  if (!done) return fail(done.error());
  // Of a damaged campaign it is not the campaign: nobody shall delete that on the strength of it.
  const int exported = part_ ? kExitKept : 0;
  if (out_file_.empty()) {
    // At a terminal as steers nothing; in a pipe byte for byte.
    return heard(::isatty(STDOUT_FILENO) != 0 ? escaped_json(bytes) : bytes, exported);
  }
  if (const Result<void> written = write_file(out_file_, bytes); !written) return fail(written.error());
  return exported;
}

int CampaignCommand::import_file() {
  const Result<std::string> file = read_file(options_.file, Limits().max_state_bytes, "max_state_bytes");
  if (!file) return fail(file.error());
  const Result<std::string> id = campaigns_->import_file(*file);
  if (!id) return fail(id.error());
  return answer(campaigns_->show(*id));
}

}  // namespace gavel
