import { bookingColumns, bookingTables } from './bookings.ts'
import { entryColumns, entryTables } from './entries.ts'
import { countOf, estimateOf, pageOf } from './pages.ts'
import { requestColumns, requestTables } from './requests.ts'
import { tripColumns, tripTables } from './trips.ts'

export type Statement = {
  method: 'GET' | 'POST'
  path: RegExp
  status: number
  text: (url: string) => string
  /** Reads the total of a list, which is cached as long as in the service. */
  total?: string
  values: (url: string, me: number, body: { message?: string }, total?: number) => unknown[]
}

const newest = ['created_at desc', 'id desc']
const requestList = {
  table: 'addon_requests',
  alias: 'r',
  columns: requestColumns,
  tables: requestTables,
  order: newest,
}
const tripList = {
  table: 'planned_trips',
  alias: 't',
  columns: tripColumns,
  tables: tripTables,
  order: ['departure_date', 'id'],
}
const bookingList = { table: 'bookings', alias: 'b', columns: bookingColumns, tables: bookingTables, order: newest }
/** One statement for each workload. It returns the `data` of the answer, and its `meta` if it has one, each as JSON text. */
export const statements: Statement[] = [
  {
    method: 'GET',
    path: /^\/api\/addon-requests\/types$/,
    status: 200,
    text: () => `
      select json_agg(t)::text as data, $1::text as meta
        from (select id, category_id, name, name_en, type_code, pricing_type, base_cost, cost_currency, requires_approval, processing_time_hours,
                     is_active, sort_order, description, description_en, customer_visible, is_refundable, is_sold_on_the_road, details_schema, created_at, updated_at, version
                from addon_request_types order by sort_order, id) t`,
    values: () => [meta],
  },
  {
    method: 'GET',
    path: /^\/api\/addon-requests\/\d+$/,
    status: 200,
    text: () => `
      select to_json(q)::text as data
        from (select ${requestColumns}, r.details, t.details_schema from addon_requests r ${requestTables} where r.id = $2) q`,
    values: (url, me) => [me, idIn(url)],
  },
  {
    method: 'GET',
    path: /^\/api\/addon-requests\?/,
    status: 200,
    text: (url) => pageOf({ ...requestList, where: whereOf(url) }, url, countOf('addon_requests', whereOf(url))),
    values: (_url, me) => [me],
  },
  {
    method: 'GET',
    path: /^\/api\/addon-requests\/\d+\/communications\?include_internal=true$/,
    status: 200,
    text: () => `
      select json_agg(q)::text as data
        from (select ${entryColumns} from addon_communications c ${entryTables} where c.addon_request_id = $2 order by c.id) q`,
    values: (url, me) => [me, idIn(url)],
  },
  ...[tripList, bookingList].map(
    (list): Statement => ({
      method: 'GET',
      path: new RegExp(`^/api/${list.table.replace('_', '-')}\\?`),
      status: 200,
      text: (url) => pageOf(list, url, '(select $1::bigint as total)'),
      total: estimateOf(list.table),
      values: (_url, _me, _body, total) => [total],
    }),
  ),
  // A message notifies the assignee in the app and by mail: three rows, as in the service. The state of the delivery is not
  // waiting, so that the service does not send it during the benchmark.
  {
    method: 'POST',
    path: /^\/api\/addon-requests\/\d+\/communications$/,
    status: 201,
    text: () => `
      with c as (
        insert into addon_communications (addon_request_id, user_id, sender_type, message_type, message, is_internal)
        select id, $1, 'sales', 'note', $3, true from addon_requests where id = $2 returning *
      ), told as (
        insert into notifications (user_id, event, sentence, params, subject_type, subject_id)
        select u.id, 'addon-request.message', 'addon-request.message',
               jsonb_build_object('number', r.request_number, 'serial', p.serial, 'traveler', v.name, 'type', t.name, 'type_en', t.name_en,
                 'price', null, 'words', $3), 'addon_request', r.id
          from addon_requests r ${requestTables} join users u on u.id = r.assignee_id where r.id = $2 and u.status = 'active'
        returning user_id, sentence, params, subject_type, subject_id
      ), delivered as (
        insert into deliveries (user_id, reply_to_id, is_proved, state, sentence, params, subject_type, subject_id)
        select user_id, $1, true, 'sent', sentence, params, subject_type, subject_id from told
      )
      select to_json(q)::text as data from (select ${entryColumns} from c ${entryTables}) q`,
    values: (url, me, { message }) => [me, idIn(url), message],
  },
]

const whereOf = (url: string) => `where status = '${/^[a-z_]+$/.exec(parameter(url, 'status') ?? '')}'`
const idIn = (url: string) => Number(/\/(\d+)/.exec(url)?.[1])
const parameter = (url: string, name: string) => new URLSearchParams(url.split('?')[1]).get(name)

const pricing_types = [
  { value: 'free', label: '免費', label_en: 'Free', description: '旅客無需支付任何費用。' },
  { value: 'fixed_price', label: '固定價格', label_en: 'Fixed Price', description: '依類型設定的基本費用計價。' },
  {
    value: 'quotation_required',
    label: '需報價',
    label_en: 'Quotation Required',
    description: '由負責部門依個案提供報價。',
  },
]
const meta = JSON.stringify({ pricing_types })
