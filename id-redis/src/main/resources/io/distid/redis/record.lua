-- The beginning of each script on a record. KEYS[1] the record's hash.
local key = KEYS[1]
-- Whether a token is in a list, separated by spaces.
local function isOneOf(tokens, token) return token and string.find(' ' .. tokens .. ' ', ' ' .. token .. ' ', 1, true) ~= nil end
