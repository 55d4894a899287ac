-- The server's time, after record.lua.
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local function text(number) return string.format('%.0f', number) end
