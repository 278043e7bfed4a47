import type { ListAddonRequestsQuery } from 'guidon-sdk'

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

export type NotificationFilter = { unread?: true; page?: number }

export const notificationFilter = (search: Record<string, unknown>) =>
  kept<NotificationFilter>(search, { unread: isTrue, page: isNumber })

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
