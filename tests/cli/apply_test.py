#!/usr/bin/env python3
"""The real `gavel apply`, from outside: what it answers, what it writes, and that nothing makes it crash.

Run by ctest, or by hand: GAVEL=build/dev/gavel python3 tests/cli/apply_test.py [-v] [name]
"""

import json
import os
import pathlib
import pty
import random
import re
import subprocess
import time

import program
from program import GAVEL

MEGABYTE = 1 << 20
ESCAPE = "\033["


class Answer(program.Answer):
    @property
    def commands(self):
        return self.json["commands"]

    @property
    def codes(self):
        return [command.get("code", command["status"]) for command in self.commands]


def gavel(*args, **extra):
    return program.run(*args, answer=Answer, **extra)


def apply(*args, **extra):
    return gavel("apply", *args, **extra)


def commands(*items):
    return json.dumps(list(items), ensure_ascii=False)


def on_terminal(*args, **extra):
    """Runs gavel with its output on a terminal, and returns what it showed."""
    parent, child = pty.openpty()
    with subprocess.Popen([GAVEL, *args], stdin=subprocess.DEVNULL, stdout=child, stderr=child, env=program.environment(**extra)) as process:
        os.close(child)
        shown = b""
        while True:
            try:
                part = os.read(parent, 65536)
            except OSError:
                break
            if not part:
                break
            shown += part
        code = process.wait(60)
    os.close(parent)
    assert code in (0, 2), code
    return shown.decode(errors="replace")


class Base(program.Base):
    def state(self, value):
        return self.file("state.json", json.dumps(value, ensure_ascii=False))

    def assert_usage(self, answer, *words):
        self.assertEqual(answer.code, 2, answer.out + answer.err)
        for word in words:
            self.assertIn(word, answer.err)


class BadInput(Base):
    def test_bad_json_is_shown_with_line_column_and_a_caret(self):
        name = self.file("bad.json", '{"hp":1,\n  "name":"好感" "value":1}')
        answer = apply("--state", name, "--text", "[]")
        self.assert_usage(answer, f"{name}:2:15: ", "parse.malformed")
        lines = answer.err.splitlines()
        caret = next(i for i, line in enumerate(lines) if line.strip() == "^")
        excerpt = lines[caret - 1]
        self.assertIn('"name":"好感" "value":1}', excerpt)
        # Wide characters take two columns; the caret stands under the quote of "value".
        before = excerpt[: excerpt.index('"value"')]
        self.assertEqual(lines[caret].index("^"), len(before) + sum(ord(c) > 0x2E80 for c in before))
        self.assertEqual(answer.out, "")

    def test_bad_json_is_told_as_json_where_json_was_asked_for(self):
        answer = apply("--json", "--state", self.file("bad.json", '{"verb":]'), "--text", "[]")
        self.assertEqual(answer.code, 2)
        error = answer.json["error"]
        self.assertEqual((error["code"], error["line"], error["column"], error["offset"]), ("parse.malformed", 1, 9, 8))

    def test_every_broken_command_is_refused_with_its_code_and_changes_nothing(self):
        for text, code in [('[{"verb":"get","path":["a"]}', "parse.truncated"), ('[{"verb":"get","path":["a"', "parse.truncated"),
                           ('[{"verb":"set","path":["a"],"value":1 2}]', "parse.malformed"), ('[{"verb":"set","path":["a"],"path":["b"],"value":1}]', "parse.malformed"),
                           ('[{"verb":"set","path":["a"],"value":1e400}]', "value.range"), ('[{"verb":"set","path":["a"],"value":18446744073709551616}]', "value.range"),
                           ('[{"verb":"set","path":["a"],"value":01}]', "parse.malformed"), ('[{"verb":"set","path":["a"],"value":"\\ud800"}]', "parse.malformed"),
                           ('[{"verb":"set","path":["a"],"value":NaN}]', "value.range")]:
            with self.subTest(text=text):
                answer = apply("-", stdin=text.encode())
                self.assertEqual((answer.code, answer.codes, answer.json["state"]), (0, [code], {}))
        for text in (b'[{"verb":"set","path":["a"],"value":"\xff"}]', b'[{"verb":"set","path":["a"],"value":"a\x00"}]'):
            answer = apply("-", stdin=text)
            self.assertEqual((answer.codes, answer.json["state"]), (["parse.malformed"], {}))

    def test_a_text_without_commands_is_narration_and_a_wanted_dialect_that_is_not_there_is_told(self):
        for text in ("", "[", "[1 2]", "[] []", "She said [nothing]."):
            answer = apply("-", stdin=text.encode())
            self.assertEqual((answer.code, answer.commands, answer.json["narration"]), (0, [], text))
        warnings = apply("--dialect", "ir", "--text", "nothing here").json["warnings"]
        self.assertEqual([w["code"] for w in warnings], ["envelope.none"])

    def test_a_hostile_text_cannot_steer_the_terminal_through_an_error(self):
        for control in ("\x1b[2J", "\x07", "\u009b2J", "\u0085"):
            with self.subTest(control=control):
                err = apply("-", stdin=('[{"verb":"set"} ' + control + "x]").encode()).err
                self.assertFalse(re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f]", err), repr(err))

    def test_an_unknown_flag_is_answered_with_the_nearest_one(self):
        self.assert_usage(apply("--stat", "x"), "--stat", "did you mean --state?")
        self.assert_usage(apply("--documnet=x"), "--documnet", "did you mean --document?")
        self.assert_usage(apply("--zzzzzzzz"), "--zzzzzzzz")
        self.assertNotIn("did you mean", apply("--zzzzzzzz").err)

    def test_an_unknown_command_is_answered_with_the_nearest_one(self):
        self.assert_usage(gavel("aply"), "aply", "did you mean apply?")
        self.assert_usage(gavel())

    def test_an_unreadable_file_is_named(self):
        missing = str(self.folder / "missing.json")
        self.assert_usage(apply(missing), missing, "No such file")
        self.assert_usage(apply("--state", missing, "--text", "[]"), missing)
        self.assert_usage(apply("--document", missing, "--text", "[]"), missing)
        self.assert_usage(apply(str(self.folder)), str(self.folder), "folder")
        if os.geteuid() != 0:
            secret = self.file("secret.json", "[]")
            os.chmod(secret, 0)
            self.assert_usage(apply(secret), secret, "Permission")

    def test_a_state_is_read_as_yaml_where_its_name_says_so(self):
        """[B-14] What gavel new makes can be tried as it is."""
        text = commands({"verb": "add", "path": ["hp"], "value": 2})
        for name in ("initial.yaml", "initial.yml"):
            answer = apply("--state", self.file(name, "# the hero\nhp: 5\nbag: [rope]\n"), "--text", text)
            self.assertEqual(answer.json["state"], {"hp": 7, "bag": ["rope"]})
        self.assertEqual(apply("--document", self.file("game.yaml", "data: {hp: 1}\nmeta: {}\n"), "--text", text).json["state"], {"hp": 3})
        bad = self.file("bad.yaml", "hp: 5\nhp: 6\nbag: &b [rope]\n")
        self.assert_usage(apply("--state", bad, "--text", text), "bad.yaml:2:1: ", "bad.yaml:3:6: ", "hp", "anchor")
        self.assert_usage(apply("--state", self.file("initial.txt", "hp: 5\n"), "--text", text), "initial.txt:1:1", "JSON", ".yaml")

    def test_a_state_that_is_no_object_or_no_document_is_refused(self):
        self.assert_usage(apply("--state", self.file("s.json", "[1]"), "--text", "[]"), "type.mismatch")
        self.assert_usage(apply("--document", self.file("d.json", '{"hp":1}'), "--text", "[]"), "type.mismatch", "--state")
        self.assert_usage(apply("--document", self.file("d.json", "[]"), "--text", "[]"), "type.mismatch")
        self.assert_usage(apply("--state", self.file("s.json", '{"a":'), "--text", "[]"), "parse.truncated", "s.json:1:6")

    def test_words_that_are_none_of_those_allowed_are_refused(self):
        self.assert_usage(apply("--actor", "god", "--text", "[]"), "god", "model, player or operator")
        self.assert_usage(apply("--actor", "derive", "--text", "[]"), "derive")
        self.assert_usage(apply("--dialect", "ri", "--text", "[]"), "did you mean \"ir\"?")
        self.assert_usage(apply("--now", "today", "--text", "[]"), "--now", "2025-09-20T08:00:00Z")
        self.assert_usage(apply("--format", "xml", "--text", "[]"))
        self.assert_usage(apply("--color", "pink", "--text", "[]"))
        self.assert_usage(apply("--state", "a", "--document", "b", "--text", "[]"))
        self.assert_usage(apply("--text", "[]", self.file("c.json", "[]")))

    def test_a_wish_for_all_or_nothing_counts_even_if_it_is_not_well_formed(self):
        items = [{"verb": "set", "path": ["a"], "value": 1, "options": {"transaction": "true"}}, {"verb": "set", "path": ["b"], "value": 2}]
        answer = apply("--text", commands(*items))
        self.assertEqual(answer.codes, ["parse.malformed", "batch.rolled_back"])
        self.assertEqual(answer.json["state"], {})

    def test_an_option_of_the_wrong_type_rejects_its_command_and_no_other(self):
        wrong = {"ifMissing": 1, "ifExists": "yes", "ifVersion": "1", "expect": 5, "allowMissing": "no", "ttl": "5", "expiresAt": 5, "tags": "a",
                 "reason": 5, "idempotencyKey": 7, "mergeStrategy": "deepest"}
        items = [{"verb": "set", "path": ["a"], "value": 1, "options": {name: value}} for name, value in wrong.items()]
        answer = apply("--text", commands(*items, {"verb": "set", "path": ["b"], "value": 2}))
        self.assertEqual(answer.code, 0)
        self.assertEqual(answer.codes, ["parse.malformed"] * len(wrong) + ["applied"])
        self.assertEqual(answer.json["state"], {"b": 2})
        for (name, _), command in zip(wrong.items(), answer.commands):
            self.assertIn(name, command["message"])

    def test_a_path_with_a_nul_rejects_its_command(self):
        answer = apply("--text", commands({"verb": "set", "path": ["a\0b"], "value": 1}, {"verb": "set", "raw_path": "a\0b", "value": 1},
                                          {"verb": "set", "raw_path": "/a\0", "value": 1}, {"verb": "set", "path": ["x"], "value": {"k\0": 1}}))
        self.assertEqual(answer.codes, ["path.invalid"] * 4)
        self.assertEqual(answer.json["state"], {})


class Hostile(Base):
    def test_a_value_ten_thousand_deep_is_an_answer_not_a_crash(self):
        for deep in ("[" * 10_000 + "]" * 10_000, '{"a":' * 10_000 + "1" + "}" * 10_000, "[" * 3_000_000):
            answer = apply("-", stdin=('[{"verb":"set","path":["a"],"value":' + deep + '},{"verb":"set","path":["b"],"value":1}]').encode())
            # What closes is refused alone, what never does takes its envelope with it.
            closed = not deep.endswith("[")
            self.assertEqual((answer.code, answer.codes), (0, ["limit.depth", "applied"] if closed else ["parse.truncated"]))
            self.assert_usage(apply("--state", self.file("deep.json", '{"a":' + deep + "}"), "--text", "[]"), "limit.depth")

    def test_a_value_that_only_its_place_makes_too_deep_is_rejected(self):
        deep = "[" * 127 + "]" * 127
        answer = apply("--text", '[{"verb":"set","path":["a","b"],"value":' + deep + '},{"verb":"set","path":["a"],"value":' + deep + "}]")
        self.assertEqual(answer.codes, ["limit.depth", "applied"])

    def test_a_text_beyond_the_limit_is_refused_whole_with_one_line(self):
        for text in (b"[" + b"7" * (100 * MEGABYTE) + b"]", b"x" * (50 * MEGABYTE)):
            answer = apply("-", stdin=text)
            self.assertEqual((answer.code, answer.codes), (0, ["limit.size"]))
            self.assertIn("max_text_bytes", answer.commands[0]["message"])
            self.assertLess(len(answer.out), 2000)

    def test_a_number_literal_of_a_hundred_megabytes_in_a_state_is_refused(self):
        big = self.file("big.json", b'{"a":' + b"7" * (100 * MEGABYTE) + b"}")
        self.assert_usage(apply("--state", big, "--text", "[]"), "limit.size", "number")

    def test_a_text_of_a_gigabyte_is_refused_without_reading_it_all(self):
        with subprocess.Popen([GAVEL, "apply", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            written = 0
            try:
                process.stdin.write(b"[1")
                for _ in range(1024):
                    process.stdin.write(b"7" * MEGABYTE)
                    written += 1
            except BrokenPipeError:
                pass
            self.close(process)
            _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 2)
        self.assertIn(b"limit.size", err)
        self.assertLess(written, 300)

    @staticmethod
    def close(process):
        try:
            process.stdin.close()
        except BrokenPipeError:
            pass
        process.stdin = None

    def test_a_string_or_a_key_beyond_its_limit_is_refused(self):
        for value in ('"' + "x" * (2 * MEGABYTE) + '"', '{"' + "k" * 2000 + '":1}'):
            answer = apply("-", stdin=('[{"verb":"set","path":["a"],"value":' + value + "}]").encode())
            self.assertEqual((answer.codes, answer.json["state"]), (["limit.size"], {}))

    def test_more_commands_than_the_limit_are_refused_by_one_line(self):
        answer = apply("-", stdin=b"[" + b",".join([b'{"verb":"set","path":["a"],"value":1}'] * 10_050) + b"]")
        self.assertEqual((len(answer.commands), answer.codes[-2:]), (10_001, ["applied", "limit.count"]))

    def test_looking_for_a_protected_element_among_many_takes_time_that_grows_with_what_is_there(self):
        state = self.state({"list": [{"guard": {"_is_protected": True}, "rest": [[0]] * 40_000}]})
        began = time.monotonic()
        answer = apply("--state", state, "-", stdin=commands({"verb": "set", "path": ["list"], "value": [0] * 40_000}).encode())
        self.assertEqual(answer.codes, ["protected"])
        self.assertLess(time.monotonic() - began, 5)

    def test_meta_that_gavel_cannot_have_written_is_refused_and_crashes_nothing(self):
        key = {"verb": "set", "path": ["a"], "value": 2, "options": {"idempotencyKey": "k"}}
        soft = {"verb": "delete", "path": ["a"], "options": {"softDelete": True}}
        for meta in ({"expires": {"": 5}}, {"expires": []}, {"expires": {"/a": "x"}}, {"expires": {"/none": 5}}, {"idempotency": 5}, {"idempotency": []},
                     {"idempotency": {"/a": 5}}, {"recycled": "x"}, {"recycled": -1}):
            with self.subTest(meta=meta):
                document = self.file("d.json", json.dumps({"data": {"a": 1}, "meta": meta}))
                self.assertEqual(apply("--document", document, "--now", "2025-01-01T00:00:00Z", "--text", commands(key, soft)).code, 2)

    def test_no_broken_text_makes_it_crash(self):
        chance = random.Random(20250920)
        good = commands({"verb": "set", "raw_path": "a.b[0][\"k\"]", "value": {"x": [1, -2.5, "好\n"]}, "options": {"ttl": 5, "expect": {"exists": True}}},
                        {"verb": "pull", "path": ["l"], "options": {"where": {"x": 1}}}, {"verb": "move", "from": ["l", 0], "path": ["m"]}).encode()
        state = self.state({"l": [{"x": 1}, 2, 3], "m": {"n": [[], {}]}})
        for _ in range(250):
            text = bytearray(good)
            for _ in range(chance.randint(1, 4)):
                at = chance.randrange(len(text))
                kind = chance.randrange(3)
                if kind == 0:
                    text[at] = chance.choice(b'{}[]",:0123456789.eE-\\tfn\x00\xff ')
                elif kind == 1:
                    del text[at:at + chance.randint(1, 8)]
                else:
                    text[at:at] = text[chance.randrange(len(text)):][:chance.randint(1, 12)]
            answer = apply("--state", state, "-", stdin=bytes(text))
            if answer.code == 0:
                self.assertEqual({"state", "meta", "commands"} - set(answer.json), set())


class Judging(Base):
    def test_the_text_comes_from_a_file_from_standard_input_or_from_the_command_line(self):
        text = commands({"verb": "set", "path": ["a"], "value": 1})
        for answer in (apply(self.file("c.json", text)), apply("-", stdin=text.encode()), apply(stdin=text.encode()), apply("--text", text),
                       apply(stdin=b"\xef\xbb\xbf" + text.encode())):
            self.assertEqual(answer.code, 0)
            self.assertEqual(answer.json["state"], {"a": 1})

    def test_a_rejected_command_is_no_failure_of_the_program_and_changes_nothing(self):
        """[R000-18] one failing command undoes itself; the others stand."""
        answer = apply("--state", self.state({"hp": 5}), "--text",
                       commands({"verb": "add", "path": ["hp"], "value": 1}, {"verb": "add", "path": ["hp"], "value": "x"}, {"verb": "add", "path": ["hp"], "value": 1}))
        self.assertEqual((answer.code, answer.codes), (0, ["applied", "type.mismatch", "applied"]))
        self.assertEqual(answer.json["state"], {"hp": 7})
        self.assertTrue(answer.commands[1]["message"])

    def test_a_transaction_that_fails_leaves_the_document_as_it_was(self):
        """[R000-18] `transaction:true` on any command makes the batch all or nothing."""
        answer = apply("--state", self.state({"hp": 5}), "--text",
                       commands({"verb": "add", "path": ["hp"], "value": 1, "options": {"transaction": True}}, {"verb": "pop", "path": ["none"]}))
        self.assertEqual(answer.codes, ["batch.rolled_back", "path.unknown"])
        self.assertEqual(answer.json["state"], {"hp": 5})
        self.assertEqual(answer.json["changes"], [])

    def test_the_answer_is_the_verdict_with_state_and_meta_in_the_authors_key_order(self):
        answer = apply("--state", self.file("s.json", '{"z":1,"a":{"y":1,"b":2},"m":[]}'), "--text", commands({"verb": "set", "path": ["k"], "value": 1}))
        self.assertEqual(list(answer.json["state"]), ["z", "a", "m", "k"])
        self.assertEqual(list(answer.json["state"]["a"]), ["y", "b"])
        self.assertEqual(answer.json["changes"], [{"path": ["k"], "after": 1, "cause": "command 0"}])

    def test_spans_are_byte_offsets_into_the_text(self):
        text = '[ {"verb":"set","path":["好"],"value":1} ,{"verb":"get","path":["好"]}]'
        answer = apply("--text", text)
        parts = [text.encode()[begin:end].decode() for begin, end in (command["span"] for command in answer.commands)]
        self.assertEqual(parts, ['{"verb":"set","path":["好"],"value":1}', '{"verb":"get","path":["好"]}'])
        self.assertEqual(answer.commands[1]["result"], 1)

    def test_unknown_options_are_ignored_with_a_warning(self):
        """[R000-19] unknown options and fields are ignored with a warning, known ones never."""
        answer = apply("--text", commands({"verb": "set", "path": ["a"], "value": 1, "options": {"colour": "red"}, "extra": 1},
                                          {"verb": "set", "path": ["b"], "value": 1, "options": {"count": 2}}))
        self.assertEqual(answer.codes, ["applied", "parse.malformed"])
        self.assertTrue(any("colour" in warning["message"] for warning in answer.json["warnings"]), answer.json["warnings"])
        self.assertTrue(any("extra" in warning["message"] for warning in answer.json["warnings"]), answer.json["warnings"])

    def test_integers_of_64_bits_and_floats_come_back_as_they_went_in(self):
        state = '{"a":18446744073709551615,"b":-9223372036854775808,"c":9007199254740993,"d":0.1,"e":5.0}'
        out = str(self.folder / "o.json")
        answer = apply("--state", self.file("s.json", state), "--out", out, "--text", "[]")
        for number in ("18446744073709551615", "-9223372036854775808", "9007199254740993", "0.1", "5.0"):
            self.assertIn(": " + number, answer.out)
            self.assertIn(": " + number, pathlib.Path(out).read_text())

    def test_the_same_input_and_clock_give_the_same_bytes(self):
        args = ("--now", "2025-01-01T00:00:00Z", "--text", commands({"verb": "set", "path": ["a"], "value": {"b": [1]}, "options": {"ttl": 5}}))
        self.assertEqual(apply(*args).out, apply(*args).out)

    def test_version_and_help_are_answers(self):
        self.assertRegex(gavel("--version").out, r"^gavel \d")
        for answer in (gavel("--help"), apply("--help")):
            self.assertEqual(answer.code, 0)
            self.assertIn("Example", answer.out)


class Root(Base):
    def test_keys_start_at_the_configured_root_R000_03(self):
        """[R000-03]"""
        state = self.file("s.json", '{"character":{"saveData":{"hp":5}},"hp":1}')
        inside = {"verb": "add", "raw_path": "character.saveData.hp", "value": 1}
        outside = {"verb": "add", "raw_path": "hp", "value": 1}
        answer = apply("--root", "character.saveData", "--state", state, "--text", commands(inside, outside))
        self.assertEqual(answer.codes, ["applied", "path.outside"])
        self.assertEqual(answer.json["state"], {"character": {"saveData": {"hp": 6}}, "hp": 1})

    def test_the_audit_has_a_record_for_each_command(self):
        answer = apply("--audit", "--turn", "t-9", "--state", self.file("s.json", '{"hp":5}'), "--text",
                       commands({"verb": "add", "path": ["hp"], "value": 1, "reason": "rest", "options": {"tags": ["camp"]}},
                                {"verb": "sett", "path": ["hp"]}))
        first, second = answer.json["audit"]
        self.assertEqual([first[k] for k in ("opId", "actor", "action", "key", "before", "after", "reason", "tags", "status")],
                         ["t-9/1", "model", "add", "hp", 5, 6, "rest", ["camp"], "applied"])
        self.assertEqual([second[k] for k in ("opId", "actor", "action", "key", "status", "code")],
                         ["t-9/2", "model", "sett", "hp", "rejected", "parse.malformed"])


class Documents(Base):
    def run_on(self, document, *items, now="2025-01-01T00:00:00Z"):
        answer = apply("--document", document, "--out", document, "--now", now, "--text", commands(*items))
        self.assertEqual(answer.code, 0, answer.err)
        return answer

    def test_a_document_goes_round_with_its_meta(self):
        document = self.file("d.json", '{"data":{"hp":5},"meta":{}}')
        self.run_on(document, {"verb": "add", "path": ["hp"], "value": 1})
        self.assertEqual(json.loads(pathlib.Path(document).read_text()), {"data": {"hp": 6}, "meta": {}})
        self.assertEqual(self.run_on(document, {"verb": "get", "path": ["hp"]}).commands[0]["result"], 6)

    def test_an_idempotency_key_is_known_to_the_next_call_and_rolls_back(self):
        """[R000-11] the same key and path again is a duplicate, across turns, and rolls back with the turn."""
        document = self.file("d.json", '{"data":{"hp":5,"mp":5}}')
        once = {"verb": "add", "path": ["hp"], "value": 1, "options": {"idempotencyKey": "k1", "transaction": True}}
        self.assertEqual(self.run_on(document, once, {"verb": "pop", "path": ["none"]}).codes, ["batch.rolled_back", "path.unknown"])
        self.assertEqual(self.run_on(document, once).codes, ["applied"])
        again = self.run_on(document, once)
        self.assertEqual(again.commands[0]["status"], "duplicate")
        self.assertEqual(again.json["state"]["hp"], 6)
        elsewhere = self.run_on(document, {**once, "path": ["mp"]})
        self.assertEqual(elsewhere.codes, ["applied"])

    def test_what_has_a_ttl_is_gone_at_the_turn_whose_clock_has_passed_it(self):
        document = self.file("d.json", '{"data":{"l":[1]}}')
        self.run_on(document, {"verb": "set", "path": ["buff"], "value": 3, "options": {"ttl": 60}},
                    {"verb": "push", "path": ["l"], "value": 2, "options": {"expiresAt": "2025-01-01T00:00:30Z"}}, {"verb": "insert", "path": ["l", 0], "value": 0})
        answer = self.run_on(document, now="2025-01-01T00:00:29.999Z")
        self.assertEqual(answer.json["state"], {"l": [0, 1, 2], "buff": 3})
        answer = self.run_on(document, now="2025-01-01T00:00:30Z")
        self.assertEqual(answer.json["state"], {"l": [0, 1], "buff": 3})
        answer = self.run_on(document, {"verb": "get", "path": ["buff"]}, now="2025-01-01T00:01:00Z")
        self.assertEqual(answer.codes, ["path.unknown"])
        self.assertEqual(answer.json["changes"], [{"path": ["buff"], "before": 3, "cause": "ttl"}])
        self.assertEqual(answer.json["meta"], {})

    def test_out_is_not_touched_when_anything_fails(self):
        out = self.file("out.json", "precious")
        bad = self.file("bad.json", "{")
        for args in (("--text", "[]", "--actor", "god"), ("--text", "[]", "--now", "x"), ("--text", "[]", "--state", bad),
                     (str(self.folder / "missing"),), ("--text", "[]", "--dialect", "x"), ("--text", "[]", "--nonsense")):
            with self.subTest(args=args):
                self.assertEqual(apply("--out", out, *args).code, 2)
                self.assertEqual(pathlib.Path(out).read_text(), "precious")
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["bad.json", "out.json"])

    def test_an_out_that_cannot_be_written_is_named_and_leaves_nothing_behind(self):
        for out in (str(self.folder / "none" / "o.json"), str(self.folder)):
            answer = apply("--out", out, "--text", "[]")
            self.assert_usage(answer, out)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_verdict_that_cannot_be_written_is_a_failure(self):
        self.assert_unwritable_output_is_a_failure("apply", "--text", "[]")


class Showing(Base):
    TEXT = commands({"verb": "set", "path": ["李四", "好感度"], "value": 8, "reason": "送花"}, {"verb": "add", "path": ["none"], "value": 1},
                    {"verb": "ensure", "path": ["李四", "好感度"], "value": 1})

    def test_a_pipe_gets_json_and_a_terminal_gets_lines_for_people(self):
        self.assertEqual(apply("--text", self.TEXT).codes, ["applied", "path.unknown", "precondition.exists"])
        shown = on_terminal("apply", "--text", self.TEXT)
        self.assertIn("李四.好感度", shown)
        self.assertIn("1 applied, 1 rejected, 1 skipped", re.sub(r"\033\[\d*m", "", shown))
        self.assertIn(ESCAPE, shown)

    def test_people_read_what_happened_why_not_and_from_what_to_what(self):
        out = apply("--format", "people", "--text", self.TEXT).out
        self.assertNotIn(ESCAPE, out)
        for words in ("set", "李四.好感度", "送花", "∅ → 8", "path.unknown", "precondition.exists", "1 applied, 1 rejected, 1 skipped"):
            self.assertIn(words, out)

    def test_colour_is_refused_by_no_color_and_by_flag_and_forced_by_flag(self):
        self.assertNotIn(ESCAPE, on_terminal("apply", "--text", self.TEXT, NO_COLOR="1"))
        self.assertIn(ESCAPE, on_terminal("apply", "--text", self.TEXT, NO_COLOR=""))
        self.assertNotIn(ESCAPE, on_terminal("apply", "--color", "never", "--text", self.TEXT))
        self.assertIn(ESCAPE, apply("--format", "people", "--color", "always", "--text", self.TEXT).out)
        self.assertTrue(on_terminal("apply", "--json", "--text", self.TEXT).lstrip().startswith("{"))
        self.assertNotIn(ESCAPE, on_terminal("apply", "--text", "[{]", NO_COLOR="1"))

    def test_values_from_outside_cannot_steer_a_terminal(self):
        text = commands({"verb": "set", "path": ["a\u009b2J"], "value": "\x1b[2J\x07\u009b31m", "reason": "\x1b]0;x\x07"}, {"verb": "x\x1b[2J", "path": ["\x1b[2J"]})
        out = apply("--format", "people", "--text", text).out
        self.assertFalse(re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", out), repr(out))


class Explaining(Base):
    """A text with something of every kind, its parts as they are to be told, and what people read of each."""

    PARTS = [("narration", "雨停了。\n"), ("reasoning", "<think>先想想 <UpdateVariable>_.set('hp', 1);</UpdateVariable></think>"),
             ("narration", "\n她说，写成 "), ("quote", "`_.set('hp', 3);`"), ("narration", " 才对。\n"),
             ("example", "<example><UpdateVariable>_.set('hp', 4);</UpdateVariable></example>"), ("narration", "\n"),
             ("envelope", "<UpdateVariable>\n"), ("command", "_.set('hp', 8);//受伤"), ("envelope", "\n"), ("refusal", "_.sett('hp', 9);"),
             ("envelope", "\n"), ("command", "_.add('gold', -5)"), ("envelope", "\n</UpdateVariable>"), ("narration", "\n他走了。\n"),
             ("command", '{"verb":"get","path":["hp"]}'), ("narration", "\n完\n")]
    TEXT = "".join(text for _, text in PARTS)

    def test_the_regions_cover_every_byte_once_and_in_order(self):
        regions = apply("--explain", "--text", self.TEXT).json["regions"]
        whole = self.TEXT.encode()
        ends = [0] + [row["span"][1] for row in regions]
        self.assertEqual([row["span"][0] for row in regions] + [len(whole)], ends)
        self.assertEqual([(row["kind"], whole[slice(*row["span"])].decode()) for row in regions], self.PARTS)

    def test_a_command_and_a_refusal_carry_their_number_dialect_status_and_code(self):
        answer = apply("--explain", "--text", self.TEXT)
        said = [row for row in answer.json["regions"] if "command" in row]
        self.assertEqual([(row["command"], row["kind"], row["dialect"], row["status"], row.get("code")) for row in said],
                         [(0, "command", "mvu", "applied", None), (1, "refusal", "mvu", "rejected", "parse.malformed"),
                          (2, "command", "mvu", "rejected", "path.unknown"), (3, "command", "ir", "applied", None)])
        self.assertEqual([row["span"] for row in said], [command["span"] for command in answer.commands])

    def test_without_the_flag_there_are_no_regions(self):
        self.assertNotIn("regions", apply("--text", self.TEXT).json)

    def test_a_text_without_commands_is_one_part_and_an_empty_one_is_none(self):
        self.assertEqual(apply("--explain", "--text", "好\n").json["regions"], [{"kind": "narration", "span": [0, 4]}])
        self.assertEqual(apply("--explain", "--text", "").json["regions"], [])

    def test_people_read_every_part_behind_its_name_and_no_colour_in_a_pipe(self):
        out = apply("--explain", "--format", "people", "--text", self.TEXT).out
        self.assertNotIn(ESCAPE, out)
        shown = [line.split("│ ", 1) for line in out.split("\n\n")[0].splitlines()]
        labelled = [(gutter.strip(), text) for gutter, text in shown if gutter.strip()]
        numbers = iter(range(4))
        wanted = [(f"{kind} {next(numbers)}" if kind in ("command", "refusal") else kind, text.strip("\n"))
                  for kind, text in self.PARTS if text.strip("\n")]
        self.assertEqual(labelled, wanted)
        for note in ("= applied", "= rejected  path.unknown", "! reasoning.commands", "! quote.commands", "! example.commands", "! repair.missing_semicolon"):
            self.assertTrue(any(note in text for _, text in shown), note)

    def test_what_the_text_holds_cannot_steer_a_terminal(self):
        out = apply("--explain", "--format", "people", "--text", "a\x1b[2J\x07\u009b31m\n<UpdateVariable>\n_.set('a\x1b', 1);\n</UpdateVariable>").out
        self.assertFalse(re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", out), repr(out))

    def test_a_terminal_gets_colours(self):
        shown = on_terminal("apply", "--explain", "--text", self.TEXT)
        self.assertIn(ESCAPE + "32mcommand 0", shown)
        self.assertIn(ESCAPE + "31mrefusal 1", shown)


if __name__ == "__main__":
    program.main()
