-- Puts a machine id into the set of those in use. May be repeated by the same holder.
-- KEYS[1] the set; KEYS[2] the hash of "held <token> <holder>" and, once freed, "freed <last stamp>"
-- ARGV: 1 the id; 2 token; 3 holder. Answers {"taken", last stamp or ""} or {"clash", holder}.
local note = redis.call('HGET', KEYS[2], ARGV[1]) or ''
if redis.call('SADD', KEYS[1], ARGV[1]) == 0 then
  local token, holder = string.match(note, '^held (%S+) (.*)$')
  if token ~= ARGV[2] then return {'clash', holder or 'somebody'} end
  return {'taken', ''}
end
redis.call('HSET', KEYS[2], ARGV[1], 'held ' .. ARGV[2] .. ' ' .. ARGV[3])
return {'taken', string.match(note, '^freed (%-?%d+)$') or ''}
