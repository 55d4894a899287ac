-- Sets a counter back to where the caller's claim began, if nobody has claimed since.
-- KEYS[1] the hash; ARGV[1] the field; ARGV[2] the last number of the claim; ARGV[3] the last number used
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
