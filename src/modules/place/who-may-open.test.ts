import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { browserOf } from '../../../test/fixtures/place.ts'
import { jpeg, form as multipart } from '../../../test/fixtures/samples.ts'
import { house } from '../../../test/house.ts'
import { openSession } from '../auth/sessions.ts'
import { type LinkKind, makeLink } from '../links/links.ts'
import { pocketFile } from '../pocket/files.ts'

const home = await house()
const { app, as, database, db, ids, tokens } = home
const { trip, book } = await bookingFixtures(home)
done(await as('admin').put('/site', { is_on: true }))

const link = async (kind: LinkKind, id: number) =>
  `/l/${kind}/${(await database.transaction({}, (tx) => makeLink(tx, kind, id))).token}`

const on = await trip(9)
const mine = await book(on.id, ['王小美', { name: '林小安', passport_number: 'P12345678' }], {
  customer_user_id: ids.customer,
})
const [first, second] = mine.travelers
const others = await book(on.id, ['別人'], {
  customer_user_id: ids.other_customer,
  contact: { name: '別人', phone: '0933 111 222', email: 'other@example.com' },
})
const paid = { amount: 12_345, method: 'cash', received_at: '2026-01-05T07:30+08:00' }
done(await as('sales').post(`/bookings/${mine.id}/payments`, paid))
done(await as('sales').post('/traveler-requests', { traveler_id: first.id, kind: 'seat', detail: '靠窗，暈機' }))

/** An add-on of the booking, with an offer that has an attachment. */
const category = done(await as('admin').post('/addon-requests/categories', { name: '接送', department: 'op' }))
const type = done(
  await as('admin').post('/addon-requests/types', {
    ...{ category_id: category.id, name: '接送', type_code: 'TRANSFER', pricing_type: 'quotation_required' },
  }),
)
const request = done(await as('sales').post('/addon-requests', { type_id: type.id, traveler_id: first.id }))
const attachment = done(await as('sales').upload('/attachments', multipart(jpeg, '接送車.jpg')))
const offer = { quoted_price: 1200, message: '七人座專車', attachment_ids: [attachment.id] }
done(await as('sales').post(`/addon-requests/${request.id}/communications/sales-forward`, offer))

/** What only the booking has. Of a passport its pages show no more than a mask. */
const { phone } = done(await as('sales').get(`/bookings/${mine.id}`)).contact
const shownToTheOwner = [
  '王小美',
  '林小安',
  'mei@example.com',
  phone,
  '12,345',
  '靠窗，暈機',
  '七人座專車',
  '接送車.jpg',
]
const shownToNobody = ['P12345678', 'P87654321']

/** The leader of the trip, and one who leads another. */
const guide = done(
  await as('admin').post('/tour-leaders', {
    name: '領隊阿明',
    user_id: ids.leader,
    licenses: [{ type: '外語領隊執業證' }],
  }),
)
done(await as('line_control').put(`/planned-trips/${on.id}/assigned-leader`, { tour_leader_id: guide.id }))
const otherLeader = await database.transaction({}, async (tx) => {
  const account = { name: '領隊阿華', email: 'other-leader@example.com' }
  const { id } = await tx
    .insertInto('users')
    .values({ ...account, role: 'leader', roles: ['leader'] })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token: (await openSession(tx, id)).token }
})
done(await as('admin').post('/tour-leaders', { name: '領隊阿華', user_id: otherLeader.id }))

const begun = async (name: string) =>
  done(
    await as().post('/registration-drafts', {
      planned_trip_id: on.id,
      travelers: [{ name, passport_number: 'P87654321' }, { name: '草稿二' }],
      contact: { name, email: 'draft@example.com' },
    }),
  )
const shownInTheDraft = ['草稿一', '草稿二', 'draft@example.com']
const draft = await begun('草稿一')

const whoever = {
  stranger: {},
  'who has the mailed link': { opened: await link('booking', mine.id) },
  'the customer': { session: tokens.customer },
  'who has the link of another booking': { opened: await link('booking', others.id) },
  'another customer': { session: tokens.other_customer },
  'the leader of the trip': { session: tokens.leader },
  'another leader': { session: otherLeader.token },
  sales: { session: tokens.sales },
} satisfies Record<string, { session?: string; opened?: string }>
type Who = keyof typeof whoever
const owners: Who[] = ['who has the mailed link', 'the customer']

/** Without a build there is no worker. */
const withScript = Array.from({ length: 8 }, () => (pocketFile('en') ? 200 : 404))

const unknown = 'x'.repeat(43)
const number = mine.booking_number
/** Every page below `/my`, `/register` and `/l`, and the answer to each of `whoever`, in that order. */
// biome-ignore format: a table is read in rows.
const pages: Record<string, [address: string, answers: number[]]> = {
  '/my/': ['/my/', [200, 200, 200, 200, 200, 302, 302, 302]],
  '/my/sign-in': ['/my/sign-in', [200, 200, 200, 200, 200, 200, 200, 200]],
  '/my/password': ['/my/password', [200, 200, 302, 200, 302, 302, 302, 302]],
  '/my/account': ['/my/account', [302, 302, 200, 302, 200, 302, 302, 302]],
  '/my/{number}': [`/my/${number}`, [401, 200, 200, 401, 404, 403, 403, 403]],
  '/my/{number}/trip': [`/my/${number}/trip`, [401, 200, 200, 401, 404, 403, 403, 403]],
  '/my/{number}/people/{id}': [`/my/${number}/people/${first.id}`, [401, 200, 200, 401, 404, 403, 403, 403]],
  '/my/{number}/people/{id}/papers/{paper}': [`/my/${number}/people/${first.id}/papers/1`, [302, 404, 404, 302, 404, 403, 403, 403]],
  '/my/{number}/add-ons': [`/my/${number}/add-ons`, [401, 200, 200, 401, 404, 403, 403, 403]],
  '/my/{number}/add-ons/attachments/{id}': [`/my/${number}/add-ons/attachments/${attachment.id}`, [302, 200, 200, 302, 404, 403, 403, 403]],
  '/my/{number}/contact': [`/my/${number}/contact`, [401, 200, 200, 401, 404, 403, 403, 403]],
  '/my/{number}/titles': [`/my/${number}/titles`, [401, 200, 200, 401, 404, 403, 403, 403]],
  '/my/{number}/cancel': [`/my/${number}/cancel`, [401, 200, 200, 401, 404, 403, 403, 403]],
  '/my/{number}/papers/{file}': [`/my/${number}/papers/quotation`, [302, 200, 200, 302, 404, 403, 403, 403]],
  // The pocket of a leader has the trips around today: this one leaves later.
  '/my/trips/': ['/my/trips/', [302, 302, 403, 302, 403, 200, 200, 403]],
  '/my/trips/{id}': [`/my/trips/${on.id}`, [302, 302, 403, 302, 403, 404, 404, 403]],
  '/my/trips/shell': ['/my/trips/shell', [200, 200, 200, 200, 200, 200, 200, 200]],
  '/my/trips/worker.js': ['/my/trips/worker.js', withScript],
  '/my/trips/app.webmanifest': ['/my/trips/app.webmanifest', [200, 200, 200, 200, 200, 200, 200, 200]],
  // A registration begins for everybody. What was typed is opened by its link alone, whoever has signed in.
  '/register/{serial}': [`/register/${on.serial}`, [200, 200, 200, 200, 200, 200, 200, 200]],
  '/register/{serial}/{token}': [`/register/${on.serial}/${unknown}`, [404, 404, 404, 404, 404, 404, 404, 404]],
  '/l/booking/{token}': [`/l/booking/${unknown}`, [404, 404, 404, 404, 404, 404, 404, 404]],
  '/l/traveler/{token}': [`/l/traveler/${unknown}`, [404, 404, 404, 404, 404, 404, 404, 404]],
  '/l/offer/{token}': [`/l/offer/${unknown}`, [404, 404, 404, 404, 404, 404, 404, 404]],
  '/l/contact/{token}': [`/l/contact/${unknown}`, [404, 404, 404, 404, 404, 404, 404, 404]],
  '/l/payment/{token}': [`/l/payment/${unknown}`, [404, 404, 404, 404, 404, 404, 404, 404]],
  '/l/session/{token}': [`/l/session/${unknown}`, [404, 404, 404, 404, 404, 404, 404, 404]],
  '/l/invitation/{token}': [`/l/invitation/${unknown}`, [404, 404, 404, 404, 404, 404, 404, 404]],
  '/l/password/{token}': [`/l/password/${unknown}`, [404, 404, 404, 404, 404, 404, 404, 404]],
  '/l/sign-in/{token}': [`/l/sign-in/${unknown}`, [404, 404, 404, 404, 404, 404, 404, 404]],
}

const own = { 'sec-fetch-site': 'same-origin' }
const browserFor = async (who: Who) => {
  const { session, opened } = whoever[who] as { session?: string; opened?: string }
  const { ask } = browserOf(app, session)
  if (opened) await ask({ url: opened, headers: own })
  return {
    open: (url: string) => ask({ url, headers: own }),
    send: (url: string, fields: Record<string, string>) =>
      ask({
        ...{ method: 'POST', url, payload: `${new URLSearchParams(fields)}` },
        headers: { ...own, 'content-type': 'application/x-www-form-urlencoded' },
      }),
  }
}
const inBothLanguages = (address: string) => [
  address,
  address.startsWith('/l/') ? `${address}?lang=en` : `/en${address}`,
]

const routes = app.catalogue.filter(({ path }) => /^(\/en)?\/(my\/(?!trips\/files)|register\/|l\/)/.test(path))
const addressesOf = (method: string) =>
  [
    ...new Set(routes.filter(({ methods }) => methods.includes(method)).map(({ path }) => path.replace(/^\/en/, ''))),
  ].sort()

test('every page below /my, /register and /l is in the table', () => {
  assert.deepEqual(addressesOf('GET'), Object.keys(pages).sort())
})

for (const [i, who] of (Object.keys(whoever) as Who[]).entries())
  test(`${who} gets the pages that the table says, and nothing of a booking that is not theirs`, async () => {
    const { open } = await browserFor(who)
    let seen = ''
    for (const [address, answers] of Object.values(pages))
      for (const url of inBothLanguages(address)) {
        const { statusCode, headers, body } = await open(url)
        assert.equal(statusCode, answers[i], url)
        seen += JSON.stringify(headers) + body
      }
    for (const text of shownToTheOwner) assert.equal(seen.includes(text), owners.includes(who), text)
    for (const text of [...shownToNobody, ...shownInTheDraft]) assert.ok(!seen.includes(text), text)
  })

test('who may not open a page of a booking may not send its forms either', async () => {
  const form = { form: 'contact', phone: '0999 999 999', text: 'x', kind: 'seat', detail: 'x' }
  const before = await db.selectFrom('bookings').selectAll().where('id', '=', mine.id).executeTakeFirstOrThrow()
  const taking = addressesOf('POST').filter((path) => path.startsWith('/my/{number}'))
  for (const [i, who] of (Object.keys(whoever) as Who[]).entries()) {
    if (owners.includes(who)) continue
    const { send } = await browserFor(who)
    for (const path of taking) {
      const [address = '', answers = []] = pages[path] ?? []
      // Who has to sign in first gets the page of the sign-in, which does not have this form.
      const refused = answers[i] === 401 ? 404 : answers[i]
      for (const url of inBothLanguages(address))
        assert.equal((await send(url, form)).statusCode, refused, `${who} ${url}`)
    }
  }
  const after = await db.selectFrom('bookings').selectAll().where('id', '=', mine.id).executeTakeFirstOrThrow()
  assert.deepEqual(after, before)
})

test('an add-on of a booking is written to and cancelled by nobody but its owners', async () => {
  const attempts: Record<string, string>[] = [
    { form: `message-${request.id}`, message: 'x' },
    { form: `cancel-${request.id}`, reason: 'x' },
  ]
  const before = await db.selectFrom('addon_communications').selectAll().orderBy('id').execute()
  for (const [who, answer] of Object.entries({
    stranger: 404,
    'who has the link of another booking': 404,
    'another customer': 404,
    'the leader of the trip': 403,
    'another leader': 403,
    sales: 403,
  })) {
    const { send } = await browserFor(who as Who)
    for (const fields of attempts)
      for (const url of inBothLanguages(`/my/${number}/add-ons`))
        assert.equal((await send(url, fields)).statusCode, answer, `${who} ${url} ${fields.form}`)
  }
  const ofOthers = await browserFor('who has the link of another booking')
  for (const fields of attempts)
    assert.equal((await ofOthers.send(`/my/${others.booking_number}/add-ons`, fields)).statusCode, 404)
  assert.equal(
    (await ofOthers.open(`/my/${others.booking_number}/add-ons/attachments/${attachment.id}`)).statusCode,
    404,
  )
  assert.deepEqual(await db.selectFrom('addon_communications').selectAll().orderBy('id').execute(), before)
  assert.equal((await as('sales').get(`/addon-requests/${request.id}`)).data.status, 'offered')
})

test('a draft is opened by its link, one person of it by theirs, and by no link of another draft or trip', async () => {
  const { open } = await browserFor('another customer')
  const family = await open(draft.path)
  assert.equal(family.statusCode, 200)
  for (const step of ['party', 'people', 'rooms', 'send'])
    assert.equal((await open(`${draft.path}?step=${step}`)).statusCode, 200)
  const { body } = await open(`${draft.path}?step=people&person=2`)
  const [, ofSecond = ''] = /readonly value="http:\/\/[^/]+([^"]+)"/.exec(body) ?? []
  const alone = await open(ofSecond)
  assert.ok(alone.statusCode === 200 && alone.body.includes('草稿二'))
  for (const text of ['草稿一', 'draft@example.com', 'P87654321']) assert.ok(!alone.body.includes(text), text)
  for (const step of ['party', 'send', 'people&person=1']) {
    const asked = (await open(`${ofSecond}?step=${step}`)).body
    for (const text of ['草稿一', 'draft@example.com']) assert.ok(!asked.includes(text), `${step} ${text}`)
  }

  const another = await begun('別的草稿')
  assert.ok(!(await open(another.path)).body.includes('草稿一'))
  const elsewhere = await trip(9)
  // At the address of another trip the draft leads to its own.
  const { statusCode, headers } = await open(draft.path.replace(on.serial, elsewhere.serial))
  assert.deepEqual([statusCode, headers.location], [303, draft.path])
})

test('one traveler sees the trip and itself, and nothing of the others', async () => {
  await sql`update travelers set email_proved_at = now() where id = ${second.id}`.execute(db)
  const { ask } = browserOf(app)
  await ask({ url: await link('traveler', second.id), headers: own })
  const answers = []
  for (const [path, [address]] of Object.entries(pages).filter(([path]) => path.startsWith('/my/{number}'))) {
    const url = path.endsWith('/people/{id}') ? address.replace(/\d+$/, second.id) : address
    const { statusCode, body } = await ask({ url, headers: own })
    answers.push(`${path.replace('/my/{number}', '')} ${statusCode}`)
    for (const text of shownToTheOwner.filter((text) => text !== '林小安'))
      assert.ok(!body.includes(text), `${url} ${text}`)
  }
  assert.deepEqual(answers, [
    ' 200',
    '/trip 200',
    '/people/{id} 200',
    '/people/{id}/papers/{paper} 404',
    '/add-ons 403',
    '/add-ons/attachments/{id} 403',
    '/contact 403',
    '/titles 403',
    '/cancel 403',
    '/papers/{file} 403',
  ])
  assert.equal((await ask({ url: `/my/${number}/people/${first.id}`, headers: own })).statusCode, 404)
})
