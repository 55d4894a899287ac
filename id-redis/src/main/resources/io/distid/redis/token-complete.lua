-- Marks a token as done for the attempt that has begun it, if no use began after that; the deadline may have passed. May be repeated with the
-- same completion. Another completion, from a copy of the process, is refused.
-- KEYS[1] the token's hash, as in token.lua
-- ARGV: 1 attempt, 2 fence, 3 ms for which it is kept, 4 the completion, 5 the result in base64, if there is one
-- Answers 1, or 0 if the caller no longer has the token.
local kept = redis.call('HMGET', key, 'state', 'attempt', 'fence')
if kept[3] ~= ARGV[2] then return 0 end
if kept[1] == 'done' then return kept[2] == ARGV[4] and 1 or 0 end
if kept[1] ~= 'begun' or kept[2] ~= ARGV[1] then return 0 end
redis.call('HSET', key, 'state', 'done', 'until', '0', 'attempt', ARGV[4])
if ARGV[5] then redis.call('HSET', key, 'result', ARGV[5]) end
redis.call('PEXPIRE', key, ARGV[3])
return 1
