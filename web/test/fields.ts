import { shortDay } from 'guidon-design/formats'
import type { Page } from 'playwright-core'

// Functions that type into the fields of an open sheet.

/** The date in so many days, in Taipei. */
export const onDay = (days: number) =>
  new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10)

/** Replaces the value of a date field by typing. */
export const typeDay = async (page: Page, label: string, moment: string) => {
  await page.locator('dialog').getByRole('textbox', { name: label, exact: true }).fill(moment)
}

/** Chooses a record by its name. */
export const choose = async (page: Page, label: string, text: string) => {
  await page.locator('dialog').getByRole('combobox', { name: label, exact: true }).fill(text)
  await page.locator('role=listbox >> role=option', { hasText: text }).first().click()
}

/** A date as lists of the console show it; one of another year with its year. */
export const dayInWords = (day: string) => shortDay(day, 'zh-TW', onDay(0))

/** Types more at the moment when the address is updated with the earlier text. */
export const typeWhenAddressFollows = (_field: Element, more: string) => {
  const replace = history.replaceState.bind(history)
  history.replaceState = (...given) => {
    replace(...given)
    history.replaceState = replace
    document.execCommand('insertText', false, more)
  }
}
