import { Type } from 'typebox'
import { mediaTypes } from '../../kit/files/endings.ts'
import { RecordOf } from '../../kit/resource/record.ts'
import { TravelerDocument } from './schema.ts'

const words = (example: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], examples: [example] })

/** A paper with the file that was handed in, as long as it is kept. */
export const ShownDocument = RecordOf(TravelerDocument, {
  name: words('passport.jpg'),
  url: words('/api/traveler-documents/1/file'),
  media_type: Type.Unsafe<string | null>({ type: ['string', 'null'], enum: [...mediaTypes, null] }),
  size: Type.Unsafe<number | null>({ type: ['integer', 'null'], examples: [48213] }),
})
