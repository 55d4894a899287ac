-- Has a token done that its attempt has begun, if nobody began after it; its deadline may have passed. May be repeated.
-- KEYS[1] the token's hash, as in token.lua
-- ARGV: 1 attempt, 2 fence, 3 ms for which it is kept, 4 the result in base64, if there is one
-- Answers 1, or 0 if the token is not the caller's any more.
local kept = redis.call('HMGET', key, 'state', 'attempt', 'fence')
if kept[2] ~= ARGV[1] or kept[3] ~= ARGV[2] then return 0 end
if kept[1] == 'begun' then
  redis.call('HSET', key, 'state', 'done', 'until', '0')
  if ARGV[4] then redis.call('HSET', key, 'result', ARGV[4]) end
  redis.call('PEXPIRE', key, ARGV[3])
end
return 1
