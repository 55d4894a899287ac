-- Replaces the header. ARGV: 1 the token that must stand, or nothing if there must be neither a header nor a record; 2 the next header.
-- Answers 1 if that stands now.
if tokenOf(header) == tokenOf(ARGV[2]) then return '1' end
if tokenOf(header) ~= ARGV[1] or not header and there() > 0 then return '0' end
redis.call('HSET', key, 'header', ARGV[2])
return '1'
