import type { Kind, Names } from './kind.ts'

/**
 * What lines that are refused would have brought, so that a line that names one of them waits and is no fault of its own: 40 refused trips
 * are 40 faults, and not also those of their bookings and travelers.
 */
export type Held = {
  /** The names of such records, by table; `all` where the lines of a sheet could not be read. */
  names: Map<string, Set<string> | 'all'>
  /** The names of records that lack a line which belongs to them, such as a booking one of whose travelers is refused. */
  incomplete: Map<string, Set<string>>
}

export function newHeld(): Held {
  return { names: new Map(), incomplete: new Map() }
}

type Told = { body: Record<string, unknown>; names: Names }

/** Remembers what a line would have brought, and what lacks it. */
export function hold({ names, incomplete }: Held, kind: Kind, line: Told) {
  const own = names.get(kind.of) ?? new Set()
  if (own !== 'all') for (const name of ownNames(line.body)) own.add(name)
  names.set(kind.of, own)
  for (const { code, refersTo } of kind.columns)
    for (const name of (refersTo && line.names[code]) ?? []) {
      const lacking = incomplete.get(refersTo?.to ?? '') ?? new Set()
      lacking.add(name.toLowerCase())
      incomplete.set(refersTo?.to ?? '', lacking)
    }
}

export function holdAll({ names }: Held, { of }: Kind) {
  names.set(of, 'all')
}

/** Whether a name is that of a line that is refused. Of lines that were not read nobody knows, so what is there already is none of them. */
export function isHeld({ names }: Held, table: string, name: string, isThere: boolean) {
  const held = names.get(table)
  return held === 'all' ? !isThere : (held?.has(name.toLowerCase()) ?? false)
}

/** Whether what is wrong with a record may come from a line of the file that is refused. */
export function lacksLines({ incomplete }: Held, kind: Kind, { body, names }: Told) {
  if (ownNames(body).some((name) => incomplete.get(kind.of)?.has(name))) return true
  return kind.columns.some(({ code, refersTo }) =>
    (refersTo && names[code])?.some((name) => incomplete.get(refersTo.to)?.has(name.toLowerCase())),
  )
}

/** By what other lines may name the record of a line. */
export function ownNames(body: Record<string, unknown>) {
  return NAMING.map((field) => body[field])
    .filter((name) => typeof name === 'string')
    .map((name) => name.toLowerCase())
}
const NAMING = ['code', 'package_code', 'serial', 'booking_number', 'name', 'name_en', 'email', 'leader_number']
