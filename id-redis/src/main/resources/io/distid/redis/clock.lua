-- How each script on a namespace's hash begins. KEYS[1] the hash.
local key = KEYS[1]
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local function text(number) return string.format('%.0f', number) end
-- Whether a token is one of several, which are separated by spaces.
local function isOneOf(tokens, token) return token and string.find(' ' .. tokens .. ' ', ' ' .. token .. ' ', 1, true) ~= nil end
-- A write that changes nothing: a replica refuses it, which else would answer from data that may be old.
redis.call('HDEL', key, '-')

