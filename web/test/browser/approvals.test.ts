import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { daysFromToday } from '../../../test/days.ts'
import { done } from '../../../test/fixtures/bookings.ts'
import { isTooWide, noConsole, openConsole, sizes, violations } from '../console.ts'
import { eventually } from '../eventually.ts'

/** The browser reports each refusal that the test provokes. */
const unexpected = ({ faults }: { faults: string[] }) => faults.filter((fault) => !/403/.test(fault))

suite('approvals in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, departing, db } = await openConsole()
  const sales = await caller('sales')
  const { id: planned_trip_id } = await departing('PRG', 27)
  const book = async (contact_name: string, ...names: string[]) => {
    const contact = { name: contact_name, phone: '+886 912 345 678' }
    const travelers = names.map((name) => ({ name }))
    const privacy = { privacy_consent: true, privacy_consent_how: 'phone' }
    const { id } = done(await sales.post('/bookings', { planned_trip_id, contact, travelers, ...privacy }))
    return done(await sales.post(`/bookings/${id}/confirm`, {}))
  }
  const read = async (id: number) => (await sales.get(`/bookings/${id}`)).data

  test('sales ask for a discount above the limit where it was refused, and a manager approves it', async () => {
    const { id, booking_number, total } = await book('林美惠', '林美惠')
    const page = await as('sales')
    await page.goto(`/desk/bookings/${id}`)
    await page.getByRole('button', { name: '加價或優惠' }).click()
    const sheet = page.getByRole('dialog', { name: '加價或優惠' })
    await sheet.getByLabel('說明', { exact: true }).fill('老客戶優惠')
    await sheet.getByLabel('單價').fill('19000')
    await sheet.getByRole('button', { name: '加入' }).click()
    await sheet.getByText('請洽主管或管理員').waitFor()
    const reason = sheet.getByLabel('申請原因')
    await reason.fill('第三次參團，同業報價較低')
    assert.deepEqual(await violations(page), [])
    await page.setViewportSize(sizes.phone)
    assert.equal(await isTooWide(page), false)
    await page.setViewportSize(sizes.desk)
    // What is changed after the refusal is not what would be asked.
    await sheet.getByLabel('單價').fill('19500')
    await reason.waitFor({ state: 'detached' })
    await sheet.getByRole('button', { name: '加入' }).click()
    await eventually(() => reason.inputValue(), '第三次參團，同業報價較低')
    await sheet.getByRole('button', { name: '送請主管或管理員核准' }).click()
    await page.getByText('由主管或管理員決定，決定後會通知您。').waitFor()
    await sheet.waitFor({ state: 'detached' })
    assert.equal((await read(id)).total, total)
    await page.getByRole('button', { name: '加價或優惠' }).click()
    assert.equal(await sheet.getByLabel('單價').inputValue(), '', 'what was asked is no draft')

    const manager = await as('manager')
    await manager.goto('/desk')
    const waiting = manager.getByRole('region', { name: '待您核准' })
    // The oldest stand on the start page: three add-ons and the discount of the demo. The others are in the list.
    await waiting.getByText('許先生今年第三次參團', { exact: false }).waitFor()
    await waiting.getByRole('link', { name: '超過上限的優惠' }).waitFor()
    const topOf = async (name: string) => (await manager.getByRole('region', { name }).first().boundingBox())?.y ?? 0
    await manager.setViewportSize(sizes.phone)
    assert.ok(
      (await topOf('待您核准')) < (await topOf('逾期未收的款項')),
      'on a phone it stands above what has to be decided besides',
    )
    await manager.setViewportSize(sizes.desk)
    assert.ok((await topOf('待您核准')) <= (await topOf('逾期未收的款項')))
    await waiting.getByRole('link', { name: /^還有 \d+ 件$/ }).click()
    const card = manager.getByRole('region', { name: '超過上限的優惠' }).filter({ hasText: booking_number })
    await card.getByText('第三次參團，同業報價較低').waitFor()
    const prices = `NT$${total.toLocaleString('en')} → NT$${(total - 19500).toLocaleString('en')}`
    for (const text of [`林美惠・${booking_number}`, '老客戶優惠', 'NT$19,500', prices, '陳怡安'])
      await card.getByText(text, { exact: false }).first().waitFor()
    for (const size of [sizes.phone, sizes.desk]) {
      await manager.setViewportSize(size)
      assert.deepEqual([await violations(manager), await isTooWide(manager)], [[], false])
    }
    await card.getByRole('button', { name: '核准', exact: false }).first().click()
    await card.getByRole('button', { name: '核准後立即執行，確定？' }).click()
    await card.waitFor({ state: 'detached' })
    assert.equal((await read(id)).total, total - 19500)
    await manager.getByRole('link', { name: '已決定' }).click()
    const { name } = (await (await caller('manager')).get('/me')).data
    await card.getByText(name, { exact: false }).waitFor()
    assert.deepEqual([unexpected(page), unexpected(manager)], [[], []])
  })

  test('sales ask for a surcharge above the limit, and a manager approves it', async () => {
    const { id, booking_number, total } = await book('許家豪', '許家豪')
    const page = await as('sales')
    await page.goto(`/desk/bookings/${id}`)
    await page.getByRole('button', { name: '加價或優惠' }).click()
    const sheet = page.getByRole('dialog', { name: '加價或優惠' })
    await sheet.getByLabel('種類').selectOption({ label: '加價' })
    await sheet.getByLabel('說明', { exact: true }).fill('商務艙升等')
    await sheet.getByLabel('單價').fill('30000')
    await sheet.getByRole('button', { name: '加入' }).click()
    await sheet.getByText('這筆訂單的加價合計將為 NT$30,000', { exact: false }).waitFor()
    await sheet.getByLabel('申請原因').fill('客人要商務艙')
    await sheet.getByRole('button', { name: '送請主管或管理員核准' }).click()
    await sheet.waitFor({ state: 'detached' })
    const manager = await as('manager')
    await manager.goto('/desk/approvals')
    const card = manager.getByRole('region', { name: '超過上限的加價' }).filter({ hasText: booking_number })
    await card.getByText('商務艙升等', { exact: false }).first().waitFor()
    await card.getByRole('button', { name: '核准', exact: false }).first().click()
    await card.getByRole('button', { name: '核准後立即執行，確定？' }).click()
    await card.waitFor({ state: 'detached' })
    assert.equal((await read(id)).total, total + 30000)
    assert.deepEqual([unexpected(page), unexpected(manager)], [[], []])
  })

  test('a change of a traveler that lowers the price is asked for, and the rest of the form is saved at once', async () => {
    const { id, travelers } = await book('周小玲', '周小玲', '周小寶')
    const traveler = travelers[1].id
    const given = { kind: 'discount', description: '早鳥優惠', unit_price: 19000 }
    done(await sales.post(`/bookings/${id}/price-lines`, given))
    const page = await as('sales')
    await page.goto(`/desk/travelers/${traveler}`)
    await page.getByRole('button', { name: /修改/ }).first().click()
    const sheet = page.getByRole('dialog', { name: '修改旅客' })
    await sheet.getByLabel('出生日期').fill('2020-05-05')
    await sheet.getByLabel('是否佔床').selectOption('none')
    await sheet.getByLabel('備註').fill('與母親同床')
    await sheet.getByRole('button', { name: '儲存' }).click()
    await sheet.getByLabel('申請原因').fill('護照年齡為六歲')
    await sheet.getByRole('button', { name: '送請主管或管理員核准' }).click()
    await sheet.waitFor({ state: 'detached' })
    const [asked] = (await sales.get(`/approvals?booking_id=${id}`)).data
    assert.deepEqual(
      [asked.kind, asked.params, asked.reason, asked.about.name],
      ['traveler_changed', { traveler_id: traveler, bed: false }, '護照年齡為六歲', '周小寶'],
    )
    const saved = (await sales.get(`/travelers/${traveler}`)).data
    assert.deepEqual([saved.notes, saved.birth_date], ['與母親同床', null])
    const manager = await as('manager', 'en-US')
    await manager.goto('/desk/approvals')
    const card = manager
      .getByRole('region', { name: 'Change of a traveler that lowers the price' })
      .filter({ hasText: asked.booking.booking_number })
    await card.getByRole('button', { name: /^Decline/ }).click()
    const decline = manager.getByRole('dialog', { name: 'Decline the request' })
    await decline.getByLabel('Reason').fill('The seat is ticketed already')
    await decline.getByRole('button', { name: 'Decline' }).click()
    await decline.waitFor({ state: 'detached' })
    await eventually(async () => (await sales.get(`/approvals/${asked.id}`)).data.note, 'The seat is ticketed already')
    assert.deepEqual([unexpected(page), unexpected(manager)], [[], []])
  })

  test('add-ons and days off stand in the same list, and a manager decides them there', async () => {
    const { travelers } = await book('鄭淑芬', '鄭淑芬')
    const { id: type_id, name } = await db
      .selectFrom('addon_request_types')
      .select(['id', 'name'])
      .where('requires_approval', '=', true)
      .executeTakeFirstOrThrow()
    const request = done(
      await sales.post('/addon-requests', { type_id, traveler_id: travelers[0].id, message: '行動不便' }),
    )
    const leader = await caller('leader')
    const { tour_leader_id } = (await leader.get('/me')).data
    const { departure_date: starts_on } = await db
      .selectFrom('planned_trips')
      .select('departure_date')
      .where('assigned_leader_id', '=', tour_leader_id)
      .where('departure_date', '>', daysFromToday(0))
      .orderBy('departure_date')
      .executeTakeFirstOrThrow()
    const leave = done(
      await leader.post('/leader-unavailabilities', {
        ...{ type: 'personal', starts_on, ends_on: starts_on, reason: '家人手術' },
      }),
    )
    const page = await as('sales')
    await page.goto(`/desk/requests/${request.id}`)
    await page.getByText('待主管或管理員處理').waitFor()
    const manager = await as('manager')
    await manager.goto(`/desk/requests/${request.id}`)
    await manager.getByText('待您處理').waitFor()
    await manager.goto('/desk')
    const waiting = manager.getByRole('region', { name: '待您核准' })
    const { length } = (await (await caller('manager')).get('/approvals/waiting?to_decide=true')).data
    await waiting.getByText(String(length), { exact: true }).waitFor()
    assert.equal(await manager.getByRole('region', { name: '待核的領隊休假' }).count(), 0, 'no row stands twice')
    await waiting.getByRole('link', { name: `還有 ${length - 4} 件` }).click()

    const addon = manager.getByRole('region', { name: `加購：${name}` }).filter({ hasText: request.request_number })
    await addon.getByText('行動不便').waitFor()
    for (const size of [sizes.phone, sizes.desk]) {
      await manager.setViewportSize(size)
      assert.deepEqual([await violations(manager), await isTooWide(manager)], [[], false])
    }
    await addon.getByRole('button', { name: /^不核准/ }).click()
    const decline = manager.getByRole('dialog', { name: '不核准這項申請' })
    await decline.getByLabel('原因').fill('機場不提供')
    await decline.getByRole('button', { name: '不核准' }).click()
    await addon.waitFor({ state: 'detached' })
    const declined = (await sales.get(`/addon-requests/${request.id}`)).data
    assert.deepEqual([declined.status, declined.cancel_reason], ['cancelled', '機場不提供'])

    const days = manager.getByRole('region', { name: '請假：事假' }).filter({ hasText: '家人手術' })
    await days.getByRole('button', { name: /^核准/ }).click()
    const answer = manager.getByRole('dialog', { name: '核准休假' })
    await answer.getByLabel('仍要核准的原因').fill('改派其他領隊')
    await answer.getByRole('button', { name: '仍要核准' }).click()
    await days.waitFor({ state: 'detached' })
    const { status, is_override } = (await sales.get(`/leader-unavailabilities/${leave.id}`)).data
    assert.deepEqual([status, is_override], ['approved', true])
    assert.deepEqual(manager.faults, [])
  })
})
