import { each } from 'guidon-sdk'

/** All rows of a list, over all its pages, for pages that show the whole list. */
export const allOf = async <Row>(pageAt: Parameters<typeof each<Row>>[0]): Promise<Row[]> => {
  const rows: Row[] = []
  for await (const row of each(pageAt)) rows.push(row)
  return rows
}
