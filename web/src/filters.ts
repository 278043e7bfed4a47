import type {
  ListAddonRequestsQuery,
  ListAuditQuery,
  ListBookingsQuery,
  ListPackagesQuery,
  ListPaymentsQuery,
  ListPlannedTripsQuery,
  ListSessionsQuery,
  ListTravelersQuery,
  ListUsersQuery,
  ListWebhookDeliveriesQuery,
  SumMoneyOfTripsQuery,
} from 'guidon-sdk'

/** What the address of the list of requests may hold. Anything else in it is left out. */
export type RequestFilter = OneOfEach<
  ListAddonRequestsQuery,
  | 'q'
  | 'status'
  | 'department'
  | 'priority'
  | 'next_action_by'
  | 'overdue'
  | 'needed_from'
  | 'needed_to'
  | 'sort'
  | 'page'
>

// The service takes several values of a filter; this page chooses one of each.
type OneOfEach<Q, K extends keyof Q> = { [N in K]?: Exclude<Q[N], readonly unknown[]> }

export const requestFilter = (search: Record<string, unknown>) =>
  kept<RequestFilter>(search, {
    q: isText,
    status: isText,
    department: isText,
    priority: isText,
    next_action_by: isText,
    overdue: isTrue,
    needed_from: isDay,
    needed_to: isDay,
    sort: isText,
    page: isNumber,
  })

/** What the address of the board of trips may hold. Without `when`, `from` and `to`, what is still to leave. */
export type TripFilter = OneOfEach<
  ListPlannedTripsQuery,
  'q' | 'status' | 'area_id' | 'branch_id' | 'from' | 'to' | 'missing_leader' | 'overdue_deadline' | 'sort' | 'page'
> & { view?: 'calendar'; year?: number; when?: 'past' | 'all' }

export const tripFilter = (search: Record<string, unknown>) =>
  kept<TripFilter>(search, {
    view: (value) => value === 'calendar',
    year: isNumber,
    when: (value) => value === 'past' || value === 'all',
    q: isText,
    status: isText,
    area_id: isNumber,
    branch_id: isNumber,
    from: isDay,
    to: isDay,
    missing_leader: isTrue,
    overdue_deadline: isTrue,
    sort: isText,
    page: isNumber,
  })

const tripTabs = ['people', 'messages', 'rooms', 'itinerary', 'papers', 'money', 'handover', 'history'] as const
export type TripTab = (typeof tripTabs)[number]
export const tripTab = (given: Record<string, unknown>): { tab?: TripTab } => {
  const tab = tripTabs.find((each) => each === given.tab)
  return tab ? { tab } : {}
}

/** Without a status and a text, what is not archived. */
export type PackageFilter = OneOfEach<
  ListPackagesQuery,
  'q' | 'status' | 'kind' | 'area_id' | 'country_id' | 'sort' | 'page'
>

export const packageFilter = (search: Record<string, unknown>) =>
  kept<PackageFilter>(search, {
    q: isText,
    status: isText,
    kind: isText,
    area_id: isNumber,
    country_id: isNumber,
    sort: isText,
    page: isNumber,
  })

const packageTabs = ['itinerary', 'prices'] as const
export type PackageTab = (typeof packageTabs)[number]
export const packageTab = (given: Record<string, unknown>): { tab?: PackageTab } => {
  const tab = packageTabs.find((each) => each === given.tab)
  return tab ? { tab } : {}
}

export type BookingFilter = OneOfEach<
  ListBookingsQuery,
  'q' | 'status' | 'branch_id' | 'overdue' | 'departs_from' | 'departs_to' | 'sort' | 'page'
>

export const bookingFilter = (search: Record<string, unknown>) =>
  kept<BookingFilter>(search, {
    q: isText,
    status: isText,
    branch_id: isNumber,
    overdue: isTrue,
    departs_from: isDay,
    departs_to: isDay,
    sort: isText,
    page: isNumber,
  })

export type TravelerFilter = OneOfEach<ListTravelersQuery, 'q' | 'status' | 'passenger_type' | 'sort' | 'page'>

export const travelerFilter = (search: Record<string, unknown>) =>
  kept<TravelerFilter>(search, { q: isText, status: isText, passenger_type: isText, sort: isText, page: isNumber })

/** The first day that the schedule of the leaders shows, and whose. */
export type ScheduleFilter = { from?: string; area_id?: number }

export const scheduleFilter = (search: Record<string, unknown>) =>
  kept<ScheduleFilter>(search, { from: isDay, area_id: isNumber })

const leaderTabs = ['leave', 'papers', 'countries', 'areas'] as const
export type LeaderTab = (typeof leaderTabs)[number]
export const leaderTab = (given: Record<string, unknown>): { tab?: LeaderTab } => {
  const tab = leaderTabs.find((each) => each === given.tab)
  return tab ? { tab } : {}
}

const moneyViews = ['days', 'refunds', 'receivables', 'results'] as const
export type MoneyView = (typeof moneyViews)[number]

/** What the pages of money are filtered by; without a view, the payments. */
export type MoneyFilter = OneOfEach<
  ListPaymentsQuery,
  'kind' | 'method' | 'received_from' | 'received_to' | 'sort' | 'page'
> &
  SumMoneyOfTripsQuery & { view?: MoneyView }

export const moneyFilter = (search: Record<string, unknown>) =>
  kept<MoneyFilter>(search, {
    view: (value) => moneyViews.some((each) => each === value),
    kind: isText,
    method: isText,
    received_from: isDay,
    received_to: isDay,
    departs_from: isDay,
    departs_to: isDay,
    area_id: isNumber,
    season_id: isNumber,
    sales_user_id: isNumber,
    branch_id: isNumber,
    sort: isText,
    page: isNumber,
  })

/** Sessions by their time, or with `view=seminars` the seminars. */
export type SeminarFilter = OneOfEach<
  ListSessionsQuery,
  'q' | 'seminar_id' | 'kind' | 'status' | 'from' | 'to' | 'sort' | 'page'
> & { view?: 'seminars' }

export const seminarFilter = (search: Record<string, unknown>) =>
  kept<SeminarFilter>(search, {
    view: (value) => value === 'seminars',
    q: isText,
    seminar_id: isNumber,
    kind: isText,
    status: isText,
    from: isDay,
    to: isDay,
    sort: isText,
    page: isNumber,
  })

export const sessionTab = ({ tab }: Record<string, unknown>): { tab?: 'door' } => (tab === 'door' ? { tab } : {})

/** Which plain records are listed, how, and the one that is open. Their own filters are known to their page alone. */
export type ReferenceFilter = { kind?: string; sort?: string; page?: number; edit?: number | 'new' } & Record<
  string,
  unknown
>

export const referenceFilter = (search: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => isSimple(value))) as ReferenceFilter
const isSimple = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value) && value !== ''

export type NotificationFilter = { unread?: true; page?: number }

export const notificationFilter = (search: Record<string, unknown>) =>
  kept<NotificationFilter>(search, { unread: isTrue, page: isNumber })

export type AccountFilter = OneOfEach<ListUsersQuery, 'q' | 'role' | 'department' | 'status' | 'sort' | 'page'>

export const accountFilter = (search: Record<string, unknown>) =>
  kept<AccountFilter>(search, {
    q: isText,
    role: isText,
    department: isText,
    status: isText,
    sort: isText,
    page: isNumber,
  })

export type AuditFilter = OneOfEach<
  ListAuditQuery,
  'table_name' | 'record_id' | 'actor_id' | 'action' | 'from' | 'to' | 'page'
>

export const auditFilter = (search: Record<string, unknown>) =>
  kept<AuditFilter>(search, {
    table_name: isText,
    record_id: isNumber,
    actor_id: isNumber,
    action: isText,
    from: isDay,
    to: isDay,
    page: isNumber,
  })

export const mailFilter = (search: Record<string, unknown>) =>
  kept<{ group?: string; q?: string }>(search, { group: isText, q: isText })

export type PersonFilter = { view?: 'doubles'; q?: string; page?: number }

export const personFilter = (search: Record<string, unknown>) =>
  kept<PersonFilter>(search, { view: (value) => value === 'doubles', q: isText, page: isNumber })

export type DeliveryFilter = OneOfEach<ListWebhookDeliveriesQuery, 'status' | 'page'>

export const deliveryFilter = (search: Record<string, unknown>) =>
  kept<DeliveryFilter>(search, { status: isText, page: isNumber })

type Check = (value: unknown) => boolean
const isTrue: Check = (value) => value === true
const isNumber: Check = (value) => Number.isInteger(value)
const isText: Check = (value) => typeof value === 'string' && value !== ''
const isDay: Check = (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)

// The service checks the values themselves, and refuses those it does not know.
const kept = <T>(search: Record<string, unknown>, checks: { [K in keyof Required<T>]: Check }) =>
  Object.fromEntries(
    Object.entries<Check>(checks).flatMap(([key, isFit]) => (isFit(search[key]) ? [[key, search[key]]] : [])),
  ) as T
