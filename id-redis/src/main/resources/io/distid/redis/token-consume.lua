-- Marks a token as done, unless it is done or in use by another attempt. May be repeated: an accepted attempt is accepted again.
-- KEYS and ARGV as in token.lua
-- Answers accepted, consumed, in_progress, unknown, expired or foreign.
local why = refusal()
if why then return why end
if state == 'done' then return mine and 'accepted' or 'consumed' end
redis.call('HSET', key, 'state', 'done', 'until', '0', 'request', ARGV[2], 'attempt', ARGV[1], 'fence', above(kept[5]))
redis.call('PEXPIRE', key, ARGV[4])
return 'accepted'
