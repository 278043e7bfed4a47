import { type HouseRecord, updateHouseRecord } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useSay, type Words } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Card } from '../../ui/card.tsx'
import { Choice, Form } from '../../ui/forms/form.tsx'
import css from './page.module.css'

type Settings = HouseRecord['pass_through_kinds']

const kinds: Record<keyof Settings, Words> = {
  cancellation: ['取消費', 'Cancellation fees'],
  surcharge: label.surcharge,
  addon: label.addon,
  tips: label.tips,
  insurance: label.insurance,
  visa: label.visa,
}

/** Which kinds of lines and costs pass through. What does not is own income, or an own cost. */
export const PassThrough = ({ house }: { house: HouseRecord }) => {
  const say = useSay()
  const { mutate, error, isPending } = useWrite({
    send: (pass_through_kinds: Settings, guidon) =>
      updateHouseRecord(guidon, { pass_through_kinds }, { version: house.version }),
    says: ['已儲存', 'Saved'],
    changes: ['house', 'trips', 'money'],
  })
  const names = Object.keys(kinds) as (keyof Settings)[]
  return (
    <Card title={say(...label.pass_through_kinds)} className={css.questions}>
      <div className="within">
        <Form
          send={say('儲存項目', 'Save the kinds')}
          error={error}
          isPending={isPending}
          submit={(given) =>
            mutate(
              Object.fromEntries(
                names.map((name) => [name, given(`pass_through_kinds.${name}`) === 'yes']),
              ) as Settings,
            )
          }
        >
          <p className="soft small">
            {say(
              '由公司的會計師決定；不代收轉付的項目是自有收入，另開發票。團費與其他成本一律代收轉付。',
              'For the accountant of the agency to decide. What does not pass through is own income with an invoice of its own. Fares and all other costs pass through.',
            )}
          </p>
          {names.map((name) => (
            <Choice
              key={name}
              id={`pass_through_kinds.${name}`}
              label={say(...kinds[name])}
              defaultValue={house.pass_through_kinds[name] ? 'yes' : 'no'}
              options={[
                ['yes', say('代收轉付', 'Passes through')],
                ['no', say('自有收入', 'Own income')],
              ]}
            />
          ))}
        </Form>
      </div>
    </Card>
  )
}
