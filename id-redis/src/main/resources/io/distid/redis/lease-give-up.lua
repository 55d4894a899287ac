-- Frees what a token was given whose caller has left without an answer, and grants it nothing later. May be repeated.
-- KEYS as in lease-take.lua; ARGV[1] the token
local before = redis.call('GET', KEYS[2])
local stamped, owner, holder = string.match(before and redis.call('HGET', key, before) or '', '^%-?%d+ (%-?%d+) %d+ (%S+) (.*)$')
if owner == ARGV[1] then redis.call('HSET', key, before, stamped .. ' ' .. stamped .. ' 0 - ' .. holder) end
redis.call('SET', KEYS[2], '-', 'PX', '600000')
return 1
