import type { Server } from './server.ts'

/** Given on the command line, so that they hold for every cluster, however old, and nobody opens a port by accident. */
export const settings = (server: Server) =>
  Object.entries({ ...ours(server), ...(server.durable ? {} : careless) }).flatMap(([name, is]) => [
    '-c',
    `${name}=${is}`,
  ])

/** Nothing of ours: the server outlives us and must not carry our secrets in its environment. */
export const environment = { LC_ALL: 'C.UTF-8', TZ: 'UTC' }

const ours = ({ name, connection }: Server) => ({
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
  // Two cores serve many short queries; and containers are too short of shared memory for parallel ones.
  max_parallel_workers_per_gather: 0,
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The log tells of the server only. A refused statement is its sender's to tell, and may hold personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
})

const careless = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
