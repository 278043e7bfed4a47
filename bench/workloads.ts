import type { pg } from '../src/kit/db/driver.ts'
import type { Request } from './load/types.ts'

export type Workload = {
  row: string
  title: string
  /** The requests per second the service should reach, as a share of the reference's. */
  target: number
  /** Fields that differ between two equal answers. */
  volatile?: readonly string[]
  requests: (samples: Samples) => Request[]
}

export type Samples = {
  /** The id of an administrator. */
  admin: number
  /** Ids of sales users who send the requests. */
  salesUsers: number[]
  requests: number[]
  /** Open requests with their sales user. */
  openRequests: { id: number; seller: number }[]
  /** The ETag of the option lists. */
  tag: string
}

/** Ids from all parts of the data, the same in every run. */
export const samplesFrom = async (client: pg.Client, tag: string): Promise<Samples> => {
  const ids = async (text: string) => (await client.query<{ id: number }>(text)).rows.map(({ id }) => id)
  const { rows: openRequests } = await client.query<{ id: number; seller: number }>(
    `select id, sales_user_id as seller from addon_requests where status = 'open' and assignee_id is not null order by hashint4(id) limit 500`,
  )
  const [admin = 0] = await ids(`select id from users where role = 'admin' and id > 10000 order by id limit 1`)
  return {
    admin,
    salesUsers: await ids(`select id from users where role = 'sales' and id > 10000 order by id limit 16`),
    requests: await ids('select id from addon_requests order by hashint4(id) limit 1000'),
    openRequests,
    tag,
  }
}

const tokenOf = (id: number) => `gdn_bench_${String(id).padStart(33, '0')}`
export const as = (id: number) => ({ authorization: `Bearer ${tokenOf(id)}` })

const get = (path: string, headers: Record<string, string> = {}): Request => ({ method: 'GET', path, headers })

const lists = ['open', 'offered', 'confirmed', 'rejected'].map(
  (status) => `/api/addon-requests?status=${status}&per_page=20`,
)

/** The lists whose pages are turned, with the beginning of their query. */
export const pagedLists = ['addon-requests?status=open&', 'planned-trips?', 'bookings?', 'travelers?']

const reading = (row: string, title: string, paths: (samples: Samples) => string[]): Workload => ({
  row,
  title,
  target: 1,
  requests: (samples) =>
    paths(samples).map((path, i) => get(path, as(samples.salesUsers[i % samples.salesUsers.length] ?? 0))),
})

export const workloads: Workload[] = [
  reading('R1', 'GET /api/addon-requests/types (60)', ({ salesUsers }) =>
    salesUsers.map(() => '/api/addon-requests/types'),
  ),
  reading('R2', 'GET /api/addon-requests/{id}', ({ requests }) => requests.map((id) => `/api/addon-requests/${id}`)),
  reading('R3', 'GET /api/addon-requests?status=…&per_page=20', ({ salesUsers }) =>
    salesUsers.map((_, i) => lists[i % lists.length] ?? ''),
  ),
  reading('R4', 'GET /api/addon-requests/{id}/communications', ({ requests }) =>
    requests.map((id) => `/api/addon-requests/${id}/communications?include_internal=true`),
  ),
  {
    row: 'R5',
    title: 'POST /api/addon-requests/{id}/communications',
    target: 0.7,
    volatile: ['id', 'created_at', 'formatted_date'],
    requests: ({ openRequests }) =>
      openRequests.map(({ id, seller }) => ({
        method: 'POST',
        path: `/api/addon-requests/${id}/communications`,
        headers: { ...as(seller), 'content-type': 'application/json' },
        body: JSON.stringify({ message: '客人想知道是否還有靠窗的座位，請協助確認。' }),
      })),
  },
  reading('R6', 'GET /api/planned-trips?per_page=20', ({ salesUsers }) =>
    salesUsers.map(() => '/api/planned-trips?per_page=20'),
  ),
  ...[2, 10, 50].flatMap((page) =>
    pagedLists.map((list) =>
      reading('R12', `GET /api/${list}per_page=20&page=${page}`, ({ salesUsers }) =>
        salesUsers.map(() => `/api/${list}per_page=20&page=${page}`),
      ),
    ),
  ),
  { row: 'R9', title: 'GET /api/options', target: 0.7, requests: () => [get('/api/options')] },
  {
    row: 'R9',
    title: 'GET /api/options, If-None-Match',
    target: 0.7,
    requests: ({ tag }) => [get('/api/options', { 'if-none-match': tag })],
  },
]
