-- New characters, with every field of a sheet.
local lists = require "lists"

-- The first free one, where none was given.
local function free_id(ctx)
  local number = lists.count(ctx.get(params.characters)) + 1
  while ctx.has({ params.characters, "character_" .. number }) do number = number + 1 end
  return "character_" .. number
end

-- Who has that name already: two of one name cannot be told apart in a narration.
local function namesake(ctx, name)
  for id, other in pairs(ctx.get(params.characters) or {}) do
    if other.name == name then return id end
    for _, alias in ipairs(other.aliases or {}) do
      if alias == name then return id end
    end
  end
end

-- Where somebody new is, if nothing is said of it: with whom the story is.
local function place_of_story(ctx)
  local active = params.active ~= "" and ctx.get(params.active)
  local place = type(active) == "string" and ctx.get({ params.characters, active, "location" })
  return type(place) == "string" and place or ""
end

-- The attributes of every character; what was given counts, for those that there are.
local function attributes_of(given)
  local all = {}
  for name, value in pairs(params.attributes) do all[name] = value end
  for name, value in pairs(given) do
    if all[name] == nil then return nil, reject("unknown_attribute", name) end
    if math.type(value) ~= "integer" or value < 0 or value > params.max_attribute then return nil, reject("out_of_range", name) end
    all[name] = value
  end
  return all
end

local function skills_of(given)
  local all = array{}
  for _, skill in ipairs(given) do
    if skill.level > params.max_skill then return nil, reject("out_of_range", skill.name) end
    all[#all + 1] = { name = skill.name, level = skill.level }
  end
  return all
end

tool "character_generate" {
  summary = { en = "Bring a new character into play, with a whole sheet.", zh = "让一名新角色带着完整的角色卡登场。" },
  guidance = {
    en = "Call it before you tell of somebody who will matter. What you leave out gets its default; sheets that there are cannot be changed by it. hp_max is at most " .. params.max_hp .. ". attributes maps those a sheet has to whole numbers, each at most " .. params.max_attribute .. "; a skill is {name, level}, its level at most " .. params.max_skill .. "; location is the id of a place, left out: where the acting character is.",
    zh = "叙述重要的新人物之前先调用。省略的字段取默认值；它不能改动已有的角色卡。hp_max 至多 " .. params.max_hp .. "。attributes 以角色卡已有的属性名为键、整数为值，每项至多 " .. params.max_attribute .. "；skills 每项为 {name, level}，level 至多 " .. params.max_skill .. "；location 写地点标识，省略则在当前行动者所在处。",
  },
  args = {
    character_id = str{ max = 64, default = "" },
    name = str{ min = 1, max = 64 },
    aliases = list{ of = str{ min = 1, max = 64 }, max = 8, default = {} },
    title = str{ max = 64, default = "" },
    background = str{ max = 2000, default = "" },
    job = str{ max = 64, default = "" },
    race = str{ max = 64, default = "" },
    hp_max = int{ min = 1, optional = true },
    skills = list{ max = 32, default = {}, of = object{ of = { name = str{ min = 1, max = 64 }, level = int{ min = 0, default = 1 } } } },
    attributes = object{ default = {} },
    location = str{ max = 64, default = "", id_of = params.areas },
  },
  rejects = {
    bad_id = { en = "an id is a word without blanks, dots, quotes or slashes", zh = "标识须为不含空格、句点、引号与斜杠的词" },
    exists = { en = "there is a character of that id already", zh = "该标识的角色已存在" },
    name_taken = { en = "somebody has that name already", zh = "已有角色使用这个名字" },
    unknown_area = { en = "there is no such place", zh = "没有这个地点" },
    unknown_attribute = { en = "characters have no such attribute", zh = "角色没有这项属性" },
    out_of_range = { en = "more than a new character may have", zh = "超出新角色的允许范围" },
    too_many = { en = "there are as many characters as there may be", zh = "角色数量已达上限" },
  },
  settles = { "sheet_change", "hp_value", "location" },
  run = function(args, ctx)
    local id = args.character_id
    if id == "" then id = free_id(ctx) end
    if not lists.is_id(id) then return reject("bad_id", id) end
    if ctx.has({ params.characters, id }) then return reject("exists", id) end
    if lists.count(ctx.get(params.characters)) >= params.max_characters then return reject("too_many", params.max_characters) end
    for _, name in ipairs({ args.name, table.unpack(args.aliases) }) do
      local other = namesake(ctx, name)
      if other then return reject("name_taken", other) end
    end
    if args.location ~= "" and not ctx.has({ params.areas, args.location }) then return reject("unknown_area", args.location) end
    local location = args.location ~= "" and args.location or place_of_story(ctx)
    local hp = args.hp_max or params.hp
    if hp > params.max_hp then return reject("out_of_range", "hp_max") end
    local attributes, skills, refused
    attributes, refused = attributes_of(args.attributes)
    if not attributes then return refused end
    skills, refused = skills_of(args.skills)
    if not skills then return refused end
    ctx.set({ params.characters, id }, {
      character_id = id, name = args.name, aliases = args.aliases, title = args.title, background = args.background,
      job = args.job, race = args.race, hp = { current = hp, max = hp }, skills = skills, attributes = attributes,
      status = { alive_state = "alive", flags = array{} }, location = location, inventory = array{},
    })
    return { character_id = id }
  end,
  back = function(args, ctx)
    if ctx.has({ params.characters, args.character_id }) then ctx.delete({ params.characters, args.character_id }) end
  end,
}
