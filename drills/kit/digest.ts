import type { Catalog } from './catalog.ts'
import type { Query } from './database.ts'

/** A checksum of the rows of each table. Throttle counters and the times at which tokens were last used are left out. */
export const digestOf = async (query: Query, catalog: Catalog): Promise<Record<string, string>> => {
  const digests = []
  for (const name of catalog.tables.keys()) {
    const [row] = await query<{ digest: string }>(
      `select md5(coalesce(string_agg(line, '|' order by line), '')) as digest
         from (select (to_jsonb(t) - 'last_used_at')::text as line from ${name} t) lines`,
    )
    digests.push([name, name === 'throttles' ? '' : (row?.digest ?? '')])
  }
  return Object.fromEntries(digests)
}
