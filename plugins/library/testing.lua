---@meta gavel.testing
---Written by gavel docs --stubs from the registry; do not edit. It never runs.


---What the tests of a file begin with, by the names of ruleset.yaml.
---@class gavel.Fixture
---The folder of the ruleset that plays them.
---@field ruleset? string
---The parameters of the plugin.
---@field with? table
---Other plugins to load with it.
---@field plugins? any[]
---The state: places and their values, or a file.
---@field state? table|string
---Who may write what.
---@field fields? table[]
---Where values stand with a description.
---@field described_pairs? string[]
---The settings that the ruleset chooses.
---@field settings? table<string, any>
---Other limits.
---@field limits? table
---The language of failure messages.
---@field language? "en"|"zh"
---The dialects that are read.
---@field dialects? string[]
---Each command alone, or all or nothing.
---@field batch? "per_command"|"atomic"
---What a write onto a place that is not there does.
---@field missing_paths? any
---What asks for another attempt.
---@field retry? table
---The milestone's policy.
---@field milestone? table
---Where each dialect's root is.
---@field mounts? table
---Which tools are allowed.
---@field tools? table
---Rules that are asked and decide nothing.
---@field shadow? any
local Fixture = {}

---What all tests of the file begin with.
---@param spec gavel.Fixture
function fixture(spec) end

---One test: it passes where nothing in it fails.
---@param name string
---@param run fun(t: gavel.Test)
function test(name, run) end


---The game of one test; its functions are called with a dot.
---@class gavel.Test
local Test = {}

---The current value.
---@param path gavel.Path
---@return any
function Test.get(path) end

---Whether there is a value at the path.
---@param path gavel.Path
---@return boolean
function Test.has(path) end

---How many elements, members or characters.
---@param path gavel.Path
---@return integer?
function Test.len(path) end

---The names of an object's members.
---@param path gavel.Path
---@return string[]?
function Test.keys(path) end

---Whether there is a value at the path.
---@param path gavel.Path
---@return boolean
function Test.exists(path) end

---Told where the test fails.
---@param value any
---@param ... any
function Test.log(value, ...) end

---Writes places and values, or those of a file, onto the state; { alone = true }: onto nothing.
---@param given table|string
---@param options? table
function Test.state(given, options) end

---The clock: set it, advance it by seconds, or read it.
---@param time? string|integer
---@return string
function Test.now(time) end

---Chooses settings.
---@param given table<string, any>
function Test.settings(given) end

---The seed of the dice.
---@param seed string
function Test.seed(seed) end

---Fields of the campaign.
---@param fields table
function Test.campaign(fields) end

---A whole turn from the model's text; answers the verdict. options: user, actor, dialect, id, attempt.
---@param text string
---@param options? table
---@return table
function Test.turn(text, options) end

---A turn with one call; answers its line, with outcome, changes and so on.
---@param tool string
---@param args? table
---@param options? table
---@return table
function Test.call(tool, args, options) end

---A turn with one command; answers its line.
---@param command table
---@param options? table
---@return table
function Test.command(command, options) end

---A turn in which the model sets a value; answers its line.
---@param path gavel.Path
---@param value any
---@param options? table
---@return table
function Test.set(path, value, options) end

---The same with merge.
---@param path gavel.Path
---@param value table
---@param options? table
---@return table
function Test.merge(path, value, options) end

---The same with insert.
---@param path gavel.Path
---@param value any
---@param options? table
---@return table
function Test.insert(path, value, options) end

---The same with push.
---@param path gavel.Path
---@param value any
---@param options? table
---@return table
function Test.push(path, value, options) end

---The same with pull.
---@param path gavel.Path
---@param value any
---@param options? table
---@return table
function Test.pull(path, value, options) end

---The same with delete.
---@param path gavel.Path
---@param options? table
---@return table
function Test.delete(path, options) end

---The same with move.
---@param from gavel.Path
---@param to gavel.Path
---@param options? table
---@return table
function Test.move(from, to, options) end

---The same with add.
---@param path gavel.Path
---@param amount number
---@param options? table
---@return table
function Test.add(path, amount, options) end


---What must hold; what does not, fails the test, with what was found.
---@class expectlib
expect = {}

---The same value; tables by what they hold.
---@param found any
---@param wanted any
---@param note? string
function expect.equal(found, wanted, note) end

---A number not further away than that.
---@param found any
---@param wanted number
---@param within number
---@param note? string
function expect.near(found, wanted, within, note) end

---The function fails, with that in its message.
---@param run function
---@param part? string
---@return string
function expect.error(run, part) end

---The verdict has these members, by the rules of a scenario's expect.
---@param verdict table
---@param wanted table
function expect.verdict(verdict, wanted) end

---Neither false nor nil.
---@param value any
---@param note? string
function expect.is_true(value, note) end

