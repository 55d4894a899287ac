-- Moves the bounds of worker ids of one namespace on, each for the one who holds it, who is known by another token afterwards. What becomes of one is
-- nothing to the others. May be repeated: an id that has the new token already is renewed again. So is one that has the token of an attempt whose
-- answer was lost.
-- KEYS[1] the namespace's hash, as in lease-take.lua
-- ARGV and answers as in renew-each.lua
local function renew(id, tokens, token, known, wanted, reservation, maxAhead, began)
  local bound, stamped, _, owner, holder =
    string.match(redis.call('HGET', key, id) or '', '^(%-?%d+) (%-?%d+) (%d+) (%S+) (.*)$')
  if not bound then return {'gone'} end
  if tonumber(bound) < tonumber(known) then return {'behind', bound} end
  -- By the stamp, too: a request to take may come once more after others had the id, and give it to the same token again.
  if not isOneOf(tokens, owner) or tonumber(stamped) ~= tonumber(began) then return {'lost', owner == '-' and 'nobody' or holder, bound} end
  if wanted - reservation - now > tonumber(maxAhead) then return {'ahead', text(now)} end
  redis.call('HSET', key, id, text(math.max(wanted, tonumber(bound))) .. ' ' .. stamped .. ' '
    .. text(now + reservation) .. ' ' .. token .. ' ' .. holder)
  return {'renewed', token}
end
