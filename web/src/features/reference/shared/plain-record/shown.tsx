import type { PlainField, PlainRecord } from 'guidon-sdk'
import { useSay } from '../../../../kit/words.ts'
import { Facts } from '../../../../ui/facts.tsx'
import { useNames } from '../../../../ui/names.ts'
import type { Row } from './record.ts'
import { Value } from './value.tsx'

/** A record for readers who may not change it. */
export const ShownRecord = ({ record, row }: { record: PlainRecord; row: Row }) => {
  const say = useSay()
  const isThere = ({ name }: PlainField) => row[name] !== null && row[name] !== '' && String(row[name]) !== ''
  return (
    <Facts
      facts={record.fields
        .filter(isThere)
        .map((field) => [say(...field.words), <ShownValue key={field.name} field={field} value={row[field.name]} />])}
    />
  )
}

const ShownValue = ({ field, value }: { field: PlainField; value: unknown }) => {
  const say = useSay()
  const isMany = field.kind === 'records' && Array.isArray(value)
  const ids = [value].flat().filter((id) => typeof id === 'number')
  const names = useNames(field.of ?? '', field.of ? ids : [])
  if (!isMany) return <Value field={field} value={value} names={(_of, id) => names.get(id)} />
  return (
    <>
      {ids
        .map((id) => say(names.get(id)?.label ?? '', names.get(id)?.label_en ?? names.get(id)?.label ?? ''))
        .join(say('、', ', '))}
    </>
  )
}
