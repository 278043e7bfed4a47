/** One page of a list, with how many rows there are. */
export type CountedPage<T> = { data: T[]; meta: PageMeta }
export type PageMeta = {
  current_page: number
  per_page: number
  total: number
  last_page: number
  from: number | null
  to: number | null
  /** The total is an estimate: there are more than 10,000 rows. */
  total_is_estimate?: true
}

/** One page of a list that is read with a cursor. */
export type CursorPage<T> = { data: T[]; meta: { per_page: number; has_more: boolean; next_cursor: string | null } }

/** With a `cursor` in the query there is no total, but a way to the next page; with `format` there is a file of all rows. */
export type Page<T, Query> = OrFile<Query extends { cursor: string } ? CursorPage<T> : CountedPage<T>, Query>

export const fileFormats = ['csv', 'xlsx', 'pdf'] as const
/** What is answered as JSON, or as a file if the query names the format of one. */
export type OrFile<T, Query> = Query extends { format: (typeof fileFormats)[number] } ? Blob : T

export type Position = { cursor: string; per_page: number }

/**
 * Every row of a list, however long, page by page:
 * `for await (const booking of each((at) => listBookings(guidon, { ...at, status: 'held' })))`
 */
export async function* each<T>(pageAt: (at: Position) => Promise<CursorPage<T>>, per_page = 100): AsyncGenerator<T> {
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { data, meta }: CursorPage<T> = await pageAt({ cursor, per_page })
    yield* data
    cursor = meta.has_more ? meta.next_cursor : null
  }
}
