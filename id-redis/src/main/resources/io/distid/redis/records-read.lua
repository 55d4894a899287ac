-- Reads records. ARGV: the worker ids.
-- Answers the beginning of each answer, and for each id its record or nothing. An id of another program is shown as held for ever.
local all = answer()
local records = redis.call('HMGET', key, unpack(ARGV))
for i = 1, #ARGV do
  local isAnothers = set and not isHeld(records[i]) and redis.call('SISMEMBER', set, ARGV[i]) == 1
  all[#all + 1] = isAnothers and '- 0 0 253402300799999 another program, in set ' .. set or records[i] or ''
end
return all
