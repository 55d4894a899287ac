-- Which run of a server this is, as which master: after a restart or a failover, writes that were acknowledged may be lost. A former master that
-- is promoted again is the same run, but has another replication id. A user without the right to INFO is not told; then what another one wrote stands.
local function currentRun(written)
  local info = redis.pcall('INFO', 'server')
  local run = type(info) == 'string' and string.match(info, 'run_id:(%x+)')
  info = redis.pcall('INFO', 'replication')
  return run and run .. ':' .. (type(info) == 'string' and string.match(info, 'master_replid:(%x+)') or '-') or written or '-'
end

