import { revealPlannedTripDietaryList } from 'guidon-sdk'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Empty } from '../../ui/empty.tsx'
import { Facts } from '../../ui/facts.tsx'
import { EachReadingIsLogged, ReasonForm } from '../../ui/forms/reason-form.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'

/** The allergies of the travelers. Reading them needs a reason and is logged. */
export default function AllergySheet({ id, close }: { id: number; close: () => void }) {
  const say = useSay()
  const revealing = useWrite({ send: (reason: string, guidon) => revealPlannedTripDietaryList(guidon, id, { reason }) })
  const { data } = revealing
  return (
    <Sheet title={say('過敏原', 'Allergies')} close={close}>
      {!data && (
        <>
          <EachReadingIsLogged />
          <ReasonForm
            send={say('查看', 'Show')}
            sending={revealing}
            placeholder={say('例如：通知餐廳', 'Such as: telling the restaurant')}
          />
        </>
      )}
      {data?.length === 0 && <Empty why="done">{say('沒有人過敏', 'No allergies')}</Empty>}
      {data && <Facts facts={data.map(({ name, allergies }) => [name, allergies])} />}
    </Sheet>
  )
}
