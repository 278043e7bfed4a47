import { createBookingLink } from 'guidon-sdk'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Form } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'

/** Shows a new link to the page of the booking, for a customer who reads no mail. */
export default function LinkSheet({ booking, close }: { booking: number; close: () => void }) {
  const say = useSay()
  const { mutate, data, error, isPending } = useWrite({ send: (_, guidon) => createBookingLink(guidon, booking) })
  const link = data && (data.url ?? `${location.origin}${data.path}`)
  const label = say('客戶連結', 'Link for the customer')
  return (
    <Sheet title={label} close={close}>
      <p className="small soft">
        {say(
          '持有連結的人可以看到這筆訂單、填寫旅客資料並上傳文件；請只傳給聯絡人本人。先前的連結仍然有效。',
          'Whoever has the link sees the booking, fills in the travelers and uploads papers: send it to the contact alone. Earlier links stay valid.',
        )}
      </p>
      {link ? (
        <>
          <ShownOnce label={label} value={link} />
          <QrCode text={link} label={say('連結的 QR Code', 'The link as a QR code')} />
        </>
      ) : (
        <Form send={say('產生連結', 'Make a link')} error={error} isPending={isPending} submit={() => mutate()}>
          {null}
        </Form>
      )}
    </Sheet>
  )
}
