import { wholeRecord } from '../test/fixtures/agency.ts'
import type { Catalog, Table } from './kit/catalog.ts'
import { inParallel } from './kit/concurrency.ts'
import type { Context } from './kit/context.ts'
import { openQuery, type Query } from './kit/database.ts'
import { drill, printFaults } from './kit/drill.ts'
import { leaderSight } from './kit/leader-sight.ts'
import { mayUse, type Operation } from './kit/operations.ts'
import type { Owners } from './kit/owners.ts'
import type { Caller, Person } from './kit/people.ts'
import { populated } from './kit/populate.ts'
import type { Service } from './kit/service.ts'

export default drill({
  id: 'Z3',
  title:
    'markers in every text of every record; all that customers, leaders and strangers can read is searched, the public pages too',
  target: '0 found by who may not see them',
  run: async (context) => {
    const { service, operations, catalog, owners } = await populated(context)
    await switchSiteOn(context, service)
    // With triggers off, because they would refuse or record the change.
    const { query, end } = openQuery(context.connection, '-c session_replication_role=replica')
    const planted = await plant(query, [...catalog.tables.values()]).finally(end)

    const isConcern = await leaderSight(context.query, context.people.leader)
    const faults = new Set<string>()
    const seen = new Set<string>()
    const count = { answers: 0, pages: 0 }
    const reads = operations.filter(({ method, path }) => method === 'GET' && !/stream|metrics/.test(path))
    const ofApi = outsiders.flatMap((caller) =>
      reads
        .filter((operation) => mayUse(operation, caller, context.people))
        .flatMap((operation) =>
          pathsOf(operation, context.people[caller], catalog, owners).map((path) => ({
            caller,
            path,
            isPublic: operation.roles.includes('public'),
          })),
        ),
    )
    const pages = await publicPages(context.query)
    const questions = [...ofApi, ...pages.map((path) => ({ caller: 'stranger' as const, path, isPublic: true }))]
    await inParallel(questions.length, 6, async (n) => {
      const { caller, path, isPublic } = questions[n] ?? {}
      if (!caller || !path) return
      const person = context.people[caller]
      const { status, text } = await service.ask('GET', path, { token: person.token })
      count.answers += 1
      if (pages.includes(path)) count.pages += status === 200 ? 1 : 0
      for (const [marker, table = '', id = '', column = ''] of text.matchAll(/Ŧ(\w+)·(\d+)·(\w+)Ŧ/g)) {
        seen.add(marker)
        if (person.role === 'leader' && isConcern(table, Number(id), column)) continue
        // A customer may see the name of the leader of the trip, and everybody that of the leader of a trip that is open to the public.
        const isLeadersName = /^tour_leaders name(_en)?$/.test(`${table} ${column}`)
        if (isLeadersName && person.role === 'customer' && path.endsWith('/trip')) continue
        if (isLeadersName && /^(\/api\/public|\/en)?\/trips/.test(path)) continue
        if (person.role === 'finance' && !isPublic) {
          if (isPaper(table, column)) faults.add(`${caller} GET ${path} shows ${table} ${id} ${column}`)
          continue
        }
        const isForeign = isPublic ? isPersonal(owners, table, Number(id)) : owners.isForeign(person, table, Number(id))
        if (isForeign || among[isPublic ? 'stranger' : person.role]?.test(column))
          faults.add(`${caller} GET ${path} shows ${table} ${id} ${column}`)
      }
    })
    printFaults(context, [...faults])
    return {
      value: `${faults.size} found; ${planted} markers planted, ${seen.size} rightly seen in ${count.answers} answers, ${count.pages} of them public pages`,
      pass: faults.size === 0 && seen.size > 0 && count.pages > 0,
    }
  },
})

const outsiders: Caller[] = ['customer', 'other_customer', 'leader', 'finance', 'stranger']

/** What was sent to fill the tables may have switched the site off, or left out what the law wants on it. */
const switchSiteOn = async ({ people: { admin } }: Context, { ask }: Service) => {
  for (const [path, body] of [
    ['/api/house/record', wholeRecord],
    ['/api/site', { is_on: true }],
  ] as const) {
    const { status, text } = await ask('PUT', path, { token: admin.token, body })
    if (status !== 200) throw new Error(`PUT ${path}: ${status} ${text.slice(0, 200)}`)
  }
}

/** The pages that everybody opens, and every page of the traveler's place, in both languages. */
const publicPages = async (query: Query) => {
  const texts = async (text: string) => (await query<{ one: string }>(text)).map(({ one }) => encodeURIComponent(one))
  const trips = await texts('select serial as one from planned_trips order by id')
  const packages = await texts('select coalesce(slug, lower(package_code)) as one from packages order by id')
  const talks = await texts('select id::text as one from seminar_sessions order by id')
  const bookings = await texts('select booking_number as one from bookings order by id limit 20')
  const [person = ''] = await texts('select id::text as one from travelers order by id limit 1')
  const below = ['', '/trip', `/people/${person}`, '/add-ons', '/contact', '/papers/quotation']
  const paths = [
    ...['/', '/talks', '/embed/departures', '/feed.json', '/departures.ics', '/site.webmanifest'],
    ...trips.flatMap((serial) => [`/trips/${serial}`, `/trips/${serial}.ics`, `/register/${serial}`]),
    ...packages.map((slug) => `/packages/${slug}`),
    ...talks.map((id) => `/talks/${id}`),
    ...['/my/', '/my/sign-in', '/my/account'],
    ...bookings.flatMap((number) => below.map((page) => `/my/${number}${page}`)),
  ]
  return ['/robots.txt', '/sitemap.xml', ...paths, ...paths.map((path) => `/en${path}`)]
}

/** Columns that are internal for every owner of the record. */
const among: Record<string, RegExp> = {
  customer: /^(decision_note|override_reason|internal_note|internal_notes)$/,
  stranger: /^(notes|decision_note|override_reason|internal_note|internal_notes)$/,
}

/**
 * Data that finance never sees: travelers beyond their names, documents, special requests, notes, and leaders beyond their names
 * and numbers. Finance reads the conversation, and the advances that it gives.
 */
const isPaper = (table: string, column: string) =>
  /^(traveler_|leader_(?!advances|accounts)|session|seminar)/.test(table) ||
  (table === 'bookings' && column === 'notes') ||
  (table === 'travelers' && !/^(name|name_en|surname_en|given_name_en)$/.test(column)) ||
  (table === 'tour_leaders' && !/^(name|name_en|leader_number)$/.test(column))

const isPersonal = (owners: Owners, table: string, id: number) =>
  owners.isForeign({ id: 0, token: undefined, email: '', role: 'stranger' }, table, id)

/** A column whose constraint refuses the marker keeps its value. */
const plant = async (query: Query, tables: Table[]) => {
  let planted = 0
  for (const { name, columns } of tables.filter(({ columns }) => columns.some((column) => column.name === 'id')))
    for (const column of columns.filter(
      ({ type, isGenerated }) => /^(character varying|text)/.test(type) && !isGenerated,
    )) {
      if (/^(role|status|locale|email|token|kind|media_type)/.test(column.name)) continue
      const text = `'Ŧ${name}·' || id || '·${column.name}Ŧ'`
      const rows = await query(
        `with done as (update ${name} set ${column.name} = ${text} where ${column.name} is not null returning 1) select count(*)::integer as n from done`,
      ).catch(() => [])
      planted += Number(rows[0]?.n ?? 0)
    }
  return planted
}

/**
 * A path without ids, unchanged and with a long page; a path with ids, for own records and some others; each also with every
 * boolean flag.
 */
const pathsOf = ({ path, inPath, inQuery }: Operation, person: Person, catalog: Catalog, owners: Owners) => {
  const flags = inQuery.filter(({ schema }) => schema.type === 'boolean').map(({ name }) => `${name}=true`)
  const long = inQuery.some(({ name }) => name === 'per_page') ? ['per_page=100'] : []
  const asked = [...new Set(['', ...long, ...flags.map((flag) => [flag, ...long].join('&'))])]
  const [last] = inPath
  if (last && (inPath.length > 1 || last.schema.type !== 'integer')) return []
  const table = last && catalog.tableOf(path.slice(0, path.indexOf('}') + 1))
  const rows = owners.rowsOf(table?.name ?? '').toReversed()
  const own = rows.filter(({ id }) => owners.isOwn(person, table?.name ?? '', id))
  const ids = last ? [...own.slice(0, 20), ...rows.slice(0, 10)] : [{ id: 0 }]
  return ids.flatMap(({ id }) => asked.map((more) => path.replace(/\{\w+\}/, String(id)) + (more && `?${more}`)))
}
