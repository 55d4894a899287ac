-- A write that changes nothing, after record.lua: a replica refuses it, which else would answer from data that may be old.
redis.call('HDEL', key, '-')
