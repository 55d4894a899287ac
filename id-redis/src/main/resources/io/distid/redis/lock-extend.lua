-- Extends the lease of a lock for its holder, who has a new token afterwards. May be repeated.
-- KEYS[1] the lock's hash, as in lock-take.lua
-- ARGV: 1 fence, 2 the tokens that the holder may have, the new one included, 3 the new token, 4 lease in ms, 5 ms for which an unused
--   record is kept
local kept = redis.call('HMGET', key, 'fence', 'token', 'until')
if kept[1] ~= ARGV[1] or kept[3] == '0' or not isOneOf(ARGV[2], kept[2]) then return 0 end
redis.call('HSET', key, 'token', ARGV[3], 'until', text(now + tonumber(ARGV[4])), 'lease', ARGV[4])
redis.call('PEXPIRE', key, text(tonumber(ARGV[4]) + tonumber(ARGV[5])))
return 1
