"""gavel run, from outside: one handler on a state, alone."""

import json

import program
from program import run

RULESET = """ruleset: mill
version: 1.0.0
plugins: [mill]
language: en
retry: {on: []}
fields:
  - {path: "sacks.*.weight", write: [derive]}
  - {path: "secret", read: [operator], write: [operator]}
  - {path: "**", write: [model, player, operator, tool, automation, derive]}
state: initial.yaml
"""

INITIAL = """flour: 10
sacks:
  north: {grain: 3, sand: 1}
  south: {grain: 5, sand: 0}
day: 1
log: []
"""

MANIFEST = "plugin: mill\nversion: 1.0.0\napi: 1\nsummary: {en: A mill., zh: 磨坊。}\nfiles: [mill.lua]\n"

PLUGIN = """tool "grind" {
  summary = { en = "Grind grain.", zh = "磨面。" }, guidance = { en = "Call it.", zh = "调用。" },
  args = { n = int{ min = 1, max = 50 }, note = str{ optional = true } }, rejects = { idle = "the mill stands still" }, settles = {},
  run = function(args, ctx)
    local sacks = ctx.get("sacks")
    if not sacks.north then return reject("idle") end
    ctx.set("flour", ctx.get("flour") + args.n)
    ctx.emit("ground", { n = args.n, by = ctx.actor })
    ctx.log("ground", args.n, ctx.roll("1d6"))
    ctx.memory.turns = (ctx.memory.turns or 0) + 1
    return { flour = ctx.get("flour"), note = args.note }
  end,
}
tool "breaks" {
  summary = { en = "Fail.", zh = "失败。" }, guidance = { en = "Never.", zh = "勿用。" },
  args = {}, rejects = {}, settles = {},
  run = function(args, ctx)
    local none = ctx.get("nowhere")
    return none.here
  end,
}
rule "step" { path = "flour", mode = "amend", run = function(effect, ctx)
  if effect.delta > 5 then return amend(effect.before + 5, "slowly") end
  return allow()
end }
rule "most" { path = "flour", run = function(effect, ctx)
  if effect.after > 20 then return deny("the bin is full", "sell some") end
  return allow()
end }
budget "daily" { path = "flour", max = 8, counts = "increase", window = function(ctx) return ctx.get("day") end }
derive "weight" { path = "sacks.*.weight", run = function(ctx, sack)
  return ctx.get("sacks." .. sack .. ".grain") * 2 + ctx.get("sacks." .. sack .. ".sand")
end }
automation "bell" { on = "ground", run = function(event, ctx) ctx.push("log", event.name .. " " .. event.data.n) end }
automation "watch" { on = "changed(flour)", run = function(event, ctx)
  ctx.push("log", event.path .. ": " .. event.before .. " to " .. event.after)
end }
claim "flour" { find = function(narration, ctx)
  local b, e, n = narration:find("(%d+) pounds of flour")
  if not b then return {} end
  return { { kind = "flour", subject = "mill", path = "flour", equals = tonumber(n), span = { b, e } } }
end }
milestone "weekly" { params = { n = int{ default = 7 } }, run = function(campaign, ctx)
  return (ctx.get("day") or 0) >= ctx.params.n
end }
automation "recalls" { on = "recall", run = function(event, ctx)
  local past = ctx.history()
  ctx.push("log", #past .. " turns, the last said " .. past[#past].user_input)
end }
callback "ring" { args = { str{} }, run = function(args, ctx) ctx.push("log", args[1]) end }
"""


class Run(program.Base):
    def setUp(self):
        super().setUp()
        (self.folder / "plugins" / "mill").mkdir(parents=True)
        self.file("ruleset.yaml", RULESET)
        self.file("initial.yaml", INITIAL)
        self.file("plugins/mill/plugin.yaml", MANIFEST)
        self.plugin = self.file("plugins/mill/mill.lua", PLUGIN)
        self.line = {text.split('"')[1]: number for number, text in enumerate(PLUGIN.split("\n"), 1)
                     if text.split(" ")[0] in ("tool", "rule", "derive", "automation", "claim")}

    def run_it(self, *args, codes=(0,), more=("--json",)):
        return run("run", str(self.folder), *args, "--now", "2025-09-20T08:00:00Z", *more, codes=codes)

    def ask(self, *args, codes=(0,)):
        return self.run_it(*args, codes=codes).json

    def effects(self, answer):
        return {".".join(map(str, row["path"])): (row.get("before"), row.get("after")) for row in answer["effects"]}

    def test_without_a_handler_all_are_listed_with_what_they_speak_for_and_where_they_stand(self):
        """[B-14]"""
        rows = {row["handler"]: row for row in self.run_it().json}
        self.assertEqual("flour", rows["rule:mill/step"]["about"])
        self.assertEqual("changed(flour)", rows["automation:mill/watch"]["about"])
        self.assertEqual(f"plugins/mill/mill.lua:{self.line['step']}", rows["rule:mill/step"]["at"])
        self.assertEqual(12, len(rows))

    def test_a_tool_shows_its_writes_as_the_rules_leave_them_its_result_events_logs_dice_and_cost(self):
        """[B-14]"""
        before = {path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}
        answer = self.ask("tool:grind", "n=9", "note=7")
        self.assertEqual((True, "applied"), (answer["asked"], answer["status"]))
        self.assertEqual({"flour": (10, 15)}, self.effects(answer))
        self.assertEqual([(19, 15, "mill/step", "slowly")],
                         [(one["proposed"], one["effective"], one["rule"], one["reason"]) for one in answer["amendments"]])
        self.assertEqual({"flour": 15, "note": "7"}, answer["result"])
        self.assertEqual([("ground", {"n": 9, "by": "model"})], [(one["name"], one["data"]) for one in answer["events"]])
        self.assertTrue(answer["logs"][0]["text"].startswith("ground 9 "))
        self.assertEqual("1d6", answer["rolls"][0]["dice"])
        kept = {".".join(map(str, row["path"])): row["after"] for row in answer["remembered"]}
        self.assertEqual(1, kept["memory.mill.turns"])
        self.assertIn("mill/grind (run)", [row["handler"] for row in answer["handlers"]])
        asked = next(row for row in answer["handlers"] if row["handler"] == "mill/most (run)")
        self.assertEqual((1, {"allow": []}), (asked["depth"], asked["answer"]))
        for name in ("fuel", "bytes", "calls"):
            self.assertGreater(answer["spent"][name], 0, name)
        self.assertEqual(before, {path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file()})

    def test_arguments_are_held_against_the_shapes_and_all_that_is_wrong_is_said(self):
        """[B-14]"""
        answer = self.ask("grind", "n=99", "m=1", codes=(1,))
        self.assertFalse(answer["asked"])
        self.assertEqual("tool.invalid_args", answer["error"]["code"])
        self.assertIn("50", answer["error"]["message"])
        self.assertIn("m", answer["error"]["message"])
        self.assertEqual("usage", self.ask("grind", "nine", codes=(2,))["error"]["code"])
        self.assertEqual({"flour": (10, 12)}, self.effects(self.ask("grind", '{"n": 2}')))

    def test_every_call_of_ctx_is_told_in_order_with_its_place_arguments_answer_and_fuel(self):
        """[B-14]"""
        answer = self.ask("tool:grind", "n=9", "--trace")
        own = [row for row in answer["trace"] if row["depth"] == 1 and "ctx" in row]
        grind = self.line["grind"]
        told = [(row["ctx"], row["args"], row.get("answer"), int(row["at"].split(":")[1]) - grind) for row in own]
        self.assertEqual(("get", ["sacks"], 4), (told[0][0], told[0][1], told[0][3]))
        self.assertEqual(("view", ["sacks.north"]), told[1][:2])
        self.assertEqual(("get", ["flour"], 10, 6), told[2])
        self.assertEqual(("set", ["flour", 19], "amended", 6), told[3])
        self.assertEqual(["emit", "actor", "roll", "log", "memory", "remember", "get"],
                         sorted([row[0] for row in told[4:]], key=["emit", "actor", "roll", "log", "memory", "remember", "get"].index))
        fuel = [row["fuel"] for row in own]
        self.assertEqual(sorted(fuel), fuel)
        # The rules that judge the write stand between it and what comes after.
        names = [row.get("handler", row.get("ctx")) for row in answer["trace"]]
        self.assertLess(names.index("set"), names.index("mill/step (run)"))
        self.assertLess(names.index("mill/most (run)"), names.index("emit"))

    def test_what_is_asked_from_within_is_counted_once_and_what_budgets_and_shadows_keep_is_told(self):
        self.file("plugins/mill/mill.lua", PLUGIN.replace('rule "most" { path', 'rule "most" { shadow = true, path').replace("effect.after > 20", "effect.after > 12"))
        answer = self.ask("tool:mill/grind", "n=4")
        rows = answer["handlers"]
        self.assertTrue(any(row["depth"] > 0 for row in rows))
        self.assertEqual(answer["spent"]["fuel"], sum(row["fuel"] for row in rows if row["depth"] == 0))
        self.assertIn("budgets", [row["path"][0] for row in answer["remembered"]])
        self.assertEqual([("mill/most", "flour: the bin is full")], [(row["rule"], row["message"]) for row in answer["shadow"]])

    def test_a_narration_may_lie_in_a_file(self):
        told = self.file("told.txt", "He sold 3 pounds of flour.")
        self.assertEqual(self.ask("claim:mill/flour", "--narration", told)["conflicts"], self.ask("claim:mill/flour", "He sold 3 pounds of flour.")["conflicts"])

    def test_watching_changes_nothing(self):
        """[B-14] with and without the trace: the same writes, notes and fuel"""
        plain, traced = self.ask("grind", "n=9"), self.ask("grind", "n=9", "--trace")
        for answer in (plain, traced):
            answer["spent"].pop("microseconds")
            answer.pop("handlers", None)
            answer.pop("trace", None)
        self.assertEqual(plain, traced)

    def test_what_ran_and_what_it_spent_is_counted_also_where_the_trace_has_no_room_for_it(self):
        """[B-14]"""
        path = self.folder / "plugins" / "mill" / "mill.lua"
        asks = 'rule "asks" { path = "day", run = function(effect, ctx) for i = 1, %d do ctx.get("flour") end return allow() end }\n'
        late = 'rule "late" { path = "day", run = function(effect, ctx) ctx.get("log") return allow() end }\n'
        spent = {}
        for times in (15000, 25000):
            path.write_text(PLUGIN + asks % times + late)
            answer = self.ask("late", "day=2")
            self.assertTrue(answer["asked"], answer.get("why_not"))
            self.assertEqual(times + 1, answer["spent"]["calls"])
            spent[times] = answer["spent"]["fuel"]
            self.assertEqual(max(0, times + 3 - 20000), answer.get("trace_left_out", 0))
        # Ten thousand more calls cost what they cost, and the rule without a row is part of the sum.
        each = (spent[25000] - spent[15000]) / 10000
        self.assertAlmostEqual(spent[15000] / 15000, each, delta=each / 50)
        self.assertIn("25,001 host calls", self.run_it("late", "day=2", more=()).out.replace("25001", "25,001"))
        path.write_text(PLUGIN)
        self.assertFalse(self.ask("most", "day=2", codes=(1,))["asked"])

    def test_a_failure_shows_the_message_the_place_three_lines_of_source_and_the_way_there(self):
        """[B-14]"""
        answer = self.ask("breaks", codes=(1,))
        line = self.line["breaks"] + 5
        self.assertEqual(f"plugins/mill/mill.lua:{line}", answer["error"]["at"])
        self.assertIn("none", answer["error"]["message"])
        self.assertIn(f"--> {line:5} |     return none.here", answer["error"]["detail"])
        text = self.run_it("breaks", codes=(1,), more=()).out
        self.assertIn("return none.here", text)

    def test_a_rule_is_asked_of_a_write_and_says_what_it_makes_of_it(self):
        """[B-14]"""
        answer = self.ask("rule:mill/step", "flour=18")
        row = next(row for row in answer["handlers"] if row["handler"] == "mill/step (run)")
        self.assertEqual(("flour", 10, 18, 8), tuple(row["args"][0][name] for name in ("path", "before", "after", "delta")))
        self.assertEqual({"amend": [15, "slowly"]}, row["answer"])
        self.assertEqual({"flour": (10, 15)}, self.effects(answer))
        self.assertEqual({"flour": (10, 13)}, self.effects(self.ask("step", "add", "flour", "3")))
        refused = self.ask("most", "flour=21", "--state", self.file("full.json", '{"flour": 19, "day": 1}'), codes=(1,))
        self.assertEqual(("rule.denied", "mill/most", "sell some"), tuple(refused["error"][name] for name in ("code", "rule", "hint")))

    def test_why_a_rule_was_not_asked_is_said(self):
        """[B-14]"""
        self.assertIn("flour", self.ask("step", "day=2", codes=(1,))["why_not"])
        answer = self.ask("rule:most", "sacks.north.weight=2", codes=(1,))
        self.assertFalse(answer["asked"])
        self.assertIn(answer["error"]["code"], ("authority.denied", "rule.denied"))

    def test_a_budget_a_derive_an_automation_a_claim_a_milestone_and_a_callback_answer_alone(self):
        """[B-14]"""
        state = self.file("spent.json", json.dumps({"data": {"flour": 10, "day": 1, "log": []}, "meta": {}}))
        self.assertEqual(8, self.ask("budget:daily", "add", "flour", "5", "--document", state)["effects"][0]["after"] - 7)
        weighed = self.ask("weight", "north")
        self.assertEqual({"sacks.north.weight": (None, 7)}, self.effects(weighed))
        self.assertIn(["sacks", "north", "grain"], weighed["reads"])
        missing = self.ask("weight", codes=(1,))["error"]
        self.assertIn("north, south", missing["hint"])
        self.assertEqual({"log.0": (None, "ground 4")}, self.effects(self.ask("bell", "ground", "n=4")))
        self.assertIn("ground", self.ask("bell", "grond", codes=(1,))["error"]["message"])
        watched = self.ask("watch", "--set", "flour=12")
        self.assertEqual({"flour": (10, 12), "log.0": (None, "flour: 10 to 12")}, self.effects(watched))
        claimed = self.ask("claim:flour", "There", "are", "30 pounds of flour.")
        self.assertEqual([(30, 10)], [(one["claimed"], one["actual"]) for one in claimed["conflicts"]])
        self.assertFalse(self.ask("weekly")["advances"])
        self.assertTrue(self.ask("weekly", "n=1")["advances"])
        self.assertEqual({"log.0": (None, "ding")}, self.effects(self.ask("ring", "ding")))

    def test_a_name_that_is_not_there_is_answered_with_the_nearest_and_one_that_is_twice_with_all(self):
        """[B-14]"""
        self.assertIn('did you mean "grind"', self.ask("grin", codes=(2,))["error"]["message"])
        self.assertIn('did you mean "rule"', self.ask("rul:step", codes=(2,))["error"]["message"])
        (self.folder / "plugins" / "more").mkdir()
        self.file("plugins/more/plugin.yaml", MANIFEST.replace("mill", "more"))
        self.file("plugins/more/more.lua", 'rule "step" { path = "day", run = function() return allow() end }')
        self.file("ruleset.yaml", RULESET.replace("[mill]", "[mill, more]"))
        both = self.ask("step", "flour=11", codes=(2,))["error"]
        self.assertEqual("one of rule:mill/step, rule:more/step", both["hint"])

    def test_who_speaks_the_dice_the_clock_and_settings_are_inputs(self):
        """[B-14]"""
        self.assertEqual("operator", self.ask("grind", "n=1", "--as", "operator")["events"][0]["data"]["by"])
        rolls = {self.ask("grind", "n=1", "--seed", seed)["rolls"][0]["total"] for seed in "abcdefgh"}
        self.assertGreater(len(rolls), 1)
        self.assertEqual(self.ask("grind", "n=1", "--seed", "x")["rolls"], self.ask("grind", "n=1", "--seed", "x")["rolls"])
        wrong = self.ask("grind", "n=1", "--setting", "retry.enabledd=true", codes=(2,))["error"]
        self.assertIn("retry.enabledd", wrong["message"])

    def test_a_write_that_nobody_is_asked_of_is_told_and_never_ignored(self):
        """[B-14]"""
        for kind, words in (("derive", ["weight", "north"]), ("tool", ["grind", "n=1"]), ("callback", ["ring", "x"]), ("claim", ["claim:flour", "x"]), ("milestone", ["weekly"])):
            error = self.ask(*words, "--set", "flour=12", codes=(2,))["error"]
            self.assertEqual(f"a {kind} is asked of no write, so that --set flour=12 would do nothing", error["message"])
            self.assertIn("--state FILE", error["hint"])
        twice = self.ask("step", "flour=11", "--set", "flour=12", codes=(2,))["error"]
        self.assertEqual("the write is given twice: by --set, and by flour=11", twice["message"])
        refused = self.ask("watch", "--set", "secret=1", codes=(1,))
        self.assertEqual(("the write before it was refused", "rejected"), (refused["why_not"], refused["status"]))
        self.assertTrue(refused["error"]["message"])

    def test_a_campaign_of_a_store_lends_its_state_and_keeps_it(self):
        """[B-14]"""
        store = str(self.folder / "games.db")
        now = ("--now", "2025-09-20T08:00:00Z", "--store", store)
        run("campaign", "new", "evening", "--ruleset", str(self.folder), *now, codes=(0,))
        run("campaign", "turn", "evening", "--user", "First.", "--text", "_.set('flour', 12);", *now, codes=(0,))
        run("campaign", "turn", "evening", "--user", "Second.", "--text", "_.set('flour', 14);", *now, codes=(0,))
        self.assertEqual({"flour": (14, 15)}, self.effects(self.ask("grind", "n=1", "--campaign", "evening", "--store", store)))
        self.assertEqual({"flour": (12, 13)},
                         self.effects(self.ask("grind", "n=1", "--campaign", "evening", "--turn", "t-1", "--store", store)))
        recalled = [self.ask("recalls", "--campaign", "evening", "--store", store, *more)["effects"][-1]["after"] for more in ((), ("--turn", "t-1"))]
        self.assertEqual(["2 turns, the last said Second.", "1 turns, the last said First."], recalled)
        state = run("campaign", "show", "evening", "state", "--store", store, codes=(0,)).json
        self.assertEqual(14, state["data"]["flour"])

    def test_a_ruleset_that_does_not_load_says_where(self):
        """[B-14]"""
        self.file("plugins/mill/mill.lua", "tool (")
        answer = self.run_it("grind", codes=(2,))
        self.assertIn("mill.lua:1", answer.err)
        self.assertEqual("plugin.invalid", answer.json["error"]["code"])

    def test_output_that_nobody_takes_is_a_failure(self):
        self.assert_unwritable_output_is_a_failure("run", str(self.folder), "grind", "n=1")


if __name__ == "__main__":
    program.main()
