import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { passUndo } from '../../../test/fixtures/cancellations.ts'
import { house } from '../../../test/house.ts'
import { smtp, startWorkers } from '../../../test/smtp.ts'

// The mail server is started last, so that every mail leaves long after the event that it is about.
const home = await house()
const { as, db, ids } = home
const { trip, book } = await bookingFixtures(home)
const sales = as('sales')
const post = await smtp(home.atEnd)

done(
  await as('admin').put('/house/record', {
    name: '旗手旅行社股份有限公司',
    name_en: 'Guidon Travel',
    phone: '+886 2 2500 1234',
  }),
)
done(await as('admin').put(`/users/${ids.sales}`, { name_en: 'Ann Chen' }))

const contact = (name: string) => ({ name: '王小美', phone: '0912345678', email: `${name}@example.com` })
const booked = async (name: string, party: string[]) => {
  const planned = await trip(9)
  const booking = await book(planned.id, party, { contact: contact(name), locale: 'zh-TW', sales_user_id: ids.sales })
  return booking
}

const kept = await booked('kept', ['王小美', '王大明'])
done(await sales.post(`/bookings/${kept.id}/confirm`))

const back = await booked('back', ['王小美', '王大明'])
done(await sales.put(`/travelers/${back.travelers[1].id}`, { email: 'ming@example.com' }))
await db
  .updateTable('travelers')
  .set({ email_proved_at: sql<string>`now()` })
  .where('id', '=', back.travelers[1].id)
  .execute()
done(await sales.post(`/travelers/${back.travelers[1].id}/cancel`))
done(await sales.post(`/travelers/${back.travelers[1].id}/restore`))

const fewer = await booked('fewer', ['王小美', '王大明', '王小明'])
done(await sales.post(`/travelers/${fewer.travelers[2].id}/cancel`))
done(await sales.post(`/travelers/${fewer.travelers[1].id}/cancel`))

const gone = await booked('gone', ['王小美'])
done(await sales.post(`/bookings/${gone.id}/cancel`, { reason: '改期' }))
await passUndo(home)
done(await sales.post(`/bookings/${gone.id}/receipt`))

await booked('last', ['王小美'])
await startWorkers(home, post.url)
await post.until(() => post.to('last@example.com').length > 0, 'the last mail')

// Mails of one batch leave at the same time, so the test distinguishes them by their subjects.
const mails = (name: string) =>
  post
    .to(`${name}@example.com`)
    .map(({ subject, text }) => ({ subject: subject.replace(/^\S+ /, ''), text }))
    .sort((a, b) => (a.subject < b.subject ? -1 : 1))
const told = (name: string) => mails(name).map(({ subject }) => subject)
const texts = (name: string) => mails(name).map(({ text }) => text)

test('a mail to a customer comes from the agency by the name people say, at the address of the service', async () => {
  await post.until(() => told('last').length === 1, 'one mail')
  assert.deepEqual(
    post.to('last@example.com').map(({ from }) => from),
    ['旗手旅行社 <noreply@guidon.test>'],
  )
})

test('a mail describes an event with the values at the time of the event', async () => {
  await post.until(() => told('kept').length === 2, 'two mails')
  assert.deepEqual(told('kept'), ['您的訂單已確認', '我們已收到您的報名'])
  const [confirmed, received] = texts('kept')
  assert.match(received ?? '', /\n狀態：名額保留中\n保留至：[\d/]+ \d\d:\d\d\n/)
  assert.match(confirmed ?? '', /\n狀態：已確認\n/)
  await post.until(() => told('fewer').length === 3, 'three mails')
  assert.deepEqual(told('fewer'), ['我們已收到您的報名', '訂單中的一位旅客已取消', '訂單中的一位旅客已取消'])
  const adults = texts('fewer').map((text) => /\n大人 × \d {2}NT\$[\d,]+\n/.exec(text)?.[0].trim())
  assert.deepEqual(adults.sort(), ['大人 × 1  NT$39,900', '大人 × 2  NT$79,800', '大人 × 3  NT$119,700'])
})

test('a mail about a step that was undone before the mail left is dropped, also the mail to the traveler', async () => {
  await post.until(() => told('back').length === 1, 'one mail')
  assert.deepEqual(told('back'), ['我們已收到您的報名'])
  assert.match(texts('back')[0] ?? '', /\n大人 × 2 {2}NT\$79,800\n/)
  assert.deepEqual(told('ming'), [])
})

test('the mail of a registration that was cancelled meanwhile is dropped, and a confirmation mail sent again shows the current status', async () => {
  await post.until(() => told('gone').length === 2, 'two mails')
  assert.deepEqual(told('gone'), ['您的訂單', '您的訂單已取消'])
  assert.match(texts('gone')[0] ?? '', /以下是您目前的訂單。[\s\S]*\n狀態：已取消\n/)
})

test('a mail to a customer contains the name of the agency, the salesperson and a telephone number', async () => {
  assert.match(
    texts('last')[0] ?? '',
    /\n旗手旅行社股份有限公司\n承辦業務：業務小陳\n電話：\+886 2 2500 1234\n\n（本信由系統自動寄出）\s*$/,
  )
})
