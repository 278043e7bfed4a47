import { type getPartnerPapers, mailPartnerPaper, type PlannedTripPartnerPaperInput } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { locale, useSay, type Words } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Choice, Field, Form, TextArea } from '../../ui/forms/form.tsx'
import { EachReadingIsLogged } from '../../ui/forms/reason-form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'

export type Partner = Awaited<ReturnType<typeof getPartnerPapers>>['partners'][number]
type Props = { trip: number; partner: Partner; words: Words; close: () => void }

/** Mails a paper to a partner, to the stored address or to the one that is typed. */
export default function PartnerSheet({ trip, partner: { paper, stay_id, email }, words, close }: Props) {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (body: PlannedTripPartnerPaperInput, guidon) => mailPartnerPaper(guidon, trip, body),
    says: ['文件將寄出，回信會寄到您的信箱', 'The paper is on its way; replies come to your mailbox'],
    close,
    changes: ['trips'],
  })
  const isRevealed = paper === 'insurance_list'
  return (
    <Sheet title={say(`寄出${words[0]}`, `Mail: ${words[1]}`)} close={close}>
      <Form
        of={{ id: `${trip} ${paper} ${stay_id}` }}
        send={say('寄出', 'Mail it')}
        error={error}
        isPending={isPending}
        submit={(given) =>
          mutate({
            paper,
            ...(stay_id !== null && { stay_id }),
            to: given('to'),
            locale: given('locale') === 'en' ? 'en' : 'zh-TW',
            ...(given('message') && { message: given('message') }),
            ...(isRevealed && { reason: given('reason') }),
          })
        }
      >
        {isRevealed && <EachReadingIsLogged />}
        <Field
          id="to"
          label={say('收件信箱', 'To')}
          {...(email === null && {
            hint: say('還沒有信箱，請輸入；下次會帶入。', 'No address is known yet; it is filled in next time.'),
          })}
          defaultValue={email ?? ''}
          inputMode="email"
          required
        />
        <Choice
          id="locale"
          label={say(...label.locale)}
          options={[
            ['zh-TW', '中文'],
            ['en', 'English'],
          ]}
          defaultValue={isRevealed ? locale.now() : 'en'}
        />
        {isRevealed && <Field id="reason" label={say(...label.reason)} required />}
        <TextArea id="message" label={say('附言（可留空）', 'A word to them (optional)')} />
      </Form>
    </Sheet>
  )
}
