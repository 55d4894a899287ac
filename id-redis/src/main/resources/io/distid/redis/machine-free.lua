-- Takes a machine id out of the set of those in use, if the caller holds it, and keeps its last stamp. May be repeated.
-- KEYS as in machine-take.lua
-- ARGV: 1 id, 2 the tokens it may be held by, 3 the last tick that was stamped, 4 the stamp above which the holder began
local stamped, token, holder = string.match(redis.call('HGET', key, ARGV[1]) or '', '^%-?%d+ (%-?%d+) %S+ (%S+) (.*)$')
if not isOneOf(ARGV[2], token) or tonumber(stamped) ~= tonumber(ARGV[4]) then return 0 end
redis.call('SREM', KEYS[2], ARGV[1])
redis.call('HSET', key, ARGV[1], ARGV[3] .. ' ' .. ARGV[3] .. ' - - ' .. holder)
return 1
