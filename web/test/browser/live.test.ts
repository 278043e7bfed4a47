import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { done } from '../../../test/fixtures/bookings.ts'
import { noConsole, openConsole } from '../console.ts'

suite('changes while a page loads', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, db, departing } = await openConsole()
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

  test('the pages of a request, a booking and a traveler follow what somebody else asks for and decides', async () => {
    const manager = await caller('manager')
    const { id: planned_trip_id } = await departing('PRG', 27)
    const contact = { name: '蔡明宏', phone: '+886 912 345 678' }
    const booking = done(
      await sales.post('/bookings', {
        ...{ planned_trip_id, contact, privacy_consent: true, privacy_consent_how: 'phone' },
        travelers: [{ name: '蔡明宏' }, { name: '蔡小華' }],
      }),
    )
    done(await sales.post(`/bookings/${booking.id}/confirm`, {}))
    const ask = async (kind: string, params: object) =>
      done(await sales.post(`/approvals/${kind}`, { booking_id: booking.id, reason: '老客戶', params })).id
    const discount = await ask('discount', { description: '老客戶優惠', unit_price: 30_000 })

    const page = await as('op')
    const isLive = () => page.getByText('即時更新').waitFor()
    await page.goto(`/desk/bookings/${booking.id}`)
    await isLive()
    const charges = page.getByRole('region', { name: '費用與付款' })
    await charges.getByText('未付').waitFor()
    assert.equal(await charges.getByText('老客戶優惠').count(), 0)
    done(await manager.post(`/approvals/${discount}/approve`, {}))
    await charges.getByText('老客戶優惠').waitFor()

    await page.goto(`/desk/travelers/${booking.travelers[1].id}`)
    await isLive()
    await page.getByRole('heading', { name: '蔡小華' }).waitFor()
    const cancelled = await ask('traveler-cancelled', { traveler_id: booking.travelers[1].id })
    done(await manager.post(`/approvals/${cancelled}/approve`, {}))
    await page.locator('header:has(h1) .badge', { hasText: '已取消' }).waitFor()

    const { id: type_id } = await db
      .selectFrom('addon_request_types')
      .select('id')
      .where('requires_approval', '=', true)
      .executeTakeFirstOrThrow()
    const request = done(
      await sales.post('/addon-requests', { type_id, traveler_id: booking.travelers[0].id, message: '行動不便' }),
    )
    await page.goto(`/desk/requests/${request.id}`)
    await isLive()
    await page.getByText('待主管或管理員處理').waitFor()
    done(await manager.post(`/addon-requests/${request.id}/approve`, { message: '可以' }))
    await page.getByText('待主管或管理員處理').waitFor({ state: 'detached' })

    // What is declined or withdrawn changes nothing but the list.
    const [declined, withdrawn] = [
      await ask('discount', { description: '再優惠', unit_price: 30_000 }),
      await ask('discount', { description: '又優惠', unit_price: 30_001 }),
    ]
    const admin = await as('admin')
    await admin.goto('/desk/approvals')
    await admin.getByText('即時更新').waitFor()
    await admin.getByText('再優惠').waitFor()
    done(await manager.post(`/approvals/${declined}/decline`, { note: '已給過' }))
    await admin.getByText('再優惠').waitFor({ state: 'detached' })
    done(await sales.post(`/approvals/${withdrawn}/withdraw`, {}))
    await admin.getByText('又優惠').waitFor({ state: 'detached' })
  })
})
