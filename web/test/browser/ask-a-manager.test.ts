import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import type { Locator } from 'playwright-core'
import { daysFromToday } from '../../../test/days.ts'
import { done } from '../../../test/fixtures/bookings.ts'
import { noConsole, openConsole, takeAct } from '../console.ts'

/** The browser reports each refusal that the test provokes. */
const unexpected = ({ faults }: { faults: string[] }) => faults.filter((fault) => !/403/.test(fault))

suite('what sales may not do alone they ask a manager for, where it was refused', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, departing, db } = await openConsole()
  const sales = await caller('sales')
  const { id: planned_trip_id } = await departing('PRG', 27)
  const contact = { name: '許雅婷', phone: '+886 912 345 678' }
  const { id, travelers, booking_number } = done(
    await sales.post('/bookings', {
      ...{ planned_trip_id, contact, privacy_consent: true, privacy_consent_how: 'phone' },
      travelers: [{ name: '許雅婷', bed_type: 'single' }, { name: '許文彬' }],
    }),
  )
  done(await sales.post(`/bookings/${id}/confirm`, {}))
  const read = async () => (await sales.get(`/bookings/${id}`)).data
  const { total } = await read()
  const discount = { kind: 'discount', description: '老客戶優惠', unit_price: Math.floor(total / 10) }
  done(await sales.post(`/bookings/${id}/price-lines`, discount))

  const ask = async (sheet: Locator, reason: string) => {
    await sheet.getByText('請填寫原因，送請主管或管理員核准').waitFor()
    await sheet.getByLabel('申請原因').fill(reason)
    await sheet.getByRole('button', { name: '送請主管或管理員核准' }).click()
    await sheet.waitFor({ state: 'detached' })
  }
  /** The manager approves it in the list, where it stands with its reason. */
  const approve = async (kind: string, reason: string, number = booking_number) => {
    const page = await as('manager')
    await page.goto('/desk/approvals')
    const card = page.getByRole('region', { name: kind }).filter({ hasText: number })
    await card.getByText(reason).waitFor()
    await card.getByRole('button', { name: '核准', exact: false }).first().click()
    await card.getByRole('button', { name: '核准後立即執行，確定？' }).click()
    await card.waitFor({ state: 'detached' })
    assert.deepEqual(unexpected(page), [])
  }

  test("a customer's change that lowers the price", async () => {
    await sql`insert into change_requests (traveler_id, fields, bed_type, bed_type_before, currency, price_before, price_after)
      values (${travelers[0].id}, '{bed_type}', 'twin', 'single', 'TWD', ${total}, ${total - 1})`.execute(db)
    const page = await as('sales')
    await page.goto(`/desk/bookings/${id}`)
    const change = page.getByRole('region', { name: '客戶申請的變更' })
    await change.getByRole('button', { name: '核准', exact: false }).first().click()
    await change.getByRole('button', { name: '核准後立即變更旅客資料與總價，確定？' }).click()
    await ask(page.getByRole('dialog', { name: '需要核准' }), '改住雙人房')
    const before = (await read()).total
    await approve('接受降低團費的客戶變更', '改住雙人房')
    assert.ok((await read()).total < before)
    await change.waitFor({ state: 'detached' })
    assert.deepEqual(unexpected(page), [])
  })

  test('the cancellation of a traveler while the discount stays', async () => {
    const page = await as('sales')
    await page.goto(`/desk/travelers/${travelers[1].id}`)
    await takeAct(page, '取消這位旅客…')
    const sheet = page.getByRole('dialog', { name: '取消 許文彬' })
    await sheet.getByRole('button', { name: '取消這位旅客' }).click()
    await ask(sheet, '父親住院，優惠照舊')
    assert.equal((await read()).party_size, 2)
    await approve('取消旅客，保留原優惠', '父親住院，優惠照舊')
    assert.equal((await read()).party_size, 1)
    await page.locator('header:has(h1) .badge', { hasText: '已取消' }).waitFor()
    assert.deepEqual(unexpected(page), [])
  })

  test('a cancellation fee that is waived; the reason is typed once', async () => {
    const fee = (await read()).price_lines.find((line: { kind: string }) => line.kind === 'cancellation').amount
    const page = await as('sales')
    await page.goto(`/desk/bookings/${id}`)
    await page.getByRole('button', { name: '免收…' }).click()
    const sheet = page.getByRole('dialog', { name: '免收取消手續費' })
    await sheet.getByLabel('原因', { exact: true }).fill('住院證明已收')
    await sheet.getByRole('button', { name: '免收', exact: true }).click()
    await sheet.getByText('請填寫原因，送請主管或管理員核准').waitFor()
    assert.equal(await sheet.getByLabel('申請原因').inputValue(), '住院證明已收')
    await ask(sheet, '住院證明已收')
    const { total: before } = await read()
    await approve('免收取消手續費', '住院證明已收')
    assert.equal((await read()).total, before - fee)
    assert.deepEqual(unexpected(page), [])
  })

  test('a transfer to a cheaper trip while the discount stays', async () => {
    const page = await as('sales')
    await page.goto(`/desk/bookings/${id}`)
    await takeAct(page, '轉團…')
    const sheet = page.getByRole('dialog', { name: '轉團' })
    await sheet.locator('role=list[name="可報名的團"] >> role=button', { hasText: 'DAD' }).first().click()
    await sheet.getByText('新團費').waitFor()
    await sheet.getByRole('button', { name: '轉到這一團' }).click()
    await sheet.getByText('請填寫原因，送請主管或管理員核准').waitFor()
    assert.equal(await sheet.getByText('新團費').count(), 1, 'the chosen trip stays chosen')
    await ask(sheet, '改走較短的行程')
    assert.equal((await read()).planned_trip_id, planned_trip_id)
    await approve('轉團，保留原優惠', '改走較短的行程')
    assert.match((await read()).trip.serial, /^DAD/)
    await page.locator('header:has(h1) a', { hasText: 'DAD' }).waitFor()
    assert.deepEqual(unexpected(page), [])
  })

  test('a lower price of infants, where the trip has none', async () => {
    await sql`update planned_trips set price = price - 'infant' where id = ${planned_trip_id}`.execute(db)
    const family = done(
      await sales.post('/bookings', {
        ...{ planned_trip_id, contact, privacy_consent: true, privacy_consent_how: 'phone' },
        travelers: [{ name: '許爸爸' }, { name: '許寶寶', birth_date: daysFromToday(-200) }],
      }),
    )
    done(await sales.put(`/bookings/${family.id}`, { infant_price: 30_000 }))
    done(await sales.post(`/bookings/${family.id}/confirm`, {}))
    const page = await as('sales')
    await page.goto(`/desk/bookings/${family.id}`)
    await page.getByRole('button', { name: '更改…', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: '嬰兒價' })
    assert.equal(await sheet.getByLabel('每位嬰兒').inputValue(), '30000')
    await sheet.getByLabel('每位嬰兒').fill('3000')
    await sheet.getByRole('button', { name: '儲存' }).click()
    await ask(sheet, '報名時談的是 3000')
    await approve('調降嬰兒價', '報名時談的是 3000', family.booking_number)
    const { infant_price } = (await sales.get(`/bookings/${family.id}`)).data
    assert.equal(infant_price, 3000)
    assert.deepEqual(unexpected(page), [])
  })

  test("a cancellation for the agency's own cause", async () => {
    const page = await as('sales')
    await page.goto(`/desk/bookings/${id}`)
    await takeAct(page, '取消訂單…')
    const sheet = page.getByRole('dialog', { name: '取消訂單' })
    await sheet.getByLabel('取消事由').selectOption('house_fault')
    await sheet.getByLabel('原因', { exact: true }).fill('訂位時看錯出發日')
    await sheet.getByRole('button', { name: '取消訂單' }).click()
    await sheet.getByText('請填寫原因，送請主管或管理員核准').waitFor()
    assert.deepEqual(
      [await sheet.getByLabel('取消事由').inputValue(), await sheet.getByLabel('原因', { exact: true }).inputValue()],
      ['house_fault', '訂位時看錯出發日'],
    )
    await ask(sheet, '本公司作業疏失')
    assert.equal((await read()).status, 'confirmed')
    await approve('以旅行社事由或較低費用取消訂單', '本公司作業疏失')
    const { status, cancellation } = await read()
    assert.deepEqual(
      [status, cancellation.cause, cancellation.reason],
      ['cancelled', 'house_fault', '訂位時看錯出發日'],
    )
    await page.locator('header:has(h1) .badge', { hasText: '已取消' }).waitFor()
    assert.deepEqual(unexpected(page), [])
  })
})
