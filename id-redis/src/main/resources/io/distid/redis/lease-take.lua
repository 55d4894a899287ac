-- Takes a free worker id of a namespace.
-- KEYS[1] the namespace's hash: "layout", and for each id that was ever taken "<bound> <free from> <token> <holder>":
--   bound: epoch ms by the holder's clock, up to which ticks are reserved (or, once released, were stamped)
--   free from: epoch ms by this server's clock, from which another may take the id; token: who holds it, - for nobody
-- ARGV: 1 first id, 2 last id, 3 preferred id or -1, 4 token, 5 holder, 6 layout, 7 the holder's clock in ms,
--   8 reservation in ms, 9 how far ahead a clock may be in ms, 10 1 to make the namespace if it is missing
local key = KEYS[1]
local first, last, preferred = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local token, clock, reservation = ARGV[4], tonumber(ARGV[7]), tonumber(ARGV[8])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local function text(number) return string.format('%.0f', number) end

local layout = redis.call('HGET', key, 'layout')
if not layout and ARGV[10] ~= '1' then return {'missing'} end
if layout and layout ~= ARGV[6] then return {'layout', layout} end
if clock - now > tonumber(ARGV[9]) then return {'ahead', text(now)} end

local best, bestBound
local held = {'full'}
local function consider(id, slot)
  local bound, freeFrom, owner, holder
  if slot then
    bound, freeFrom, owner, holder = string.match(slot, '^(%-?%d+) (%d+) (%S+) (.*)$')
    if not bound then return redis.error_reply('worker id ' .. id .. ' holds no slot: ' .. string.sub(slot, 1, 80)) end
    bound = tonumber(bound)
    if owner ~= '-' and owner ~= token and tonumber(freeFrom) > now then
      if #held < 64 then held[#held + 1] = id .. ' ' .. holder end
      return
    end
    -- One that nobody has to wait for wins, then the one with the shortest wait.
    if bound <= clock then bound = nil end
  end
  if not best or (bestBound and (not bound or bound < bestBound)) then
    best, bestBound = id, bound
  end
end

if preferred >= 0 then
  local wrong = consider(preferred, redis.call('HGET', key, preferred))
  if wrong then return wrong end
end
local from = first
while from <= last and not (best and not bestBound) do
  local upTo = math.min(from + 255, last)
  local ids = {}
  for id = from, upTo do ids[#ids + 1] = text(id) end
  local slots = redis.call('HMGET', key, unpack(ids))
  for i = 1, #ids do
    if from + i - 1 ~= preferred and not (best and not bestBound) then
      local wrong = consider(ids[i], slots[i])
      if wrong then return wrong end
    end
  end
  from = upTo + 1
end
if not best then return held end

local stamped = ''
local bound = clock
local slot = redis.call('HGET', key, best)
if slot then
  stamped = string.match(slot, '^(%-?%d+)')
  bound = math.max(clock, tonumber(stamped))
end
bound = bound + reservation
-- The bound that is waited for may itself lie far ahead; then this one would be further still.
if bound - reservation - now > tonumber(ARGV[9]) then return {'ahead', text(now)} end
redis.call('HSET', key, 'layout', ARGV[6],
  best, text(bound) .. ' ' .. text(now + reservation) .. ' ' .. token .. ' ' .. ARGV[5])
return {'taken', text(best), stamped, text(bound)}
