-- Moves the bound of a worker id on, for the one who holds it, who is known by another token afterwards. May be repeated: a slot that
-- has the new token already is renewed again. So is one that has the token of an attempt whose answer was lost.
-- KEYS[1] the namespace's hash, as in lease-take.lua
-- ARGV: 1 id, 2 the tokens it may be held by, the new one included, 3 the token from now on, 4 the last bound the holder knows of, 5 the new bound,
--   6 reservation in ms, 7 how far ahead a bound may lie beyond the reservation, in ms, 8 the stamp above which the holder began
local bound, stamped, _, owner, holder =
  string.match(redis.call('HGET', key, ARGV[1]) or '', '^(%-?%d+) (%-?%d+) (%d+) (%S+) (.*)$')
if not bound then return {'gone'} end
if tonumber(bound) < tonumber(ARGV[4]) then return {'behind', bound} end
-- By the stamp, too: a request to take may come once more after others had the id, and give it to the same token again.
if not isOneOf(ARGV[2], owner) or tonumber(stamped) ~= tonumber(ARGV[8]) then return {'lost', owner == '-' and 'nobody' or holder, bound} end
local wanted, reservation = tonumber(ARGV[5]), tonumber(ARGV[6])
if wanted - reservation - now > tonumber(ARGV[7]) then return {'ahead', text(now)} end
redis.call('HSET', key, ARGV[1], text(math.max(wanted, tonumber(bound))) .. ' ' .. stamped .. ' '
  .. text(now + reservation) .. ' ' .. ARGV[3] .. ' ' .. holder)
return {'renewed'}
