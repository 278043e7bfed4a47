import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { withLine } from '../../../test/fixtures/line-house.ts'
import { form, jpeg, pdf, png, webp } from '../../../test/fixtures/samples.ts'
import { house, type Person } from '../../../test/house.ts'
import { until } from '../../../test/until.ts'

const home = await house()
const { as, db } = home
const { trip, book } = await bookingFixtures(home)
const { line, join } = await withLine(home)
const sales = as('sales')

const booking = await book((await trip(9)).id, ['王小美'])
await join('Umei', done(await sales.post(`/bookings/${booking.id}/line-link`)).code)
const [{ id: thread }] = done(await sales.get('/line/threads'))
const upload = async (bytes: Buffer, name: string, who: Person = 'sales'): Promise<number> =>
  done(await as(who).upload('/attachments', form(bytes, name))).id
const answer = (text: string, attachment_ids: number[]) =>
  sales.post(`/line/threads/${thread}/messages`, { text, attachment_ids })
/** What LINE was given with this text, once it is sent. */
const given = (text: string) =>
  until(() => line.messages.find(({ texts }) => texts[0]?.startsWith(text))?.given, `LINE has: ${text}`)
/** The path of an address, as the API knows it. */
const pathOf = (address = '') => address.replace('https://guidon.test/api', '')
const filesOf = async () => {
  const { rows } = await sql<{ name: string; is_kept: boolean }>`
    select f.name, f.deleted_at is null as is_kept from attachments a join files f on f.id = a.file_id order by a.id`.execute(
    db,
  )
  return rows.map(({ name, is_kept }) => [name, is_kept])
}

test('a colleague sends files with an answer: LINE shows pictures, and other files are lines of the text', async () => {
  const ids = [await upload(jpeg, '集合地點.jpg'), await upload(pdf, '行程表.pdf'), await upload(webp, '地圖.webp')]
  const said = done(await answer('這是行程表。', ids)).at(-1)
  assert.deepEqual(
    said.attachments.map(({ name, media_type, size }: Record<string, unknown>) => [name, media_type, size]),
    [
      ['集合地點.jpg', 'image/jpeg', jpeg.length],
      ['行程表.pdf', 'application/pdf', pdf.length],
      ['地圖.webp', 'image/webp', webp.length],
    ],
  )
  assert.deepEqual((await sales.get(pathOf(`/line/messages/${said.id}/attachments/${ids[1]}`))).bytes, pdf)

  const [text, picture, ...more] = await given('這是行程表。')
  assert.deepEqual(more, [])
  const lines =
    /^這是行程表。\n\n行程表\.pdf\n(https:\S+\?openExternalBrowser=1)\n\n地圖\.webp\n(https:\S+\?openExternalBrowser=1)$/.exec(
      text?.text ?? '',
    )
  assert.ok(lines, text?.text)
  assert.deepEqual([picture?.type, picture?.previewImageUrl], ['image', `${picture?.originalContentUrl}?size=thumb`])

  const nobody = as()
  assert.deepEqual((await nobody.get(pathOf(picture?.originalContentUrl))).bytes, jpeg)
  assert.equal((await nobody.get(pathOf(picture?.previewImageUrl))).headers['content-type'], 'image/jpeg')
  assert.deepEqual((await nobody.get(pathOf(lines[1]))).bytes, pdf)
  assert.deepEqual((await nobody.get(pathOf(lines[2]))).bytes, webp)
})

test('an address that was changed, or is older than 30 days, opens nothing and says the way out', async () => {
  const [one, other] = [await upload(png, '一.png'), await upload(png, '二.png')]
  done(await answer('兩張圖。', [one, other]))
  const [, picture, second] = await given('兩張圖。')
  const [path, another] = [pathOf(picture?.originalContentUrl), pathOf(second?.originalContentUrl)]
  const mac = path.slice(-64)
  for (const wrong of [
    another.replace(/.{64}$/, mac),
    path.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    path.replace(/\/sent\/\d+\//, '/sent/1/'),
  ])
    assert.equal((await as().get(wrong)).status, 404, wrong)
  assert.equal((await as().get(path)).status, 200)
  await sql`update line_messages set created_at = now() - interval '31 days' where text = '兩張圖。'`.execute(db)
  const late = await as(undefined, { 'accept-language': 'zh-TW' }).get(path)
  assert.equal(late.status, 404)
  assert.match(late.body.detail, /30 天.*請在 LINE 留言，我們再傳一次/)
})

test('only who sees the thread opens its files, and what somebody else has uploaded is refused', async () => {
  const id = await upload(pdf, '保單.pdf')
  const { id: message } = done(await answer('保單。', [id])).at(-1)
  for (const [who, status] of [
    ['admin', 200],
    ['ticketing', 404],
    ['finance', 403],
    ['customer', 403],
  ] as const)
    assert.equal((await as(who).get(`/line/messages/${message}/attachments/${id}`)).status, status, who)
  assert.equal((await as('ticketing').get(`/attachments/${id}`)).status, 404)

  const before = done(await sales.get(`/line/threads/${thread}/messages`)).length
  const refused = await answer('別人的。', [await upload(pdf, '別人的.pdf', 'ticketing')])
  assert.equal(refused.status, 422)
  assert.match(refused.body.errors.attachments[0], /upload first/)
  assert.equal((await answer('太多。', [1, 2, 3, 4])).status, 422)
  assert.equal(done(await sales.get(`/line/threads/${thread}/messages`)).length, before)
})

test('with its message a file goes, unless another message has it too', async () => {
  const [once, twice] = [await upload(pdf, '一次.pdf'), await upload(pdf, '兩次.pdf')]
  done(await answer('第一則。', [once, twice]))
  done(await answer('第二則。', [twice]))
  const [text] = await given('第二則。')
  await sql`delete from line_messages where text = '第一則。'`.execute(db)
  assert.deepEqual((await filesOf()).slice(-2), [
    ['•••', false],
    ['兩次.pdf', true],
  ])
  const path = pathOf(/https:\S+/.exec(text?.text ?? '')?.[0])
  assert.equal((await as().get(path)).status, 200)
  await sql`delete from line_friends`.execute(db)
  assert.deepEqual((await filesOf()).at(-1), ['•••', false])
  assert.equal((await as().get(path)).status, 404)
})
