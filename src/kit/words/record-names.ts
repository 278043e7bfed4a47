import type { Words } from './words.ts'

const names = new Map<string, Words>()

/** What a person calls one row of a table. A plain record says it in its declaration. */
export const nameRecord = (table: string, words: Words) => names.set(table, words)

export const recordName = (table: string): Words => names.get(table) ?? [table, table]

/** `{ cities: 3, regions: 1 }` as a person says it; what goes by one name is counted together. */
export const countedInWords = (counts: Record<string, number>): Words => {
  const said = (language: 0 | 1, separator: string) => {
    const byName = Map.groupBy(Object.entries(counts), ([table]) => recordName(table)[language])
    return [...byName]
      .map(([name, alike]) => `${name} × ${alike.reduce((sum, [, count]) => sum + count, 0)}`)
      .join(separator)
  }
  return [said(0, '、'), said(1, ', ')]
}
