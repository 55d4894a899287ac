-- Moves the bound of a machine id on, for the one who holds it, as lease-renew.lua. May be repeated.
-- KEYS as in machine-take.lua; ARGV as in lease-renew.lua
local bound, stamped, owner, token, holder =
  string.match(redis.call('HGET', key, ARGV[1]) or '', '^(%-?%d+) (%-?%d+) (%S+) (%S+) (.*)$')
if not bound then return {'gone'} end
if tonumber(bound) < tonumber(ARGV[4]) then return {'behind', bound} end
if not isOneOf(ARGV[2], token) or tonumber(stamped) ~= tonumber(ARGV[8]) then return {'lost', token == '-' and 'nobody' or holder, bound} end
-- Whoever takes it now begins above the bound that it has here, so that one must not move any more.
if redis.call('SISMEMBER', KEYS[2], ARGV[1]) == 0 then return {'lost', 'nobody', bound} end
local wanted = tonumber(ARGV[5])
if wanted - tonumber(ARGV[6]) - now > tonumber(ARGV[7]) then return {'ahead', text(now)} end
redis.call('HSET', key, ARGV[1], text(math.max(wanted, tonumber(bound))) .. ' ' .. stamped .. ' ' .. owner .. ' ' .. ARGV[3]
  .. ' ' .. holder)
return {'renewed'}
