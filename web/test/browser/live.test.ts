import { suite, test } from 'node:test'
import { noConsole, openConsole } from '../console.ts'

suite('changes while a page loads', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, db } = await openConsole()
  const sales = await caller('sales')
  const { id } = await db
    .selectFrom('addon_requests')
    .select('id')
    .where('status', '=', 'offered')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const say = (message: string) => sales.post(`/addon-requests/${id}/communications`, { message })

  test('a change between the reading of a page and its stream is shown, also in the next tab', async () => {
    const page = await as('op')
    const held = Promise.withResolvers<void>()
    await page.route('**/api/notifications/stream?*', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(`/desk/requests/${id}`)
    await page.getByRole('list', { name: '對話' }).getByRole('listitem').first().waitFor()
    await say('讀了之後、開始聽之前')
    held.resolve()
    await page.getByText('讀了之後、開始聽之前').waitFor()
    await page.getByText('即時更新').waitFor()

    const tab = await as('op')
    const late = Promise.withResolvers<void>()
    await tab.route('**/assets/live-*.js', async (route) => {
      await late.promise
      await route.continue()
    })
    await tab.goto(`/desk/requests/${id}`)
    await tab.getByRole('list', { name: '對話' }).getByText('讀了之後、開始聽之前').waitFor()
    await say('第二個分頁開始聽之前')
    await page.getByText('第二個分頁開始聽之前').waitFor()
    late.resolve()
    await tab.getByText('第二個分頁開始聽之前').waitFor()
  })
})
