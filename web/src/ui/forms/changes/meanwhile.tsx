import './meanwhile.css'
import { useQuery } from '@tanstack/react-query'
import { type Audit, listAudit, Refusal } from 'guidon-sdk'
import { guidon } from '../../../kit/api.ts'
import { dayAndTime } from '../../../kit/days.ts'
import { useMe } from '../../../kit/me.ts'
import { seesPersons } from '../../../kit/roles.ts'
import { nameOf, useSay } from '../../../kit/words.ts'
import { useNames } from '../../names.ts'
import { recordIn } from './record-in.ts'
import { valueIn } from './values.ts'
import { nameOfField } from './words.ts'

type Props = {
  /** Why nothing was written. */
  error: Error
  form: HTMLFormElement | null
}

/** What others changed in the record while the reader was typing: who, when, and each field before and now. */
export default function Meanwhile({ error, form }: Props) {
  const say = useSay()
  const me = useMe()
  const about = error instanceof Refusal ? recordIn(error.path) : undefined
  const mayRead = seesPersons(me) && (me.role === 'admin' || !ofAdministrators.includes(about?.table_name ?? ''))
  const { data } = useQuery({
    queryKey: ['audit', 'meanwhile', about],
    queryFn: () => listAudit(guidon, { ...about, per_page: 5 }),
    enabled: about !== undefined && mayRead,
    staleTime: 0,
  })
  const others = data?.data.filter(({ actor_id, action }) => action === 'changed' && actor_id !== me.id).slice(0, 2)
  if (!others?.length) return null
  return (
    <section className="meanwhile" aria-label={say('這段時間的更改', 'What changed meanwhile')}>
      {others.map((change) => (
        <Change key={change.id} change={change} form={form} />
      ))}
      <p className="hint">
        {say('您輸入的內容還在；看過後再送出一次就會儲存。', 'What you typed is kept; look at it, and send it again.')}
      </p>
    </section>
  )
}

/** The service refuses the audit of these to everybody else. */
const ofAdministrators = ['users', 'webhooks']

type ChangeProps = { change: Audit; form: HTMLFormElement | null }

const Change = ({ change: { actor_name, created_at, changes }, form }: ChangeProps) => {
  const say = useSay()
  return (
    <>
      <p>
        <b>{actor_name ?? say('系統', 'The service')}</b> <span className="soft">{dayAndTime(created_at)}</span>
      </p>
      <ul>
        {Object.entries(changes).map(([field, [before, now]]) => (
          <li key={field}>
            <span className="soft">{labelOf(form, field) ?? nameOfField(say, field)}</span>
            <span>
              <del>
                <Value form={form} field={field} value={before} />
              </del>{' '}
              →{' '}
              <ins>
                <Value form={form} field={field} value={now} />
              </ins>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

const controlOf = (form: HTMLFormElement | null, field: string) => form?.querySelector(`[name="${CSS.escape(field)}"]`)

/** As the form calls it, if it has the field. */
const labelOf = (form: HTMLFormElement | null, field: string) => {
  const label = form?.querySelector(`label[for="${CSS.escape(field)}"]`)
  return label?.textContent
}

type ValueProps = { form: HTMLFormElement | null; field: string; value: unknown }

/** As the form says it: the words of a choice, and the names of records that a field chooses from. */
const Value = ({ form, field, value }: ValueProps) => {
  const say = useSay()
  const control = controlOf(form, field)
  const of = control instanceof HTMLInputElement ? control.dataset.of : undefined
  const names = useNames(of ?? '', of ? [value].flat().filter((id) => typeof id === 'number') : [])
  if (value === null || value === undefined || value === '') return <>–</>
  const options = control instanceof HTMLSelectElement ? [...control.options] : []
  const chosen = options.find((each) => each.value === String(value))?.text
  const named = [...names.values()].map(({ label, label_en }) => nameOf(say, { name: label, name_en: label_en }))
  return <>{chosen ?? (named.join(say('、', ', ')) || valueIn(say, field, value))}</>
}
