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
  /** The page of a booking, opened from a mail. */
  const contactOf = async (contact_name: string) => {
    const page = await as()
    await page.goto(await console.link('booking', (await bookingOf(contact_name)).id))
    return page
  }
  return { ...console, desk, bookingOf, contactOf }
}

export const go = (page: Page, place: string) =>
  page
    .getByRole('navigation', { name: '主選單' })
    .getByRole('link', { name: new RegExp(`^${place}`) })
    .click()

/** Finds a row of a list by its search field, and opens it. */
export const find = async (page: Page, place: string, text: string) => {
  await go(page, place)
  await page.getByRole('searchbox').fill(text)
  await page.waitForURL(/q=/)
  await page.locator('tr', { hasText: text }).getByRole('link').first().click()
}

export const tab = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()
