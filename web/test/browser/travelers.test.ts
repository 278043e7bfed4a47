import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { form, jpeg } from '../../../test/fixtures/samples.ts'
import { assertLooks, noConsole, openConsole, sizes, takeAct, violations } from '../console.ts'
import { eventually } from '../eventually.ts'

suite('documents, special requests and steps of travelers in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller, departing, bookingOn, db } = await openConsole()
  const sales = await caller('sales')
  const { id: booking } = await bookingOn((await departing('PRG', 27)).serial, '001')
  const [{ id }] = (await sales.get(`/travelers?booking_id=${booking}&status=active&sort=id`)).data

  test('a special request is added, answered and changed', async () => {
    const [page, office] = [await as('sales'), await as('op')]
    await page.goto(`/desk/travelers/${id}`)
    await page.getByRole('button', { name: '新增需求…' }).click()
    const sheet = page.locator('dialog')
    await sheet.getByLabel('內容').fill('靠走道')
    await sheet.getByLabel('種類').selectOption('seat')
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '儲存' }).click()
    await page.locator('role=region[name=/^(證件與文件|需求)$/] >> role=listitem', { hasText: '靠走道' }).waitFor()
    await office.goto(`/desk/travelers/${id}`)
    await office.getByLabel('「靠走道」的狀態').selectOption('confirmed')
    await office.getByText('需求已更新').waitFor()
    const { data } = await sales.get(`/traveler-requests?traveler_id=${id}`)
    assert.equal(data.find(({ detail }: { detail: string }) => detail === '靠走道').status, 'confirmed')
    assert.deepEqual([await violations(office), page.faults, office.faults], [[], [], []])
  })

  test('the fee of cancelling one traveler is previewed; the traveler is cancelled and restored', async () => {
    const page = await as('sales')
    await page.goto(`/desk/travelers/${id}`)
    const preview = (await sales.get(`/travelers/${id}/cancellation`)).data
    await takeAct(page, '取消這位旅客…')
    const sheet = page.locator('dialog')
    await sheet.getByText(`（${preview.fee_percent}%）`).waitFor()
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '取消這位旅客' }).click()
    await page.getByText('已取消', { exact: true }).waitFor()
    await page.getByRole('button', { name: '恢復' }).click()
    await page.getByText('已取消', { exact: true }).waitFor({ state: 'detached' })
    await takeAct(page, '匯出個資…')
    await sheet.getByLabel('原因').fill('旅客本人要求')
    const download = page.waitForEvent('download')
    await sheet.getByRole('button', { name: '匯出' }).click()
    assert.match((await download).suggestedFilename(), /\.json$/)
    assert.deepEqual(page.faults, [])
  })

  test('a passport is compared with its traveler beside the picture, and an expired one cannot be approved', async () => {
    const one = (await sales.post('/travelers', { booking_id: booking, name: '核對旅客', birth_date: '1980-02-03' }))
      .data
    const fields = (expires_on: string) => ({ traveler_id: `${one.id}`, kind: 'passport', expires_on })
    const handIn = (expires_on: string) =>
      sales.upload('/traveler-documents', form(jpeg, 'passport.jpg', fields(expires_on)))
    const { data: paper } = await handIn('2090-01-01')
    const page = await as('sales')
    await page.goto(`/desk/travelers/${one.id}`)
    await page.getByRole('button', { name: '審核…' }).click()
    const sheet = page.getByRole('dialog', { name: '護照' })
    const picture = sheet.getByRole('img')
    const birth = sheet.getByRole('textbox', { name: '出生日期' })
    await picture.waitFor()
    await sheet.getByRole('button', { name: '顯示生日與號碼' }).click()
    await eventually(() => birth.inputValue(), '1980/02/03')
    assert.equal(await sheet.getByRole('textbox', { name: '護照效期' }).first().inputValue(), '2090/01/01')
    const [seen, asked] = [await picture.boundingBox(), await birth.boundingBox()]
    assert.ok(seen && asked && seen.x + seen.width <= asked.x, 'the fields are beside the picture')
    const whole = await sheet.boundingBox()
    assert.ok(whole && seen.width > whole.width * 0.4, 'the picture fills its half')
    await sheet.getByRole('button', { name: '放大' }).click()
    await eventually(async () => ((await picture.boundingBox())?.width ?? 0) > seen.width * 2, true)
    await sheet.getByRole('button', { name: '旋轉' }).click()
    await sheet.getByRole('button', { name: '縮小' }).click()
    await assertLooks(page)
    await page.setViewportSize(sizes.desk)

    await birth.fill('1980/2/4')
    await sheet.getByLabel('護照英文姓').fill('wang')
    await sheet.getByLabel('護照英文名').fill('ta-wen')
    await sheet.getByLabel('護照號碼').fill('A9876543')
    await sheet.getByLabel('護照號碼').press('Control+Enter')
    await sheet.getByText('與旅客資料不同；請再看一次護照').waitFor()
    await sheet.getByLabel('以護照為準，更新旅客資料').check()
    await sheet.getByRole('button', { name: '審核通過' }).click()
    await sheet.waitFor({ state: 'detached' })
    await page.getByText('護照 已審').waitFor()
    const { data: known } = await sales.get(`/travelers/${one.id}`)
    assert.deepEqual(
      [known.surname_en, known.given_name_en, known.passport_number, known.passport_expires_on],
      ['WANG', 'TA-WEN', '•••543', '2090-01-01'],
    )

    // It was verified before it expired.
    await db.updateTable('traveler_documents').set({ expires_on: '2020-01-01' }).where('id', '=', paper.id).execute()
    await handIn('2020-01-01')
    await page.reload()
    await page.getByText('護照 過期').first().waitFor()
    assert.equal(await page.getByText('護照 已審').count(), 0)
    await page.getByRole('button', { name: '審核…' }).click()
    await sheet.getByText('不能審核通過').waitFor()
    assert.equal(await sheet.getByRole('button', { name: '審核通過' }).count(), 0)
    assert.deepEqual(
      page.faults.filter((fault) => !fault.includes('422')),
      [],
    )
  })

  test('a file of travelers is checked line by line before anything is stored', async () => {
    const page = await as('sales')
    await page.goto(`/desk/bookings/${booking}`)
    await page.getByRole('button', { name: '從 Excel 貼上…' }).click()
    const sheet = page.locator('dialog')
    // In Big5, as Excel saves it in Taiwan: 王小明 and 林小華.
    const text = 'name,birth_date\n\xa4\xfd\xa4\x70\xa9\xfa,1990-01-01\n\xaa\x4c\xa4\x70\xb5\xd8,1990-13-01\n'
    const buffer = Buffer.from(text, 'latin1')
    await sheet.locator('input[type=file]').setInputFiles({ name: '旅客.csv', mimeType: 'text/csv', buffer })
    const cell = sheet.getByLabel('第 3 列 出生日期')
    await cell.and(page.locator('[aria-invalid=true]')).waitFor()
    await sheet.locator('tbody tr').nth(1).getByText('要修正').waitFor()
    assert.equal(await sheet.getByLabel('第 3 列 姓名').inputValue(), '林小華')
    assert.equal(await sheet.getByRole('button', { name: '寫入 2 位' }).isDisabled(), true)
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(page.faults, [])
  })
})
