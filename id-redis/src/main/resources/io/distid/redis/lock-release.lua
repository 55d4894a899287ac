-- Frees a lock, if the caller still holds it, and publishes that to the waiters. May be repeated.
-- KEYS[1] the lock's hash, as in lock-take.lua
-- ARGV: 1 fence, 0 for any; 2 the tokens that the holder may have, 3 the channel of the lock
-- Answers 1 if it is free, 2 if another process wanted it meanwhile, 0 if the caller no longer held it.
local kept = redis.call('HMGET', key, 'fence', 'token', 'until', 'wanted', 'freed')
if not isOneOf(ARGV[2], kept[2]) or ARGV[1] ~= '0' and kept[1] ~= ARGV[1] then
  -- The lock was freed before, but the answer was lost, and it was granted again since.
  return ARGV[1] ~= '0' and kept[5] == ARGV[1] and 1 or 0
end
if kept[3] ~= '0' then
  redis.call('HSET', key, 'until', '0')
  -- If this user may not publish, the waiters ask again after some time.
  redis.pcall('PUBLISH', ARGV[3], '')
end
return kept[4] == '1' and 2 or 1
