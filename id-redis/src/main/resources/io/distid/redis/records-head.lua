-- Replaces the header. ARGV: 1 the expected token, or nothing if neither a header nor a record may exist; 2 the next header.
-- Answers 1 if the next header is there now.
if tokenOf(header) == tokenOf(ARGV[2]) then return '1' end
if tokenOf(header) ~= ARGV[1] or not header and there() > 0 then return '0' end
redis.call('HSET', key, 'header', ARGV[2])
return '1'
