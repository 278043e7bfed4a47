import { handOverBookings } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { plural, useSay } from '../../kit/words.ts'
import { BulkSheet } from '../../ui/bulk/sheet.tsx'
import { TextArea } from '../../ui/forms/form.tsx'
import { RecordField } from '../../ui/forms/record-field.tsx'
import { nameOfLine } from './name-of-line.ts'

type Props = { bookings: number[]; close: () => void }

/** Gives many bookings to one salesperson, who is told. */
export default function HandOverManySheet({ bookings, close }: Props) {
  const say = useSay()
  return (
    <BulkSheet
      title={say(`移交 ${bookings.length} 筆訂單`, `Hand over ${plural(bookings.length, 'booking')}`)}
      send={(changed) => say(`移交 ${changed} 筆`, `Hand over ${plural(changed, 'booking')}`)}
      bodyOf={(given) => ({
        ids: bookings,
        sales_user_id: Number(given('sales_user_id')),
        ...(given('words') && { words: given('words') }),
      })}
      call={handOverBookings}
      idOf={({ booking_id }) => booking_id}
      nameOf={(line) => nameOfLine(say, line)}
      will={['將移交', 'Will be handed over']}
      done={['已移交', 'Handed over']}
      changes={['bookings', 'requests', 'work']}
      close={close}
    >
      <p className="soft">
        {say(
          '接手的業務會收到通知；原業務還沒辦完的加購一併移交，備註會留在往來紀錄。',
          'The next salesperson is told. Add-ons of the former one that are still open go with the booking, and the note stays in its history.',
        )}
      </p>
      <RecordField
        id="sales_user_id"
        label={say(...label.sales_user_id)}
        of="/api/users"
        only={{ role: 'sales' }}
        required
      />
      <TextArea id="words" label={say(...label.words)} />
    </BulkSheet>
  )
}
