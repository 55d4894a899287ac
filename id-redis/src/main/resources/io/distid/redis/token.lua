-- How each use of a token begins, after the parts of Script.onRecord. KEYS[1] the token's hash:
--   state: issued, begun or done
--   until: epoch ms by this server's clock: when an issued token expires, or the deadline of whoever began; 0 once it was released
--   request: of the only one that may use it; empty until its first use, if it was issued for any
--   attempt: of who wrote last; fence: the greatest number; lease: ms, for which it was begun last; result: in base64, if there is one
-- ARGV: 1 attempt, 2 request, 3 1 if a token without a hash is used as if it was issued, 4 ms for which it is kept
local kept = redis.call('HMGET', key, 'state', 'until', 'request', 'attempt', 'fence', 'lease')
local state, untilThen, mine = kept[1], tonumber(kept[2] or '0'), kept[4] == ARGV[1]
if not state and ARGV[3] == '1' then state, untilThen = 'issued', math.huge end
if state == 'begun' and untilThen - now > tonumber(kept[6]) then
  -- The clock was set back: whoever began has its lease at most, as it counts.
  untilThen = now + tonumber(kept[6])
  redis.call('HSET', key, 'until', text(untilThen))
end
-- Why this request cannot use the token now; nil if it can, or if the token is done.
local function refusal()
  if not state then return 'unknown' end
  if kept[3] and kept[3] ~= '' and kept[3] ~= ARGV[2] then return 'foreign' end
  if state == 'issued' and untilThen <= now then return 'expired' end
  if state == 'begun' and untilThen > now and not mine then return 'in_progress' end
  return nil
end
-- Above the one before whatever the clock says; and by the clock above those of a hash that was lost.
local function above(fence)
  local before = tonumber(fence or '0')
  local next = math.max(before + 1, now * 1000 + tonumber(time[2]) % 1000)
  -- From 2^53 on, which the clock has in the year 2255, a number of Lua's own plus 1 is the same number.
  if next <= before then error('token ' .. key .. ' has number ' .. fence .. ', which can grow no more: was the clock centuries ahead?') end
  return text(next)
end
