-- A write that changes nothing, after record.lua: a replica refuses it, which else would answer from data that may be old. And it is the first
-- one and frees memory, so that a server whose memory is full lets those after it pass, too.
redis.call('HDEL', key, '-')
