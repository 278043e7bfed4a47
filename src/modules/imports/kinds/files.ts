import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Received } from '../../../kit/fields.ts'
import type { Words } from '../../../kit/words/words.ts'
import { enterLeaderFile, fileKindWords, type LeaderFileKind, removeEnteredFile } from '../../tour-leaders/files.ts'
import { removeEnteredDocument } from '../../traveler-documents/change.ts'
import { keepDocument } from '../../traveler-documents/hand-in.ts'
import { type DocumentKind, kindWords } from '../../traveler-documents/schema.ts'
import { seesAll } from '../../users/reader.ts'
import { importKindWords } from '../../words/import-labels.ts'
import { column, type Kind, keyFrom, oneByOne } from '../kind.ts'
import { bookingColumn } from './bookings.ts'
import { byQuery } from './find.ts'
import { leaderColumn } from './leaders.ts'
import { type OfTraveler, travelerColumn, travelerNamed } from './of-traveler.ts'

// Documents and photographs, which come as a ZIP archive: its folders are their types.

export type FileKind = Kind & { types: readonly { code: string; words: Words }[] }
const typesOf = (words: Record<string, Words>) => Object.entries(words).map(([code, said]) => ({ code, words: said }))
const fileColumn = column('file', Type.String(), { words: ['檔案', 'File'] })

export const leaderFileKind: FileKind = {
  code: 'leader-files',
  noun: importKindWords['leader-files'],
  of: 'leader_files',
  types: typesOf(fileKindWords),
  columns: [leaderColumn, fileColumn],
  keyOf: keyFrom('leader_number', 'kind', 'sha256'),
  isPersonal: true,
  find: byQuery(sql`
    select p.id, lower(concat_ws('/', l.leader_number, p.kind, encode(f.sha256, 'hex'))) as key
      from leader_files p join tour_leaders l on l.id = p.tour_leader_id join files f on f.id = p.file_id`),
  write: oneByOne(({ tx, actor_id }, body: { tour_leader_id: number; kind: LeaderFileKind; file: Received }) =>
    enterLeaderFile(tx, actor_id, body),
  ),
  remove: ({ tx, actor_id }, id) => removeEnteredFile(tx, actor_id, id),
}

type Document = OfTraveler & { kind: DocumentKind; file: Received }

export const documentKind: FileKind = {
  code: 'traveler-documents',
  noun: importKindWords['traveler-documents'],
  of: 'traveler_documents',
  types: typesOf(kindWords),
  columns: [bookingColumn, travelerColumn, fileColumn],
  keyOf: keyFrom('booking_number', 'traveler_name', 'kind', 'sha256'),
  isPersonal: true,
  find: byQuery(sql`
    select d.id, lower(concat_ws('/', b.booking_number, v.name, d.kind, encode(f.sha256, 'hex'))) as key
      from traveler_documents d join travelers v on v.id = d.traveler_id join bookings b on b.id = v.booking_id
      join files f on f.id = d.file_id`),
  write: oneByOne(async ({ tx, actor_id, keys }, { booking_id, traveler_name, kind, file }: Document) =>
    keepDocument(
      tx,
      { reader: seesAll, actor_id, roles: ['admin'], keys },
      { traveler_id: await travelerNamed(tx, booking_id, traveler_name), kind, file },
    ),
  ),
  remove: ({ tx, actor_id }, id) => removeEnteredDocument(tx, actor_id, id),
}
