#!/usr/bin/env python3
"""The games of documents 000 and 004 from outside, process by process, on a real store.

Run by ctest, or by hand: GAVEL=build/dev/gavel python3 tests/cli/games_test.py [-v] [name]
"""

import json
import pathlib

import program

HOUSE = pathlib.Path(__file__).resolve().parent.parent.parent
NOW = "2025-09-20T08:00:00Z"


class Game(program.Base):
    def begin(self, ruleset, *more):
        self.store = str(self.folder / "games.db")
        return self.gavel("new", "g", "--ruleset", str(HOUSE / "rulesets" / ruleset), *more)

    def gavel(self, verb, *args, codes=(0,)):
        return program.run("campaign", verb, *args, "--store", self.store, "--now", NOW, "--json", codes=codes).json

    def turn(self, text, *more):
        return self.gavel("turn", "g", "--text", text, *more)

    def audit(self, *asked):
        return [row["record"] for row in self.gavel("audit", "g", *asked)["records"]]

    def state(self, *at):
        return self.gavel("show", "g", "state", *at)["data"]


def tavern(*entries):
    return json.dumps({"tavern_commands": [dict(zip(("action", "key", "value", "options"), entry)) for entry in entries]}, ensure_ascii=False)


class Xianxia(Game):
    KEY = "character.saveData."

    def test_every_command_leaves_a_record_that_can_be_searched(self):
        """[R000-14] [R000-17]"""
        self.begin("xianxia")
        self.gavel("settings", "g", "retry.max_retries=0")
        self.turn(tavern(("add", self.KEY + "背包.灵石.下品", -5, {"reason": "买酒", "tags": ["交易", "酒肆"]}),
                         ("set", self.KEY + "世界.法则.灵气", "无穷", {"tags": ["妄想"]}),
                         ("push", self.KEY + "时间.线索", "灯座刻着潮纹", {"reason": "看见"})), "--turn", "t-1")
        records = self.audit("--tag", "交易")
        self.assertEqual(1, len(records))
        record = records[0]
        for name in ("opId", "time", "actor", "action", "key", "before", "after", "options", "status", "turn"):
            self.assertIn(name, record)
        self.assertEqual(("add", 48, 43, "买酒"), (record["action"], record["before"], record["after"], record["reason"]))
        refused = self.audit("--tag", "妄想")
        self.assertEqual([("rejected", "authority.denied")], [(one["status"], one["code"]) for one in refused])
        self.assertEqual(1, len(self.audit("--path", "时间.线索")))

    def test_what_passed_by_itself_is_recorded_with_its_cause(self):
        """[R000-13] [R000-20]"""
        self.begin("xianxia")
        self.turn(tavern(("set", self.KEY + "时间.当前", "永昌三年四月初十 辰时")), "--turn", "t-1")
        causes = {one["cause"] for one in self.audit("--path", "时间")}
        self.assertIn("automation quests/went_on", causes)

    def test_dice_of_a_breakthrough_are_not_fished_for(self):
        """[B-04] [B-11]"""
        self.begin("xianxia", "--seed", "tide")
        self.turn(tavern(("add", self.KEY + "玩家角色状态.境界.修为", 60)), "--turn", "t-1")
        call = json.dumps({"tool_calls": [{"id": "c", "tool": "break_through", "args": {}}]})
        first = self.turn("你突破到炼气四层！", "--turn", "t-2", "--user", "突破！")
        self.assertEqual("retry", first["outcome"])
        second = self.turn("你闭上眼。" + call, "--turn", "t-2", "--user", "突破！")
        self.assertEqual("accepted", second["outcome"])
        self.assertEqual([1], [len(second["rolls"])])
        # Another telling of the same turn, in another campaign: the same dice.
        self.gavel("new", "h", "--ruleset", str(HOUSE / "rulesets" / "xianxia"), "--seed", "tide")
        grown = tavern(("add", self.KEY + "玩家角色状态.境界.修为", 60))
        self.gavel("turn", "h", "--text", grown, "--turn", "t-1")
        other = self.gavel("turn", "h", "--text", "也许换个说法，运气会好些。" + call, "--turn", "t-2", "--user", "换个时辰突破！")
        self.assertEqual(second["rolls"], other["rolls"])


class Galgame(Game):
    ADD = "<variable_update>[[ADD, 沈听澜.好感度, {}]]</variable_update>"

    def liking(self, *at):
        return self.state(*at)["沈听澜"]["好感度"]

    def test_the_day_s_purse_outlives_processes_and_goes_back_with_the_turn(self):
        """[R004-12] [B-03] [B-11]"""
        self.begin("galgame")
        for turn, points, expected in (("t-1", 50, 17), ("t-2", 5, 22), ("t-3", 5, 22)):
            self.turn(self.ADD.format(points), "--turn", turn)
            self.assertEqual(expected, self.liking())
        self.turn(self.ADD.format(2), "--turn", "t-2b", "--replaces", "t-2")
        self.assertEqual(19, self.liking())
        self.turn(self.ADD.format(5), "--turn", "t-4")
        self.assertEqual(22, self.liking())
        self.gavel("rollback", "g", "")
        self.assertEqual(12, self.liking())
        self.turn(self.ADD.format(5), "--turn", "t-5")
        self.assertEqual(17, self.liking())

    def test_a_card_switches_on_the_protocols_that_it_names(self):
        """[R004-09] [R004-12]"""
        asked = lambda: json.dumps(program.run("prompt", "--campaign", "g", "--store", self.store, "--json").json, ensure_ascii=False)
        self.begin("galgame", "--card", str(HOUSE / "rulesets" / "galgame" / "cards" / "shen_tinglan.yaml"))
        self.assertIn("现在处于直播模式", asked())
        self.turn("红灯灭了。", "--user", "下播。")
        self.assertNotIn("现在处于直播模式", asked())
        self.assertIn("一天最多上升 10", asked())

    def test_the_rule_that_cut_is_named_in_the_stored_verdict(self):
        """[B-02] [R004-12]"""
        self.begin("galgame")
        line = self.turn(self.ADD.format(50))["commands"][0]
        self.assertEqual(("amended", "affection/step", "plugins/affection/limits.lua:2"), (line["status"], line["rule"], line["at"]))


if __name__ == "__main__":
    program.main()
