-- Moves a counter forward, unless it is missing, malformed or behind what the caller has seen. Each repeat claims other numbers.
-- KEYS[1] the hash that holds it; ARGV: 1 its field, with the last number granted; 2 how many; 3 the greatest number that the caller has seen;
-- 4 the greatest number allowed. For ids that begin again in each period: 5 the digits of the period that the caller's clock shows, 6 the digits
-- of the next period, 7 and 8 the beginning and the end of the first in ms, 9 how many digits a number has behind the period's.
-- Numbers are compared and answered as text, since numbers of Lua lose digits beyond 2^53.
local key, field, size, seen, limit, period, width = KEYS[1], ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], tonumber(ARGV[9])
local function above(a, b) return #a > #b or (#a == #b and a > b) end
-- A replica refuses a write, even a write that changes nothing. So a refusal never comes from a replica's data, which may be old.
local function refuse(answer)
  local wrong = redis.pcall('HDEL', key, '')
  if type(wrong) == 'table' and wrong.err and string.find(wrong.err, 'READONLY', 1, true) then return wrong end
  return answer
end

local value = redis.pcall('HGET', key, field)
if type(value) == 'table' then
  if string.find(value.err, 'WRONGTYPE', 1, true) then return refuse('malformed a value of another type') end
  return value
end
if not value then return refuse('missing') end
if value ~= '0' and not string.match(value, '^[1-9]%d*$') or above(value, limit) then
  return refuse('malformed ' .. string.sub(value, 1, 40))
end

local from = value
if period then
  local time = redis.call('TIME')
  local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
  if now < tonumber(ARGV[7]) or now >= tonumber(ARGV[8]) then return refuse('clock ' .. string.format('%.0f', now)) end
  local first = period .. string.rep('0', width)
  if above(first, value) then from = first end
  local begun = string.sub(from, 1, -width - 1)
  -- The next period may have begun by the clock of this server's predecessor.
  if begun ~= period and begun ~= ARGV[6] then return refuse('ahead ' .. value) end
  limit = begun .. string.rep('9', width)
end
if above(seen, from) then return refuse('behind ' .. value) end
if from ~= value then
  local set = redis.pcall('HSET', key, field, from)
  if type(set) == 'table' then return set end
end
local moved = redis.pcall('HINCRBY', key, field, size)
if type(moved) == 'table' then
  return string.find(moved.err, 'overflow', 1, true) and 'exhausted ' .. from or moved
end
-- The usual case: the number of Lua is exact.
if #value < 15 and #size < 15 and not period then return moved end
local last = redis.call('HGET', key, field)
if above(last, limit) then
  redis.call('HINCRBY', key, field, '-' .. size)
  return 'exhausted ' .. from
end
return last
