import { requestTravelerDocuments } from 'guidon-sdk'
import { documentKindWords } from 'guidon-sdk/words'
import { useState } from 'react'
import { chosenIn } from '../../kit/choices.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Form } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { DocumentKinds } from './document-kinds.tsx'
import { changes } from './words.ts'

/** Asks for papers: they stand as wanted, and the customer is told. */
export default function WantedSheet({ traveler, close }: { traveler: number; close: () => void }) {
  const say = useSay()
  const [chosen, choose] = useState<string[]>(['passport'])
  const kinds = chosen.flatMap((each) => chosenIn(documentKindWords, each) ?? [])
  const { mutate, error, isPending } = useWrite({
    send: (_, guidon) => requestTravelerDocuments(guidon, { traveler_id: traveler, kinds }),
    says: ['已請旅客補件', 'Documents requested'],
    changes,
    close,
  })
  return (
    <Sheet title={say('請旅客補件', 'Request documents')} close={close}>
      <p className="soft">
        {say('客戶會收到通知，可用連結上傳。', 'The customer is notified and can upload them by a link.')}
      </p>
      <Form send={say('送出', 'Send')} error={error} isPending={isPending} submit={() => mutate()}>
        <DocumentKinds chosen={chosen} choose={choose} />
      </Form>
    </Sheet>
  )
}
