-- The run of the server, and its replication id as a master: after a restart or a failover, acknowledged writes may be lost. A former master that
-- is promoted again is the same run, but has another replication id. If the user has no right to INFO, the run that another user wrote counts.
local function currentRun(written)
  local info = redis.pcall('INFO', 'server')
  local run = type(info) == 'string' and string.match(info, 'run_id:(%x+)')
  info = redis.pcall('INFO', 'replication')
  return run and run .. ':' .. (type(info) == 'string' and string.match(info, 'master_replid:(%x+)') or '-') or written or '-'
end

