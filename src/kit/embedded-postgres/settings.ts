import type { Server } from './server.ts'

/** Command line options, so that they apply to every cluster, however old, and no cluster opens a TCP port by accident. */
export const settings = (server: Server) =>
  Object.entries({ ...common(server), ...(server.durable ? {} : notDurable) }).flatMap(([name, is]) => [
    '-c',
    `${name}=${is}`,
  ])

/** Contains nothing of this process's environment: the server outlives this process and must not carry its secrets. */
export const environment = { LC_ALL: 'C.UTF-8', TZ: 'UTC' }

const common = ({ name, connection }: Server) => ({
  cluster_name: name,
  listen_addresses: '',
  port: connection.port,
  unix_socket_directories: `"${connection.host.replaceAll('"', '""')}"`,
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
})

const notDurable = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
