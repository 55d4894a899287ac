-- Puts a machine id into the set of those in use. Repeated with the same token, it answers as it did first.
-- KEYS[1] the namespace's notes: a header, and for each id that was ever taken "<bound> <stamped> <owner> <token> <holder>":
--   bound: epoch ms by the holder's clock, up to which ticks are reserved (or, once freed, were stamped)
--   stamped: epoch ms, above which the holder began
--   owner: who may take the id while it is in the set, say after a crash; token: by whom it is held. Both are - once it is freed
-- KEYS[2] the set
-- ARGV: 1 the id, 2 owner, 3 token, 4 holder, 5 layout, 6 the holder's clock in ms, 7 reservation in ms,
--   8 how far ahead a clock may be in ms, 9 how far the owner knows that it may have stamped, in epoch ms,
--   10 when the caller leaves, in ms by this server's clock, or 0
-- Answers {"taken", stamped, bound, what is new about the namespace, "first" for an id without a note}, {"conflict", holder} or a refusal.
local id = ARGV[1]
local clock, reservation, maxAhead = tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])
local note = redis.call('HGET', key, id)
local used = redis.call('SISMEMBER', KEYS[2], id) == 1
local bound, stamped, owner, token, holder = string.match(note or '', '^(%-?%d+) (%-?%d+) (%S+) (%S+) (.*)$')
if note and not bound then return redis.error_reply('machine id ' .. id .. ' has no note: ' .. string.sub(note, 1, 80)) end
-- One that comes once more after the id was renewed or freed takes it for a token that nobody has: the holder's next renewal is refused,
-- and the id stays taken, as after a crash. No tick is stamped twice by that.
if used and token == ARGV[3] then return {'taken', stamped, bound, '', ''} end

local refusal = enter(ARGV[5], true, clock, maxAhead, reservation, tonumber(ARGV[10]))
if refusal then return refusal end
if used and owner ~= ARGV[2] then return {'conflict', token and token ~= '-' and holder or 'somebody'} end

local from = math.max(tonumber(bound or floor), floor, tonumber(ARGV[9]))
if from - now > maxAhead + reservation then return {'far', text(now), text(from)} end
local upTo = text(firstBound(from, clock, maxAhead, reservation))
redis.call('SADD', KEYS[2], id)
redis.call('HSET', key, id, upTo .. ' ' .. text(from) .. ' ' .. ARGV[2] .. ' ' .. ARGV[3] .. ' ' .. ARGV[4])
if not note then redis.call('HSET', key, 'ids', text(records + 1)) end
return {'taken', text(from), upTo, news, note and '' or 'first'}
