-- Moves the bounds of machine ids of one namespace on, each for the one who holds it, who is known by another token afterwards. What becomes of one is
-- nothing to the others. May be repeated: an id that has the new token already is renewed again. So is one that has the token of an attempt whose
-- answer was lost.
-- KEYS as in machine-take.lua; ARGV and answers as in renew-each.lua
local function renew(id, tokens, new, known, wanted, reservation, maxAhead, began)
  local bound, stamped, owner, token, holder =
    string.match(redis.call('HGET', key, id) or '', '^(%-?%d+) (%-?%d+) (%S+) (%S+) (.*)$')
  if not bound then return {'gone'} end
  if tonumber(bound) < tonumber(known) then return {'behind', bound} end
  if not isOneOf(tokens, token) or tonumber(stamped) ~= tonumber(began) then return {'lost', token == '-' and 'nobody' or holder, bound} end
  -- Whoever takes it now begins above the bound that it has here, so that one must not move any more.
  if redis.call('SISMEMBER', KEYS[2], id) == 0 then return {'lost', 'nobody', bound} end
  if wanted - reservation - now > tonumber(maxAhead) then return {'ahead', text(now)} end
  redis.call('HSET', key, id, text(math.max(wanted, tonumber(bound))) .. ' ' .. stamped .. ' ' .. owner .. ' ' .. new
    .. ' ' .. holder)
  return {'renewed', new}
end
