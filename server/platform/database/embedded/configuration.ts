/**
 * postgresql.conf of the embedded database, rewritten at every start. Sized for a small machine that also runs Backstall; a bigger one
 * needs DATABASE_URL.
 */
export const configuration = `# Written by Backstall at every start; changes here do not last. A PostgreSQL of your own: DATABASE_URL.
listen_addresses = ''
unix_socket_permissions = 0700
password_encryption = 'scram-sha-256'
shared_buffers = 128MB
effective_cache_size = 512MB
maintenance_work_mem = 64MB
random_page_cost = 1.1
jit = off
io_method = sync

# An acknowledged write survives kill -9 and power cuts.
fsync = on
synchronous_commit = on
full_page_writes = on
wal_compression = on
wal_level = minimal
max_wal_senders = 0
max_wal_size = 512MB
checkpoint_timeout = 5min

# Queues that fill and empty all the time are looked at often.
autovacuum_naptime = 10s
autovacuum_max_workers = 2

# Refused statements are Backstall's to report; here they would leave people's data in a file.
log_min_messages = log
log_min_error_statement = panic
log_error_verbosity = terse
log_checkpoints = off
log_line_prefix = '%m '
log_timezone = 'UTC'
timezone = 'UTC'
lc_messages = 'C'
lc_monetary = 'C'
lc_numeric = 'C'
lc_time = 'C'
default_text_search_config = 'pg_catalog.simple'
dynamic_shared_memory_type = posix
`

/** pg_hba.conf: the socket alone, by password. */
export const access = `# Written by Backstall at every start.
local all all scram-sha-256
`
