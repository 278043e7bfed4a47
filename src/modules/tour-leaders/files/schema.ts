import { type Static, Type } from 'typebox'
import type { Table } from '../../../kit/db/tables.ts'
import { day, inForm, nullable, oneOf, ref, upload, without } from '../../../kit/fields.ts'
import { mediaTypes } from '../../../kit/files/endings.ts'
import { RecordOf } from '../../../kit/resource/record.ts'

export const fileKinds = ['photo', 'license', 'passport', 'visa', 'id_card', 'contract', 'certificate'] as const

export const LeaderFile = Type.Object({
  tour_leader_id: ref(),
  kind: oneOf(fileKinds),
  expires_on: nullable(day()),
})
const told = without(LeaderFile, ['tour_leader_id'])
export const NewLeaderFile = Type.Object({ ...inForm(told.properties), file: upload() })
export type NewLeaderFile = Static<typeof NewLeaderFile>
export const LeaderFileChange = Type.Partial(told, { minProperties: 1 })
export type LeaderFileChange = Static<typeof LeaderFileChange>
export const ShownLeaderFile = RecordOf(LeaderFile, {
  name: Type.String({ examples: ['passport.pdf'] }),
  url: Type.String({ examples: ['/api/tour-leaders/1/files/1'] }),
  media_type: Type.Enum([...mediaTypes]),
  size: Type.Integer({ examples: [48213] }),
})

declare module '../../../kit/db/tables.ts' {
  interface Tables {
    leader_files: Table<typeof LeaderFile> & { file_id: number }
  }
}
