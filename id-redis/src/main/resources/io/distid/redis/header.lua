-- The header of a namespace's hash, after run.lua; brought up to date by each script that takes an id:
--   layout: of all ids of the namespace, for ever
--   floor: epoch ms; whoever takes an id begins above it
--   ids: how many ids have a record, so that a lost one shows; with fields that somebody added by hand, each of which would hide a loss
--   run: which run of a server wrote this
-- No bound is ever set beyond this server's clock + max-ahead + reservation, so whatever a holder had whose record is lost lies below
-- a floor that is made afterwards.
local floor, records, news = 0, 0, ''
-- By the deadline, in ms by this server's clock, the caller has left: then nothing is granted. 0 if it does not know this clock.
local function enter(layout, create, clock, maxAhead, reservation, deadline)
  if deadline > 0 and now > deadline then return {'late', text(now)} end
  local kept = redis.call('HMGET', key, 'layout', 'floor', 'ids', 'run', 'fence')
  if kept[5] then return redis.error_reply('hash ' .. key .. ' holds a lock, and no worker ids: give each a prefix of its own') end
  if not kept[1] and not create then return {'missing'} end
  if kept[1] and kept[1] ~= layout then return {'layout', kept[1]} end
  if clock - now > maxAhead then return {'ahead', text(now)} end
  records = redis.call('HLEN', key)
  for i = 1, 4 do
    if kept[i] then records = records - 1 end
  end
  local run = currentRun(kept[4])
  floor = tonumber(kept[2] or '') or 0
  if not kept[1] then
    news = 'made'
  elseif not kept[2] or records ~= tonumber(kept[3] or '') then
    news = 'lost'
  elseif run ~= kept[4] then
    news = 'moved'
  else
    return nil
  end
  floor = math.max(floor, now + maxAhead + reservation)
  redis.call('HSET', key, 'layout', layout, 'floor', text(floor), 'ids', text(records), 'run', run)
  return nil
end

-- The first bound of a holder: a reservation ahead, but not beyond what a floor would cover, nor below the predecessor.
local function firstBound(stamped, clock, maxAhead, reservation)
  return math.max(stamped, math.min(math.max(clock, stamped) + reservation, now + maxAhead + reservation))
end

