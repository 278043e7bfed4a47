import { exportTraveler } from 'guidon-sdk'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { ReasonForm } from '../../ui/forms/reason-form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { saveFile } from '../../ui/saved-file.ts'
import type { Traveler } from './words.ts'

/** Exports all data about a person as a file, for that person; the reader and the reason are logged. */
export default function ExportSheet({ traveler: { id, name }, close }: { traveler: Traveler; close: () => void }) {
  const say = useSay()
  const exporting = useWrite({
    send: async (reason: string, guidon) => {
      const all = await exportTraveler(guidon, id, { reason })
      saveFile(`${name}.json`, new Blob([JSON.stringify(all, null, 2)], { type: 'application/json' }))
    },
    says: ['檔案已下載', 'The file is downloaded'],
    close,
  })
  return (
    <Sheet title={say('匯出個資', 'Export personal data')} close={close}>
      <p className="soft">
        {say(
          '包含未遮罩的個資、證件與文件紀錄、需求、加購、說明會，以及誰看過這些資料。',
          'With unmasked personal data, documents, special requests, add-ons, briefings, and who read them.',
        )}
      </p>
      <ReasonForm
        send={say('匯出', 'Export')}
        sending={exporting}
        hint={say('會留下紀錄，例如「旅客本人要求」。', 'The reason is logged, such as "requested by the traveler".')}
      />
    </Sheet>
  )
}
