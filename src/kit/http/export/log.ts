import type { FastifyRequest } from 'fastify'
import { type Generated, sql } from 'kysely'
import { retention } from '../../retention/rules.ts'
import { onBehalfOf } from '../server/deadline.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    list_exports: {
      id: Generated<number>
      /** Null for somebody with the link of a mail. */
      actor_id: number | null
      list: string
      /** JSON: the filters and the order. */
      filter: string
      columns: string[]
      row_count: number
      request_id: string
      created_at: Generated<string>
    }
  }
}

type Exported = { filter: object; columns: string[]; row_count: number }

/** Logs who gets a list of people as a file, with which filter, and how many rows it has. */
export async function logFile(request: FastifyRequest, { filter, ...exported }: Exported) {
  const { actor, id: request_id } = request
  const row = {
    ...exported,
    actor_id: actor?.id ?? null,
    list: listName(request),
    filter: JSON.stringify(filter),
    request_id,
  }
  await request.server.database.transaction(onBehalfOf(request), (tx) =>
    tx.insertInto('list_exports').values(row).execute(),
  )
}

/** `planned-trips-7-costs` for `/api/planned-trips/:id/costs`. The token of a link is left out. */
export function listName({ route, params }: FastifyRequest) {
  const values = params as Record<string, unknown>
  const parts = (route.url ?? '').split('/').slice(2)
  return parts
    .flatMap((part) => {
      if (!part.startsWith(':')) return [part]
      const value = values[part.slice(1)]
      return typeof value === 'number' ? [`${value}`] : []
    })
    .join('-')
}

export const exportsRetention = retention({
  what: 'log of exported lists of people',
  table: 'list_exports',
  from: sql`created_at`,
  since: 'the export',
  after: '5 years',
  why: 'The law requires access logs for five years.',
})
