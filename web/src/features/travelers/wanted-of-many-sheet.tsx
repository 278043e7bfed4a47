import { requestDocumentsOfTravelers } from 'guidon-sdk'
import { documentKindWords } from 'guidon-sdk/words'
import { useState } from 'react'
import { chosenIn } from '../../kit/choices.ts'
import { plural, useSay } from '../../kit/words.ts'
import { BulkSheet } from '../../ui/bulk/sheet.tsx'
import { DocumentKinds } from './document-kinds.tsx'
import { changes } from './words.ts'

type Props = { travelers: number[]; close: () => void }

/** Asks many travelers for papers; what is there or requested already is left out. */
export default function WantedOfManySheet({ travelers, close }: Props) {
  const say = useSay()
  const [chosen, choose] = useState<string[]>(['passport'])
  const kinds = chosen.flatMap((each) => chosenIn(documentKindWords, each) ?? [])
  return (
    <BulkSheet
      title={say(`請 ${travelers.length} 位旅客補件`, `Request documents of ${plural(travelers.length, 'traveler')}`)}
      send={(changed) => say(`請 ${changed} 位補件`, `Request them of ${plural(changed, 'traveler')}`)}
      bodyOf={() => ({ ids: travelers, kinds })}
      call={requestDocumentsOfTravelers}
      idOf={({ traveler_id }) => traveler_id}
      nameOf={({ name }) => name ?? say('已不存在的旅客', 'A traveler who is gone')}
      done={['已請旅客補件', 'Documents requested']}
      changes={changes}
      close={close}
    >
      <p className="soft">
        {say(
          '客戶會收到通知，可用連結上傳；已有或已請過的文件不會再請。',
          'The customers are notified and can upload them by a link. What is there or requested already is left out.',
        )}
      </p>
      <DocumentKinds chosen={chosen} choose={choose} />
    </BulkSheet>
  )
}
