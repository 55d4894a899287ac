-- Takes numbers of a period, and begins the period if nobody has yet.
-- KEYS[1] the sequence: the last period that was begun, and how it is numbered
-- KEYS[2] the counter of the caller's period: the last number granted in it
-- ARGV[1] how many; ARGV[2] the last number the caller has seen in the period; ARGV[3] the greatest number allowed
-- ARGV[4] the period; ARGV[5] its first ms; ARGV[6] the ms from which its counter may be gone
-- ARGV[7] how many ms the caller's clock may be ahead of this server's; ARGV[8] how the caller numbers
-- All numbers are below 2^53, which Lua's own hold exactly.
local sequence, counter = KEYS[1], KEYS[2]
local size, seen, limit, period = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local begins, expires, ahead, numbering = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7]), ARGV[8]
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

local function digits(value) return type(value) == 'string' and #value < 16 and string.match(value, '^%d+$') end
local head = redis.pcall('GET', sequence)
-- A replica refuses a write, even one that changes nothing, as this one; from its data, which may be old, no refusal is told.
local function refuse(answer)
  local wrong = redis.pcall('SET', sequence, '', head and 'NX' or 'XX')
  if type(wrong) == 'table' and wrong.err and string.find(wrong.err, 'READONLY', 1, true) then return wrong end
  return answer
end
local function malformed(answer, value)
  if type(value) ~= 'table' then return refuse(answer .. ' ' .. string.sub(value, 1, 80)) end
  if string.find(value.err, 'WRONGTYPE', 1, true) then return refuse(answer .. ' a value of another type') end
  return value
end

if head == false then return refuse('missing') end
local last = type(head) == 'string' and string.match(head, '^(%d+) ' .. string.gsub(numbering, '%p', '%%%0') .. '$')
if not last then return malformed('other', head) end
if tonumber(last) > period then return refuse('later ' .. last) end
if now + ahead < begins then return refuse('ahead ' .. string.format('%.0f', now)) end
if now >= expires then return refuse('past ' .. string.format('%.0f', now)) end

local value = redis.pcall('GET', counter)
if value == false then
  if tonumber(last) == period then return refuse('gone') end
  -- Nobody has begun this period, or the sequence went back; what this caller has seen tells the two apart.
  value = '0'
elseif not digits(value) then
  return malformed('malformed', value)
end
local count = tonumber(value)
if count < seen then return refuse('behind ' .. value) end
if size > limit - count then return refuse('exhausted ' .. value) end
if size == 0 then
  -- A write all the same, so that a server that takes none, or not from this user, is found out at opening.
  local written = redis.pcall('PEXPIREAT', counter, string.format('%.0f', expires))
  if type(written) == 'table' and written.err then return written end
  return value
end
local granted = string.format('%.0f', count + size)
-- The counter first: if the sequence is not moved, the next caller finds the counter and goes on from it.
local done = redis.pcall('SET', counter, granted)
if type(done) == 'table' and done.err then return done end
redis.call('PEXPIREAT', counter, string.format('%.0f', expires))
if tonumber(last) < period then redis.call('SET', sequence, ARGV[4] .. ' ' .. numbering) end
return granted
