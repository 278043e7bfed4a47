import { type Static, Type } from 'typebox'
import type { Table } from '../../../kit/db/tables.ts'
import { day, nullable, oneOf, ref, upload } from '../../../kit/fields.ts'
import { mediaTypes } from '../../../kit/files/endings.ts'
import { RecordOf } from '../../../kit/resource/record.ts'

export const fileKinds = ['photo', 'license', 'passport', 'visa', 'id_card', 'contract', 'certificate'] as const

const Told = Type.Object({ kind: oneOf(fileKinds), expires_on: nullable(day()) })
export const NewLeaderFile = Type.Object({
  kind: Told.properties.kind,
  expires_on: Type.Optional(day()),
  file: upload(),
})
export type NewLeaderFile = Static<typeof NewLeaderFile>
export const LeaderFileChange = Type.Partial(Told, { minProperties: 1 })
export type LeaderFileChange = Static<typeof LeaderFileChange>
export const OwnedFile = Type.Object({ tour_leader_id: ref(), file_id: ref(), ...Told.properties })

export const LeaderFile = RecordOf(Type.Object({ tour_leader_id: ref(), ...Told.properties }), {
  name: Type.String({ examples: ['passport.pdf'] }),
  url: Type.String({ examples: ['/api/tour-leaders/1/files/1'] }),
  media_type: Type.Enum([...mediaTypes]),
  size: Type.Integer({ examples: [48213] }),
})

declare module '../../../kit/db/tables.ts' {
  interface Tables {
    leader_files: Table<typeof OwnedFile>
  }
}
