import { Type } from 'typebox'
import { anyText, line, orNull, ref, shownFields } from '../../kit/fields.ts'
import { namesOf } from '../../kit/flow.ts'
import { Names } from '../../kit/resource/names.ts'
import { RecordOf } from '../../kit/resource/record.ts'
import { steps } from './flow.ts'
import { Approval } from './schema.ts'

const OfBooking = Type.Object({
  ...shownFields({ id: ref(), booking_number: line(50, 'CNX270128A-001'), contact_name: line(100, '王小美') }),
  planned_trip_id: ref(),
  serial: anyText('CNX270128A'),
})
/** The traveler, trip or line that `params` names. */
const About = Type.Object({ name: anyText('王小美'), name_en: orNull(anyText('WANG/HSIAO-MEI')) })
/** An approval as shown. */
export const ShownApproval = RecordOf(Approval, {
  booking: OfBooking,
  about: orNull(About),
  asker: Names,
  decider: orNull(Names),
  possible: Type.Array(Type.Enum(namesOf(steps))),
})
