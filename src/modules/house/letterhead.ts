import { buffer } from 'node:stream/consumers'
import { printedAccent } from 'guidon-design/hue'
import { sql } from 'kysely'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { printedPicture } from '../../kit/files/pictures.ts'
import type { Store } from '../../kit/files/store.ts'

/** The data of the agency on every paper, with its colour, the local time of printing and the logo as `logo.png`. */
export function letterheadOf(db: Db, files: Store) {
  const logoAt = keptLogo(files)
  return async () => {
    const { place: path, printed_at, currency, hue, chroma, ...house } = found(await agency(db, {}))
    const accent = printedAccent({ hue, chroma })
    const logo = path === null ? undefined : await logoAt(path)
    const pictures: Record<string, Buffer> = logo ? { [LOGO]: logo } : {}
    return { facts: { house: { ...house, accent, logo: logo ? LOGO : null }, printed_at, currency }, pictures, accent }
  }
}
const LOGO = 'logo.png'

// Every paper uses the same logo, so the last one is kept in memory. A stored file never changes.
const keptLogo = (files: Store) => {
  let kept: { path: string; picture: Buffer | undefined } | undefined
  return async (path: string) => {
    if (kept?.path !== path) kept = { path, picture: await printedPicture(await buffer(await files.read(path))) }
    return kept.picture
  }
}

const agency = oneRow((db, _given: object) =>
  db
    .selectFrom('house')
    .innerJoin('site', (on) => on.onTrue())
    .leftJoin('files as f', (on) => on.onRef('f.id', '=', 'house.logo_id').on('f.deleted_at', 'is', null))
    .select(['house.name', 'name_en', 'kind', 'registration_number', 'guarantee_number', 'representative', 'address'])
    .select(['address_en', 'phone', 'emergency_phone', 'email', 'website', 'tax_id', 'bank', 'terms', 'terms_en'])
    .select(['complaint_contact', 'complaint_phone', 'complaint_email'])
    .select(['liability_insurance', 'performance_insurance', 'f.place'])
    .select(['site.hue', 'site.chroma'])
    .select([
      sql<string>`house_currency()`.as('currency'),
      sql<string>`to_char(now() at time zone current_setting('guidon.zone'), 'YYYY-MM-DD"T"HH24:MI')`.as('printed_at'),
    ]),
)
