---@meta gavel.gavel
---Written by gavel docs --stubs from the registry; do not edit. It never runs.

---A place: "a.b[0]", or a list of keys in which integers count from 0.
---@alias gavel.Path string|gavel.KnownPath|(string|integer)[]
---@alias gavel.ActorName "model"|"player"|"operator"|"tool"|"automation"|"derive"|"migration"
---@class gavel.Texts
---@field en string
---@field zh string
---@alias gavel.Said string|gavel.Texts
---@class gavel.Ruling
---@class gavel.Refusal
---@class gavel.Null
---@class gavel.Shape
---@field kind string
---@class gavel.Change
---@field path string
---@field before any
---@field after any

---What a model may call by its name. It writes through ctx; a refused write, a failure or reject() undoes all of it.
---@class gavel.ToolSpec
---For people: its text in the manual.
---@field summary gavel.Texts
---For models: when to call it.
---@field guidance gavel.Texts
---The arguments by name, each a shape; {} where there are none.
---@field args table<string, gavel.Shape>
---Every reason for refusal, with its text; {} where there is none.
---@field rejects table<string, gavel.Said>
---The kinds of claims that a call accounts for; {} where there are none.
---@field settles string[]
---Does it. What it returns goes to the model; reject("reason") refuses.
---@field run fun(args: table, ctx: gavel.WriterContext): any
---May it be called now, by this actor? true, false, or reject("reason").
---@field when? fun(ctx: gavel.Context): boolean|gavel.Refusal
---Restores the values before a call, where only the state after it is known (gavel claims).
---@field back? fun(args: table, ctx: gavel.WriterContext)

---What a model may call by its name. It writes through ctx; a refused write, a failure or reject() undoes all of it.
---@param name string
---@return fun(spec: gavel.ToolSpec)
function tool(name) end

---Judges what a command would do to one place: allows it, denies it, or amends the value.
---@class gavel.RuleSpec
---The pattern of the places that it judges: * one segment, ** any number.
---@field path string
---amend: it may change the value, and is asked before the fields table; check: it judges the final value. (default: check)
---@field mode? "check"|"amend"
---Whose writes it judges. (default: everyone but derive and migration)
---@field actors? gavel.ActorName[]
---The rule is asked but decides nothing; the verdict shows its answer. (default: false)
---@field shadow? boolean
---The decision when the rule fails. (default: deny)
---@field on_failure? "deny"|"allow"
---For models: what it allows, told before they write.
---@field guidance? gavel.Said
---For people: its text in the manual.
---@field summary? gavel.Said
---Returns allow(), deny(why), amend(value, why) or abstain(). It only reads.
---@field run fun(effect: gavel.Effect, ctx: gavel.Context): gavel.Ruling

---Judges what a command would do to one place: allows it, denies it, or amends the value.
---@param name string
---@return fun(spec: gavel.RuleSpec)
function rule(name) end

---What may be spent at a place, in a window.
---@class gavel.BudgetSpec
---The pattern of the places.
---@field path string
---How much, from 0; a number, or a function that says it.
---@field max number|fun(ctx: gavel.Context): number
---A value such as the date; another value begins a new window. false, or without it: the budget is never filled up again.
---@field window? false|fun(ctx: gavel.Context): any
---What is counted. (default: increase)
---@field counts? "increase"|"decrease"|"change"|"times"
---What happens to more than is left: it is denied, or cut to what is left. (default: deny)
---@field over? "deny"|"clamp"
---One balance for each place, or one for all together. (default: place)
---@field per? "place"|"rule"
---Whose writes it counts. (default: everyone but derive and migration)
---@field actors? gavel.ActorName[]
---It counts and decides nothing. (default: false)
---@field shadow? boolean
---Said instead of how much is left.
---@field why? gavel.Said
---For models: what it allows, told before they write.
---@field guidance? gavel.Said
---For people: its text in the manual.
---@field summary? gavel.Said

---What may be spent at a place, in a window.
---@param name string
---@return fun(spec: gavel.BudgetSpec)
function budget(name) end

---A value computed from others; nobody else may write it. What it reads is traced.
---@class gavel.DeriveSpec
---The place; its end is a name. With wildcards it is computed for every parent there is.
---@field path string
---Returns the value; nil removes it, abstain() leaves it. The values of the wildcards follow ctx as arguments.
---@field run fun(ctx: gavel.PureContext, ...: string|integer): any
---For people: its text in the manual.
---@field summary? gavel.Said

---A value computed from others; nobody else may write it. What it reads is traced.
---@param name string
---@return fun(spec: gavel.DeriveSpec)
function derive(name) end

---What happens by itself: at a turn's beginning or end, when something changed, or at an event.
---@class gavel.AutomationSpec
---turn_start, turn_end, changed(PATTERN), command(PATTERN), the name of an event, or a list of these.
---@field on string|string[]
---Writes through ctx and returns nothing; a failure or a refused write undoes it.
---@field run fun(event: gavel.Event, ctx: gavel.WriterContext)
---For models: what happens by itself, so that they do not write it.
---@field guidance? gavel.Said
---For people: its text in the manual.
---@field summary? gavel.Said

---What happens by itself: at a turn's beginning or end, when something changed, or at an event.
---@param name string
---@return fun(spec: gavel.AutomationSpec)
function automation(name) end

---Finds what a narration asserts; the host compares it with the state, and what is not borne out is a conflict.
---@class gavel.ClaimSpec
---Lists of words by group, for ctx.find_words and cues.
---@field words? table<string, table<string, string[]>>
---Without one of these in the text it is not asked; of a list in it, all must be near one another.
---@field cues? any[]
---What of a text is read for it, once for all claims that ask for the same.
---@field reading? table
---Returns the facts that the narration asserts; nothing where there are none.
---@field find fun(narration: string, ctx: gavel.ClaimContext, reading: any): gavel.Fact[]?
---For people: its text in the manual.
---@field summary? gavel.Said

---Finds what a narration asserts; the host compares it with the state, and what is not borne out is a conflict.
---@param name string
---@return fun(spec: gavel.ClaimSpec)
function claim(name) end

---A policy that says when a campaign's milestone advances.
---@class gavel.MilestoneSpec
---What a campaign may set of it, in ctx.params. (default: {})
---@field params? table<string, gavel.Shape>
---true: it advances. campaign holds turns_since, tokens_since, value and more.
---@field run fun(campaign: table, ctx: gavel.Context): boolean?
---For people: its text in the manual.
---@field summary? gavel.Said

---A policy that says when a campaign's milestone advances.
---@param name string
---@return fun(spec: gavel.MilestoneSpec)
function milestone(name) end

---What a text may call with arguments in order: _.callback('name', …).
---@class gavel.CallbackSpec
---The arguments in order. (default: {})
---@field args? gavel.Shape[]
---Does it, like a tool's run.
---@field run fun(args: any[], ctx: gavel.WriterContext): any
---For people: its text in the manual.
---@field summary? gavel.Said

---What a text may call with arguments in order: _.callback('name', …).
---@param name string
---@return fun(spec: gavel.CallbackSpec)
function callback(name) end

---Something that a host, a game or a campaign may choose; found in ctx.settings by its name.
---@class gavel.SettingSpec
---What values it takes.
---@field type "bool"|"int"|"number"|"enum"|"string"|"json"
---What holds where nobody chose.
---@field default any
---Whether each campaign chooses, or the whole host. (default: campaign)
---@field scope? "campaign"|"global"
---For people: what to ask them.
---@field ui_hint? gavel.Said
---What it affects. (default: {})
---@field effect_tags? fun("context"|"rules"|"routing"|"ui"|"storage")[]
---What is allowed; an enum must have them.
---@field values? any[]
---Minimum value, or minimum length.
---@field min? number
---The most, or the most characters.
---@field max? number
---The form of a json value.
---@field shape? gavel.Shape
---Other settings of type bool that are not true at the same time.
---@field excludes? string[]
---What fits, in words; by default said from the checks.
---@field validation? gavel.Said
---For people: its text in the manual.
---@field summary? gavel.Said

---Something that a host, a game or a campaign may choose; found in ctx.settings by its name.
---@param name string
---@return fun(spec: gavel.SettingSpec)
function setting(name) end

---Brings a state from earlier versions of the plugin to its own, and back. It has no name.
---@class gavel.MigrateSpec
---The versions that it begins with, such as "1.x" or ">=1.2 <2".
---@field from string
---From those versions to this one; reject("why") stops the whole migration.
---@field up fun(ctx: gavel.WriterContext): gavel.Refusal?
---Back again; without it there is no migration back.
---@field down? fun(ctx: gavel.WriterContext): gavel.Refusal?
---For people: its text in the manual.
---@field summary? gavel.Said

---Brings a state from earlier versions of the plugin to its own, and back. It has no name.
---@param spec gavel.MigrateSpec
function migrate(spec) end

---@class gavel.PureContext
---The settings in force, by key.
---@field settings gavel.Settings
---What the ruleset gives this plugin.
---@field params gavel.Params
local PureContext = {}

---The value at the path; for a list or an object a readable view; null is JSON's null, nil means no value.
---@param path gavel.Path
---@return any
function PureContext.get(path) end

---Whether there is a value at the path.
---@param path gavel.Path
---@return boolean
function PureContext.has(path) end

---How many elements or members, or characters of a text; nil without a value.
---@param path gavel.Path
---@return integer?
function PureContext.len(path) end

---The names of an object's members, in order; nil without a value.
---@param path gavel.Path
---@return string[]?
function PureContext.keys(path) end

---Whether there is a value at the path.
---@param path gavel.Path
---@return boolean
function PureContext.exists(path) end

---Told in the verdict; at most eight values.
---@param value any
---@param ... any
function PureContext.log(value, ...) end

---@class gavel.Context: gavel.PureContext
---Who acts in this turn.
---@field actor string
---The turn's id.
---@field turn string
---The turn's time in milliseconds since 1970 (UTC), an input like all others.
---@field now integer
---The campaign's fields (title, selected, goal, milestone, …); nil without a campaign.
---@field campaign table?
---The plugin's own memory; it goes back with the turn. Only handlers that write may set it.
---@field memory table<string, any>
local Context = {}

---The value at the beginning of the turn.
---@param path gavel.Path
---@return any
function Context.before(path) end

---What has changed since then, at places that the pattern covers.
---@param pattern? string
---@return gavel.Change[]
function Context.changes(pattern) end

---The last turns: turn_id, actor_id, user_input and so on; all that are known without a number.
---@param turns? integer
---@return table[]
function Context.history(turns) end

---The host's dice: roll("2d6+1"), roll(20), roll(1, 6); the same however often the turn is judged.
---@param dice string|integer
---@param high? integer
---@return integer
function Context.roll(dice, high) end

---The names that the state holds, found in a text in one pass: {b, e, name, of}.
---@param text string
---@param sources table[]
---@return table[]
function Context.find_names(text, sources) end

---@class gavel.ClaimContext: gavel.PureContext
---Who acts in this turn.
---@field actor string
---The turn's id.
---@field turn string
---The turn's time in milliseconds since 1970 (UTC), an input like all others.
---@field now integer
---The campaign's fields (title, selected, goal, milestone, …); nil without a campaign.
---@field campaign table?
---The plugin's own memory; it goes back with the turn. Only handlers that write may set it.
---@field memory table<string, any>
local ClaimContext = {}

---The value at the beginning of the turn.
---@param path gavel.Path
---@return any
function ClaimContext.before(path) end

---What has changed since then, at places that the pattern covers.
---@param pattern? string
---@return gavel.Change[]
function ClaimContext.changes(pattern) end

---The last turns: turn_id, actor_id, user_input and so on; all that are known without a number.
---@param turns? integer
---@return table[]
function ClaimContext.history(turns) end

---The names that the state holds, found in a text in one pass: {b, e, name, of}.
---@param text string
---@param sources table[]
---@return table[]
function ClaimContext.find_names(text, sources) end

---The words of one of the claim's lists, in the text: b, e, group, b, e, group …
---@param text string
---@param list string
---@return (integer|string)[]
function ClaimContext.find_words(text, list) end

---@class gavel.WriterContext: gavel.Context
local WriterContext = {}

---Writes a value.
---@param path gavel.Path
---@param value any
---@param options? gavel.Options
---@return string
function WriterContext.set(path, value, options) end

---Merges an object into the object at `path`; mergeStrategy says how deep.
---@param path gavel.Path
---@param value table
---@param options? gavel.Options
---@return string
function WriterContext.merge(path, value, options) end

---Adds a member to a map, or an element to a list.
---@param path gavel.Path
---@param value any
---@param options? gavel.Options
---@return string
function WriterContext.insert(path, value, options) end

---Appends to a list.
---@param path gavel.Path
---@param value any
---@param options? gavel.Options
---@return string
function WriterContext.push(path, value, options) end

---Takes elements out of a list, by value or by options.where.
---@param path gavel.Path
---@param value any
---@param options? gavel.Options
---@return string
function WriterContext.pull(path, value, options) end

---Removes the value.
---@param path gavel.Path
---@param options? gavel.Options
---@return string
function WriterContext.delete(path, options) end

---Moves or renames.
---@param from gavel.Path
---@param to gavel.Path
---@param options? gavel.Options
---@return string
function WriterContext.move(from, to, options) end

---Adds to the number there; a negative amount subtracts.
---@param path gavel.Path
---@param amount number
---@param options? gavel.Options
---@return string
function WriterContext.add(path, amount, options) end

---Emits an event for automations and the host.
---@param name string
---@param data? any
function WriterContext.emit(name, data) end

---Same as ctx.memory.NAME = value.
---@param name string
---@param value any
function WriterContext.remember(name, value) end

---What a command would do to one place.
---@class gavel.Effect
---The place, as text.
---@field path string
---The value at the path; nil if there is none.
---@field before any
---The new value; nil if it would be removed.
---@field after any
---The difference; nil unless both are numbers or nothing.
---@field delta number?
---The keys that the pattern's wildcards matched.
---@field match fun(string|integer)[]
---What the command does: set, add, delete …
---@field verb string
---Who writes.
---@field actor gavel.ActorName
---The command's own reason.
---@field reason string?

---Why an automation runs.
---@class gavel.Event
---turn_start, turn_end, changed, command, or the event's own name.
---@field name string
---For changed and command events: the affected path.
---@field path string?
---For changed: the old value.
---@field before any
---For changed: the new value.
---@field after any
---The keys that the pattern's wildcards matched.
---@field match fun(string|integer)[]?
---What ctx.emit was given; of turn_end the narration, of command the verb and the actor.
---@field data any

---Options of a write; an option that has no meaning for the verb is an error.
---@class gavel.Options
---Why.
---@field reason? string
---By which the audit can be searched.
---@field tags? string[]
---All or nothing, with its batch.
---@field transaction? boolean
---The same key and path again is a duplicate.
---@field idempotencyKey? string
---Only if there is no value yet.
---@field ifMissing? boolean
---Only if there is a value.
---@field ifExists? boolean
---Only if the value is this.
---@field ifEquals? any
---Only where the nearest __version is this one.
---@field ifVersion? integer
---What must hold afterwards; else the write is undone.
---@field expect? table
---Whether it is fine that there is nothing there.
---@field allowMissing? boolean
---Seconds until it goes.
---@field ttl? number
---When it goes.
---@field expiresAt? string
---How objects come together.
---@field mergeStrategy? "replace"|"shallow"|"deep"
---An equal element is not added again.
---@field dedupe? boolean
---The fields that make an element the same.
---@field uniqueBy? string|string[]
---How many elements are kept.
---@field limit? integer
---At which end.
---@field position? "head"|"tail"
---The members of the elements that are meant.
---@field where? table
---How many are taken.
---@field count? integer
---Into the recycle bin.
---@field softDelete? boolean
---Which bin.
---@field recycleBinKey? string
---false: not if something is in it.
---@field cascade? boolean
---All of it.
---@field all? boolean
---Whether the value at the target may be replaced.
---@field overwrite? boolean

---What a narration asserts. Exactly one of equals, differs, within, share, exists, delta, changed and rolled says how the host compares it.
---@class gavel.Fact
---The kind of claim, as tools settle it.
---@field kind string
---Whom or what it is about.
---@field subject string|integer
---The first and the last byte of the narration that say it, from 1.
---@field span integer[]
---The place; of rolled there is none.
---@field path? gavel.Path
---With changed: any of these places.
---@field paths? gavel.Path[]
---The value is this.
---@field equals? any
---The value is not this.
---@field differs? any
---The value is between low and high.
---@field within? number|number[]
---It is that part of the value at `of`.
---@field share? number|number[]
---With share: the whole.
---@field of? gavel.Path
---true: a value exists; false: none.
---@field exists? boolean
---It changed by that much.
---@field delta? number|number[]
---It changed, rose or fell.
---@field changed? true|"up"|"down"
---Dice showed this.
---@field rolled? integer
---The elements at the path that have these members are counted.
---@field where? table
---The member of those elements that counts.
---@field field? string

---A rule's answer: this one has nothing against it.
---@return gavel.Ruling
function allow() end

---A rule's answer, with mode = "amend": this value instead.
---@param value any
---@param why? gavel.Said
---@return gavel.Ruling
function amend(value, why) end

---A rule's answer: no; why, and what to do instead.
---@param why? gavel.Said
---@param hint? gavel.Said
---@return gavel.Ruling
function deny(why, hint) end

---A rule's answer: not my business. Of a derived value: it stays as it was.
---@return gavel.Ruling
function abstain() end

---A tool's answer: refused, for a reason listed in rejects; more is a text, or a table with disabled_until.
---@param reason string
---@param more? any
---@return gavel.Refusal
function reject(reason, more) end

---A text.
---@class gavel.StrOptions
---The fewest characters.
---@field min? integer
---The most characters.
---@field max? integer
---The path of an object whose keys are meant: the request to a model lists them beside their names.
---@field id_of? string
---Only these.
---@field values? string[]
---It may be left out; then it is nil. (default: false)
---@field optional? boolean
---The default value.
---@field default? string
---What it is.
---@field summary? gavel.Said

---A text.
---@param options? gavel.StrOptions
---@return gavel.Shape
function str(options) end

---A whole number.
---@class gavel.IntOptions
---The least.
---@field min? number
---The greatest.
---@field max? number
---It may be left out; then it is nil. (default: false)
---@field optional? boolean
---The default value.
---@field default? integer
---What it is.
---@field summary? gavel.Said

---A whole number.
---@param options? gavel.IntOptions
---@return gavel.Shape
function int(options) end

---A number.
---@class gavel.NumOptions
---The least.
---@field min? number
---The greatest.
---@field max? number
---It may be left out; then it is nil. (default: false)
---@field optional? boolean
---The default value.
---@field default? number
---What it is.
---@field summary? gavel.Said

---A number.
---@param options? gavel.NumOptions
---@return gavel.Shape
function num(options) end

---true or false.
---@class gavel.BoolOptions
---It may be left out; then it is nil. (default: false)
---@field optional? boolean
---The default value.
---@field default? boolean
---What it is.
---@field summary? gavel.Said

---true or false.
---@param options? gavel.BoolOptions
---@return gavel.Shape
function bool(options) end

---One of a few texts.
---@class gavel.EnumOptions
---Which.
---@field values string[]
---It may be left out; then it is nil. (default: false)
---@field optional? boolean
---The default value.
---@field default? string
---What it is.
---@field summary? gavel.Said

---One of a few texts.
---@param options gavel.EnumOptions
---@return gavel.Shape
function enum(options) end

---A list.
---@class gavel.ListOptions
---What every element is; anything where it is left out.
---@field of? gavel.Shape
---The fewest elements.
---@field min? integer
---The most elements.
---@field max? integer
---It may be left out; then it is nil. (default: false)
---@field optional? boolean
---The default value.
---@field default? any[]
---What it is.
---@field summary? gavel.Said

---A list.
---@param options? gavel.ListOptions
---@return gavel.Shape
function list(options) end

---A map with names.
---@class gavel.ObjectOptions
---What every member is, or each by its name; anything where it is left out.
---@field of? gavel.Shape|table<string, gavel.Shape>
---It may be left out; then it is nil. (default: false)
---@field optional? boolean
---The default value.
---@field default? table
---What it is.
---@field summary? gavel.Said

---A map with names.
---@param options? gavel.ObjectOptions
---@return gavel.Shape
function object(options) end

---Anything.
---@class gavel.AnyOptions
---It may be left out; then it is nil. (default: false)
---@field optional? boolean
---The default value.
---@field default? any
---What it is.
---@field summary? gavel.Said

---Anything.
---@param options? gavel.AnyOptions
---@return gavel.Shape
function any(options) end

---The path of a place.
---@class gavel.PathOptions
---It may be left out; then it is nil. (default: false)
---@field optional? boolean
---The default value.
---@field default? string
---What it is.
---@field summary? gavel.Said

---The path of a place.
---@param options? gavel.PathOptions
---@return gavel.Shape
function path(options) end

