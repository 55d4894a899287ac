-- Sets a counter back to where the caller's claim began, if nobody has claimed since. Repeated with the same token, it answers as it did
-- first and changes nothing: meanwhile others may have claimed, used and given back, so that the counter stands where it stood.
-- KEYS[1] the hash; KEYS[2] a hash that has, for each field, by which token it was set back last; it has no time to live, by which a server whose memory is
--   full would choose it
-- ARGV[1] the field; ARGV[2] the last number of the claim; ARGV[3] the last number used; ARGV[4] the token that KEYS[2] had before; ARGV[5] the
--   caller's token
-- Answers "taken", "late", or "unknown" where others have given back since ARGV[4] was read, before this or after it.
local token = redis.call('HGET', KEYS[2], ARGV[1])
if token == ARGV[5] then return 'taken' end
if token ~= ARGV[4] then return 'unknown' end
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 'late' end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[5])
return 'taken'
