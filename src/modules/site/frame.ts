import { sql } from 'kysely'
import { theRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { type Locale, say } from '../../kit/words/words.ts'
import { isFilledIn, type Logo, logo } from '../house/queries.ts'
import type { OptionValue } from '../options/values.ts'
import type { SiteTexts } from './site.ts'

/** What surrounds every page of the site: whose it is, how it looks, and what the law wants on it. */
export type Frame = {
  /** Whether the site is on, and the record of the agency complete. */
  is_shown: boolean
  hue: number
  chroma: number
  texts: SiteTexts
  /** The origins that may show the departures in a frame. */
  hosts: string[]
  /** Whether a registration may leave out the mail address. */
  telephone_only: boolean
  /** The ways to pay that a registration offers. */
  payment_methods: OptionValue<'payment-method'>[]
  today: string
  /** The pages of the agency that the foot of each page leads to. */
  pages: PageLink[]
  house: HouseInPublic
}
export type PageLink = { slug: string; title: string; title_en: string | null }
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
  logo: Logo | null
}

const columns = [
  ...['name', 'name_en', 'kind', 'registration_number', 'guarantee_number', 'representative', 'address', 'address_en'],
  ...['phone', 'emergency_phone', 'email', 'complaint_contact', 'complaint_phone', 'complaint_email'],
  ...['liability_insurance', 'performance_insurance'],
]
const house = sql<HouseInPublic>`json_build_object(${sql.join(columns.map((name) => sql`${sql.lit(name)}, ${sql.ref(`house.${name}`)}`))},
  'logo', ${logo})`

const pages = sql<PageLink[]>`(
  select coalesce(json_agg(json_build_object('slug', o.slug, 'title', o.title, 'title_en', o.title_en) order by o.sequence, o.id), '[]')
    from site_pages o where o.is_published and o.in_menu)`

/** The frame, to which the statement of a page adds its own columns. Every page is one statement. */
export function framed(db: Db) {
  return db
    .selectFrom('site')
    .innerJoin('house', (on) => on.onTrue())
    .select(['site.hue', 'site.chroma', 'site.hosts', 'site.telephone_only', 'site.payment_methods'])
    .select([
      sql<boolean>`site.is_on and ${isFilledIn}`.as('is_shown'),
      sql<SiteTexts>`site.texts`.as('texts'),
      sql<string>`today()::text`.as('today'),
      pages.as('pages'),
      house.as('house'),
    ])
}

/** The frame alone, for pages that read what they show themselves. */
export const readFrame = theRow((db, _given: object) => framed(db))

/** A page in one language: the path of each page begins with `/en` in English. */
export function pathIn(locale: Locale, path: string) {
  return say([path, `/en${path}`], locale)
}
