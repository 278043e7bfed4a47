import type { Page } from 'playwright-core'
import { type Console, sizes } from '../../console.ts'

export type Stage = ReturnType<typeof stageOf>

/** The console, and the ways of its people: each begins at the first page or with the link of a mail, and presses and types. */
export const stageOf = (console: Console) => {
  const { as, db } = console
  const desk = async (name: string, size: keyof typeof sizes = 'desk') => {
    const page = await as(name)
    await page.setViewportSize(sizes[size])
    await page.goto('/desk')
    return page
  }
  const bookingOf = (contact_name: string) =>
    db
      .selectFrom('bookings')
      .select(['id', 'booking_number'])
      .where('contact_name', '=', contact_name)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  /** The place of a booking, opened from a mail. */
  const contactOf = async (contact_name: string) => {
    const page = await as()
    await page.goto(await console.link('booking', (await bookingOf(contact_name)).id))
    return page
  }
  /** The add-ons of a booking, one tap below its start. */
  const addonsOf = async (contact_name: string) => {
    const page = await contactOf(contact_name)
    await page.locator('#add-ons').getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: '加購' }).waitFor()
    return page
  }
  return { ...console, desk, bookingOf, contactOf, addonsOf }
}

export const go = (page: Page, place: string) =>
  page
    .getByRole('navigation', { name: '主選單' })
    .getByRole('link', { name: new RegExp(`^${place}`) })
    .click()

/**
 * Finds a row of a list by its search field, and opens it. The other rows are gone by then: a row that moves up while it is pressed is
 * not opened.
 */
export const find = async (page: Page, place: string, text: string) => {
  await go(page, place)
  await page.getByRole('searchbox').fill(text)
  await page.waitForURL(/q=/)
  await page.locator('tbody tr:has(a)', { hasNotText: text }).first().waitFor({ state: 'detached' })
  await page.locator('tbody tr', { hasText: text }).getByRole('link').first().click()
}

/** Chooses what to do next with an add-on request. */
export const chooseTurn = (page: Page, turn: string) =>
  page.locator('role=radiogroup[name="動作"]').getByText(turn, { exact: true }).click()

/** The price in the form of the chosen turn. */
export const priceOfTurn = (page: Page) => page.locator('role=region[name="下一步"] >> input[inputmode=decimal]')

/** Sends the chosen turn. A live update may show the message before the answer has come; no other turn can be chosen until then. */
export const sendTurn = async (page: Page, message: string) => {
  const button = page.locator('role=region[name="下一步"] >> button[type=submit]')
  await page.getByRole('textbox', { name: '訊息' }).fill(message)
  await button.click()
  await page.locator('role=list[name="對話"]').getByText(message).first().waitFor()
  await button.and(page.locator(':enabled')).waitFor()
}

export const tab = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()
