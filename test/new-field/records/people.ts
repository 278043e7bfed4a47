import assert from 'node:assert/strict'
import { done } from '../../fixtures/bookings.ts'
import { form, pdf } from '../../fixtures/samples.ts'
import { first, probesOf, second } from '../calls.ts'
import type { Fixtures } from '../fixtures.ts'

/** Everyone who has an account, leads or travels. */
export const people = (given: Fixtures) => {
  const { plain, leader, area } = given
  return {
    user: () => plain('/users', { name: '新人', email: 'new@example.com', role: 'sales' }),
    'tour leader': () => leaders(given),
    'file of a leader': () => leaderFiles(given),
    'priority of a leader': () =>
      plain('/leader-regional-priorities', { tour_leader_id: leader, area_id: area, priority: 1 }),
    unavailability: () =>
      plain('/leader-unavailabilities', {
        tour_leader_id: leader,
        type: 'sick',
        starts_on: '2098-01-01',
        ends_on: '2098-01-02',
      }),
    traveler: () => travelers(given),
    'document of a traveler': () => documents(given),
    'request of a traveler': () => requests(given),
  }
}

const leaders = async ({ plain, make, change }: Fixtures) => {
  const id = await plain('/tour-leaders', { name: '林美玲' })
  await change(`/tour-leaders/${id}`, { status: 'inactive' })
  assert.equal((await make(`/tour-leaders/${id}/erase`, {})).probe, null)
}

const leaderFiles = async ({ admin, change, listed, leader }: Fixtures) => {
  const at = `/tour-leaders/${leader}/files`
  const { id, probe } = done(await admin.upload(at, form(pdf, 'visa.pdf', { kind: 'visa', ...first })))
  assert.deepEqual([probe, await listed(at, id)], ['first', 'first'])
  assert.equal((await change(`${at}/${id}`, second)).probe, 'second')
}

const travelers = async ({ plain, admin, make, read, body, planned, booked }: Fixtures) => {
  await plain('/travelers', { booking_id: booked, name: '陳小明' })
  const { id: booking_id } = await make('/bookings', body(planned, [{ name: '林一', ...first }]))
  done(await admin.post('/travelers/import', { booking_id, csv: 'name,probe\n林二,first\n' }))
  const [one, two] = await read(`/travelers?booking_id=${booking_id}&sort=id`)
  assert.deepEqual([one.probe, two.probe], ['first', 'first'])
  const told = done(await admin.post(`/travelers/${one.id}/export`, { reason: '當事人請求查閱' }))
  assert.equal(told.probe, 'first')
  await make(`/travelers/${one.id}/cancel`, {})
  assert.equal((await make(`/travelers/${one.id}/erase`, {})).probe, null)
}

const documents = async ({ admin, change, read, listed, traveler }: Fixtures) => {
  const at = '/traveler-documents'
  const fields = { traveler_id: `${traveler}`, kind: 'visa', number: 'V1234567', ...first }
  const { id, probe } = done(await admin.upload(at, form(pdf, 'visa.pdf', fields)))
  assert.deepEqual([probe, (await read(`${at}/${id}`)).probe, await listed(at, id)], ['first', 'first', 'first'])
  assert.equal((await change(`${at}/${id}`, second)).probe, 'second')
  const told = done(await admin.post(`/travelers/${traveler}/export`, { reason: '當事人請求查閱' }))
  assert.deepEqual([probesOf(told.documents), told.documents[0].number], [['second'], 'V1234567'])
}

const requests = async ({ plain, admin, traveler }: Fixtures) => {
  await plain('/traveler-requests', { traveler_id: traveler, kind: 'room', detail: '安靜的房間' })
  const told = done(await admin.post(`/travelers/${traveler}/export`, { reason: '當事人請求查閱' }))
  assert.deepEqual(probesOf(told.requests), ['second'])
}
