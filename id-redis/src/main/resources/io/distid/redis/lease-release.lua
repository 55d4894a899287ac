-- Gives a worker id back, if the caller still holds it. May be repeated.
-- KEYS[1] the namespace's hash, as in lease-take.lua
-- ARGV: 1 id, 2 the tokens it may be held by, 3 the last tick that was stamped, 4 the stamp above which the holder began
local stamped, owner, holder = string.match(redis.call('HGET', key, ARGV[1]) or '', '^%-?%d+ (%-?%d+) %d+ (%S+) (.*)$')
if not isOneOf(ARGV[2], owner) or tonumber(stamped) ~= tonumber(ARGV[4]) then return 0 end
redis.call('HSET', key, ARGV[1], ARGV[3] .. ' ' .. ARGV[3] .. ' 0 - ' .. holder)
return 1
