import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { assertLooks, noConsole, openConsole } from '../console.ts'

suite('the pages of mailed links, in a browser', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, base, db, link } = await openConsole()
  const { offer_id } = await db
    .selectFrom('addon_requests')
    .select('offer_id')
    .where('status', '=', 'offered')
    .orderBy('response_deadline', 'desc')
    .executeTakeFirstOrThrow()
  const account = async (role: 'leader' | 'customer') =>
    (await db.selectFrom('users').select('id').where('role', '=', role).orderBy('id').executeTakeFirstOrThrow()).id
  const pages = {
    offer: await link('offer', offer_id ?? 0),
    invitation: await link('invitation', await account('leader')),
    'sign-in': await link('sign-in', await account('customer')),
    wrong: '/l/booking/wrong',
  }

  for (const [name, path] of Object.entries(pages))
    test(`${name}: accessible, without errors or foreign addresses, and not too wide`, async () => {
      const page = await as()
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      for (const lang of ['zh-TW', 'en']) {
        await page.goto(`${path}?lang=${lang}`)
        await assertLooks(page)
      }
      assert.deepEqual(
        asked.filter((url) => !url.startsWith(base) && !url.startsWith('data:')),
        [],
      )
      const isWrong = name === 'wrong'
      assert.deepEqual(
        page.faults.filter((fault) => !(isWrong && fault.includes('404'))),
        [],
      )
    })

  test("a sign-in link opens the traveler's place", async () => {
    const page = await as()
    await page.goto(pages['sign-in'])
    await page.getByRole('button', { name: '登入' }).click()

    await page.waitForURL('**/my/')
    await page.getByRole('heading', { name: '我的訂單' }).waitFor()
  })
})
