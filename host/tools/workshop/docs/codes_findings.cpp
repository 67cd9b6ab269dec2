// The findings of gavel check in words. Their English stands in base/findings and nowhere else.

#include <array>
#include <string>
#include <vector>

#include "base/findings.hpp"
#include "docs/codes.hpp"

namespace gavel {
namespace {

struct Chinese {
  std::string_view name, meaning, fix;
};

constexpr std::array kChinese = {
    Chinese{"unknown_global", "读取了一个名字，它既不是局部变量，也不是插件的全局变量或插件可用的名字。",
            "改正名字，或用 `local` 声明它。"},
    Chinese{"unknown_member", "库、效果或事件没有这个名字的成员。",
            "改正名字；gavel docs --for authors 列出全部。"},
    Chinese{"unknown_ctx", "ctx 没有这个名字的成员。", "改正名字；gavel docs --for authors 列出全部。"},
    Chinese{"colon_call", "用冒号调用了 ctx 的函数。", "用点调用：ctx.get(path)。"},
    Chinese{"forbidden_call", "处理函数向 ctx 要了它这一类不可用的东西：规则写入，推导值掷骰。",
            "在工具、自动化或回调中写入；推导值只由状态计算。"},
    Chinese{"nil_written", "ctx 写入 nil，而它不是值。", "删除用 ctx.delete(path)；JSON 的 null 写作 null。"},
    Chinese{"missing_return", "必须回答的处理函数走到结尾也没有 `return`。",
            "每条路径都要返回回答：规则返回 allow()，推导值返回它的值。"},
    Chinese{"uncalled_answer", "返回的是回答函数本身，而不是它的结果。", "调用它：return deny(\"why\")。"},
    Chinese{"unreturned_answer", "作出的回答被丢弃，处理函数继续执行。", "返回它：return deny(\"why\")。"},
    Chinese{"wrong_answer", "处理函数用了不属于它这一类的词来回答。",
            "规则用 allow deny amend abstain（amend 需要 mode = \"amend\"），工具用 reject。"},
    Chinese{"wrong_count", "给函数的值比它接受的多或少。", "给它所接受的值。"},
    Chinese{"undeclared_reason", "工具以 `rejects` 没有声明的理由拒绝。",
            "改正理由，或声明它：rejects = { reason = \"…\" }。"},
    Chinese{"unused_reason", "工具声明了从未使用的理由。", "用它来拒绝，或从 `rejects` 中去掉。"},
    Chinese{"kept_between_calls", "处理函数设置了全局变量或外层的局部变量：运行时会被拒绝。",
            "保存在 ctx.memory 中，或改为处理函数自己的局部变量。"},
    Chinese{"global_write", "文件设置了全局变量，插件的每个文件都能看到它。",
            "在前面写 `local`，或由模块返回它。"},
    Chinese{"unused_local", "局部变量从未被读取。", "去掉它；必须占位时命名为 _。"},
    Chinese{"shadowed_local", "局部变量遮住了同一函数的局部变量或参数。", "给其中一个换个名字。"},
    Chinese{"unused_param", "清单声明了插件任何文件都没有提到的参数。",
            "用 params.name 读取它，或从 plugin.yaml 中去掉。"},
    Chinese{"unknown_param", "读取了清单没有声明的参数。", "改正名字，或在 plugin.yaml 中声明。"},
    Chinese{"no_such_place",
            "模式在初始状态中匹配不到任何位置，也没有说明以后会有；或某个位置只有一行提到，而规则集提到的是一"
            "个拼写相近的位置；或模式中的某个名字看起来像别的记号，例如 {id}。",
            "改正路径；若该处以后才出现，在 `fields` 中给它一行。"},
    Chinese{"denied_write", "处理函数写入字段表不允许它写的位置。",
            "在该行的 `write` 中写上行动者，或写入别处。"},
    Chinese{"idle_row",
            "`fields` 的一行什么也不决定：每个位置都由更具体的行决定，或者它指的是一个带说明的值（`[值, "
            "说明]`）的一部分。",
            "去掉它，或改正路径。"},
    Chinese{"shadowed_rule", "同一插件的两条规则以同样方式对同样的行动者裁定同样的位置。",
            "合成一条规则，或改正其中一个路径。"},
    Chinese{"missing_language", "文本只有一种语言。", "补上另一种：{en: …, zh: …}。"},
    Chinese{"budget_without_window", "没有周期的限额永远不会恢复。",
            "说明何时重新计算：window = function(ctx) … end；或说明不会：window = false。"},
    Chinese{"unsettled_claim", "断言了一类没有工具能结算的事实。",
            "在使其成真的工具的 `settles` 中写上这一类。"},
    Chinese{"unknown_claim", "工具结算了规则集中没有断言能找到的一类。", "改正类别，或使用能找到它的插件。"},
    Chinese{"unread_setting", "登记了没有人读取的设置。", "用 ctx.settings[\"key\"] 读取它，或去掉。"},
    Chinese{"silent_event", "自动化等待一个没有人发出的事件。",
            "改正名字，或发出它：ctx.emit(\"name\", …)。"},
    Chinese{"unknown_allow", "注释允许了一个不存在的发现。", "gavel check --codes 列出全部。"},
};

struct Findings {
  std::vector<std::string> codes;
  std::vector<CodeText> texts;
};

Findings make() {
  Findings all;
  all.codes.reserve(finding_rows().size());
  for (const LintRow& row : finding_rows()) {
    CodeText text{.code = all.codes.emplace_back(finding_code(row.finding)),
                  .en = row.meaning,
                  .zh = {},
                  .fix_en = row.mending,
                  .fix_zh = {}};
    for (const Chinese& one : kChinese) {
      if (one.name != row.name) continue;
      text.zh = one.meaning;
      text.fix_zh = one.fix;
    }
    all.texts.push_back(text);
  }
  return all;
}

}  // namespace

std::span<const CodeText> finding_texts() {
  static const Findings kFindings = make();
  return kFindings.texts;
}

}  // namespace gavel
