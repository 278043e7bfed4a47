import type { Words } from './words.ts'

const names = new Map<string, Words>()

/** Registers the name of one row of a table. Plain records register it from their declaration. */
export function nameRecord(table: string, words: Words) {
  return names.set(table, words)
}

export function recordName(table: string): Words {
  return names.get(table) ?? [table, table]
}

/** Counts such as `{ cities: 3, regions: 1 }` as text. Tables with the same name are added up. */
export function countedInWords(counts: Record<string, number>): Words {
  const said = (language: 0 | 1, separator: string) => {
    const byName = Map.groupBy(Object.entries(counts), ([table]) => recordName(table)[language])
    return [...byName]
      .map(([name, alike]) => `${name} × ${alike.reduce((sum, [, count]) => sum + count, 0)}`)
      .join(separator)
  }
  return [said(0, '、'), said(1, ', ')]
}
