import type { getImportMapping, ImportKind, ImportMappingInput } from 'guidon-sdk'

export type ShownSheet = Awaited<ReturnType<typeof getImportMapping>>['sheets'][number]
/** What somebody has answered about a sheet. A word without an answer is missing. */
export type SheetAnswer = {
  kind: ImportKind['code'] | null
  columns: Record<string, string>
  words: Record<string, Record<string, string>>
}

/** What was said before, or is proposed. */
export const answersOf = ({ kind, columns, words }: ShownSheet): SheetAnswer => {
  const said: SheetAnswer['words'] = {}
  for (const { column, word, means } of words) if (means !== null) said[column] = { ...said[column], [word]: means }
  return {
    kind: kind ?? null,
    columns: Object.fromEntries(columns.map(({ heading, column }) => [heading, column])),
    words: said,
  }
}

/** The answers as they are sent. */
export const withAnswers = ({ sheet, heading_row }: ShownSheet, answer: SheetAnswer) => {
  const { kind, columns, words } = answer
  const sent: ImportMappingInput['sheets'][number] = kind
    ? { sheet, kind, heading_row, columns, words }
    : { sheet, kind }
  return sent
}
