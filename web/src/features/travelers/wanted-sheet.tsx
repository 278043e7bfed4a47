import { requestTravelerDocuments } from 'guidon-sdk'
import { documentKindWords } from 'guidon-sdk/words/document-kind'
import { useState } from 'react'
import { choicesOf, chosenIn } from '../../kit/choices.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Form } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { changes } from './words.ts'

/** Asks for papers: they stand as wanted, and the customer is told. */
export default function WantedSheet({ traveler, close }: { traveler: number; close: () => void }) {
  const say = useSay()
  const [chosen, choose] = useState<string[]>(['passport'])
  const kinds = chosen.flatMap((each) => chosenIn(documentKindWords, each) ?? [])
  const { mutate, error, isPending } = useWrite({
    send: (_, guidon) => requestTravelerDocuments(guidon, { traveler_id: traveler, kinds }),
    says: ['已請旅客補件', 'The papers are asked for'],
    changes,
    close,
  })
  return (
    <Sheet title={say('請旅客補件', 'Ask for papers')} close={close}>
      <p className="soft">
        {say('客戶會收到通知，可用連結上傳。', 'The customer is told, and uploads them by a link.')}
      </p>
      <Form send={say('送出', 'Send')} error={error} isPending={isPending} submit={() => mutate()}>
        <div className="checks">
          {choicesOf(say, documentKindWords).map(([kind, words]) => (
            <label key={kind}>
              <input
                type="checkbox"
                checked={chosen.includes(kind)}
                onChange={({ target }) =>
                  choose(target.checked ? [...chosen, kind] : chosen.filter((each) => each !== kind))
                }
              />
              {words}
            </label>
          ))}
        </div>
      </Form>
    </Sheet>
  )
}
