import type { pg } from '../src/kit/db/client.ts'
import type { Request } from './load/types.ts'

export type Workload = {
  row: string
  title: string
  /** The most CPU as a multiple of the reference's. Without one, the value is only recorded. */
  target?: number
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
}

/** Ids from all parts of the data, the same in every run. */
export const samplesFrom = async (client: pg.Client): Promise<Samples> => {
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
  }
}

const tokenOf = (id: number) => `gdn_bench_${String(id).padStart(33, '0')}`
export const as = (id: number) => ({ authorization: `Bearer ${tokenOf(id)}` })

/** The pages that the console shows, each as its query. A page of requests is read in four statuses. */
export const pagesOf = (page: number) => [
  {
    title: `page ${page} of requests`,
    paths: ['open', 'offered', 'confirmed', 'rejected'].map(
      (status) => `/api/addon-requests?status=${status}&per_page=20&page=${page}`,
    ),
  },
  { title: `page ${page} of trips`, paths: [`/api/planned-trips?per_page=20&page=${page}`] },
  { title: `page ${page} of bookings`, paths: [`/api/bookings?per_page=20&page=${page}`] },
]

const reading = (title: string, paths: (samples: Samples) => string[]): Workload => ({
  row: 'R1',
  title,
  requests: (samples) =>
    paths(samples).map((path, i) => ({
      method: 'GET',
      path,
      headers: as(samples.salesUsers[i % samples.salesUsers.length] ?? 0),
    })),
})

/** The small read: it shows the speed of the machine, and the latency while something heavy runs. */
export const requestsById = reading('GET /api/addon-requests/{id}', ({ requests }) =>
  requests.map((id) => `/api/addon-requests/${id}`),
)

export const workloads: Workload[] = [
  requestsById,
  reading('GET /api/addon-requests/{id}/communications', ({ requests }) =>
    requests.map((id) => `/api/addon-requests/${id}/communications?include_internal=true`),
  ),
  reading('GET /api/addon-requests/types (60)', ({ salesUsers }) => salesUsers.map(() => '/api/addon-requests/types')),
  ...[1, 10]
    .flatMap(pagesOf)
    .map(({ title, paths }) =>
      reading(title, ({ salesUsers }) => salesUsers.map((_, i) => paths[i % paths.length] ?? '')),
    ),
  {
    row: 'R2',
    title: 'POST /api/addon-requests/{id}/communications',
    target: 2.5,
    volatile: ['id', 'created_at', 'formatted_date'],
    requests: ({ openRequests }) =>
      openRequests.map(({ id, seller }) => ({
        method: 'POST',
        path: `/api/addon-requests/${id}/communications`,
        headers: { ...as(seller), 'content-type': 'application/json' },
        body: JSON.stringify({ message: '客人想知道是否還有靠窗的座位，請協助確認。' }),
      })),
  },
]
