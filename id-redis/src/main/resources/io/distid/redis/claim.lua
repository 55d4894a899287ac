-- Moves a counter forward, unless it is missing, malformed or behind what the caller has seen.
-- KEYS[1] the counter, or the hash that holds it; it is the last number granted
-- ARGV[1] how many; ARGV[2] the last number the caller has seen; ARGV[3] the greatest number allowed; ARGV[4] the field of the hash
-- Numbers beyond 15 digits are compared and returned as text, since Lua's own lose digits beyond 2^53.
local key, size, seen, limit, field = KEYS[1], ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local function read()
  if field then return redis.pcall('HGET', key, field) end
  return redis.pcall('GET', key)
end
local function move(by)
  if field then return redis.pcall('HINCRBY', key, field, by) end
  return redis.pcall('INCRBY', key, by)
end
local function above(a, b)
  return #a > #b or (#a == #b and a > b)
end

local value = read()
-- A replica refuses a write, even one that changes nothing; from its data, which may be old, no refusal is told.
local function refuse(answer)
  local wrong
  if value then
    wrong = move('0')
  elseif field then
    wrong = redis.pcall('HDEL', key, field)
  else
    wrong = redis.pcall('SET', key, '0', 'XX')
  end
  if type(wrong) == 'table' and wrong.err and string.find(wrong.err, 'READONLY', 1, true) then return wrong end
  return answer
end
if type(value) == 'table' then
  if string.find(value.err, 'WRONGTYPE', 1, true) then return refuse('malformed a value of another type') end
  return value
end
if not value then return refuse('missing') end
if not string.match(value, '^%d+$') then return refuse('malformed ' .. string.sub(value, 1, 40)) end
if above(seen, value) then return refuse('behind ' .. value) end
local moved = move(size)
if type(moved) == 'table' then
  if string.find(moved.err, 'overflow', 1, true) then return 'exhausted ' .. value end
  if string.find(moved.err, 'not an integer', 1, true) then return 'malformed ' .. string.sub(value, 1, 40) end
  return moved
end
-- The usual case: far below the limit, and below 2^53, where a number of Lua's own is exact and need not be read again.
if #value < 15 and #size < 15 and #limit > 15 then return moved end
local last = read()
if above(last, limit) then
  move('-' .. size)
  return 'exhausted ' .. value
end
return last
