-- Grants a lock that is free, or whose record has a token of the caller: then an earlier attempt was carried out, but its answer was lost.
-- KEYS[1] the lock's hash:
--   fence: the greatest number that was granted
--   token: that of the holder, or of the last holder
--   until: the end of the lease, in epoch ms by this server's clock; 0 once the lock was freed
--   lease: the length of the last grant or extension, in ms
--   process: that of the holder; wanted: 1 once another process has asked for the lock since
--   freed: the number of the last holder but one, if it freed the lock
--   taken, sent: the token of the last grant, and the number of its request in that process
-- ARGV: 1 process, 2 the caller's tokens, 3 the new token, 4 lease in ms, 5 ms for which an unused record is kept,
--   6 the request's number, greater than those that its process sent before
-- Answers {"granted", fence}, or {"held", ms for which the lease lasts at most}.
local kept = redis.call('HMGET', key, 'fence', 'token', 'until', 'lease', 'process', 'taken', 'sent', 'header')
-- Worker ids would end with the lock's time to live, and the lock's fields would hide a lost record.
if kept[8] then return redis.error_reply('hash ' .. key .. ' holds worker ids, and no lock: give each a prefix of its own') end
local fence, untilThen = tonumber(kept[1] or '0'), tonumber(kept[3] or '0')
-- This request is late: its repeat was granted the lock. No caller waits for this answer, and a new number would only take the lock from its holder.
if kept[6] == ARGV[3] and tonumber(ARGV[6]) < tonumber(kept[7]) then return {'held', text(math.max(untilThen - now, 0))} end
if untilThen > now and not isOneOf(ARGV[2], kept[2]) then
  local left = untilThen - now
  if left > tonumber(kept[4]) then
    -- The clock was set back. The holder counts no more than its lease.
    left = tonumber(kept[4])
    redis.call('HSET', key, 'until', text(now + left))
  end
  if kept[5] ~= ARGV[1] then redis.call('HSET', key, 'wanted', '1') end
  return {'held', text(left)}
end
-- A number above the last one, whatever the clock says. By its clock part, also above the numbers of a lost record.
local next = math.max(fence + 1, now * 1000 + tonumber(time[2]) % 1000)
-- From 2^53 on, which the clock reaches in the year 2255, a number of Lua plus 1 is the same number.
if next <= fence then return redis.error_reply('lock ' .. key .. ' has number ' .. kept[1] .. ', which can grow no more: was the clock centuries ahead?') end
redis.call('HSET', key, 'fence', text(next), 'token', ARGV[3], 'until', text(now + tonumber(ARGV[4])), 'lease', ARGV[4],
  'process', ARGV[1], 'wanted', '0', 'freed', untilThen == 0 and text(fence) or '0', 'taken', ARGV[3], 'sent', ARGV[6])
redis.call('PEXPIRE', key, text(tonumber(ARGV[4]) + tonumber(ARGV[5])))
return {'granted', text(next)}
