import { Type } from 'typebox'
import { constraint } from '../kit/db/faults.ts'
import type { Table } from '../kit/db/tables.ts'
import { code, day, defaulted, flag, line, nullable, oneOf, text, whole } from '../kit/fields.ts'
import { from, until } from '../kit/list/filters.ts'
import { resource } from '../kit/resource.ts'

const fields = Type.Object({
  code: code(30, 'SAKURA_2027'),
  name: line(100, '櫻花季'),
  name_en: nullable(line(100, 'Cherry blossom')),
  starts_on: day(),
  ends_on: day(),
  level: defaulted(oneOf(['low', 'shoulder', 'high', 'peak'])),
  notes: nullable(text(2000)),
  is_active: defaulted(flag()),
  sort_order: defaulted(whole()),
})

declare module '../kit/db/tables.ts' {
  interface Tables {
    seasons: Table<typeof fields>
  }
}

constraint('seasons_span', 'ends_on', ['不可早於 starts_on。', 'Must not be before starts_on.'])

export default resource({
  table: 'seasons',
  says: ['季節', 'season'],
  fields,
  search: ['code', 'name', 'name_en'],
  filter: ['level', 'is_active'],
  filters: { from: from('seasons.ends_on', day()), to: until('seasons.starts_on', day()) },
  sort: ['sort_order', 'starts_on', 'name'],
  order: 'sort_order',
  option: ['starts_on', 'ends_on', 'level'],
  access: { read: 'signed-in', write: ['department', 'admin'] },
})
