import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { csv, mover } from '../../../test/fixtures/moving.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { app, as } = home
const { trip, register, mailedLink } = await bookingFixtures(home)
const sales = as('sales')

const typed = {
  contact: { name: '王小美', phone: '０２－２５５５　０１００　轉　３３', email: 'Ｍｅｉ＠ｅｘａｍｐｌｅ．ｃｏｍ' },
  traveler: {
    name: '王小美',
    surname_en: 'ＷＡＮＧ',
    given_name_en: 'ＨＳＩＡＯ－ＭＥＩ',
    passport_number: '３１２３４５６７８',
    mobile: '（０９１２）３４５－６７８',
  },
}

test('a registration with full-width letters and digits is stored with plain ones', async () => {
  const { id } = await trip(6)
  const { booking_number } = done(await register(id, [typed.traveler], { contact: typed.contact }))
  const [booking] = (await sales.get(`/bookings?q=${booking_number}`)).data
  const { contact } = (await sales.get(`/bookings/${booking.id}`)).data
  assert.deepEqual([contact.phone, contact.email], ['02-2555 0100 轉 33', 'Mei@example.com'])
  const [traveler] = (await sales.get(`/travelers?booking_id=${booking.id}`)).data
  assert.deepEqual(
    [traveler.surname_en, traveler.given_name_en, traveler.passport_number, traveler.mobile],
    ['WANG', 'HSIAO-MEI', '•••678', '(0912)345-678'],
  )

  // Changed by staff and by the customer in the same way.
  done(await sales.put(`/travelers/${traveler.id}`, { mobile: '０９８７６５４３２１' }))
  assert.equal((await sales.get(`/travelers/${traveler.id}`)).data.mobile, '0987654321')
  const link = await mailedLink(booking_number)
  done(await as().put(`${link}/travelers/${traveler.id}`, { mobile: '０９８７　６５４　３２２' }))
  assert.equal((await sales.get(`/travelers/${traveler.id}`)).data.mobile, '0987 654 322')
})

test('a number with an extension is found by the number, with the extension or without', async () => {
  const { id } = await trip(6)
  const contact = { name: '林分機', phone: '04-2222 3344 分機55', email: 'extension@example.com' }
  const { booking_number } = done(await register(id, ['林分機'], { contact }))
  for (const q of ['0422223344', '04-2222 3344', '+886 4 2222 3344', '04-2222 3344 分機55', '０４－２２２２３３４４']) {
    const people = (await sales.get(`/persons?q=${encodeURIComponent(q)}`)).data
    assert.deepEqual(
      people.map(({ name }: { name: string }) => name),
      ['林分機'],
      q,
    )
    const bookings = (await sales.get(`/bookings?q=${encodeURIComponent(q)}`)).data
    assert.deepEqual(
      bookings.map((each: { booking_number: string }) => each.booking_number),
      [booking_number],
      q,
    )
  }
  const file = await app.inject({
    url: '/api/persons?format=csv&q=0422223344',
    headers: { authorization: `Bearer ${home.tokens.sales}` },
  })
  assert.match(file.body, /,04-2222 3344 分機55,/)
})

test('a sheet that is imported may have full-width numbers', async () => {
  const { bring, admin } = mover(home)
  const sheet = csv(
    ['代碼', '名稱', '電話', '電子郵件'],
    ['ＴＡＩＣＨＵＮＧ', '台中分公司', '０４－２２２２　３３４４＃２', 'ｔｃ＠ｅｘａｍｐｌｅ．ｃｏｍ'],
  )
  const brought = await bring('分公司.csv', sheet)
  assert.deepEqual([brought.created, brought.refused], [1, 0])
  const [branch] = (await admin.get('/branches')).data
  assert.deepEqual([branch.code, branch.phone, branch.email], ['TAICHUNG', '04-2222 3344#2', 'tc@example.com'])
})
