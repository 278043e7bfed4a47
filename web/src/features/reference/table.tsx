import { Link } from '@tanstack/react-router'
import type { PlainRecord } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { type Say, useSay } from '../../kit/words.ts'
import { SortedHeading } from '../../ui/lists/sorted-heading.tsx'
import { useNames } from '../../ui/names.ts'
import css from './page.module.css'
import { columnsOf, idsOf, namesBeside, pathsOf } from './queries.ts'
import type { Row } from './shared/plain-record/record.ts'
import { type Names, Value } from './shared/plain-record/value.tsx'

type Props = { record: PlainRecord; rows: Row[]; sort: string | undefined }

export const Table = ({ record, rows, sort }: Props) => {
  const say = useSay()
  const hasName = record.fields.some(({ name }) => name === 'name')
  // A record without a name is identified by its first column.
  const [first, ...others] = columnsOf(record)
  const columns = hasName && first ? [first, ...others] : others
  const names = useNamesIn(record, rows)
  const heading = (name: string, words: string) =>
    record.sorts.includes(name) ? (
      <SortedHeading key={name} by={name} sort={sort}>
        {words}
      </SortedHeading>
    ) : (
      <th key={name} scope="col">
        {words}
      </th>
    )
  return (
    <table className={`table as-cards ${css.referenceTable}`}>
      <thead>
        <tr>
          {hasName ? heading('name', say(...label.name)) : first && heading(first.name, say(...first.words))}
          {columns.map(({ name, words }) => heading(name, say(...words)))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className={row.is_active === false ? css.retired : ''}>
            <td>
              <Link className="row-link" to="/reference" search={(now) => ({ ...now, edit: row.id })}>
                {hasName ? nameIn(row, say) : first && <Value field={first} value={row[first.name]} names={names} />}
              </Link>
              {row.is_active === false && <span className="badge turn-over">{say('已停用', 'Inactive')}</span>}
              {typeof row.name_en === 'string' && <span className="sub">{say(row.name_en, String(row.name))}</span>}
            </td>
            {columns.map((field) => (
              <td key={field.name} data-label={say(...field.words)}>
                <Value field={field} value={row[field.name]} names={names} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const nameIn = ({ name, name_en }: Row, say: Say) => say(String(name), String(name_en ?? name))

/**
 * The names of the records that the rows refer to. Names that are not in the rows are read with one call for each of at most two
 * kinds.
 */
const useNamesIn = (record: PlainRecord, rows: Row[]): Names => {
  const columns = columnsOf(record)
  const beside = namesBeside(rows, columns)
  const [one, two] = pathsOf(columns)
  const ofOne = useNames(one ?? '', one ? idsOf(rows, columns, one, beside) : [])
  const ofTwo = useNames(two ?? '', two ? idsOf(rows, columns, two, beside) : [])
  return (of, id) => beside.get(`${of} ${id}`) ?? (of === one ? ofOne : of === two ? ofTwo : undefined)?.get(id)
}
