import { each } from 'guidon-sdk'

/** Every row of a list, however many pages it has: for what a page shows in full. */
export const allOf = async <Row>(pageAt: Parameters<typeof each<Row>>[0]): Promise<Row[]> => {
  const rows: Row[] = []
  for await (const row of each(pageAt)) rows.push(row)
  return rows
}
