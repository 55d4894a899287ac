-- Replaces records, each by itself. May be repeated: a record with the next token was written before. Without a header no record is created.
-- ARGV, for each: id, the expected token or nothing, the next record, the expected token of the header or nothing.
-- Answers the beginning of each answer, and for each record the next token, which tells the answer from the answer to another request. Then
-- 1 if the next record is there now, else 0 and the present record.
-- If there is a set, it has the id of each held record. A new holder has added the id, or takes it over from a held record.
local function isProven(id, found, next)
  return not set or not isHeld(next) or redis.call('SADD', set, id) == 1 or isHeld(found)
end
local outcomes = {}
for i = 1, #ARGV, 4 do
  local id, expected, next, under = unpack(ARGV, i, i + 3)
  local found = redis.call('HGET', key, id)
  local stands = tokenOf(found) == tokenOf(next)
  if not stands and tokenOf(found) == expected and (found or header) and (under == '' or under == tokenOf(header))
    and isProven(id, found, next) then
    redis.call('HSET', key, id, next)
    if set and isHeld(found) and not isHeld(next) then redis.call('SREM', set, id) end
    if not found then
      made = (made or 0) + 1
      redis.call('HSET', key, 'made', text(made))
    end
    stands = true
  end
  outcomes[#outcomes + 1] = tokenOf(next)
  outcomes[#outcomes + 1] = stands and '1' or '0' .. (found or '')
end
local all = answer()
for i = 1, #outcomes do all[#all + 1] = outcomes[i] end
return all
