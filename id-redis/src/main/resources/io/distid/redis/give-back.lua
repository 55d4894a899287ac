-- Sets a counter back to where the caller's claim began, if nobody has claimed since. Repeated with the same token, it answers as it did
-- first and changes nothing: meanwhile others may have claimed, used and given back, so that the counter stands where it stood.
-- KEYS[1] the hash; KEYS[2] for an hour, the answer to the token; ARGV[1] the field; ARGV[2] the last number of the claim;
-- ARGV[3] the last number used. Answers "taken" or "late".
local before = redis.call('GET', KEYS[2])
if before then return before end
local answer = 'late'
if redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] then
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
  answer = 'taken'
end
redis.call('SET', KEYS[2], answer, 'PX', '3600000')
return answer
