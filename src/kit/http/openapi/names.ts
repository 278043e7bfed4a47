import type { Route } from './catalogue.ts'

type Named = Pick<Route, 'path' | 'methods' | 'returns' | 'name'>

/**
 * The `operationId`, which is as stable as the path: list, get, create, update or delete with the noun of the path (`listBookings`,
 * `getBookingPayment`), or the verb at the end of the path (`cancelBooking`). If this rule gives no good name, the route declares
 * one.
 */
export function operationIdOf(route: Named, method: string) {
  const name = route.name ?? ruledName(route, isAlias(route, method) ? 'PUT' : method)
  return isAlias(route, method) ? `${name}ByPatch` : name
}

/** Whether it is a PATCH that is an alias of PUT on the same route. */
export function isAlias({ methods }: Pick<Route, 'methods'>, method: string) {
  return method === 'PATCH' && methods.includes('PUT')
}

const ruledName = ({ path, returns }: Named, method: string) => {
  const parts = partsOf(path).filter((part, nth, all) => part !== 'list' || nth < all.length - 2)
  const last = parts.at(-1) ?? ''
  const isOne = last.startsWith('{')
  if (method === 'PUT' || method === 'DELETE') return verbs[method] + (isOne ? recordNameOf(path) : pluralNameOf(parts))
  if (method === 'GET')
    return (!isOne && isList(returns) ? 'list' : 'get') + (isOne ? recordNameOf(path) : pluralNameOf(parts))
  if (method === 'POST' && returns.status === '201') return `create${recordNameOf(path)}`
  return actionName(last, ownerOf(parts))
}

const verbs = { PUT: 'update', DELETE: 'delete' } as const

const isList = ({ schema }: Route['returns']) => schema.properties?.data?.type === 'array'

/** `confirm-contact` of `Booking` → `confirmBookingContact`; `logout-all` of nothing → `logoutAll`. */
const actionName = (action: string, record: string) => {
  const [verb = '', ...rest] = action.split('-')
  return verb + record + rest.map(pascal).join('')
}

/** The last noun stays as in the path; the nouns before it become singular, because each names one record. */
const pluralNameOf = (parts: string[]) => ownerOf(parts) + pascal(parts.at(-1) ?? '')

const ownerOf = (parts: string[]) => recordNameOf(parts.slice(0, -1).join('/')).replace(/^Me$/, 'My')

/** `/api/planned-trips/{id}/flights` → `PlannedTripFlight`: the name of one record at this path. */
export function recordNameOf(path: string) {
  return partsOf(path)
    .filter((part) => !part.startsWith('{'))
    .map((part, nth, all) => (part === 'me' && nth < all.length - 1 ? 'My' : singular(pascal(part))))
    .join('')
}

const singular = (name: string) =>
  name === 'News' ? name : name.replace(/ies$/, 'y').replace(/([cs]h)es$|([^su])s$/, '$1$2')

/** `/api/seasons/{id}` → `seasons`. */
export function firstWordOf(path: string) {
  return partsOf(path)[0] ?? ''
}

/** `planned-trips` → `PlannedTrips` */
export function pascal(part: string) {
  return part
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

const partsOf = (path: string) => path.split('/').filter((part) => part && part !== 'api')
