-- Replaces records, each by itself. May be repeated: a record that has the next token already was written. None is made where there is no header.
-- ARGV, for each: id, the token that must stand or nothing, the next record, the header's token that must stand or nothing.
-- Answers what each answer begins with, and for each the next token, by which it is known from the answer to another request, and then
-- 1 if the next record stands now, else 0 and the record that does.
-- A record that is held has its id in the set, if there is one. Whoever takes an id has put it there, or takes it over from a record that was held.
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
