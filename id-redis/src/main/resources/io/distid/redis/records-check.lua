-- The records of one namespace, after run.lua: a field for each worker id; "header"; and "made", how many records were ever created.
-- The texts of header and records begin with a token, which changes with each write.
-- The last argument of each script is the deadline of its caller, in ms by this server's clock, or 0. After that the script does nothing.
local deadline = tonumber(table.remove(ARGV))
if deadline > 0 and now > deadline then return {'late', text(now)} end
local kept = redis.call('HMGET', key, 'header', 'made', 'fence')
if kept[3] then return redis.error_reply('hash ' .. key .. ' holds a lock, and no worker ids: give each a prefix of its own') end
local header, made = kept[1], tonumber(kept[2] or '')
-- Empty without a text. The text of another program gets a token that no caller expects.
local function tokenOf(value) return value and (string.match(value, '^(%S+) ') or '?') or '' end
-- The number of records. A field that was added by hand counts, too, and would hide a lost record.
local function there() return redis.call('HLEN', key) - (header and 1 or 0) - (made and 1 or 0) end
local function isHeld(record) return record and string.match(record, '^%S+ %S+ %S+ (%S+) ') ~= '0' end
-- KEYS[2], of redis-set: the set of ids in use. A member without a held record belongs to another program.
local set = KEYS[2]
-- The beginning of each answer: time, run, header, how many records were created and how many exist.
local function answer()
  -- A user who may not ask for the run gets the run that the header names.
  local named = header and string.match(header, '^%S+ %S+ %S+ (%S+) ')
  return {text(now), currentRun(named ~= '-' and named or nil), header or '', text(made or 0), text(there())}
end
