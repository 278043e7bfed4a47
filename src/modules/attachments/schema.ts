import type { Generated } from 'kysely'
import { type Static, Type } from 'typebox'
import { moment, ref, shownFields, upload } from '../../kit/fields.ts'
import { mediaTypes } from '../../kit/files/endings.ts'

export const NewAttachment = Type.Object({ file: upload() })

/** An attachment in answers of the API. Entries of a conversation contain only `id`, `name` and `url`. */
export const Attachment = Type.Object({
  id: ref(),
  name: Type.String({ examples: ['seat-map.pdf'] }),
  url: Type.String({ examples: ['/api/attachments/1'] }),
  media_type: Type.Enum([...mediaTypes]),
  size: Type.Integer({ examples: [48213] }),
})
export type Attachment = Static<typeof Attachment>

export const Link = Type.Object({
  url: Type.String({ examples: ['/api/files/1?user=1&expires=1800000000&signature=0a1b'] }),
  expires_at: shownFields({ at: moment() }).at,
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    attachments: Stamps & { file_id: number; uploaded_by: number }
    attachment_uses: { attachment_id: number; subject_type: string; subject_id: number; created_at: Generated<string> }
  }
}
