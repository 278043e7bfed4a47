import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { noConsole, openConsole, violations } from '../console.ts'
import { eventually } from '../eventually.ts'

suite('enquiries in the console', { skip: noConsole }, async () => {
  if (noConsole) return
  const { as, caller } = await openConsole()
  const sales = await caller('sales')

  test('somebody telephones: the enquiry is entered, called back and quoted', async () => {
    const page = await as('sales')
    await page.goto('/desk/enquiries')
    await page.getByRole('button', { name: '新增洽詢' }).click()
    const sheet = page.getByRole('dialog', { name: '新增洽詢' })
    await sheet.getByLabel('姓名').fill('許家豪')
    await sheet.getByLabel('電話').fill('０９３５１２３４５６')
    await sheet.getByLabel('想要什麼').fill('暑假帶兩個小孩去沖繩')
    await sheet.getByRole('button', { name: '儲存' }).click()
    await page.getByRole('heading', { name: '許家豪' }).waitFor()
    assert.deepEqual(await violations(page), [])

    await page.getByLabel('說了什麼').fill('七月第二週，四個人')
    await page.getByRole('textbox', { name: '下次聯絡日' }).fill('2061/6/10')
    await page.getByRole('button', { name: '加入備註' }).click()
    await page.getByText('七月第二週，四個人', { exact: true }).waitFor()
    const found = async () => (await sales.get(`/enquiries?q=${encodeURIComponent('許家豪')}`)).data[0]
    assert.deepEqual([(await found()).follow_up_on, (await found()).phone], ['2061-06-10', '0935123456'])
    await page.getByRole('button', { name: '已報價' }).click()
    await eventually(async () => (await found()).status, 'quoted')
    const history = page.getByRole('list', { name: '往來紀錄' })
    await history.getByText('改為「已報價」', { exact: true }).waitFor()
    await history.getByText('建立洽詢・電話', { exact: true }).waitFor()

    await page.goto('/desk/enquiries')
    await page.getByRole('searchbox').fill('0935123456')
    await page.getByRole('link', { name: /許家豪/ }).waitFor()
    assert.deepEqual(await violations(page), [])

    await page.goto('/desk/persons?q=%E8%A8%B1%E5%AE%B6%E8%B1%AA')
    const asked = page.getByRole('region', { name: '洽詢過的人' })
    await asked.getByText('洽詢・已報價').waitFor()
    assert.deepEqual(await violations(page), [])
    await asked.getByRole('link', { name: '許家豪' }).click()
    await page.getByRole('heading', { name: '許家豪' }).waitFor()
    assert.deepEqual(page.faults, [])
    const others = await as('op')
    await others.goto('/desk/persons?q=%E8%A8%B1%E5%AE%B6%E8%B1%AA')
    await others.getByRole('heading', { name: '客人' }).waitFor()
    assert.equal(await others.getByText('洽詢過的人').count(), 0)
    assert.deepEqual(others.faults, [])
  })

  test('in the morning a call is noted, and an enquiry is lost, without leaving the page', async () => {
    const enter = async (name: string, phone: string) =>
      (await sales.post('/enquiries', { name, phone, source: 'phone' })).data.id
    const [again, gone] = [await enter('葉知秋', '0911000111'), await enter('葉落塵', '0911000222')]
    const page = await as('sales')
    await page.goto('/desk?group=enquiries_to_call')
    await page.getByRole('button', { name: '記下聯絡… 葉知秋' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('說了什麼').fill('等先生排休')
    await sheet.getByRole('textbox', { name: '下次聯絡日' }).fill('2061/6/10')
    assert.deepEqual(await violations(page), [])
    await sheet.getByRole('button', { name: '儲存' }).click()
    await page.getByRole('link', { name: '葉知秋' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '未成交… 葉落塵' }).click()
    await sheet.getByRole('button', { name: '改為未成交' }).click()
    await page.getByRole('link', { name: '葉落塵' }).waitFor({ state: 'detached' })
    assert.match(page.url(), /\/desk\/\?group=enquiries_to_call$/)
    const [noted, lost] = [(await sales.get(`/enquiries/${again}`)).data, (await sales.get(`/enquiries/${gone}`)).data]
    assert.deepEqual([noted.notes[0].words, noted.follow_up_on, lost.status], ['等先生排休', '2061-06-10', 'lost'])
    assert.deepEqual(page.faults, [])
  })
})
