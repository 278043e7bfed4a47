/** `GET /api/seasons/{id}` → `getSeasonsById`, `GET /healthz` → `getRootHealthz`: as lasting as the address. */
export const operationIdOf = (method: string, path: string) =>
  method.toLowerCase() +
  (path.startsWith('/api/') ? '' : 'Root') +
  partsOf(path)
    .map((part) => (part.startsWith('{') ? `By${pascal(part)}` : pascal(part)))
    .join('')

/** `/api/planned-trips/{id}/flights` → `PlannedTripFlight`: what such an address holds one of. */
export const recordNameOf = (path: string) =>
  partsOf(path)
    .filter((part) => !part.startsWith('{'))
    .map((part) =>
      pascal(part)
        .replace(/ies$/, 'y')
        .replace(/([^su])s$/, '$1'),
    )
    .join('')

/** `/api/seasons/{id}` → `seasons`. */
export const firstWordOf = (path: string) => partsOf(path)[0] ?? ''

/** `planned-trips` → `PlannedTrips` */
export const pascal = (part: string) =>
  part
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

const partsOf = (path: string) => path.split('/').filter((part) => part && part !== 'api')
