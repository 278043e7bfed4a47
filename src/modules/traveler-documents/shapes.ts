import { Type } from 'typebox'
import { anyText, oneOf, orNull } from '../../kit/fields.ts'
import { mediaTypes } from '../../kit/files/endings.ts'
import { namesOf } from '../../kit/flow.ts'
import { RecordOf } from '../../kit/resource/record.ts'
import { OfTraveler } from '../shown-names.ts'
import { steps } from './flow.ts'
import { TravelerDocument } from './schema.ts'

/** A document with its file, as long as the file is stored. */
export const ShownDocument = RecordOf(TravelerDocument, {
  traveler: OfTraveler,
  name: orNull(anyText('passport.jpg')),
  url: orNull(anyText('/api/traveler-documents/1/file')),
  media_type: orNull(oneOf(mediaTypes)),
  size: orNull(Type.Integer({ examples: [48213] })),
  /** The steps that the reader may take now. */
  possible: Type.Array(oneOf(namesOf(steps))),
})
