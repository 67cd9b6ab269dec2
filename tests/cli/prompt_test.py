#!/usr/bin/env python3
"""Prompt protocols and gavel prompt, from outside: what a schema may say, what it does, what a model gets to see.

Run by ctest, or by hand: GAVEL=build/dev/gavel python3 tests/cli/prompt_test.py [-v] [name]
"""

import json
import pathlib
import re

import program
from program import run

HOUSE = pathlib.Path(__file__).resolve().parent.parent.parent
TABLETOP = str(HOUSE / "rulesets" / "tabletop")
NOW = "2025-09-20T08:00:00Z"

RULESET = """\
ruleset: tea
version: 1.0.0
language: zh
plugins: [affection, vitals, milestones]
schemas:
  - love_system_simple
  - {id: live_stream_mode, active: false}
  - {id: text_adventure, active: false}
  - {id: rpg_combat, active: false}
fields:
  - {path: "secrets.**", read: [operator], write: [operator]}
  - {path: "secrets.rumour", read: [model, operator], write: [operator]}
state: state.json
milestone: {policy: by_turn_count, with: {n: 2}}
prompt:
  system: {zh: 你是茶馆的说书人。, en: You tell stories in a tea house.}
  fold: {marker: shown, values: [false, "false"], text: {zh: "[收起]", en: "[folded]"}}
  leave_out: ["**.draft"]
  summaries: [{path: log, title: {zh: 旧事, en: Long ago}, hide_latest: config.hide}]
"""

STATE = {
    "李四": {"好感度": 3},
    "时间": {"日期": "初一"},
    "people": {"old": {"shown": False, "about": "folded away"}, "new": {"shown": True, "about": "in sight"}},
    "secrets": {"name": "the heir", "rumour": "somebody returns"},
    "log": ["first", "second", "third"],
    "config": {"hide": 1},
    "notes": {"draft": "not for anybody", "kept": "for all"},
}

MODE = """\
meta: {{id: {id}, type: override}}
injection: {{priority: {priority}}}
instruction: told by {id}
parser_hints: {{root_tag: {tag}, behavior: {behavior}}}
"""


# Document 004, section 6.2, as it stands there.
LIVE_OF_THE_DOCUMENT = """\
meta:
  id: "live_stream_mode"
  type: "override"

instruction: |
  <FORMAT_RULE>
  当处于直播模式时，必须强制使用以下格式，禁止输出其他内容。
  <live>
    <basic_info>...</basic_info>
    <barrage>...</barrage>
  </live>
  </FORMAT_RULE>

examples:
  - input: "(进入直播间)"
    output: |
      <live>
       ...
      </live>

parser_hints:
  root_tag: "live"
  behavior: "display_component" # 前端可能需要特殊的 LiveStream组件 来渲染这个标签
"""

# What the game shows as good replies, behind a schema of the library: examples of one game are that game's.
EXAMPLES = """\
examples:
  - input: {zh: "（示例）我给他倒茶。", en: "(An example.) I pour him tea."}
    output: |
      他接过茶。
      <variable_update>[[ADD, 李四.好感度, 1]]</variable_update>
  - input: {zh: "（示例）我把茶打翻了。", en: "(An example.) I spill his tea."}
    output: |
      他皱了皱眉。
      <variable_update>
        <analysis>茶打翻了，好感略降。</analysis>
        [[SUB, 李四.好感度, 1]]
      </variable_update>
"""


class Base(program.Base):
    def setUp(self):
        super().setUp()
        self.store = str(self.folder / "games.db")

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text if isinstance(text, str) else json.dumps(text, ensure_ascii=False), encoding="utf-8")
        return str(path)

    def ruleset(self, yaml=RULESET, **schemas):
        """A ruleset's folder, with schemas of its own."""
        self.write("tea/ruleset.yaml", yaml)
        self.write("tea/state.json", STATE)
        shipped = (HOUSE / "schemas" / "rules" / "love_system_simple.yaml").read_text(encoding="utf-8")
        self.write("tea/schemas/love_system_simple.yaml", shipped + EXAMPLES)
        for name, text in schemas.items():
            self.write(f"tea/schemas/{name}.yaml", text)
        return str(self.folder / "tea")

    def check(self, place, *more):
        return run("check", place, "--json", *more, codes=(0, 1, 2)).json

    def problems(self, text, name="x.yaml"):
        return [(one["line"], one["column"], one["what"], one.get("fix", ""))
                for one in self.check(self.write(name, text))["problems"]]

    def prompt(self, *args):
        answer = run("prompt", *args, "--json", "--explain")
        self.assertEqual(answer.code, 0, answer.err)
        return answer.json

    def all_of(self, prompt):
        return "\n\n".join(one["content"] for one in prompt["messages"])

    def parts(self, prompt):
        return [one["part"] for one in prompt["blocks"]]

    def apply(self, folder, text, *more):
        answer = run("apply", "--ruleset", folder, "--text", text, "--now", NOW, "--json", *more)
        self.assertEqual(answer.code, 0, answer.err)
        return answer.json

    def campaign(self, *args, codes=(0, 2)):
        answer = run("campaign", *args, "--store", self.store, codes=codes)
        return answer

    def begin(self, folder, *more):
        answer = self.campaign("new", "c", "--ruleset", folder, "--now", NOW, *more)
        self.assertEqual(answer.code, 0, answer.err)
        return answer.json

    def turn(self, user, text, *more):
        answer = self.campaign("turn", "c", "--user", user, "--text", text, "--now", NOW, *more)
        self.assertEqual(answer.code, 0, answer.err)
        return answer.json

    def next_prompt(self, *more):
        return self.prompt("--campaign", "c", "--store", self.store, *more)

    def active(self):
        return self.campaign("show", "c").json["schemas"]


class Files(Base):
    def test_everything_shipped_is_whole_and_lies_in_its_folder(self):
        """[R004-01] core, extensions, rules and modes, each schema with its parts"""
        self.assertEqual(self.check(str(HOUSE / "schemas"))["problems"], [])
        for folder in ("core", "extensions", "rules", "modes"):
            self.assertTrue(list((HOUSE / "schemas" / folder).glob("*.yaml")), folder)

    def test_the_documents_own_schemas_load_as_they_are(self):
        """[R004-01] the YAML blocks of document 004"""
        blocks = [LIVE_OF_THE_DOCUMENT]
        for line in (HOUSE / "tests" / "conformance" / "spec_examples.jsonl").read_text(encoding="utf-8").splitlines():
            text = json.loads(line)["text"]
            if "meta:" in text and "instruction:" in text:
                blocks.append(text.strip().removeprefix("```yaml").removesuffix("```").lstrip("\n"))
        self.assertGreaterEqual(len(blocks), 4)
        for number, block in enumerate(blocks):
            self.assertEqual(self.problems(block, f"block{number}.yaml"), [], block)

    def test_a_broken_schema_is_told_whole_with_line_and_column(self):
        """[R004-02] every problem at once: what, where, expected, the nearest name"""
        found = self.problems("meta: {id: x, typ: override}\ninjection: {target: system_instrction, priority: high}\n"
                              "instruction: go\nparser_hints: {root_tag: live, behavior: execute}\nexample: []\n")
        said = {(line, column): (what, fix) for line, column, what, fix in found}
        self.assertEqual(set(said), {(1, 15), (2, 21), (2, 50), (4, 42), (5, 1)}, found)
        self.assertIn("type", said[1, 15][1])
        self.assertIn("system_instruction", said[2, 21][1])
        self.assertIn("examples", said[5, 1][1])

    def test_hostile_files_are_refused(self):
        """[R004-02] anchors, aliases, tags, bad ids and bad tag names"""
        for text, word in (("meta: &a {id: x}\ninstruction: *a\n", "anchor"), ("meta: {id: !!str x}\ninstruction: a\n", "tag"),
                           ("meta: {id: '../x'}\ninstruction: a\n", "id"), ("meta: {id: x}\n", "has no content"),
                           ("meta: {id: x}\nparser_hints: {root_tag: 'a b>'}\n", "name"), ("[]", "mapping"),
                           ("meta: {id: x}\nparser_hints: {root_tag: " + "a" * 41 + "}\n", "name")):
            found = json.dumps(self.check(self.write("x.yaml", text))["problems"])
            self.assertIn(word, found, text)
            self.assertIn('"error"', found)

    def test_missing_dependencies_and_circles_are_named(self):
        """[R004-08] a missing one with the nearest name, a circle with its members"""
        self.write("s/a.yaml", "meta: {id: a, dependencies: [b]}\ninstruction: a\n")
        self.write("s/rules/b.yaml", "meta: {id: b, dependencies: [c, variable_update_bas]}\ninstruction: b\n")
        self.write("s/modes/c.yaml", "meta: {id: c, dependencies: [a]}\ninstruction: c\n")
        problems = self.check(str(self.folder / "s"))["problems"]
        said = "\n".join(one["what"] + " " + one.get("fix", "") for one in problems)
        self.assertIn("a -> b -> c -> a", said)
        self.assertIn('did you mean "variable_update_base"', said)
        self.assertEqual(len(problems), 2, said)
        self.assertTrue(all(one["line"] == 1 for one in problems))

    def test_one_id_twice_is_told(self):
        """[R004-02] two files with one id"""
        self.write("s/a.yaml", "meta: {id: a}\ninstruction: a\n")
        self.write("s/core/b.yaml", "meta: {id: a}\ninstruction: b\n")
        (problem,) = self.check(str(self.folder / "s"))["problems"]
        self.assertIn("twice", problem["what"])


class Rulesets(Base):
    def test_dependencies_come_along(self):
        """[R004-08] love_system_simple brings variable_update_base"""
        prompt = self.prompt(self.ruleset())
        self.assertEqual(prompt["schemas"], ["variable_update_base", "love_system_simple"])

    def test_an_unknown_schema_is_a_problem_at_its_line_with_the_nearest(self):
        """[R004-02] in ruleset.yaml"""
        folder = self.ruleset(RULESET.replace("love_system_simple", "love_system_simpel"))
        (problem,) = self.check(folder)["problems"]
        self.assertEqual((problem["line"], problem["column"]), (6, 5))
        self.assertEqual(problem["fix"], 'did you mean "love_system_simple"?')

    def test_the_rulesets_own_schemas_come_first(self):
        """[R004-01] then --schemas, then those shipped"""
        own = "meta: {id: love_system_simple}\ninstruction: our own words\n"
        self.assertIn("our own words", self.all_of(self.prompt(self.ruleset(love_system_simple=own))))
        self.write("more/modes/m.yaml", "meta: {id: elsewhere}\ninstruction: from elsewhere\n")
        folder = self.ruleset(RULESET.replace("love_system_simple", "elsewhere"))
        self.assertEqual(len(self.check(folder)["problems"]), 1)
        self.assertIn("from elsewhere", self.all_of(self.prompt(folder, "--schemas", str(self.folder / "more"))))

    def test_limits_are_those_that_lua_enforces(self):
        """[R004-12] the numbers in the prompt are the plugin's parameters, and the plugin holds to them"""
        folder = self.ruleset(RULESET.replace("[affection,", "[{id: affection, with: {step: 4, per_day: 6}},"))
        text = self.all_of(self.prompt(folder))
        self.assertIn("一条指令最多改变 4，一天最多上升 6", text)
        self.assertNotIn("{{", text)
        verdict = self.apply(folder, "<variable_update>[[ADD, 李四.好感度, 9]]</variable_update>")
        self.assertEqual(verdict["commands"][0]["effective"], 4)
        self.assertEqual(verdict["state"]["李四"]["好感度"], 7)

    def test_a_placeholder_of_nothing_is_a_problem(self):
        """[R004-02] at its line, with the nearest"""
        schema = "meta: {id: own}\ninstruction: |\n  one\n  at most {{affection.stepp}} or {{user}}\n"
        (problem,) = self.check(self.ruleset(own=schema))["problems"]
        self.assertEqual(problem["line"], 4)
        self.assertEqual(problem["fix"], 'did you mean "step"?')
        (problem,) = self.check(self.ruleset(own=schema.replace("affection.stepp", "afection.step")))["problems"]
        self.assertEqual(problem["fix"], 'did you mean "affection"?')

    def test_higher_priority_is_nearer_the_end(self):
        """[R004-04] priority within a target, and targets in their order"""
        one = "meta: {{id: {0}}}\ninjection: {{target: {1}, priority: {2}}}\ninstruction: told by {0}\n"
        folder = self.ruleset(
            RULESET.replace("love_system_simple", "late\n  - early\n  - behind\n  - before"),
            late=one.format("late", "system_instruction", 300), early=one.format("early", "system_instruction", -5),
            behind=one.format("behind", "post_history", 1), before=one.format("before", "pre_history", 999))
        prompt = self.prompt(folder, "--user", "the player")
        text = self.all_of(prompt)
        places = [text.index(word) for word in ("told by early", "told by late", "told by before", "told by behind", "the player")]
        self.assertEqual(places, sorted(places), text)
        self.assertEqual(prompt["messages"][-1], {"role": "user", "content": "the player"})
        self.assertIn("told by behind", prompt["messages"][-2]["content"])

    def test_examples_are_pairs_of_messages(self):
        """[R004-05] few-shot"""
        prompt = self.prompt(self.ruleset())
        roles = [one["role"] for one in prompt["messages"]]
        self.assertEqual(roles[:5], ["system", "user", "assistant", "user", "assistant"])
        self.assertIn("<variable_update>", prompt["messages"][4]["content"])

    def test_of_several_overrides_the_highest_priority_wins_with_a_warning(self):
        """[R004-03] the others are left out whole"""
        folder = self.ruleset(RULESET.replace("love_system_simple", "one\n  - two"),
                              one=MODE.format(id="one", priority=1, tag="a", behavior="display"),
                              two=MODE.format(id="two", priority=2, tag="b", behavior="display"))
        prompt = self.prompt(folder)
        self.assertEqual(prompt["schemas"], ["two"])
        self.assertNotIn("told by one", self.all_of(prompt))
        self.assertEqual([one["code"] for one in prompt["warnings"]], ["schema.overridden"])
        self.assertEqual(self.apply(folder, "<a>1</a><b>2</b>")["narration"], "<a>1</a>2")

    def test_of_one_root_tag_the_higher_priority_tells(self):
        """[R004-07] the loser's instruction, example and tag are left out"""
        both = "type: augmentation"
        folder = self.ruleset(
            RULESET.replace("love_system_simple", "one\n  - two"),
            one=MODE.format(id="one", priority=5, tag="Box", behavior="ignore").replace("type: override", both),
            two=MODE.format(id="two", priority=9, tag="box", behavior="display").replace("type: override", both))
        prompt = self.prompt(folder)
        self.assertEqual([one["code"] for one in prompt["warnings"]], ["schema.same_tag"])
        self.assertNotIn("told by one", self.all_of(prompt))
        self.assertIn("told by two", self.all_of(prompt))
        self.assertEqual(self.apply(folder, "a<BOX>b</BOX>c")["narration"], "abc")


class Tags(Base):
    def tagged(self, behavior, tag="box"):
        schema = f"meta: {{id: own}}\ninstruction: x\nparser_hints: {{root_tag: {tag}, behavior: {behavior}}}\n"
        return self.ruleset(RULESET.replace("love_system_simple", "own"), own=schema)

    def test_ignore(self):
        """[R004-06] neither narration nor read"""
        verdict = self.apply(self.tagged("ignore"), "a<box>_.set('x', 1);\n</box>b")
        self.assertEqual((verdict["narration"], verdict["commands"]), ("ab", []))
        self.assertEqual(verdict["warnings"][0]["code"], "reasoning.commands")

    def test_display(self):
        """[R004-06] the tag goes, what it holds is narration"""
        self.assertEqual(self.apply(self.tagged("display"), "a<box k=\"1\">in</box>b")["narration"], "ainb")

    def test_execute_script_in_any_dialect(self):
        """[R004-06] the commands' own words say how they are written"""
        folder = self.tagged("execute_script")
        for body in ("_.set('x', 1);", "[[SET, x, 1]]", '[{"op":"assign","path":["x"],"value":1}]', "[SET, x, 1]",
                     '[{"op":"add","path":"/x","value":1}]', "<analysis>why</analysis>\n_.set('x', 1);"):
            verdict = self.apply(folder, f"a<box>\n{body}\n</box>b")
            self.assertEqual([one["status"] for one in verdict["commands"]], ["applied"], body)
            self.assertEqual(verdict["state"]["x"], 1, body)
            self.assertEqual(verdict["narration"], "ab", body)
        self.assertEqual(self.apply(folder, "a<box>\n_.set('x', 1);")["commands"][0]["code"], "parse.truncated")

    def test_display_component(self):
        """[R004-06] out of the narration, listed for clients, nothing in it is run"""
        text = "a<Box kind='x' open>in _.set('x', 1);\n_.set('x', 2);\n</box>b<box/>"
        verdict = self.apply(self.tagged("display_component"), text)
        self.assertEqual(verdict["narration"], "ab")
        self.assertEqual(verdict["commands"], [])
        first, second = verdict["displays"]
        self.assertEqual((first["tag"], first["attributes"]), ("box", {"kind": "x", "open": ""}))
        self.assertEqual(text.encode()[first["span"][0]:first["span"][1]].decode(), text[1:text.index("b<box/>")])
        self.assertIn("_.set('x', 2);", first["content"])
        self.assertEqual(second["content"], "")
        self.assertIn("component.commands", [one["code"] for one in verdict["warnings"]])
        self.assertNotIn("x", verdict["state"])

    def test_a_component_without_an_end_is_text(self):
        """[R004-06] and many of them are no work"""
        verdict = self.apply(self.tagged("display_component"), "a<box>b")
        self.assertEqual((verdict["narration"], verdict.get("displays")), ("a<box>b", None))
        self.assertEqual([one["code"] for one in verdict["warnings"]], ["tag.unclosed"])
        self.apply(self.tagged("display_component"), "<box>" * 20000)

    def test_what_no_schema_registers_is_plain_text(self):
        """[R004-06] and so is a tag whose schema is not active"""
        verdict = self.apply(self.ruleset(), "a<live>b</live><box>c</box>")
        self.assertEqual(verdict["narration"], "a<live>b</live><box>c</box>")
        self.assertNotIn("displays", verdict)

    def test_reasoning_stays_reasoning(self):
        """[R004-06] no schema makes a model's thoughts into commands"""
        for behavior in ("execute_script", "display"):
            verdict = self.apply(self.tagged(behavior, "think"), "<think>\n_.set('x', 1);\n</think>a")
            self.assertEqual((verdict["narration"], verdict["commands"]), ("a", []))

    def test_the_bare_words_of_variable_update(self):
        """[R004-11] all eight operations, as the shipped schema tells them"""
        folder = self.ruleset()
        verdict = self.apply(folder, "<variable_update><analysis>x</analysis>[[SET, n, 8], [ADD, n, 4], [SUB, n, 2], [MUL, n, 3], "
                             "[DIV, n, 5], [PUSH, log, fourth], [POP, log], [DELETE, notes.draft]]</variable_update>")
        self.assertEqual({one["status"] for one in verdict["commands"]}, {"applied"})
        self.assertEqual((verdict["state"]["n"], verdict["state"]["log"]), (6, STATE["log"]))
        self.assertNotIn("draft", verdict["state"]["notes"])


class Switching(Base):
    LIVE = "<live title=\"t\"><barrage>hello</barrage></live>"

    def test_the_players_words_switch_and_the_models_do_not(self):
        """[R004-10] by tag and by keyword, on and off; [R004-12] a live stream from beginning to end"""
        self.begin(self.ruleset())
        verdict = self.turn("看看。", "好。<use_protocol id=\"live_stream_mode\"/>进入直播模式。" + self.LIVE)
        self.assertEqual(verdict["narration"], "好。<use_protocol id=\"live_stream_mode\"/>进入直播模式。" + self.LIVE)
        self.assertEqual([one["code"] for one in verdict["warnings"]], ["schema.not_yours"])
        self.assertEqual(self.active(), [])
        self.assertIn("# 直播模式", self.all_of(self.next_prompt("--user", "我们进入直播模式吧！")))
        self.assertNotIn("# 直播模式", self.all_of(self.next_prompt("--user", "走吧")))
        verdict = self.turn("我们进入直播模式吧！", self.LIVE + "<variable_update>[[ADD, 李四.好感度, 9]]</variable_update>")
        self.assertEqual(verdict["narration"], "")
        self.assertEqual(verdict["displays"][0]["content"], "<barrage>hello</barrage>")
        self.assertEqual(verdict["displays"][0]["attributes"], {"title": "t"})
        self.assertEqual(verdict["commands"][0]["effective"], 5)
        self.assertEqual(self.active(), ["live_stream_mode"])
        prompt = self.next_prompt("--user", "然后呢")
        self.assertIn("# 直播模式", self.all_of(prompt))
        self.assertIn(self.LIVE, prompt["messages"][-3]["content"])  # what players saw stands in the history
        self.turn("退出直播模式", "好的。")
        self.assertEqual(self.active(), [])
        self.turn("<use_protocol id='rpg_combat'/>来吧", "嗯。")
        self.turn("<use_protocol id='rpg_combat' active='false'/>", "嗯。")
        self.assertEqual(self.active(), [])
        self.assertEqual(self.campaign("rebuild", "c").code, 0)

    def test_what_is_active_rolls_back_and_branches(self):
        """[R004-10] it is campaign state"""
        self.begin(self.ruleset())
        self.turn("先聊聊", "好。", "--turn", "t-1")
        self.turn("进入文字冒险", "好。", "--turn", "t-2")
        self.assertEqual(self.active(), ["text_adventure"])
        self.campaign("rollback", "c", "t-1", "--now", NOW)
        self.assertEqual(self.active(), [])
        self.campaign("undo", "c", "--now", NOW)
        self.assertEqual(self.active(), ["text_adventure"])
        self.campaign("branch", "c", "calm", "--at", "t-1", "--now", NOW)
        self.assertEqual(self.active(), [])
        self.turn("拔剑迎战", "好。", "--turn", "t-3")
        self.assertEqual(self.active(), ["rpg_combat"])
        self.campaign("restore", "c", "t-2", "--now", NOW)
        self.assertEqual(self.active(), ["text_adventure"])
        for proof in ("verify", "rebuild"):
            self.assertEqual(self.campaign(proof, "c").code, 0)

    def test_two_modes_at_once(self):
        """[R004-03] the one with the higher priority counts; the other waits"""
        self.begin(self.ruleset())
        self.turn("进入文字冒险", "好。")
        prompt = self.next_prompt("--user", "进入直播模式")
        self.assertEqual([one["code"] for one in prompt["warnings"]], ["schema.overridden"])
        self.assertNotIn("# 文字冒险", self.all_of(prompt))

    def test_unknown_and_standing_protocols_are_told(self):
        """[R004-10] with the nearest name; the game's own stay"""
        folder = self.ruleset()
        self.begin(folder)
        for said, code in (("<use_protocol id='live_stream_mod'/>", "schema.unknown"),
                           ("<use_protocol id='love_system_simple' active='false'/>", "schema.standing")):
            warnings = self.turn(said, "好。")["user"]["warnings"]
            self.assertEqual([one["code"] for one in warnings], [code])
        self.assertIn("live_stream_mode", self.turn("<use_protocol id='live_stream_mod'/>嗯", "好")["user"]["warnings"][0]["message"])

    def test_what_a_discarded_attempt_switched_comes_with_the_next(self):
        """[R004-10] nothing of a refused attempt stays"""
        self.begin(self.ruleset())
        bad = json.dumps({"tool_calls": [{"id": "c1", "tool": "hp_delta", "args": {"target_character_id": "x", "delta": -1}}]})
        self.assertEqual(self.turn("进入直播模式", bad, "--turn", "t-1")["outcome"], "retry")
        self.assertEqual(self.active(), [])
        prompt = self.next_prompt()
        self.assertIn("# 直播模式", self.all_of(prompt))
        self.assertEqual(prompt["messages"][-2], {"role": "user", "content": "进入直播模式"})
        self.assertIn("feedback", self.parts(prompt))
        self.turn("进入直播模式", self.LIVE, "--turn", "t-1")
        self.assertEqual(self.active(), ["live_stream_mode"])

    def test_a_character_card_names_protocols(self):
        """[R004-09] configuration.protocols and enabled_schemas; those it names need no word in the ruleset"""
        folder = self.ruleset(RULESET.replace("  - {id: live_stream_mode, active: false}\n", ""))
        card = self.write("card.yaml", "name: 灯\nconfiguration:\n  protocols: [variable_update_base, live_stream_mode]\n"
                          "  enabled_schemas: [chain_of_thought]\n")
        self.assertEqual(self.begin(folder, "--card", card)["schemas"],
                         ["variable_update_base", "live_stream_mode", "chain_of_thought"])
        self.assertIn("# 直播模式", self.all_of(self.next_prompt()))
        self.assertEqual(self.turn("嗯", self.LIVE)["displays"][0]["tag"], "live")
        self.turn("退出直播模式", "好。")
        self.assertEqual(self.active(), ["variable_update_base", "chain_of_thought"])

    def test_a_card_that_names_nothing_known_begins_nothing(self):
        """[R004-09] with line, column and the nearest"""
        card = self.write("card.yaml", "configuration:\n  protocols: [live_stream_mod, 5]\n")
        answer = self.campaign("new", "c", "--ruleset", self.ruleset(), "--card", card)
        self.assertEqual(answer.code, 2)
        self.assertRegex(answer.err, r"card.yaml:2:\d+: error")
        card = self.write("card.yaml", "configuration:\n  protocols: [live_stream_mod]\n")
        answer = self.campaign("new", "c", "--ruleset", self.ruleset(), "--card", card)
        self.assertEqual(answer.code, 2)
        self.assertIn("card.yaml:2:15", answer.err)
        self.assertIn('did you mean "live_stream_mode"', answer.err)


class Prompts(Base):
    def test_the_four_dialog_types_have_different_parts(self):
        """[R001-06] chosen by hand"""
        folder = self.ruleset()
        self.begin(folder)
        self.turn("看看。", "茶很烫。")
        seen = {}
        for kind in ("scene", "action", "rules", "free_chat"):
            self.campaign("settings", "c", f"dialog.manual_type={kind}", "--now", NOW)
            prompt = self.next_prompt("--user", "嗯")
            self.assertEqual(prompt["dialog"], kind)
            seen[kind] = frozenset(part.split()[0] for part in self.parts(prompt))
        self.assertEqual(len(set(seen.values())), 4, seen)
        self.assertIn("summary", seen["scene"])
        self.assertNotIn("summary", seen["action"])
        self.assertNotIn("history", seen["rules"])
        self.assertNotIn("state", seen["free_chat"])

    def test_a_ruleset_says_its_own_parts(self):
        """[R001-06] prompt.dialogs"""
        folder = self.ruleset(RULESET + "  dialogs: {rules: {text: {zh: 只谈规矩。, en: Rules only.}, parts: [system, examples]}}\n")
        prompt = self.prompt(folder, "--dialog", "rules", "--language", "en")
        self.assertEqual({part.split()[0] for part in self.parts(prompt)}, {"system", "dialog", "example"})
        self.assertIn("Rules only.", self.all_of(prompt))

    def test_key_pieces_of_state_are_in_the_request(self):
        """[R000-21] as lines, folded and summed up as the ruleset says"""
        text = self.all_of(self.prompt(self.ruleset()))
        self.assertIn("李四:\n  好感度: 3", text)
        self.assertIn("old: [收起]", text)
        self.assertNotIn("folded away", text)
        self.assertIn("about: \"in sight\"", text)
        self.assertIn("旧事\n- first\n- second\n", text)
        self.assertNotIn("third", text)
        self.assertIn("kept: \"for all\"", text)
        self.assertNotIn("not for anybody", text)

    def test_what_the_model_may_not_read_is_nowhere(self):
        """[R001-15] operator-only values, and a hidden goal even where something else repeats it"""
        fields = self.write("fields.json", {"goal": {"ultimate_goal_text": "find the lost heir", "is_hidden": True}})
        self.begin(self.ruleset(), "--fields", fields)
        self.turn("看看", "<variable_update>[[SET, notes.kept, \"to find the lost heir\"]]</variable_update>她说：find the lost heir。")
        for language in ("zh", "en"):
            text = self.all_of(self.next_prompt("--language", language))
            self.assertNotIn("the heir", text)
            self.assertNotIn("lost heir", text)
            self.assertIn("rumour: \"somebody returns\"", text)

    def test_a_goal_that_is_not_hidden_is_told(self):
        """[R001-15]"""
        fields = self.write("fields.json", {"goal": {"ultimate_goal_text": "open the gate", "is_hidden": False}})
        self.begin(self.ruleset(), "--fields", fields)
        self.assertIn("open the gate", self.all_of(self.next_prompt()))

    def test_the_speed_up_directive_follows_an_advance(self):
        """[R001-14] for prompt.milestone.turns requests, and no longer"""
        self.begin(self.ruleset(RULESET.replace("with: {n: 2}", "with: {n: 4}") + "  milestone: {turns: 2}\n"))
        has = []
        for number in range(1, 8):
            self.turn("走", f"第{number}步。")
            has.append("milestone" in self.parts(self.next_prompt("--user", "走")))
        self.assertEqual(has, [False, False, False, True, True, False, False])
        self.turn("走", "第八步。")
        self.assertIn("提升紧迫感，增加线索密度，引导玩家向目标收束", self.all_of(self.next_prompt()))
        self.assertIn("Raise the urgency", self.all_of(self.next_prompt("--language", "en")))
        self.assertIn("milestone", self.parts(self.next_prompt("--user", "x")))

    def test_history_and_summary_follow_the_context_settings(self):
        """[R001-06] all turns, or the summary and the last ones"""
        self.begin(self.ruleset(RULESET + "  history: 3\n  recent: 1\n"))
        for number in range(1, 26):
            self.turn(f"问{number}。", f"答{number}。", "--turn", f"t-{number}")
        turns = lambda prompt: [one["source"] for one in prompt["blocks"] if one["part"] == "history"][::2]
        self.assertEqual(turns(self.next_prompt()), ["turn t-23", "turn t-24", "turn t-25"])
        self.campaign("settings", "c", "context.compress_enabled=true", "--now", NOW)
        prompt = self.next_prompt()
        self.assertEqual(turns(prompt), ["turn t-25"])
        self.assertIn("summary", self.parts(prompt))
        self.campaign("settings", "c", "context.compress_enabled=false", "context.full_context_enabled=true", "--now", NOW)
        prompt = self.next_prompt()
        self.assertEqual(turns(prompt), [f"turn t-{number}" for number in range(1, 26)])
        self.assertNotIn("summary", self.parts(prompt))
        self.assertEqual(turns(self.next_prompt("--replaces", "t-25"))[-1], "turn t-24")

    def test_past_replies_are_shown_with_what_they_had_done(self):
        """prompt.commands: the last three, what took effect alone, in the words of the dialect"""
        self.begin(self.ruleset())
        for number in range(1, 6):
            self.turn("嗯", f"答{number}。<variable_update>[[SET, notes.kept, \"{number}\"], [SET, secrets.name, \"x\"]]</variable_update>")
        said = [one["content"] for one in self.next_prompt()["messages"] if one["role"] == "assistant" and one["content"].startswith("答")]
        self.assertEqual(said[:2], ["答1。", "答2。"])
        self.assertEqual(["notes" in one and "kept" in one for one in said], [False, False, True, True, True])
        self.assertNotIn("secrets", "".join(said))
        self.assertEqual(said[-1], '答5。\n<variable_update>\n[\n  [SET, notes.kept, "5"]\n]\n</variable_update>')
        for text in said[2:]:
            self.assertEqual([one["status"] for one in self.apply(str(self.folder / "tea"), text)["commands"]], ["applied"], text)

    def test_a_model_that_sums_up_forgets_nothing(self):
        """prompt.memory: asked for, taken out of the reply, and what it tells of leaves the request"""
        rules = RULESET + "  memory: {block: recap, after: 6}\nsettings: {context.compress_enabled: true}\n"
        self.begin(self.ruleset(rules))
        asked = 0
        for number in range(1, 31):
            prompt = self.next_prompt("--tokens", "2500")
            self.assertLessEqual(prompt["tokens"], 2500)
            self.assertEqual([one["code"] for one in prompt["warnings"]], [])
            reply = f"答{number}" + "，茶香满屋" * 20
            if "<recap>…</recap>" in self.all_of(prompt):
                asked += 1
                reply += f"<recap>第三回有人留下一把伞；到第{number - 1}回。</recap>"
            verdict = self.turn("嗯", reply)
            self.assertNotIn("recap", verdict["narration"])
            self.assertNotIn("displays", verdict)
        self.assertIn(asked, range(3, 6))
        text = self.all_of(self.next_prompt("--tokens", "2500"))
        self.assertIn("第三回有人留下一把伞", text)
        self.assertNotIn("答1，", text)
        self.assertIn("答30，", text)

    def test_a_model_that_never_sums_up_is_told_what_it_lost(self):
        """request and warning count the turns"""
        rules = RULESET + "  memory: {block: recap, after: 6}\nsettings: {context.compress_enabled: true}\n"
        self.begin(self.ruleset(rules))
        for number in range(1, 31):
            blank = "<recap> \u3000\n</recap>" if number == 10 else ""
            self.turn("嗯", f"答{number}" + "，茶香满屋" * 20 + blank, "--turn", f"t-{number}")
        prompt = self.next_prompt("--tokens", "2500")
        self.assertEqual([one["code"] for one in prompt["warnings"]], ["prompt.turns_lost"])
        shown = [one["source"] for one in prompt["blocks"] if one["part"] == "history"]
        lost = int(shown[0].removeprefix("turn t-")) - 1
        self.assertIn(f"最早的 {lost} 个回合，到 t-{lost} 为止）", self.all_of(prompt))
        self.assertIn("<recap>…</recap>", self.all_of(prompt))

    def test_the_memory_is_given_in_one_way(self):
        """a block or a tool"""
        for memory in ("{}", "{block: recap, tool: note}", "{block: Recap}"):
            (problem,) = self.check(self.ruleset(RULESET + f"  memory: {memory}\n"))["problems"]
            self.assertIn("in a block or by a tool", problem["what"])

    def test_calls_are_told_the_ids(self):
        """[R001-06] str{id_of}: keys beside names, and never of what is hidden"""
        text = self.all_of(self.prompt(TABLETOP))
        self.assertIn("actor_id: id of characters", text)
        self.assertIn("- characters：lin_qiu 林秋、a_tie 阿铁、shen_po 沈婆\n- areas：inn 潮声旅店、", text)

    def test_guidance_of_rules_and_budgets_is_told(self):
        """bounds stand beside the place"""
        self.assertIn("- story.favour.<标识>：一次最多 ±5；一天最多 +10", self.all_of(self.prompt(TABLETOP)))
        self.assertIn("at most ±5 at once; at most +10 a day", self.all_of(self.prompt(TABLETOP, "--language", "en")))

    def test_budgets_say_what_is_left_today(self):
        """what was used in the present window, at places that are there and may be read, and no more"""
        folder = self.ruleset()
        self.write("tea/state.json", {**STATE, "王五": {"好感度": 1}, "赵六": {"好感度": 1}})
        self.begin(folder)
        self.assertNotIn("# 剩余额度", self.all_of(self.next_prompt()))
        self.turn("嗯", "好。<variable_update>[[ADD, 李四.好感度, 3], [ADD, 王五.好感度, 2], [ADD, 赵六.好感度, 1]]</variable_update>")
        self.turn("嗯", "他走了。<variable_update>[[DELETE, 赵六]]</variable_update>")
        left = lambda: self.all_of(self.next_prompt()).partition("变动这么多。\n")[2].partition("\n\n")[0].splitlines()
        self.assertEqual(left(), ["- 李四.好感度：7 / 10", "- 王五.好感度：8 / 10"])
        hidden = RULESET.replace("version: 1.0.0", "version: 1.1.0").replace(
            "fields:\n", "fields:\n  - {path: 王五.好感度, read: [operator]}\n")
        self.assertEqual(self.campaign("swap", "c", "--ruleset", self.ruleset(hidden), "--now", NOW, "--apply", "--force").code, 0)
        self.assertEqual(left(), ["- 李四.好感度：7 / 10"])
        self.turn("嗯", "好。<variable_update>[[SET, 时间.日期, 初二]]</variable_update>")
        self.assertNotIn("# 剩余额度", self.all_of(self.next_prompt()))

    def test_the_room_is_kept_and_what_is_cut_is_told(self):
        """[R001-06] the oldest turns go first"""
        self.begin(self.ruleset())
        for number in range(1, 9):
            self.turn("嗯", f"答{number}" + "，茶香满屋" * 40)
        whole = self.next_prompt()
        self.assertLessEqual(whole["tokens"], whole["budget"])
        small = self.next_prompt("--tokens", "2500")
        self.assertLessEqual(small["tokens"], 2500)
        self.assertIn("答8", self.all_of(small))
        self.assertNotIn("答1，", self.all_of(small))
        self.assertTrue(any("left_out" in one for one in small["blocks"]))
        tiny = self.next_prompt("--tokens", "100")
        self.assertEqual([one["code"] for one in tiny["warnings"]], ["prompt.over_budget"])

    def test_a_large_state_costs_what_is_shown(self):
        """[R000-21] a hundred thousand leaves, and the room is kept"""
        folder = self.ruleset()
        self.write("tea/state.json", {"shelf": {f"k{i}": {"n": i, "t": "x" * 8} for i in range(50_000)}})
        prompt = self.prompt(folder)
        self.assertLessEqual(prompt["tokens"], prompt["budget"])
        (state,) = [one for one in prompt["blocks"] if one["part"] == "state"]
        self.assertIn("left_out", state)

    def test_tools_are_those_of_the_registry(self):
        """[R001-06] guidance, arguments and reasons; and the forms of two APIs"""
        text = self.all_of(self.prompt(TABLETOP, "--language", "en"))
        self.assertIn("- hp_delta: ", text)
        self.assertIn("delta: integer, -999 to 999", text)
        self.assertIn("locked (", text)
        openai = run("prompt", TABLETOP, "--tools", "openai").json
        anthropic = run("prompt", TABLETOP, "--tools", "anthropic").json
        self.assertEqual([one["function"]["name"] for one in openai], [one["name"] for one in anthropic])
        (move,) = [one["function"] for one in openai if one["function"]["name"] == "move"]
        self.assertEqual(move["parameters"]["type"], "object")
        self.assertIn("to_area_id", move["parameters"]["required"])

    def test_the_prompt_section_is_checked(self):
        """[R001-06] names, words, patterns and paths, all at once"""
        folder = self.ruleset(RULESET + "  dialogs: {scenes: {}, rules: {parts: [histroy]}}\n  state: [\"a..b\"]\n  tokens: 3\n")
        said = json.dumps(self.check(folder)["problems"])
        for word in ("scenes", "history", "a..b", "tokens"):
            self.assertIn(word, said)

    def test_the_json_instructions_of_the_document_are_shipped(self):
        """[R003-10] both languages, and what they ask for is read"""
        folder = self.ruleset(RULESET.replace("love_system_simple", "json_instructions"))
        for language in ("zh", "en"):
            prompt = self.prompt(folder, "--language", language)
            text = self.all_of(prompt)
            for op in ("assign", "merge", "push", "callback", "splice", "pop", "get", "delete"):
                self.assertIn(op, text)
            self.assertIn('[{"op": "', text)
        # Of the form that it shows, with places of this game.
        verdict = self.apply(folder, """```json
[{"op": "assign", "path": ["notes", "kept"], "value": "x", "reason": "y"}, {"op": "push", "path": ["log"], "value": "z"}]
```""")
        self.assertEqual([one["verb"] for one in verdict["commands"]], ["set", "push"])
        self.assertEqual({one["status"] for one in verdict["commands"]}, {"applied"})

    def test_every_example_of_the_library_fits_every_game(self):
        """[R004-05] in both languages: it has no commands, which would name places or tools of one game"""
        shown = set()
        for file in sorted((HOUSE / "schemas").glob("*/*.yaml")):
            if "\nexamples:" not in file.read_text(encoding="utf-8"):
                continue
            shown.add(file.stem)
            folder = self.ruleset(RULESET.replace("love_system_simple", file.stem, 1).replace(
                f"  - {{id: {file.stem}, active: false}}\n", ""))
            for language in ("zh", "en"):
                prompt = self.prompt(folder, "--language", language, "--tokens", "100000")
                outputs = [one["content"] for one in prompt["messages"] if one["role"] == "assistant"]
                self.assertTrue(outputs, file.stem)
                for output in outputs:
                    verdict = self.apply(folder, output)
                    self.assertEqual(verdict["commands"], [], output)
                    self.assertFalse([one for one in verdict["warnings"] if one["code"].startswith("repair.")], output)
        self.assertEqual(shown, {"chain_of_thought", "live_stream_mode", "text_adventure"})

    def test_both_explain_and_plain_are_for_people(self):
        """[R001-06] each part with its source"""
        out = run("prompt", self.ruleset(), "--explain").out
        self.assertRegex(out, r"protocol love_system_simple +\d+ +1 +.*love_system_simple.yaml:\d+")
        self.assertIn("[system]\n", run("prompt", self.ruleset()).out)
        self.assertEqual(run("prompt").code, 2)
        self.assertIn("Example", run("prompt", "--help").out)
        self.assertTrue(re.search("prompt", run("--help").out))


if __name__ == "__main__":
    program.main()
