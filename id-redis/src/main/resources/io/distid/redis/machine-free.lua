-- Takes a machine id out of the set of those in use, if the caller holds it. May be repeated.
-- KEYS as in machine-take.lua; ARGV: 1 the id; 2 token; 3 the last tick that was stamped
local note = redis.call('HGET', KEYS[2], ARGV[1]) or ''
if string.match(note, '^held (%S+) ') ~= ARGV[2] then return 0 end
redis.call('SREM', KEYS[1], ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], 'freed ' .. ARGV[3])
return 1
