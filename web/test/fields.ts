import type { Page } from 'playwright-core'

// What a person types into the fields of an open sheet.

/** The day in so many days, in Taipei. */
export const onDay = (days: number) =>
  new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10)

/** Types a day or a moment in place of what stands in its field. */
export const typeDay = async (page: Page, label: string, moment: string) => {
  await page.locator('dialog').getByRole('textbox', { name: label, exact: true }).fill(moment)
}

/** Finds a record by its name. */
export const choose = async (page: Page, label: string, text: string) => {
  await page.locator('dialog').getByRole('combobox', { name: label, exact: true }).fill(text)
  await page.locator('.combobox [role=option]', { hasText: text }).first().click()
}

/** A day as lists of the console write it. */
export const dayInWords = (day: string) =>
  new Intl.DateTimeFormat('zh-TW', { month: 'numeric', day: 'numeric', weekday: 'short', timeZone: 'UTC' }).format(
    new Date(day),
  )

/** Types on at the moment when the address takes what was typed. */
export const typeWhenAddressFollows = (_field: Element, more: string) => {
  const replace = history.replaceState.bind(history)
  history.replaceState = (...given) => {
    replace(...given)
    history.replaceState = replace
    document.execCommand('insertText', false, more)
  }
}
