import { type TObject, Type } from 'typebox'
import type { FieldFaults } from '../../kit/errors.ts'
import { email } from '../../kit/fields.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import type { Sent } from '../../kit/http/pages/sent.ts'
import type { Locale, Words } from '../../kit/words/words.ts'
import { fields } from '../form-fields.ts'
import { type DraftedBuyer, MOST_BUYERS, NewReceiptBuyer, ubn } from '../receipt-buyers/buyer.ts'

const numbers = Array.from({ length: MOST_BUYERS }, (_, i) => i + 1)
const title = NewReceiptBuyer.properties.name

/** The titles of a form, in rows: `title_1`, `ubn_1`, `mail_1`, `title_2` and so on. */
export const TitleRows = Type.Object(
  Object.fromEntries(
    numbers.flatMap((n) => [
      [`title_${n}`, Type.Optional(title)],
      [`ubn_${n}`, Type.Optional(ubn())],
      [`mail_${n}`, Type.Optional(email())],
    ]),
  ),
) as TObject
export const titleFields = Object.keys(TitleRows.properties)

type Sending = { form: string; sent: Sent | undefined; locale: Locale; withMail: boolean }

/** The rows of a form: those that are filled in, and an empty one. Without a script a title more is entered after saving. */
export function titleRows(buyers: readonly DraftedBuyer[], { withMail, ...on }: Sending): Markup {
  const typed = numbers.filter((n) => on.sent?.form === on.form && on.sent.fields[`title_${n}`])
  const rows = numbers.slice(0, Math.max(buyers.length + 1, 2, ...typed))
  return html`${rows.map((n) => {
    const { name, ubn, email } = buyers[n - 1] ?? {}
    const [first, second, third] = [`title_${n}`, `ubn_${n}`, `mail_${n}`]
    const own: Record<string, { label: Words }> = {
      [first]: { label: [`抬頭 ${n}`, `Title ${n}`] },
      [second]: { label: [`統一編號 ${n}（公司才填）`, `Tax ID ${n} (companies only)`] },
      [third]: { label: [`收據 ${n} 的電子郵件（可不填）`, `Email for receipt ${n} (optional)`] },
    }
    const values = { [first]: name, [second]: ubn, [third]: email }
    return fields(TitleRows, withMail ? [first, second, third] : [first, second], {
      ...{ ...on, own, values, pairs: true },
    })
  })}`
}

/** What stands in the rows of a form. A company is known by its tax ID. Rows that are left empty are no titles. */
export function buyersIn(texts: Readonly<Record<string, unknown>>): DraftedBuyer[] {
  const text = (name: string) => (typeof texts[name] === 'string' ? texts[name] : undefined)
  return numbers.flatMap((n) => {
    const [name, ubn, email] = [text(`title_${n}`), text(`ubn_${n}`), text(`mail_${n}`)]
    if (!name && !ubn && !email) return []
    return [
      {
        kind: ubn ? ('company' as const) : ('person' as const),
        ...(name && { name }),
        ...(ubn && { ubn }),
        ...(email && { email }),
      },
    ]
  })
}

/** The rows in which a tax ID or an address stands without its title. */
export function faultsOfRows(texts: Readonly<Record<string, unknown>>): FieldFaults {
  const lacking = numbers.filter((n) => !texts[`title_${n}`] && (texts[`ubn_${n}`] || texts[`mail_${n}`]))
  return Object.fromEntries(lacking.map((n) => [`title_${n}`, [noTitle]]))
}

const noTitle: Words = [
  '請填寫這張收據的抬頭；不需要這張時，請把同一列清空。',
  'Enter the title of this receipt; if you do not need it, empty the row.',
]
