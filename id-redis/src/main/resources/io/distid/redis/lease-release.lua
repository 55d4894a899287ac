-- Gives a worker id back, if the caller still holds it. May be repeated.
-- KEYS[1] the namespace's hash, as in lease-take.lua; ARGV: 1 id, 2 token, 3 the last tick that was stamped
local slot = redis.call('HGET', KEYS[1], ARGV[1])
local owner, holder = string.match(slot or '', '^%-?%d+ %d+ (%S+) (.*)$')
if owner ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3] .. ' 0 - ' .. holder)
return 1
