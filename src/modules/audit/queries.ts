import { Type } from 'typebox'
import { anyText, labelled, line, moment, nullable, oneOf, orNull, ref, shown } from '../../kit/fields.ts'
import { from, is, until } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { RecordLabel } from '../record-labels.ts'

declare module '../../kit/db/tables.ts' {
  interface Tables {
    audit: {
      id: number
      table_name: string
      record_id: number
      action: 'created' | 'changed' | 'removed'
      actor_id: number | null
      request_id: string | null
      changes: object
      created_at: string
    }
  }
}

const fields = Type.Object({
  id: ref(),
  table_name: labelled(line(60, 'users'), ['資料種類', 'Kind of record']),
  record_id: ref(),
  action: oneOf(['created', 'changed', 'removed']),
  actor_id: labelled(nullable(ref()), ['操作人員', 'By whom']),
  request_id: nullable(line(64)),
  created_at: moment(),
})

/** A change of a record: each changed field with its old and new value. */
export const Change = Type.Object({
  ...shown(fields).properties,
  actor_name: orNull(anyText()),
  changes: Type.Unsafe<object>({
    type: 'object',
    additionalProperties: { type: 'array', items: {}, minItems: 2, maxItems: 2 },
    examples: [{ status: ['active', 'suspended'] }],
  }),
  record: orNull(RecordLabel),
  names: Type.Record(Type.String(), Type.Record(Type.String(), RecordLabel), {
    description:
      '變動的欄位所指的資料叫什麼：依欄位，再依編號。What the records are called that changed fields refer to: by field, then by id.',
    examples: [{ branch_id: { 1: { name: '台北分公司', name_en: 'Taipei branch' } } }],
  }),
})

const { table_name, record_id, action, actor_id, request_id } = fields.properties

export const auditList = list({
  of: 'a',
  sort: {},
  order: '-id',
  columns: ['created_at', 'actor_name', 'action', 'table_name', 'record_id', 'record.name', 'changes'],
  people: true,
  since: 'created_at',
  filters: {
    table_name: is('a.table_name', table_name),
    record_id: is('a.record_id', record_id),
    action: is('a.action', action),
    actor_id: is('a.actor_id', actor_id),
    request_id: is('a.request_id', request_id),
    from: from('a.created_at', moment()),
    to: until('a.created_at', moment()),
  },
})

export const auditPage = auditList.over((db) =>
  db
    .selectFrom('audit as a')
    .leftJoin('users as u', 'u.id', 'a.actor_id')
    .select(['a.id', 'a.table_name', 'a.record_id', 'a.action', 'a.actor_id', 'u.name as actor_name'])
    .select(['a.request_id', 'a.changes', 'a.created_at']),
)
