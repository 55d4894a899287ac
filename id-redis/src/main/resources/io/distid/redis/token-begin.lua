-- Begins to use a token, unless it is done or in use by another attempt. May be repeated: the attempt keeps its number, and its deadline is
-- set again.
-- KEYS and ARGV as in token.lua; and 5 ms until the deadline
-- Answers {"begun", fence}, {"in_progress", ms}, {"done", result}, without a result if there is none, or {"unknown"}, {"expired"}, {"foreign"}.
local why = refusal()
if why == 'in_progress' then return {why, text(untilThen - now)} end
if why then return {why} end
if state == 'done' then return {'done', redis.call('HGET', key, 'result')} end
local fence = state == 'begun' and mine and kept[5] or above(kept[5])
redis.call('HSET', key, 'state', 'begun', 'until', text(now + tonumber(ARGV[5])), 'request', ARGV[2], 'attempt', ARGV[1], 'fence', fence,
  'lease', ARGV[5])
redis.call('PEXPIRE', key, text(tonumber(ARGV[5]) + tonumber(ARGV[4])))
return {'begun', fence}
