-- Grants a lock that is free, or whose record has a token of the caller: then an earlier attempt was carried out, and its answer lost.
-- KEYS[1] the lock's hash:
--   fence: the greatest number that was granted
--   token: who holds it, or held it last
--   until: epoch ms by this server's clock, when the lease ends; 0 once the lock was freed
--   lease: ms, for which it was granted or extended last
--   process: of the holder; wanted: 1 once another process has asked for it since
--   freed: the number of the last holder but one, if it freed the lock
--   taken, sent: the token by which it was taken last, and by which of that process's requests
-- ARGV: 1 process, 2 the caller's tokens, 3 the token it is to have, 4 lease in ms, 5 ms for which a record is kept that nobody uses,
--   6 the request's number: greater than those that its process sent before
-- Answers {"granted", fence}, or {"held", ms for which the lease lasts at most}.
local kept = redis.call('HMGET', key, 'fence', 'token', 'until', 'lease', 'process', 'taken', 'sent', 'layout', 'header')
-- Worker ids would end with the lock's time to live, and a lost one would not show among its fields.
if kept[8] or kept[9] then return redis.error_reply('hash ' .. key .. ' holds worker ids, and no lock: give each a prefix of its own') end
local fence, untilThen = tonumber(kept[1] or '0'), tonumber(kept[3] or '0')
-- Late: its repeat was granted the lock. Nobody waits for this answer, and a new number would take the lock from its holder, for nobody.
if kept[6] == ARGV[3] and tonumber(ARGV[6]) < tonumber(kept[7]) then return {'held', text(math.max(untilThen - now, 0))} end
if untilThen > now and not isOneOf(ARGV[2], kept[2]) then
  local left = untilThen - now
  if left > tonumber(kept[4]) then
    -- The clock was set back: the holder has its lease at most, as it counts.
    left = tonumber(kept[4])
    redis.call('HSET', key, 'until', text(now + left))
  end
  if kept[5] ~= ARGV[1] then redis.call('HSET', key, 'wanted', '1') end
  return {'held', text(left)}
end
-- Above the one before whatever the clock says; and by the clock above those of a record that was lost.
local next = math.max(fence + 1, now * 1000 + tonumber(time[2]) % 1000)
-- From 2^53 on, which the clock has in the year 2255, a number of Lua's own plus 1 is the same number.
if next <= fence then return redis.error_reply('lock ' .. key .. ' has number ' .. kept[1] .. ', which can grow no more: was the clock centuries ahead?') end
redis.call('HSET', key, 'fence', text(next), 'token', ARGV[3], 'until', text(now + tonumber(ARGV[4])), 'lease', ARGV[4],
  'process', ARGV[1], 'wanted', '0', 'freed', untilThen == 0 and text(fence) or '0', 'taken', ARGV[3], 'sent', ARGV[6])
redis.call('PEXPIRE', key, text(tonumber(ARGV[4]) + tonumber(ARGV[5])))
return {'granted', text(next)}
