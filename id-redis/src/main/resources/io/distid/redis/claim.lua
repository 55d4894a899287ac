-- Moves a counter forward, unless it is missing, malformed or behind what the caller has seen.
-- KEYS[1] the counter: the last number granted; ARGV[1] how many; ARGV[2] the last number the caller has seen
-- Numbers are compared and returned as text, since Lua's own lose digits beyond 2^53.
local value = redis.pcall('GET', KEYS[1])
if type(value) == 'table' then
  if string.find(value.err, 'WRONGTYPE', 1, true) then return 'malformed a value of another type' end
  return value
end
if not value then return 'missing' end
if not string.match(value, '^%d+$') then return 'malformed ' .. string.sub(value, 1, 40) end
local seen = ARGV[2]
if #value < #seen or (#value == #seen and value < seen) then return 'behind ' .. value end
local moved = redis.pcall('INCRBY', KEYS[1], ARGV[1])
if type(moved) == 'table' then
  if string.find(moved.err, 'overflow', 1, true) then return 'exhausted ' .. value end
  if string.find(moved.err, 'not an integer', 1, true) then return 'malformed ' .. string.sub(value, 1, 40) end
  return moved
end
return redis.call('GET', KEYS[1])
