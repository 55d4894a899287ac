-- Renews by the function before it, one after the other.
-- ARGV, for each: 1 id, 2 the tokens it may be held by, the new one included, 3 the token from now on, 4 the last bound the holder knows of,
--   5 the new bound, 6 reservation in ms, 7 how far ahead a bound may lie beyond the reservation, in ms, 8 the stamp above which the holder began,
--   9 the layout of the holder's ids, 10 the stamp above which the holder goes on
-- Answers, for each, {"renewed", the token from now on} or a refusal.
local answers = {}
-- A namespace that was made anew, as its header was lost, may have another. Its ids begin above all bounds of holders from before, which must not move any more.
local layout = redis.call('HGET', key, 'layout')
for i = 1, #ARGV, 10 do
  answers[#answers + 1] = layout and layout ~= ARGV[i + 8] and {'layout', layout} or
    renew(ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3], tonumber(ARGV[i + 4]), tonumber(ARGV[i + 5]), ARGV[i + 6], ARGV[i + 7], tonumber(ARGV[i + 9]))
end
return answers
