-- Moves the bounds of worker ids of one namespace on, each for the one who holds it, who is known by another token afterwards. What becomes of one is
-- nothing to the others. May be repeated: an id that has the new token already is renewed again. So is one that has the token of an attempt whose
-- answer was lost.
-- KEYS[1] the namespace's hash, as in lease-take.lua
-- ARGV and answers as in renew-each.lua

-- The floor of the namespace, above all that was reserved before this server had it: of another run than the header's it is made now.
local floor
local function currentFloor(horizon)
  if not floor then
    local kept = redis.call('HMGET', key, 'floor', 'run')
    local run = currentRun(kept[2])
    floor = tonumber(kept[1] or '') or 0
    if run ~= kept[2] then
      floor = math.max(floor, now + horizon)
      redis.call('HSET', key, 'floor', text(floor), 'run', run)
    end
  end
  return floor
end

local function renew(id, tokens, token, known, wanted, reservation, maxAhead, began, above)
  local bound, stamped, freeFrom, owner, holder =
    string.match(redis.call('HGET', key, id) or '', '^(%-?%d+) (%-?%d+) (%d+) (%S+) (.*)$')
  if not bound then return {'gone'} end
  if tonumber(bound) < tonumber(known) then return {'behind', bound} end
  -- By the stamp, too: a request to take may come once more after others had the id, and give it to the same token again.
  if not isOneOf(tokens, owner) or tonumber(stamped) ~= tonumber(began) then return {'lost', owner == '-' and 'nobody' or holder, bound} end
  if wanted - reservation - now > tonumber(maxAhead) then return {'ahead', text(now)} end
  -- Free by then, before the floor was made: another may have been granted it, which was lost, and may stamp up to the floor. Whoever is told so asks again, from above it.
  local horizon = tonumber(maxAhead) + reservation
  if tonumber(freeFrom) <= now and tonumber(freeFrom) <= currentFloor(horizon) - horizon and above < floor then
    return {'lapsed', text(floor)}
  end
  redis.call('HSET', key, id, text(math.max(wanted, tonumber(bound))) .. ' ' .. stamped .. ' '
    .. text(now + reservation) .. ' ' .. token .. ' ' .. holder)
  return {'renewed', token}
end
