-- By which layout a namespace of a set goes, if it has a header.
-- KEYS as in machine-take.lua. Answers {"known", layout} or {"missing"}.
local layout = redis.call('HGET', key, 'layout')
return layout and {'known', layout} or {'missing'}
