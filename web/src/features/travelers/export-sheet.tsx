import { exportTraveler } from 'guidon-sdk'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { ReasonForm } from '../../ui/forms/reason-form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { saveFile } from '../../ui/saved-file.ts'
import type { Traveler } from './words.ts'

/** Everything that is kept about a person as a file, for the person; who asked and why is written down. */
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
    <Sheet title={say('匯出個資', 'Export the data')} close={close}>
      <p className="soft">
        {say(
          '包含未遮罩的個資、證件紀錄、需求、加購、說明會，以及誰看過這些資料。',
          'With personal data in clear, papers, wishes, add-ons, briefings, and who read them.',
        )}
      </p>
      <ReasonForm
        send={say('匯出', 'Export')}
        sending={exporting}
        hint={say('會留下紀錄，例如「旅客本人要求」。', 'It is written down, such as "the traveler asked for it".')}
      />
    </Sheet>
  )
}
