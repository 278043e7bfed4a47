import type { Cell } from '../../kit/files/workbook.ts'

/** What words of the house mean, by column: `{"status": {"已發布": "上架"}}`. An empty text leaves the cell empty. */
export type HouseWords = Record<string, Record<string, string>>

/** The headings of a row, of which each is told apart: the second 電話 is `電話 (2)`. */
export function headingsOf(cells: readonly Cell[]) {
  const seen = new Map<string, number>()
  return cells.map(({ text }) => {
    const heading = text.trim()
    const before = seen.get(heading) ?? 0
    seen.set(heading, before + 1)
    return heading !== '' && before > 0 ? `${heading} (${before + 1})` : heading
  })
}
