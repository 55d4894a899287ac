-- The beginning of each use of a token, after the parts of Script.onRecord. KEYS[1] the token's hash:
--   state: issued, begun or done
--   until: the expiry of an issued token, or the deadline of a use, in epoch ms by this server's clock; 0 once it was released
--   request: the only request that may use it; empty until the first use, if it was issued for any request
--   attempt: the attempt that wrote last; fence: the greatest number; lease: the length of the last use in ms; result: in base64, if there is one
-- ARGV: 1 attempt, 2 request, 3 1 if a token without a hash counts as issued, 4 ms for which it is kept
local kept = redis.call('HMGET', key, 'state', 'until', 'request', 'attempt', 'fence', 'lease')
local state, untilThen, mine = kept[1], tonumber(kept[2] or '0'), kept[4] == ARGV[1]
if not state and ARGV[3] == '1' then state, untilThen = 'issued', math.huge end
if state == 'begun' and untilThen - now > tonumber(kept[6]) then
  -- The clock was set back. The holder counts no more than its lease.
  untilThen = now + tonumber(kept[6])
  redis.call('HSET', key, 'until', text(untilThen))
end
-- The reason why this request cannot use the token now; nil if it can, or if the token is done.
local function refusal()
  if not state then return 'unknown' end
  if kept[3] and kept[3] ~= '' and kept[3] ~= ARGV[2] then return 'foreign' end
  if state == 'issued' and untilThen <= now then return 'expired' end
  if state == 'begun' and untilThen > now and not mine then return 'in_progress' end
  return nil
end
-- A number above the last one, whatever the clock says. By its clock part, also above the numbers of a lost hash.
local function above(fence)
  local before = tonumber(fence or '0')
  local next = math.max(before + 1, now * 1000 + tonumber(time[2]) % 1000)
  -- From 2^53 on, which the clock reaches in the year 2255, a number of Lua plus 1 is the same number.
  if next <= before then error('token ' .. key .. ' has number ' .. fence .. ', which can grow no more: was the clock centuries ahead?') end
  return text(next)
end
