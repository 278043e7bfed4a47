import type { Account } from './account.ts'
import type { Programs } from './programs.ts'
import { holderSetting, type Kind } from './running.ts'
import type { Connection } from './socket.ts'

/** What is needed to start a server. */
export type Server = {
  home: string
  account: Account
  programs: Programs
  connection: Connection
  as: Kind
  name: string
  durable: boolean
}

/** Command line options, so that they apply to every cluster, however old, and no cluster opens a TCP port by accident. */
export const settings = ({ as, name, durable, connection }: Server) =>
  Object.entries({
    unix_socket_directories: `"${connection.host.replaceAll('"', '""')}"`,
    ...common,
    ...(durable ? {} : notDurable),
    'guidon.holder': holderSetting(as, name),
  }).flatMap(([setting, is]) => ['-c', `${setting}=${is}`])

const common = {
  cluster_name: 'guidon',
  listen_addresses: '',
  port: 5432,
  unix_socket_permissions: '0700',
  max_connections: 100,
  max_logical_replication_workers: 0,
  shared_buffers: '192MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  random_page_cost: 1.1,
  jit: 'off',
  // No parallel queries: two cores serve many short queries, and containers have too little shared memory for parallel ones.
  max_parallel_workers_per_gather: 0,
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Failed statements are not logged: their text may contain personal data, and the client that sent them reports the error.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

const notDurable = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
