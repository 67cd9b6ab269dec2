#include "words.hpp"

#include <array>

namespace gavel {
namespace {

struct Words {
  std::string_view zh, en;
  std::string_view in(std::string_view language) const { return language == "zh" ? zh : en; }
};

constexpr std::array kWords = {
    Words{"# 当前状态\n以下是权威状态，叙述必须与它一致。",
          "# State\nThis is what holds; the story agrees with it."},
    Words{"# 前情", "# So far"},
    Words{"事实：", "Facts:"},
    Words{"不可忘记：", "Never forget:"},
    Words{"# 可用的工具\n只能请求下列工具，由系统裁决。",
          "# Tools\nYou may ask for these, and the system decides."},
    Words{"参数：", "arguments: "},
    Words{"可能被拒绝：", "may be refused: "},
    Words{"……（还有内容未列出）", "… (there is more than is shown)"},
    Words{"# 最终目标", "# The goal"},
    Words{"# "
          "加速推进\n剧情已进入下一阶段。请提升紧迫感，增加线索密度，引导玩家向目标收束。不得越权修改状态；需"
          "要结算的事请用工具请求。",
          "# Press on\nThe story has reached its next stage. Raise the urgency, give more clues, and lead "
          "the player towards the "
          "goal. Never change the state on your own authority; ask for settlements by tools."},
    Words{
        "# 上一回合的结算\n你上一次回复中的请求与指令，实际结果如下；接下来的叙述以此为准。",
        "# How the last turn was settled\nThis is what came of what you asked for and wrote; go on from it."},
    Words{"未执行：", "not done: "},
};

constexpr std::array kDialogs = {
    Words{"# 场景\n描写此刻的场景与人物的反应，留出玩家行动的余地，不替玩家决定。",
          "# Scene\nTell the scene and how its people answer; leave the player room to act, and decide "
          "nothing for them."},
    Words{"# 行动\n裁断玩家刚才的行动：先请求需要的结算，再写结果，简短明确。",
          "# Action\nSettle what the player just does: ask for the settlements it takes, then tell the "
          "outcome, short and clear."},
    Words{"# 规则问答\n回答玩家关于规则与当前状态的提问。不推进剧情，不改变任何状态，不请求任何结算。",
          "# Rules\nAnswer what the player asks about the rules and the state. The story stands still: "
          "change nothing, and ask for no "
          "settlement."},
    Words{"# 闲谈\n与玩家在剧情之外交谈。剧情不前进，状态不改变。",
          "# Chat\nTalk with the player outside of the story. It does not go on, and nothing changes."},
};

}  // namespace

std::string_view prompt_word(PromptWord word, std::string_view language) {
  return kWords[static_cast<std::size_t>(word)].in(language);
}

std::string_view dialog_words(std::size_t dialog, std::string_view language) {
  return kDialogs[dialog].in(language);
}

}  // namespace gavel
