import { createBookingLink } from 'guidon-sdk'
import { useSay } from '../../../kit/words.ts'
import { useWrite } from '../../../kit/write.ts'
import { Form } from '../../../ui/forms/form.tsx'
import { Sheet } from '../../../ui/forms/sheet.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { ShownOnce } from '../../../ui/shown-once.tsx'

/** Shows a new link to the page of the booking, for a customer without a mail address. */
export default function LinkSheet({ booking, close }: { booking: number; close: () => void }) {
  const say = useSay()
  const { mutate, data, error, isPending } = useWrite({ send: (_, guidon) => createBookingLink(guidon, booking) })
  const link = data && (data.url ?? `${location.origin}${data.path}`)
  const label = say('客戶連結', 'Customer link')
  return (
    <Sheet title={label} close={close}>
      <p className="small soft">
        {say(
          '持有連結的人可以看到這筆訂單、填寫旅客資料並上傳文件；請只傳給聯絡人本人。先前的連結仍然有效。',
          'Anyone with the link can see the booking, fill in the travelers and upload documents: send it only to the contact. Earlier links stay valid.',
        )}
      </p>
      {link ? (
        <>
          <ShownOnce label={label} value={link} />
          <QrCode text={link} label={say('連結的 QR Code', 'The link as a QR code')} />
        </>
      ) : (
        <Form send={say('產生連結', 'Create a link')} error={error} isPending={isPending} submit={() => mutate()}>
          {null}
        </Form>
      )}
    </Sheet>
  )
}
