import { sql } from 'kysely'
import type { Db } from '../../kit/db/tables.ts'
import { type Locale, say } from '../../kit/words/words.ts'
import { missing } from '../house/queries.ts'
import type { SiteTexts } from './site.ts'

/** What surrounds every page of the site: whose it is, how it looks, and what the law wants on it. */
export type Frame = {
  /** Whether the site is on, and the record of the agency complete. */
  is_shown: boolean
  hue: number
  chroma: number
  texts: SiteTexts
  today: string
  house: HouseInPublic
}
type Insurance = { insurer: string; insurer_en: string | null; policy_number: string; ends_on: string }
export type HouseInPublic = {
  name: string
  name_en: string | null
  kind: string
  registration_number: string
  guarantee_number: string | null
  representative: string
  address: string
  address_en: string | null
  phone: string
  emergency_phone: string
  email: string | null
  complaint_contact: string
  complaint_phone: string
  complaint_email: string | null
  liability_insurance: Insurance
  performance_insurance: Insurance
  has_logo: boolean
}

const columns = [
  ...['name', 'name_en', 'kind', 'registration_number', 'guarantee_number', 'representative', 'address', 'address_en'],
  ...['phone', 'emergency_phone', 'email', 'complaint_contact', 'complaint_phone', 'complaint_email'],
  ...['liability_insurance', 'performance_insurance'],
]
const house = sql<HouseInPublic>`json_build_object(${sql.join(columns.map((name) => sql`${sql.lit(name)}, ${sql.ref(`house.${name}`)}`))},
  'has_logo', house.logo_id is not null)`

/** The frame, to which the statement of a page adds its own columns. Every page is one statement. */
export function framed(db: Db) {
  return db
    .selectFrom('site')
    .innerJoin('house', (on) => on.onTrue())
    .select(['site.hue', 'site.chroma'])
    .select([
      sql<boolean>`site.is_on and ${missing} = '{}'`.as('is_shown'),
      sql<SiteTexts>`site.texts`.as('texts'),
      sql<string>`today()::text`.as('today'),
      house.as('house'),
    ])
}

/** A page in one language: the path of each page begins with `/en` in English. */
export function pathIn(locale: Locale, path: string) {
  return say([path, `/en${path}`], locale)
}
