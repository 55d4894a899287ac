-- Ends the deadline of the attempt that has begun, if no use began after that. May be repeated.
-- KEYS[1] the token's hash, as in token.lua
-- ARGV: 1 attempt, 2 fence
local kept = redis.call('HMGET', key, 'state', 'attempt', 'fence')
if kept[1] == 'begun' and kept[2] == ARGV[1] and kept[3] == ARGV[2] then redis.call('HSET', key, 'until', '0') end
return 1
