-- Takes a free worker id of a namespace. Repeated with the same token, it answers as it did first.
-- KEYS[1] the namespace's hash: a header, and for each id that was ever taken "<bound> <stamped> <free from> <token> <holder>":
--   bound: epoch ms by the holder's clock, up to which ticks are reserved (or, once released, were stamped)
--   stamped: epoch ms, above which the holder began
--   free from: epoch ms by this server's clock, from which another may take the id; token: who holds it, - for nobody
-- KEYS[2] for ten minutes, the id that the token was given; - once its caller has left
-- ARGV: 1 first id, 2 last id, 3 preferred id or -1, 4 token, 5 holder, 6 layout, 7 the holder's clock in ms,
--   8 reservation in ms, 9 how far ahead a clock may be in ms, 10 1 to make the namespace if it is missing,
--   11 when the caller leaves, in ms by this server's clock, or 0
-- Answers {"taken", id, stamped, bound, what is new about the namespace, "first" for an id without a record}, or a refusal.
local first, last, preferred = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local token, clock, reservation, maxAhead = ARGV[4], tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9])
local RECORD = '^(%-?%d+) (%-?%d+) (%d+) (%S+) (.*)$'

-- Once the token was renewed or the id given away, nobody waits for this answer; what is taken then is free after a reservation.
local before = redis.call('GET', KEYS[2])
if before == '-' then return {'late', text(now)} end
if before then
  local bound, stamped, _, owner = string.match(redis.call('HGET', key, before) or '', RECORD)
  if owner == token then return {'taken', before, stamped, bound, '', ''} end
end

local refusal = enter(ARGV[6], ARGV[10] == '1', clock, maxAhead, reservation, tonumber(ARGV[11]))
if refusal then return refusal end

local best, bestStamped, isFirst
local held = {'full'}
local function consider(id, record)
  local stamped = floor
  if record then
    local bound, _, freeFrom, owner, holder = string.match(record, RECORD)
    if not bound then return redis.error_reply('worker id ' .. id .. ' holds no record: ' .. string.sub(record, 1, 80)) end
    if owner ~= '-' and tonumber(freeFrom) > now then
      if #held < 64 then held[#held + 1] = id .. ' ' .. holder end
      return
    end
    stamped = math.max(tonumber(bound), floor)
  end
  -- One that nobody has to wait for wins, then the one with the shortest wait.
  if not best or (bestStamped > clock and stamped < bestStamped) then
    best, bestStamped, isFirst = id, stamped, not record
  end
end

if preferred >= 0 then
  local wrong = consider(text(preferred), redis.call('HGET', key, text(preferred)))
  if wrong then return wrong end
end
local from = first
while from <= last and not (best and bestStamped <= clock) do
  local upTo = math.min(from + 255, last)
  local ids = {}
  for id = from, upTo do ids[#ids + 1] = text(id) end
  local values = redis.call('HMGET', key, unpack(ids))
  for i = 1, #ids do
    if from + i - 1 ~= preferred and not (best and bestStamped <= clock) then
      local wrong = consider(ids[i], values[i])
      if wrong then return wrong end
    end
  end
  from = upTo + 1
end
if not best then return held end
if bestStamped - now > maxAhead + reservation then return {'far', text(now), text(bestStamped)} end

local bound = text(firstBound(bestStamped, clock, maxAhead, reservation))
redis.call('HSET', key, best,
  bound .. ' ' .. text(bestStamped) .. ' ' .. text(now + reservation) .. ' ' .. token .. ' ' .. ARGV[5])
if isFirst then redis.call('HSET', key, 'ids', text(records + 1)) end
redis.call('SET', KEYS[2], best, 'PX', '600000')
return {'taken', best, text(bestStamped), bound, news, isFirst and 'first' or ''}
