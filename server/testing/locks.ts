import type { Sql } from '#server/platform/database/database.ts'

/**
 * The processes of the database that wait for a lock of this connection, or behind those that do. Asked on that connection itself: on another one, the
 * question could wait behind the statement that waits. And of the locks: within a transaction, `pg_stat_activity` stays as it was when it was first
 * read.
 */
export const waitingFor = (lock: Sql) => lock<{ pid: number }[]>`
  with recursive waiting as (select distinct pid from pg_locks where not granted), behind as (
    select pid from waiting where pg_backend_pid() = any (pg_blocking_pids(pid))
    union select waiting.pid from waiting join behind on behind.pid = any (pg_blocking_pids(waiting.pid))
  ) select pid from behind`
