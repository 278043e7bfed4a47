import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'
import { outbox } from '../../../test/outbox.ts'

const home = await house()
const { as, db } = home
const post = await outbox(home)
const { trip, book, register } = await bookingFixtures(home)
const sales = as('sales')
const caller = { name: '高電話', phone: '0912 777 888' }
const bare = (planned_trip_id: number, more: object = {}) => ({
  planned_trip_id,
  contact: caller,
  travelers: [{ name: '高電話' }],
  ...more,
})

test('staff book a customer by telephone with a name and a number only: no mail is sent, and staff get the link', async () => {
  const { id: on } = await trip(9)
  const { id, ...made } = done(await sales.post('/bookings', bare(on)))
  assert.deepEqual(
    [made.status, made.contact, made.payment_method, made.travel_purpose, made.marketing_source],
    ['held', { ...caller, email: null, line_id: null }, null, null, null],
  )
  assert.deepEqual([made.privacy_consent_at, made.privacy_consent_how], [null, null])

  const receipt = await sales.post(`/bookings/${id}/receipt`)
  assert.deepEqual(
    [receipt.status, receipt.body.errors],
    [
      422,
      {
        'contact.email': [
          'This booking has no mail address: give one first, or send the link of the customer by other means.',
        ],
      },
    ],
  )
  const { token, path, url, expires_at } = done(await sales.post(`/bookings/${id}/link`))
  assert.match(token, /^[\w-]{43}$/)
  assert.deepEqual([path, url], [`/l/booking/${token}`, null])
  assert.ok(Date.parse(expires_at) > Date.now())
  const other = done(await sales.post(`/bookings/${id}/link`))
  for (const each of [token, other.token]) {
    const own = done(await as().get(`/trip-registrations/${each}`))
    assert.deepEqual([own.booking_number, own.is_contact_proved], [made.booking_number, true])
  }
  done(
    await as().put(`/trip-registrations/${token}/travelers/${made.travelers[0].id}`, {
      meal_requirement: 'vegetarian',
    }),
  )

  // A mail that is sent later proves that none was sent before it.
  done(await sales.post(`/bookings/${id}/confirm`))
  await book(on, ['甲'], { contact: { name: '王', phone: '0912345678', email: 'later@example.com' } })
  await post.mailTo('later@example.com')
  assert.deepEqual(await post.rest(), [])
})

test('staff who may not book get no link, and there is no link for a registration whose mailbox is not proved', async () => {
  const { id: on } = await trip(9)
  const { id } = await book(on, ['甲'])
  for (const who of ['op', 'finance', 'manager', 'leader', 'customer'] as const)
    assert.equal((await as(who).post(`/bookings/${id}/link`)).status, 403, who)
  const { booking_number } = done(await register(on, ['乙']))
  const [unproved] = done(await sales.get(`/bookings?q=${booking_number}`))
  const refused = await sales.post(`/bookings/${unproved.id}/link`)
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.possible],
    [409, 'step_not_possible', ['confirm-contact']],
  )
  done(await sales.post(`/bookings/${unproved.id}/confirm-contact`))
  assert.equal((await sales.post(`/bookings/${unproved.id}/link`)).status, 200)
})

test('consent is recorded with how and when it was given, or as not given yet', async () => {
  const { id: on } = await trip(9)
  const consentOf = ({ privacy_consent_at, privacy_consent_how }: Record<string, string | null>) => [
    privacy_consent_how,
    privacy_consent_at,
  ]
  const shortly = (at: string | null) => at !== null && Math.abs(Date.parse(at) - Date.now()) < 60_000
  const [how, at = null] = consentOf(done(await sales.post('/bookings', bare(on, { privacy_consent: true }))))
  assert.deepEqual([how, shortly(at)], ['phone', true])
  const onPaper = { privacy_consent_how: 'paper', privacy_consent_at: '2026-01-05T02:00:00Z' }
  const [way, when = null] = consentOf(done(await sales.post('/bookings', bare(on, onPaper))))
  assert.deepEqual([way, Date.parse(when ?? '')], ['paper', Date.parse('2026-01-05T02:00:00Z')])
  const contradiction = await sales.post('/bookings', bare(on, { ...onPaper, privacy_consent: false }))
  assert.deepEqual(Object.keys(contradiction.body.errors), ['privacy_consent'])
  const later = await sales.post('/bookings', bare(on, { privacy_consent_at: '2099-01-01T00:00:00Z' }))
  assert.deepEqual(later.body.errors, { privacy_consent_at: ['Consent cannot be given in the future.'] })

  const { id } = done(await sales.post('/bookings', bare(on)))
  const given = consentOf(done(await sales.put(`/bookings/${id}`, { privacy_consent_how: 'in_person' })))
  assert.deepEqual([given[0], shortly(given[1] ?? null)], ['in_person', true])
  const none = { privacy_consent_how: null, privacy_consent_at: null }
  assert.deepEqual(consentOf(done(await sales.put(`/bookings/${id}`, none))), [null, null])

  const { booking_number } = done(await register(on, ['丙']))
  const [own] = done(await sales.get(`/bookings?q=${booking_number}`))
  assert.deepEqual([own.privacy_consent_how, shortly(own.privacy_consent_at)], ['online', true])
})

test('a mail address that is added later gets the mails from then on, and can be removed again', async () => {
  const { id: on } = await trip(9)
  const { id } = done(await sales.post('/bookings', bare(on)))
  done(await sales.put(`/bookings/${id}`, { contact: { email: 'now@example.com' } }))
  await post.mailTo('now@example.com')
  done(await sales.put(`/bookings/${id}`, { contact: { email: null } }))
  const { contact_email } = await db
    .selectFrom('bookings')
    .select('contact_email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.equal(contact_email, null)
  await post.mailTo('now@example.com')
})
