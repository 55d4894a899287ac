-- A write that changes nothing, after record.lua. A replica refuses it, instead of an answer from data that may be old. It is the first write
-- and frees memory, so that a server whose memory is full also accepts the writes after it.
redis.call('HDEL', key, '-')
