-- Whether the namespace of a set has a header.
-- KEYS as in machine-take.lua. Answers {"known"} or {"missing"}.
return {redis.call('HGET', key, 'layout') and 'known' or 'missing'}
