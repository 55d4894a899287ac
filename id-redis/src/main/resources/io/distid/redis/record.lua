-- How each script on a record begins. KEYS[1] the record's hash.
local key = KEYS[1]
-- Whether a token is one of several, which are separated by spaces.
local function isOneOf(tokens, token) return token and string.find(' ' .. tokens .. ' ', ' ' .. token .. ' ', 1, true) ~= nil end
