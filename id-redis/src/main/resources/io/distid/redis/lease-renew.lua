-- Moves the bound of a worker id on, for the one who holds it. May be repeated.
-- KEYS[1] the namespace's hash, as in lease-take.lua
-- ARGV: 1 id, 2 token, 3 the last bound the holder knows of, 4 the new bound, 5 reservation in ms,
--   6 how far ahead a bound may lie beyond the reservation, in ms
local slot = redis.call('HGET', KEYS[1], ARGV[1])
if not slot then return {'gone'} end
local bound, freeFrom, owner, holder = string.match(slot, '^(%-?%d+) (%d+) (%S+) (.*)$')
if not bound then return {'gone'} end
if tonumber(bound) < tonumber(ARGV[3]) then return {'behind', bound} end
if owner ~= ARGV[2] then return {'lost', owner == '-' and 'nobody' or holder, bound} end
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local reservation, wanted = tonumber(ARGV[5]), tonumber(ARGV[4])
if wanted - reservation - now > tonumber(ARGV[6]) then return {'ahead', string.format('%.0f', now)} end
local new = string.format('%.0f', math.max(wanted, tonumber(bound)))
redis.call('HSET', KEYS[1], ARGV[1],
  new .. ' ' .. string.format('%.0f', now + reservation) .. ' ' .. owner .. ' ' .. holder)
return {'renewed', new}
