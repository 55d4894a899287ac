-- Sets a counter back to the last number used, unless another claim followed. It is sent once: a repeat could set back later claims.
-- KEYS[1] the hash
-- ARGV: 1 the field; 2 the last number of the claim; 3 the last number used
-- Answers 1, or 0 if another claim followed.
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
