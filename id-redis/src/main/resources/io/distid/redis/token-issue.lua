-- Creates the hash of a token, unless it exists. May be repeated.
-- KEYS[1] the token's hash, as in token.lua
-- ARGV: 1 attempt, 2 request, empty for any, 3 ms for which it can be used, 4 ms for which it is kept afterwards
-- Answers 1, or 0 if another attempt created it.
local attempt = redis.call('HGET', key, 'attempt')
if attempt then return attempt == ARGV[1] and 1 or 0 end
redis.call('HSET', key, 'state', 'issued', 'until', text(now + tonumber(ARGV[3])), 'request', ARGV[2], 'attempt', ARGV[1], 'fence', '0')
redis.call('PEXPIRE', key, text(tonumber(ARGV[3]) + tonumber(ARGV[4])))
return 1
