-- Frees a machine id whose bound lies below one that was confirmed, as where Redis went back, and raises it to that. Leaves any other. May be repeated.
-- KEYS as in machine-take.lua
-- ARGV: 1 id, 2 the bound that was confirmed
local bound, between, holder = string.match(redis.call('HGET', key, ARGV[1]) or '', '^(%-?%d+) %-?%d+ (%S+) %S+ (.*)$')
if not bound or tonumber(bound) >= tonumber(ARGV[2]) then return 0 end
redis.call('HSET', key, ARGV[1], ARGV[2] .. ' ' .. ARGV[2] .. ' ' .. between .. ' - ' .. holder)
return 1
