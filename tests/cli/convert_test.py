#!/usr/bin/env python3
"""The real `gavel convert`, from outside: what it rewrites, what it leaves, and how it says so.

Run by ctest, or by hand: GAVEL=build/dev/gavel python3 tests/cli/convert_test.py [-v] [name]
"""

import json
import pathlib
import random

import program

MVU = """<UpdateVariable>
_.set('player.hp', 100, 80);//受到伤害
_.add('player.gold', -5);
_.push('player.bag', 'it\\'s');
</UpdateVariable>"""
OPS = [
    {"op": "assign", "path": "player.hp", "value": 80, "old": 100, "reason": "受到伤害"},
    {"op": "push", "path": "player.bag", "value": "it's"},
]


def convert(*args, **extra):
    return program.run("convert", *args, codes=(0, 1, 2), **extra)


class Base(program.Base):
    def chat(self, content):
        return self.file("chat.txt", content)


class There(Base):
    def test_mvu_becomes_json_and_json_becomes_mvu_R003_09(self):
        """[R003-09] 003's own pair of converters, for whole texts."""
        text = "他受伤了。\n<UpdateVariable>\n_.set('player.hp', 100, 80);//受到伤害\n</UpdateVariable>\n他倒下。\n"
        answer = convert("--from", "mvu", "--to", "ops", self.chat(text))
        self.assertEqual((answer.code, answer.err), (0, ""))
        before, after = answer.out.index("["), answer.out.rindex("]") + 1
        self.assertEqual(json.loads(answer.out[before:after]), OPS[:1])
        self.assertEqual((answer.out[:before], answer.out[after:]), ("他受伤了。\n", "\n他倒下。\n"))
        self.assertEqual(convert("--to", "mvu", self.chat(answer.out)).out, text)

    def test_what_stands_in_the_target_already_stays_byte_for_byte(self):
        text = "a\n<UpdateVariable>\n_.set( \"hp\",5 ) ; // why\n</UpdateVariable>\nb"
        answer = convert("--to", "mvu", "--json", self.chat(text))
        self.assertEqual((answer.code, answer.json["text"], answer.json["converted"]), (0, text, 1))

    def test_every_pair_of_dialects_says_a_plain_assignment(self):
        first = convert("--to", "ir", "--text", json.dumps([{"op": "assign", "path": ["stat_data", "user", "place"], "value": "森林"}])).out
        for target in ("tavern", "ops", "mvu", "patch", "filament", "memory", "ir"):
            there = convert("--to", target, "--text", first)
            self.assertEqual(there.code, 0, there.err)
            for back in ("tavern", "ops", "mvu", "patch", "filament", "memory", "ir"):
                with self.subTest(via=target, to=back):
                    answer = convert("--to", back, "--json", "--text", there.out)
                    # A patch's `add` may mean an insertion, which ops has no word for.
                    self.assertEqual(answer.code, 0, answer.err)
                    self.assertEqual(answer.json["converted"], 1)


class Many(Base):
    def messages(self, count):
        """A chat of many messages, and the same with every envelope as ops."""
        dice = random.Random(7)
        given, wanted = [], []
        for i in range(count):
            said = dice.choice(["她笑了。", "HP < 10 & falling…\r\n\r\n", "— “不。”\n* list\n", "\ttabs  and trailing blanks  ", "1. one\n"])
            value = dice.choice([i, f"值{i}", {"n": i}, [i], None, True])
            given.append(f"{said}\n<UpdateVariable>\n_.set('m.k{i}', {json.dumps(value, ensure_ascii=False)});\n</UpdateVariable>\n\n")
            op = json.dumps({"op": "assign", "path": f"m.k{i}", "value": value}, ensure_ascii=False, separators=(",", ":"))
            wanted.append(f"{said}\n[\n  {op}\n]\n\n")
        return "".join(given), "".join(wanted)

    def test_a_file_of_many_messages_is_converted_whole_with_its_narration(self):
        given, wanted = self.messages(300)
        answer = convert("--from", "auto", "--to", "ops", stdin=given.encode())
        self.assertEqual((answer.code, answer.err), (0, ""))
        self.assertEqual(answer.out, wanted)

    def test_a_long_chat_may_hold_more_commands_than_one_message(self):
        given = "".join(f"x\n<UpdateVariable>\n_.set('k{i}', {i});\n</UpdateVariable>\n" for i in range(12000))
        answer = convert("--to", "ops", "--json", self.chat(given))
        self.assertEqual((answer.code, answer.json["converted"], answer.err), (0, 12000, ""))

    def test_bytes_that_are_no_text_pass_through(self):
        text = b"\xff\xfe narration \xc3\n<UpdateVariable>\n_.set('a', 1);\n</UpdateVariable>\n\xf0\x9f end"
        answer = convert("--to", "ops", self.chat(text))
        out = answer.out.encode(errors="surrogateescape")
        self.assertTrue(out.startswith(b"\xff\xfe narration \xc3\n["), out)
        self.assertTrue(out.endswith(b"]\n\xf0\x9f end"), out)
        self.assertIn("\ufffd", convert("--json", "--to", "ops", self.chat(text)).json["text"])
        beside = convert("--json", "--to", "ops", self.chat(b"<UpdateVariable>\nx\xff\n_.set('a', 1);\n</UpdateVariable>"))
        self.assertIn("x\ufffd", beside.json["notes"][0]["message"])

    def test_a_reply_that_is_json_as_a_whole_keeps_its_narration(self):
        text = json.dumps({"text": "她\"笑\"了。", "tavern_commands": [{"action": "set", "key": "hp", "value": 5}]}, ensure_ascii=False)
        answer = convert("--to", "mvu", "--json", "--text", text)
        self.assertEqual(answer.json["text"], "她\"笑\"了。\n<UpdateVariable>\n_.set('hp', 5);\n</UpdateVariable>")

    def test_reasoning_and_examples_are_not_touched(self):
        text = "<think><UpdateVariable>_.set('a', 1);</UpdateVariable></think>\nsay `_.set('b', 2);` like\n```\nplease _.set('c', 3); here\n```\n"
        answer = convert("--to", "ops", "--json", self.chat(text))
        self.assertEqual((answer.json["text"], answer.json["converted"], answer.json["left"]), (text, 0, []))


class Left(Base):
    TEXT = "头\n" + MVU + "\n中\n<UpdateVariable>\n_.set('a', 1);\n</UpdateVariable>\n尾\n"

    def test_what_cannot_be_said_is_left_and_named(self):
        name = self.chat(self.TEXT)
        answer = convert("--to", "ops", name)
        self.assertEqual(answer.code, 1)
        self.assertIn(f"{name}:4:1: usage: ops cannot express `add`; left unchanged\n", answer.err)
        self.assertEqual(answer.out, "头\n" + MVU + "\n中\n[\n  {\"op\":\"assign\",\"path\":\"a\",\"value\":1}\n]\n尾\n")

    def test_what_can_be_said_alone_but_not_together_is_left_too(self):
        text = '[{"op":"get","path":["a"]},{"op":"assign","path":["a"],"value":1,"options":{"transaction":true}}]'
        answer = convert("--to", "tavern", "--json", "--text", text)
        self.assertEqual((answer.code, answer.json["converted"], len(answer.json["left"])), (1, 0, 1))
        self.assertIn("all or nothing", answer.json["left"][0]["message"])

    def test_every_place_on_a_line_is_named_by_its_own_column(self):
        text = "好 <UpdateVariable>_.add('b', 2); _.add('字', 1); _.set('a', 1);</UpdateVariable>"
        answer = convert("--to", "ops", "--text", text)
        self.assertEqual([line.split(": ")[0] for line in answer.err.splitlines() if "left unchanged" in line], ["--text:1:19", "--text:1:34"])

    def test_what_is_unsayable_and_what_is_unreadable_are_named_in_the_order_of_the_text(self):
        text = "<UpdateVariable>\n_.add('b', 2);\n_.set('a');\n_.add('c', 2);\n</UpdateVariable>"
        left = convert("--to", "ops", "--json", "--text", text).json["left"]
        self.assertEqual([row["code"] for row in left], ["usage", "parse.malformed", "usage"])

    def test_json_lists_what_was_left_with_its_span(self):
        answer = convert("--to", "ops", "--json", self.chat(self.TEXT))
        self.assertEqual((answer.code, answer.json["converted"], len(answer.json["left"])), (1, 1, 1))
        left = answer.json["left"][0]
        self.assertEqual((left["code"], left["message"]), ("usage", "ops cannot express `add`"))
        begin, end = left["span"]
        self.assertIn("_.add('player.gold', -5)", self.TEXT.encode()[begin:end].decode())

    def test_what_cannot_be_read_is_left_with_its_code(self):
        for text, code in [("<UpdateVariable>\n_.set('a');\n</UpdateVariable>", "parse.malformed"),
                           ("<JSONPatch>[{\"op\":\"replace\",\"path\":\"/a\"", "parse.truncated"),
                           ('[{"op":"asign","path":["a"],"value":1}]', "parse.malformed")]:
            with self.subTest(text=text):
                answer = convert("--to", "ir", "--json", "--text", text)
                self.assertEqual(answer.code, 1, answer.out)
                self.assertEqual(answer.json["text"].rstrip("\n"), text)
                self.assertEqual([left["code"] for left in answer.json["left"]], [code])

    def test_what_is_said_in_another_way_is_noted_with_its_place(self):
        name = self.chat('x\n{"tavern_commands":[\n{"action":"ensure","key":"a","value":1,"options":{"tags":["t"]}}]}\n')
        answer = convert("--to", "ops", name)
        self.assertEqual(answer.code, 0)
        self.assertIn(f"{name}:3:1: lowered: `ensure` is said as `assign`", answer.err)

    def test_a_form_that_depends_on_the_document_is_noted(self):
        answer = convert("--to", "ir", "--text", "<UpdateVariable>\n_.remove('list', 'x');\n</UpdateVariable>")
        self.assertEqual(answer.code, 0)
        self.assertIn("depends on the value there", answer.err)

    def test_a_form_that_means_one_thing_on_every_document_is_said_as_that(self):
        for text, said in [("_.remove('list', 2);", {"verb": "delete", "raw_path": "list[2]"}),
                           ("_.remove('list', {\"a\":1});", {"verb": "pull", "raw_path": "list", "value": {"a": 1}, "options": {"count": 1}}),
                           ("_.add('hp', 2);", {"verb": "add", "raw_path": "hp", "value": 2})]:
            answer = convert("--to", "ir", "--text", f"<UpdateVariable>\n{text}\n</UpdateVariable>")
            self.assertEqual((answer.code, answer.err), (0, ""))
            command, = json.loads(answer.out)
            self.assertEqual({**command, "origin": None}, {**said, "origin": None})

    def test_what_stands_beside_the_commands_is_not_lost_without_a_word(self):
        for text, words in [("<UpdateVariable>\n<Analysis>he fell</Analysis>\n_.set('a', 1);//why\n</UpdateVariable>", "he fell"),
                            ('{"text":"x","mid_term_memory":"记","tavern_commands":[{"action":"set","key":"a","value":1}]}', "mid_term_memory")]:
            answer = convert("--to", "ops", "--text", text)
            self.assertEqual(answer.code, 0)
            self.assertRegex(answer.err, "1:1: lowered: what stood beside the commands was left out: .*" + words)
        plain = "<UpdateVariable>\n```\n_.set('a', 1);//why\n\n_.delete('b');\n```\n</UpdateVariable>"
        for text in (plain, '```json\n{"text":"x","tavern_commands":{"set":{"a":1},"delete":["b"]}}\n```', '[{"op":"delete","path":["a"]}]',
                     "<state_update>{\"ops\":[{\"op\":\"remove\",\"path\":\"/a\"}]}</state_update>"):
            self.assertNotIn("beside", convert("--to", "ir", "--text", text).err)

    def test_calls_that_json_supersedes_are_left_until_they_are_asked_for(self):
        text = "<UpdateVariable>\n_.set('a', 1);\n</UpdateVariable>\n[{\"op\":\"delete\",\"path\":\"b\"}]\n"
        answer = convert("--to", "ir", "--json", self.chat(text))
        self.assertEqual((answer.code, [left["code"] for left in answer.json["left"]]), (1, ["dialect.superseded"]))
        self.assertIn("--from mvu", answer.err)
        self.assertEqual(convert("--from", "mvu", "--to", "ops", self.chat(text)).code, 0)

    def test_a_sum_needs_no_note(self):
        answer = convert("--to", "mvu", "--text", '{"tavern_commands":[{"action":"add","key":"hp","value":-5}]}')
        self.assertEqual((answer.code, answer.err, answer.out), (0, "", "<UpdateVariable>\n_.add('hp', -5);\n</UpdateVariable>\n"))

    def test_all_or_nothing_goes_along(self):
        text = '<JSONPatch>[{"op":"test","path":"/a","value":1},{"op":"remove","path":"/b"}]</JSONPatch>'
        out = convert("--to", "ir", "--text", text).out
        self.assertTrue(all(command["options"]["transaction"] for command in json.loads(out)), out)
        back = convert("--to", "patch", "--text", out)
        self.assertEqual(back.code, 0, back.err)
        self.assertEqual(back.out.count("<JSONPatch>"), 1)
        self.assertEqual(convert("--to", "mvu", "--text", out).code, 1)


class Usage(Base):
    def test_an_unknown_dialect_is_answered_with_the_nearest(self):
        for args in (("--from", "mvuu", "--to", "ops"), ("--to", "mvuu")):
            answer = convert(*args, "--text", "x")
            self.assertEqual((answer.code, answer.out), (2, ""))
            self.assertIn('did you mean "mvu"?', answer.err)

    def test_bad_usage_is_2(self):
        for args in ((), ("--to",), ("--to", "auto", "--text", "x"), ("--to", "ops", str(self.folder / "missing")),
                     ("--to", "ops", "--text", "x", "file"), ("--too", "ops")):
            with self.subTest(args=args):
                answer = convert(*args)
                self.assertEqual((answer.code, answer.out), (2, ""))
                self.assertTrue(answer.err)
        self.assertIn("only read", convert("--to", "tools", "--text", "x").err)
        self.assertEqual(convert("--to", "x", "--json", "--text", "x").json["error"]["code"], "usage")

    def test_help_has_examples(self):
        answer = convert("--help")
        self.assertEqual(answer.code, 0)
        self.assertIn("gavel convert --to ops chat.txt", answer.out)
        self.assertRegex(answer.out, r"\n  FILE or - +The text;")

    def test_a_text_without_commands_passes_through(self):
        for text in ("", "just words\n", "no newline"):
            answer = convert("--to", "ops", self.chat(text))
            self.assertEqual((answer.code, answer.out, answer.err), (0, text, ""))

    def test_output_that_cannot_be_written_is_a_failure(self):
        self.assert_unwritable_output_is_a_failure("convert", "--to", "ops", "--text", "x")


EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "plugins" / "guides" / "examples"


class Draft(Base):
    """A ruleset drafted from what another engine kept."""

    def draft(self, *args, codes=(0,)):
        return program.run("convert", "--draft", str(self.folder / "Old-Game"), *args, codes=codes)

    def text(self, *name):
        return self.folder.joinpath("Old-Game", *name).read_text()

    def test_marks_of_mvu_become_fields_and_leave_the_state(self):
        out = self.draft("--initial", str(EXAMPLES / "mvu_bakery" / "initvar.yaml")).out
        self.assertIn("4 places were taken for [value", out)
        self.assertNotIn("$", self.text("initial.yaml"))
        fields = self.text("ruleset.yaml")
        self.assertIn("ruleset: old_game\n", fields)
        self.assertIn("  - {path: Mei.affection, write: [model, operator], type: number}\n", fields)
        self.assertIn('  - {path: "player.bag.**", write: [model, operator]}\n', fields)
        self.assertIn("  - {path: _card_version, write: [operator], type: number}\n", fields)
        self.assertTrue(fields.endswith('  - {path: "**", write: [operator]}\nstate: initial.yaml\n'))
        self.assertFalse((self.folder / "Old-Game" / "scenarios").exists())
        self.assertEqual(program.run("check", str(self.folder / "Old-Game"), codes=(0,)).code, 0)

    def test_a_chat_is_replayed_and_differs_where_the_old_engine_let_nonsense_through(self):
        self.draft("--initial", str(EXAMPLES / "mvu_bakery" / "initvar.yaml"), str(EXAMPLES / "mvu_bakery" / "chat.jsonl"))
        tested = program.run("test", str(self.folder / "Old-Game"), "--json", codes=(1,))
        differ = [(one["step"], one["what"]) for one in tested.json["scenarios"][0]["failures"] if one["severity"] == "error"]
        self.assertEqual(differ, [("t-4", "state player.money differs"), ("t-4", "state Mei.affection differs")])

    CHAT = [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b\n<UpdateVariable>\n_.set('hp', 4);\n</UpdateVariable>", "state": {"hp": 4}}]

    def card(self, entries, **data):
        book = {"name": "book", "entries": entries}
        return {"name": "M", "description": "", "spec": "chara_card_v3", "spec_version": "3.0", "first_mes": "hi",
                "data": {"name": "M", "first_mes": "hi", "extensions": {"regex_scripts": ["x" * 2_000_000]}, "character_book": book, **data}}

    def drafted(self, name, json_value, *args):
        state = self.file(name, json.dumps(json_value))
        out = self.draft("--initial", state, *args).out
        return out, program.run("apply", "--state", str(self.folder / "Old-Game" / "initial.yaml"), "--text", "[]").json["state"]

    def test_of_a_card_the_entries_of_its_book_that_begin_the_state_are_read(self):
        entries = [{"id": 0, "keys": ["x"], "comment": "world", "content": "words", "enabled": True},
                   {"id": 1, "keys": [], "comment": "[InitVar] do not open", "enabled": False,
                    "content": "<initvar>\n```yaml\nhp: [9, \"points\"]\nhero: {name: Mei, bag: [a, b]}\n```\n</initvar>"},
                   {"id": 2, "keys": [], "comment": "more [initvar]", "content": '{"hero": {"bag": ["c"], "age": 4}, "day": 1}', "enabled": True}]
        out, state = self.drafted("card.json", self.card(entries))
        self.assertEqual({"hp": [9, "points"], "hero": {"name": "Mei", "bag": ["c"], "age": 4}, "day": 1}, state)
        self.assertIn('entry "[InitVar] do not open" of ', out)
        self.assertIn("1 places were taken for [value", out)

    def test_a_world_book_alone_and_what_mvu_kept_are_read_too(self):
        book = {"entries": {"0": {"uid": 0, "key": [], "comment": "[memoryinit]", "content": '{"stat_data": {"day": "{{user}}"}}', "disable": True}}}
        out, state = self.drafted("book.json", book)
        self.assertEqual({"stat_data": {"day": "{{user}}"}}, state)
        self.assertIn("{{macros}}", out)
        for name, given, wanted in (("kept", {"stat_data": {"hp": 1}, "schema": {}, "initialized_lorebooks": {}}, {"hp": 1}),
                                    ("plain", {"stat_data": {"hp": 1}, "entries": {"a": {"n": 1}}}, {"stat_data": {"hp": 1}, "entries": {"a": {"n": 1}}}),
                                    ("greeted", self.card([], first_mes="Hi.\n<initvar>\nhp: 3\n</initvar>"), {"hp": 3})):
            folder = self.folder / name
            program.run("convert", "--draft", str(folder), "--initial", self.file(name + ".json", json.dumps(given)), codes=(0,))
            self.assertEqual(wanted, program.run("apply", "--state", str(folder / "initial.yaml"), "--text", "[]").json["state"])

    def test_a_card_that_says_no_state_is_named_with_what_it_has(self):
        bad = {"comment": "[initvar]", "keys": [], "content": "hp: 1\nhp: 2\n"}
        for card, words in ((self.card([{"comment": "world", "keys": [], "content": "x"}]), ("no entry called [initvar]", '"world"')),
                            (self.card([]), ("it has no entries",)),
                            (self.card([bad]), ('card.json, entry "[initvar]":2:1', "hp")),
                            (self.card([{**bad, "content": "[1"}]), ('card.json, entry "[initvar]"',)),
                            (self.card([{**bad, "content": "3"}]), ('entry "[initvar]" holds the number 3',))):
            err = self.draft("--initial", self.file("card.json", json.dumps(card)), codes=(2,)).err
            for word in words:
                self.assertIn(word, err)
        self.assertIn("is a picture", self.draft("--initial", self.file("card.png", b"\x89PNG\r\n\x1a\n\0"), codes=(2,)).err)
        self.assertFalse((self.folder / "Old-Game").exists())

    def test_a_chat_in_one_list_is_read_as_one_with_a_message_a_line(self):
        initial = self.file("state.json", '{"hp": 9}')
        lines = "\n".join(json.dumps(one) for one in self.CHAT)
        drafts = set()
        for number, text in enumerate((lines, json.dumps(self.CHAT), json.dumps(self.CHAT, indent=1), "\ufeff" + json.dumps({"messages": self.CHAT}))):
            folder = self.folder / f"game{number}"
            program.run("convert", "--draft", str(folder), "--initial", initial, self.file("chat.json", text), codes=(0,))
            drafts.add((folder / "scenarios" / "chat.yaml").read_text())
        self.assertEqual(1, len(drafts))
        self.assertIn("hp: 4", drafts.pop())
        for text, word in (('[{"role": "user", "content": "a"}, {"who": 1}]', "chat.json: message 2: this is no message"), ("[{]", "chat.json: 1:3: "), ('{"who": 1}', "line 1: this is no message")):
            self.assertIn(word, self.draft("--initial", initial, self.file("chat.json", text), codes=(2,)).err)

    def test_what_was_there_before_is_expected_to_be_gone(self):
        log = [{"role": "system", "content": "x"}, {"role": "user", "content": "a\n b "}, {"role": "user", "content": "c"},
               {"role": "assistant", "content": "d\n\n  e\u2028", "state": {"k": {"9": "'", "null": [1, "x: #"]}, "new": {}}},
               {"role": "assistant", "content": "<JSONPatch>[{\"op\":\"remove\",\"path\":\"/k\"}]</JSONPatch>", "state": {"new": {}}},
               {"role": "user", "content": "?"}]
        initial = self.file("state.json", '{"k": {"9": "\'", "null": [1, "x: #"]}, "new": {}}')
        chat = self.file("chat.jsonl", "\n".join(json.dumps(one) for one in log))
        self.assertIn("no answer, and is left out", self.draft("--initial", initial, chat).out)
        self.assertIn("absent: [", self.text("scenarios", "chat.yaml"))
        tested = program.run("test", str(self.folder / "Old-Game"), codes=(0,))
        self.assertIn("1 passed, 0 failed", tested.out)

    def test_bad_input_says_what_and_writes_nothing(self):
        state = self.file("state.json", "{}")
        for args, message in (((), "--initial is missing"), (("--initial", self.file("list.json", "[1]")), "holds a list"),
                              (("--initial", self.file("bad.yaml", "a: &x 1\n")), "bad.yaml:1:"),
                              (("--initial", state, self.file("a.jsonl", '{"role":"user","content":"x"}\n{"who":1}\n')), "a.jsonl: line 2"),
                              (("--initial", state, self.file("b.jsonl", "not json\n")), "b.jsonl: line 1"),
                              (("--initial", state, "--to", "ops"), "cannot be used together")):
            answer = self.draft(*args, codes=(2,))
            self.assertIn(message, answer.err)
            self.assertFalse((self.folder / "Old-Game").exists())
        self.draft("--initial", state)
        self.assertIn("already there", self.draft("--initial", state, codes=(2,)).err)
        self.assertIn("--to is missing", program.run("convert", "--text", "x", codes=(2,)).err)

    def test_what_the_author_has_is_never_overwritten(self):
        state, own = self.file("state.json", "{}"), self.folder / "Old-Game" / "initial.yaml"
        own.parent.mkdir()
        own.write_text("mine: 1\n")
        self.assertIn("already there", self.draft("--initial", state, codes=(2,)).err)
        self.assertEqual([own], list(own.parent.iterdir()))
        self.assertEqual("mine: 1\n", own.read_text())

    def test_any_name_of_a_folder_gives_a_ruleset_that_loads(self):
        state = self.file("state.json", "{}")
        for name, rules in (("1st", "st"), ("my_game/", "my_game"), ("_x-y", "x_y"), ("77", "migrated")):
            program.run("convert", "--draft", str(self.folder) + "/" + name, "--initial", state, codes=(0,))
            self.assertIn(f"ruleset: {rules}\n", (self.folder / name / "ruleset.yaml").read_text())
            program.run("check", str(self.folder / name), codes=(0,))


if __name__ == "__main__":
    program.main()
