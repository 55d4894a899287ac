-- Looks at worker ids. ARGV: the ids.
-- Answers what each answer begins with, and for each id its record or nothing.
local all = answer()
local records = redis.call('HMGET', key, unpack(ARGV))
for i = 1, #ARGV do all[#all + 1] = records[i] or '' end
return all
