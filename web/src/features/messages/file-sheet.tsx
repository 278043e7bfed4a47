import { useQuery } from '@tanstack/react-query'
import { fileLineMessage, listTravelers } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { documentKindWords } from 'guidon-sdk/words'
import { guidon } from '../../kit/api.ts'
import { chosenIn } from '../../kit/choices.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Loading } from '../../ui/empty.tsx'
import { Choice, Form } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { WordChoice } from '../../ui/forms/word-choice.tsx'
import { Picture } from '../../ui/picture.tsx'
import type { OpenThread } from './queries.ts'

type File = { name: string; media_type: string; url: string }
type Props = { message: number; file: File; bookings: OpenThread['bookings']; close: () => void }

/** Files what a customer has sent as a document of one of its travelers, beside the picture. */
export default function FileSheet({ message, file, bookings, close }: Props) {
  const say = useSay()
  const ids = bookings.map(({ id }) => id)
  const { data: travelers } = useQuery({
    queryKey: ['travelers', 'of-bookings', ids],
    queryFn: async () => {
      const pages = await Promise.all(ids.map((booking_id) => listTravelers(guidon, { booking_id, status: 'active' })))
      return pages.flatMap(({ data }) => data)
    },
  })
  const { mutate, error, isPending } = useWrite({
    send: (given: Parameters<typeof fileLineMessage>[2], writing) => fileLineMessage(writing, message, given),
    says: ['已存為文件，並從對話移除', 'Filed as a document, and taken from the thread'],
    changes: ['line', 'travelers', 'bookings', 'trips', 'work'],
    close,
  })
  const serialOf = (booking: number) => bookings.find(({ id }) => id === booking)?.trip.serial
  return (
    <Sheet title={say('存為旅客文件', 'File as a document')} close={close}>
      <Picture file={file} label={say('客戶傳來的檔案', 'What the customer has sent')} />
      {travelers ? (
        <Form
          send={say('存檔', 'File it')}
          error={error}
          isPending={isPending}
          submit={(given) =>
            mutate({
              traveler_id: Number(given('traveler_id')),
              kind: chosenIn(documentKindWords, given('kind')) ?? 'other',
            })
          }
        >
          <Choice
            id="traveler_id"
            label={say(...label.traveler_id)}
            options={travelers.map((traveler) => [
              String(traveler.id),
              `${nameOf(say, traveler)}・${serialOf(traveler.booking_id)}`,
            ])}
          />
          <WordChoice id="kind" label={say(...label.kind)} words={documentKindWords} />
        </Form>
      ) : (
        <Loading />
      )}
    </Sheet>
  )
}
